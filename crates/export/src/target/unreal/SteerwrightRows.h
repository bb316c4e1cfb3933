// Row structures for the data tables that Steerwright exports for Unreal Engine 5. License: MIT OR Apache-2.0.
//
// Copy this file to the source folder of a module of your project and build it. Then import the CSV files as Data Tables and
// choose these row types. Each column of a CSV file is a property of the same name. Times are in seconds, and lengths are in
// centimeters with the default scale (100 for a scene in meters). An id of -1 means none.

#pragma once

#include "CoreMinimal.h"
#include "Engine/DataTable.h"
#include "SteerwrightRows.generated.h"

/** What an agent moves toward or away from. */
UENUM(BlueprintType)
enum class ESteerwrightTarget : uint8
{
	None,
	Marker,
	Agent,
	/** The pointer, whose position the game sets; the mouse in the editor. */
	Pointer
};

/** What a marker stands for. */
UENUM(BlueprintType)
enum class ESteerwrightMarker : uint8
{
	Target,
	Danger
};

/** What agents do at the ends of a path. */
UENUM(BlueprintType)
enum class ESteerwrightTraversal : uint8
{
	Once,
	Loop,
	PingPong
};

/** NAME_Nodes.csv: the nodes of paths, in order. */
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

	/** Its index in the path, from 0. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 Index = 0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 NodeId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FVector Location = FVector::ZeroVector;

	/** The distance within which the node is reached. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double Radius = 0.0;

	/** How long an agent waits here, in seconds. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double Wait = 0.0;

	/** The wait in simulation steps. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 WaitTicks = 0;

	/** The highest speed on the way to the node; below 0 for the agent's max speed. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double SpeedLimit = -1.0;

	/** The index of its point in the points of the path. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 Point = 0;
};

/** NAME_Points.csv: the polylines that agents follow, including curves. */
USTRUCT(BlueprintType)
struct FSteerwrightPointRow : public FTableRowBase
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 PathId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString PathName;

	/** Whether the last point of the path connects to the first. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	bool bClosed = false;

	/** Its index in the path, from 0. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 Index = 0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FVector Location = FVector::ZeroVector;

	/** The length of the path up to this point. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double Distance = 0.0;

	/** The index of the node at this point, or -1. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 Node = -1;
};

/** NAME_Agents.csv: the initial state, references and limits of agents. */
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

	/** The name of its preset. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString Preset;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FColor Color = FColor::White;

	/** The path that it follows. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 PathId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightTarget Target = ESteerwrightTarget::None;

	/** The id of the marker or agent. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 TargetId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightTarget Danger = ESteerwrightTarget::None;

	/** The id of the marker or agent. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 DangerId = -1;

	/** The agent that it follows. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 LeaderId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double Mass = 1.0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double MaxSpeed = 0.0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double MaxForce = 0.0;

	/** The time in which the agent reaches its desired velocity, in seconds. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double TimeToTarget = 0.1;

	/** The size of the agent, for drawing. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double BodyRadius = 0.0;

	/** The kinds of its behaviors, in order, separated by spaces. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString Behaviors;

	/** The id of its preset, by which NAME_Properties.csv has the custom properties of presets. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 PresetId = -1;
};

/** NAME_Markers.csv: named positions. */
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

/** NAME_Walls.csv: the points of walls and doors, in order. */
USTRUCT(BlueprintType)
struct FSteerwrightWallRow : public FTableRowBase
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 WallId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString WallName;

	/** Whether the last point of the wall connects to the first. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	bool bClosed = false;

	/** Whether it stops the bodies of agents. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	bool bBlocksMotion = true;

	/** Whether agents cannot see past it. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	bool bBlocksSight = true;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	bool bDoor = false;

	/** Whether it is a door that is open at the start. It blocks nothing then. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	bool bOpen = false;

	/** Its index in the wall, from 0. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 Index = 0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FVector Location = FVector::ZeroVector;
};

/** NAME_Cells.csv: the blocked cells of the grid on which agents walk that move by cells. */
USTRUCT(BlueprintType)
struct FSteerwrightCellRow : public FTableRowBase
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 Column = 0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 Row = 0;

	/** The center of the cell. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FVector Location = FVector::ZeroVector;

	/** The side of every cell. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double Size = 0.0;
};

/** NAME_Pictures.csv: the pictures underneath, the lowest first. */
USTRUCT(BlueprintType)
struct FSteerwrightPictureRow : public FTableRowBase
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 PictureId = 0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString PictureName;

	/** Its file, relative to the folder of the scene. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString File;

	/** Its center. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FVector Location = FVector::ZeroVector;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double Width = 0.0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double Height = 0.0;

	/** In degrees, from the first axis of its plane toward the second: its yaw on the ground. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double Rotation = 0.0;

	/** Whether left and right are swapped, before the rotation. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	bool bMirrored = false;

	/** 0 to 1. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double Opacity = 1.0;

	/** Whether it is shown in the editor. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	bool bVisible = true;
};
