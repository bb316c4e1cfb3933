#pragma once

#include "CoreMinimal.h"

void DrawDebugLine(const UWorld* InWorld, const FVector& LineStart, const FVector& LineEnd, const FColor& Color, bool bPersistentLines = false);
void DrawDebugBox(const UWorld* InWorld, const FVector& Center, const FVector& Extent, const FColor& Color, bool bPersistentLines = false);
