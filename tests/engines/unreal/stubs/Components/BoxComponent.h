#pragma once

#include "CoreMinimal.h"

class AActor;
class USceneComponent;

namespace ECollisionEnabled
{
enum Type { NoCollision, QueryOnly, PhysicsOnly, QueryAndPhysics };
}

enum ECollisionResponse { ECR_Ignore, ECR_Overlap, ECR_Block };
enum ECollisionChannel { ECC_WorldStatic, ECC_WorldDynamic, ECC_Pawn, ECC_Visibility };

class UBoxComponent
{
public:
	void SetupAttachment(USceneComponent* InParent);
	void SetBoxExtent(FVector InBoxExtent, bool bUpdateOverlaps = true);
	void SetRelativeLocationAndRotation(FVector NewLocation, FRotator NewRotation);
	void SetCollisionEnabled(ECollisionEnabled::Type NewType);
	void SetCollisionResponseToAllChannels(ECollisionResponse NewResponse);
	void SetCollisionResponseToChannel(ECollisionChannel Channel, ECollisionResponse NewResponse);
	void RegisterComponent();
};

template <typename T>
T* NewObject(AActor* Outer);
