#pragma once

#include "CoreMinimal.h"

class AActor
{
public:
	bool SetActorLocation(const FVector& NewLocation);
};
