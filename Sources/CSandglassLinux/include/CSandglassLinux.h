// The calls of Linux that the Glibc module of Swift does not show.
#ifndef C_SANDGLASS_LINUX_H
#define C_SANDGLASS_LINUX_H

#ifdef __linux__
#include <stdint.h>

/// Reads a clock: its whole seconds, and the nanoseconds beside them.
///
/// Which module `timespec` belongs to depends on what a Swift module imports first: so it stays here.
int64_t sandglass_clock_read(int clock, int64_t *nanoseconds);

/// Makes a timer descriptor on CLOCK_BOOTTIME, closed on exec; -1 with errno if there is none left.
int sandglass_timer_make(void);

/// Makes a timer descriptor that is never due and whose reading fails with ECANCELED whenever
/// CLOCK_REALTIME has been set; closed on exec; -1 with errno if there is none left.
int sandglass_watch_make(void);

/// Sets a timer descriptor to an instant of its clock; all zero disarms it. Returns -1 if it is no timer
/// descriptor, as after other code has closed it.
int sandglass_timer_set(int descriptor, long seconds, long nanoseconds);

/// Sleeps until the word is woken, unless it has another value by then, and for less than a second at
/// most; may return for no reason.
void sandglass_futex_wait(uint32_t *word, uint32_t value, long nanoseconds);

/// Wakes one of those who sleep on a word.
void sandglass_futex_wake(uint32_t *word);

/// Tells the processor that this thread is waiting for another one, for some nanoseconds.
static inline void sandglass_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// Has the processor fetch a line of 64 bytes, counted from an address, which need not be one.
static inline void sandglass_prefetch(const void *address, long line) {
  __builtin_prefetch((const void *)((uintptr_t)address + (uintptr_t)line * 64));
}

/// Gives the calling thread a name of at most 15 bytes, for debuggers and `top`.
void sandglass_name_thread(const char *name);
#endif

#endif
