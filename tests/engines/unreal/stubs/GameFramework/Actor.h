#pragma once

#include "CoreMinimal.h"

class USceneComponent;

class AActor
{
public:
	USceneComponent* GetRootComponent() const;
	bool SetActorLocation(const FVector& NewLocation);
};
