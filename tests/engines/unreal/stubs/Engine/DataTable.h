#pragma once

#include "CoreMinimal.h"

struct FTableRowBase
{
	virtual ~FTableRowBase() = default;
};

class UDataTable
{
public:
	template <typename T>
	void GetAllRows(const TCHAR*, TArray<T*>&) const
	{
	}
};
