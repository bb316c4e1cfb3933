// Unreal's header tool makes this file; a compiler by itself needs nothing of it.
#pragma once
