/* The runner of the conformance cases, as a host for audio or games that rounds the smallest numbers to zero. */
#include "../conformance.c"

#if defined(__x86_64__)
#include <xmmintrin.h>
static const uint64_t FLUSHING = 0x8040;
static uint64_t mode(void) { return _mm_getcsr(); }
static void set_mode(uint64_t mode) { _mm_setcsr((unsigned)mode); }
#elif defined(__aarch64__)
static const uint64_t FLUSHING = 1 << 24;
static uint64_t mode(void) { uint64_t mode; __asm__ volatile("mrs %0, fpcr" : "=r"(mode)); return mode; }
static void set_mode(uint64_t mode) { __asm__ volatile("msr fpcr, %0" : : "r"(mode)); }
#else
static const uint64_t FLUSHING = 0;
static uint64_t mode(void) { return 0; }
static void set_mode(uint64_t mode) { (void)mode; }
#endif

__attribute__((constructor)) static void begin(void) { set_mode(mode() | FLUSHING); }

/* Calls give the host its mode back. */
__attribute__((destructor)) static void end(void) {
    if ((mode() & FLUSHING) != FLUSHING) abort();
}
