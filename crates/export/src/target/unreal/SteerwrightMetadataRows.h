// Row structures for what agents do at nodes and for custom properties, in the data tables that Steerwright exports for Unreal
// Engine 5. License: MIT OR Apache-2.0.
//
// Copy this file beside SteerwrightRows.h, which says how to use both.

#pragma once

#include "CoreMinimal.h"
#include "Engine/DataTable.h"
#include "SteerwrightMetadataRows.generated.h"

/** What has a custom property, or what a custom property refers to. */
UENUM(BlueprintType)
enum class ESteerwrightItem : uint8
{
	None,
	Node,
	Path,
	Agent,
	Marker,
	Wall,
	Preset
};

/** What the value of a custom property is. */
UENUM(BlueprintType)
enum class ESteerwrightPropertyType : uint8
{
	/** The scene does not declare the property. */
	None,
	Bool,
	Int,
	Number,
	Text,
	/** A text like #ff8000. */
	Color,
	Choice,
	/** The id of an item, or the name of a preset; empty for none. */
	Reference
};

/** What an agent does at a node. */
UENUM(BlueprintType)
enum class ESteerwrightAction : uint8
{
	Wait,
	Look,
	Sweep,
	Speed,
	Emit,
	SetWall,
	Meet
};

/** What an agent looks at. */
UENUM(BlueprintType)
enum class ESteerwrightLookAt : uint8
{
	None,
	Direction,
	Point,
	Marker
};

/** The type of the value of an event. */
UENUM(BlueprintType)
enum class ESteerwrightEventValue : uint8
{
	None,
	Text,
	Number
};

/** How an agent chooses where it goes on. */
UENUM(BlueprintType)
enum class ESteerwrightChoose : uint8
{
	/** At random, by weight. */
	Random,
	InTurn
};

/** NAME_Actions.csv: what agents do at nodes, and on the way to the next node. */
USTRUCT(BlueprintType)
struct FSteerwrightActionRow : public FTableRowBase
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 PathId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString PathName;

	/** The index of the node in its path, from 0. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 Node = 0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 NodeId = -1;

	/** Whether it happens in passing, on the way from the node to the next. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	bool bAlong = false;

	/** Its index in the actions at the node, or in those on the way, from 0. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 Index = 0;

	/** Where it happens: at the node, or on the way. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FVector Location = FVector::ZeroVector;

	/** How far along the way from the node, or -1. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double Distance = -1.0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightAction Kind = ESteerwrightAction::Wait;

	/** Wait: the shortest time, in seconds. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double MinWait = 0.0;

	/** Wait: the longest time, in seconds. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double MaxWait = 0.0;

	/** Look: at what. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightLookAt LookAt = ESteerwrightLookAt::None;

	/** Look: the direction, of length 1. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FVector LookDirection = FVector::ZeroVector;

	/** Look: the point. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FVector LookLocation = FVector::ZeroVector;

	/** Look: the marker. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 LookMarkerId = -1;

	/** Sweep: the first direction, of length 1. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FVector SweepFrom = FVector::ZeroVector;

	/** Sweep: the second direction, of length 1. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FVector SweepTo = FVector::ZeroVector;

	/** Sweep: how often the agent turns from one to the other. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 SweepTimes = 0;

	/** Look and sweep: in degrees per second, or -1 if the facing of the agent says it. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double TurnRate = -1.0;

	/** Speed: the highest speed from here on, or -1 for no limit. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double SpeedLimit = -1.0;

	/** Emit: the name of the event. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString EventName;

	/** Emit: what else the game gets to know. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightEventValue EventValue = ESteerwrightEventValue::None;

	/** Emit: a text. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString EventText;

	/** Emit: a number. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	double EventNumber = 0.0;

	/** Set wall: the door. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 WallId = -1;

	/** Set wall: whether it is open then. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	bool bOpen = false;

	/** Meet: the name of the meeting. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString MeetingName;

	/** Meet: the number of agents for which the agent waits. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 MeetingCount = 0;
};

/** NAME_Junctions.csv: the nodes to which agents go on from a node. From a node without rows, they go to the next one of the path. */
USTRUCT(BlueprintType)
struct FSteerwrightJunctionRow : public FTableRowBase
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 PathId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString PathName;

	/** The index of the node in its path, from 0. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 Node = 0;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 NodeId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightChoose Choose = ESteerwrightChoose::Random;

	/** Whether an agent does not go back to where it came from, unless there is no other way. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	bool bNotBack = false;

	/** Its index in the choices of the node, from 0. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 Index = 0;

	/** The path of the node to which agents go on. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 NextPathId = -1;

	/** The index of that node in its path, from 0. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 NextNode = 0;

	/** How often it is chosen in relation to the others. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int32 Weight = 1;
};

/** NAME_Properties.csv: the values of custom properties that were set. */
USTRUCT(BlueprintType)
struct FSteerwrightPropertyRow : public FTableRowBase
{
	GENERATED_BODY()

	/** The kind of the item that has the value. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightItem Item = ESteerwrightItem::None;

	/** The path of a node, or -1. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 PathId = -1;

	/** The id of the item. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	int64 ItemId = -1;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString Name;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightPropertyType Type = ESteerwrightPropertyType::None;

	/** The kind of item to which a reference leads. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightItem RefersTo = ESteerwrightItem::None;

	/** true or false, a number, or a text. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString Value;
};

/** NAME_DeclaredProperties.csv: the custom properties that each kind of item can have. */
USTRUCT(BlueprintType)
struct FSteerwrightDeclaredPropertyRow : public FTableRowBase
{
	GENERATED_BODY()

	/** A kind of item that has the property. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightItem Item = ESteerwrightItem::None;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString Name;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightPropertyType Type = ESteerwrightPropertyType::None;

	/** The kind of item to which a reference leads. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	ESteerwrightItem RefersTo = ESteerwrightItem::None;

	/** The value of an item that has none of its own. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString Default;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Steerwright")
	FString Description;
};
