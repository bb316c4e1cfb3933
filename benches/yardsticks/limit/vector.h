// Vectors of doubles, as wide as the instruction set that is compiled for.
#pragma once
#include <cstdint>
#include <cstring>
#include <immintrin.h>

#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif

typedef double Vector __attribute__((vector_size(VECTOR_BYTES)));
typedef int64_t Mask __attribute__((vector_size(VECTOR_BYTES)));
typedef double UnalignedVector __attribute__((vector_size(VECTOR_BYTES), aligned(sizeof(double)), may_alias));
constexpr int lanes = VECTOR_BYTES / sizeof(double);

static inline Vector load(const double *from) { return *(const UnalignedVector *)from; }
static inline void store(double *to, Vector v) { *(UnalignedVector *)to = v; }
static inline Vector splat(double x) { return Vector{} + x; }
// `v` in the lanes of the mask, +0 in the others.
static inline Vector masked(Mask mask, Vector v) { return (Vector)(mask & (Mask)v); }

#if VECTOR_BYTES == 64
static inline Vector maximum(Vector a, Vector b) { return (Vector)_mm512_max_pd((__m512d)a, (__m512d)b); }
static inline Vector square_root(Vector a) { return (Vector)_mm512_sqrt_pd((__m512d)a); }
static inline bool any(Mask m) { return _mm512_test_epi64_mask((__m512i)m, (__m512i)m) != 0; }
static inline Vector gather(const double *table, const int32_t *index) {
    return (Vector)_mm512_i32gather_pd(_mm256_loadu_si256((const __m256i *)index), table, 8);
}
#elif VECTOR_BYTES == 32
static inline Vector maximum(Vector a, Vector b) { return (Vector)_mm256_max_pd((__m256d)a, (__m256d)b); }
static inline Vector square_root(Vector a) { return (Vector)_mm256_sqrt_pd((__m256d)a); }
static inline bool any(Mask m) { return _mm256_movemask_pd((__m256d)m) != 0; }
static inline Vector gather(const double *table, const int32_t *index) {
    return (Vector)_mm256_i32gather_pd(table, _mm_loadu_si128((const __m128i *)index), 8);
}
#else
static inline Vector maximum(Vector a, Vector b) { return (Vector)_mm_max_pd((__m128d)a, (__m128d)b); }
static inline Vector square_root(Vector a) { return (Vector)_mm_sqrt_pd((__m128d)a); }
static inline bool any(Mask m) { return _mm_movemask_pd((__m128d)m) != 0; }
static inline Vector gather(const double *table, const int32_t *index) {
    return Vector{table[index[0]], table[index[1]]};
}
#endif
