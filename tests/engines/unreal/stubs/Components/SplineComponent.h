#pragma once

#include "CoreMinimal.h"

namespace ESplineCoordinateSpace
{
enum Type { Local, World };
}

namespace ESplinePointType
{
enum Type { Linear, Curve, Constant, CurveClamped, CurveCustomTangent };
}

class USplineComponent
{
public:
	void ClearSplinePoints(bool bUpdateSpline = true);
	void AddSplinePoint(const FVector& Position, ESplineCoordinateSpace::Type CoordinateSpace, bool bUpdateSpline = true);
	void SetSplinePointType(int32 PointIndex, ESplinePointType::Type Type, bool bUpdateSpline = true);
	void SetClosedLoop(bool bInClosedLoop, bool bUpdateSpline = true);
	int32 GetNumberOfSplinePoints() const;
	void UpdateSpline();
};
