// The rows of the tables that Steerwright exports for Unreal Engine 5. Licence: MIT OR Apache-2.0, at your choice.
//
// Put this file into the source folder of a module of your project and build it; then import the CSV files as Data Tables and
// choose these rows. Every column of a file is a property here, of the same name. Lengths are in centimeters if the scene was
// exported with its scale set so (the usual: 100 for meters), times in seconds. An id of -1 is none.

#pragma once

#include "CoreMinimal.h"
#include "Engine/DataTable.h"
#include "SteerwrightRows.generated.h"

/** What an agent goes for or runs from. */
UENUM(BlueprintType)
enum class ESteerwrightAim : uint8
{
	None,
	Marker,
	Agent,
	/** Whatever the game says it is: the mouse in the editor. */
	Pointer
};

/** What a marker is meant as. */
UENUM(BlueprintType)
enum class ESteerwrightMarker : uint8
{
	Target,
	Danger
};

/** What happens at the ends of a path. */
UENUM(BlueprintType)
enum class ESteerwrightTraversal : uint8
{
	Once,
	Loop,
	PingPong
};

/** NAME_Nodes.csv: the authored corners of paths, in order. */
USTRUCT(BlueprintType)
struct FSteerwrightNodeRow : public FTableRowBase
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 PathId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString PathName;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightTraversal Traversal = ESteerwrightTraversal::Once;

	/** Its place in the path, from 0. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 Index = 0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 NodeId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FVector Location = FVector::ZeroVector;

	/** Within this distance it is reached. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double Radius = 0.0;

	/** How long an agent stays, s. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double Wait = 0.0;

	/** The same in steps of the world. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 WaitTicks = 0;

	/** Highest speed on the way to it; below 0: the agent's own. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double SpeedLimit = -1.0;

	/** The index of its point in the line of the path. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 Point = 0;
};

/** NAME_Points.csv: the lines that agents are led along, curves included. */
USTRUCT(BlueprintType)
struct FSteerwrightPointRow : public FTableRowBase
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 PathId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString PathName;

	/** Whether the last point of the path leads back to the first. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	bool bClosed = false;

	/** Its place in the line, from 0. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 Index = 0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FVector Location = FVector::ZeroVector;

	/** The length of the line up to it. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double Distance = 0.0;

	/** The index of the node that it is, or -1. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 Node = -1;
};

/** NAME_Agents.csv: where agents start, what they are bound to, and their limits. */
USTRUCT(BlueprintType)
struct FSteerwrightAgentRow : public FTableRowBase
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 AgentId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString AgentName;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FVector Location = FVector::ZeroVector;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FVector Velocity = FVector::ZeroVector;

	/** What its kind is called. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString Preset;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FColor Color = FColor::White;

	/** The path it walks. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 PathId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightAim Target = ESteerwrightAim::None;

	/** The id of that marker or agent. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 TargetId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightAim Danger = ESteerwrightAim::None;

	/** The id of that marker or agent. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 DangerId = -1;

	/** The agent it follows. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 LeaderId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double Mass = 1.0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double MaxSpeed = 0.0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double MaxForce = 0.0;

	/** Seconds in which a behavior tries to reach the velocity it wants. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double TimeToTarget = 0.1;

	/** Its size, for drawing. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double BodyRadius = 0.0;

	/** The kinds of its behaviors, in order, separated by blanks. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString Behaviors;
};

/** NAME_Markers.csv: named places. */
USTRUCT(BlueprintType)
struct FSteerwrightMarkerRow : public FTableRowBase
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 MarkerId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString MarkerName;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightMarker Kind = ESteerwrightMarker::Target;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FVector Location = FVector::ZeroVector;
};
