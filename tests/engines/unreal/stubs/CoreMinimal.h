// What the exported header and the code of its README use of Unreal, for a compiler that has no Unreal.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#define UENUM(...)
#define USTRUCT(...)
#define UPROPERTY(...)
#define GENERATED_BODY()
#define TEXT(text) u##text

using uint8 = std::uint8_t;
using int32 = std::int32_t;
using int64 = std::int64_t;
using TCHAR = char16_t;
using FString = std::u16string;

struct FVector
{
	double X, Y, Z;
	FVector(double InX, double InY, double InZ) : X(InX), Y(InY), Z(InZ) {}
	explicit FVector(double In) : X(In), Y(In), Z(In) {}
	static const FVector ZeroVector;
	FVector operator+(const FVector& V) const { return FVector(X + V.X, Y + V.Y, Z + V.Z); }
	FVector operator-(const FVector& V) const { return FVector(X - V.X, Y - V.Y, Z - V.Z); }
	FVector operator*(double Scale) const { return FVector(X * Scale, Y * Scale, Z * Scale); }
	double Size() const;
};

struct FRotator
{
	double Pitch, Yaw, Roll;
	FRotator(double InPitch, double InYaw, double InRoll) : Pitch(InPitch), Yaw(InYaw), Roll(InRoll) {}
};

struct FMath
{
	static double Atan2(double Y, double X);
	static double RadiansToDegrees(double Radians);
};

struct FColor
{
	uint8 B, G, R, A;
	static const FColor White, Green, Red;
};

template <typename T>
struct TArray : std::vector<T>
{
	int32 Add(const T& Item)
	{
		this->push_back(Item);
		return Num() - 1;
	}
	int32 Num() const { return static_cast<int32>(this->size()); }
};

class UWorld;

template <typename K, typename V>
struct TMap
{
	std::map<K, V> Pairs;
	V& FindOrAdd(const K& Key) { return Pairs[Key]; }
	const V* Find(const K& Key) const
	{
		auto Found = Pairs.find(Key);
		return Found == Pairs.end() ? nullptr : &Found->second;
	}
};
