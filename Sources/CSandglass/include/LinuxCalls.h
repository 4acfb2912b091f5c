// Linux system calls that Swift's Glibc module does not export.
#ifndef LINUX_CALLS_H
#define LINUX_CALLS_H

#ifdef __linux__
#include <stdint.h>

/// Reads a clock. Returns the whole seconds, and stores the nanoseconds of the current second.
///
/// The module that `timespec` belongs to depends on the order of a Swift module's imports, so this header does not
/// expose the type.
int64_t sandglass_clock_read(int clock, int64_t *nanoseconds);

/// Creates a timerfd on CLOCK_BOOTTIME, which is closed on exec and whose reads do not wait. Returns -1 and sets errno if the process has no
/// descriptors left.
int sandglass_timer_make(void);

/// Creates a timerfd that never fires. Reading from it fails with ECANCELED whenever CLOCK_REALTIME has been set. It is
/// closed on exec. Returns -1 and sets errno if the process has no descriptors left.
int sandglass_watch_make(void);

/// Arms a timerfd for an instant on its clock. If both numbers are zero, disarms it. Returns -1 if the descriptor is
/// not a timerfd, for example because other code has closed it.
int sandglass_timer_set(int descriptor, long seconds, long nanoseconds);

/// Returns zero if the descriptor is a timerfd, or else -1.
int sandglass_timer_is_open(int descriptor);

/// Sleeps until another thread calls `sandglass_futex_wake` for the word, or for `nanoseconds`, which must be less than
/// a second. Returns immediately if the word is not equal to `value`. Spurious wake-ups are possible.
void sandglass_futex_wait(uint32_t *word, uint32_t value, long nanoseconds);

/// Wakes one of the threads that are sleeping on a word.
void sandglass_futex_wake(uint32_t *word);

/// Waits until everything that was written to the file system of an open file or folder is on disk. Returns -1 and sets
/// errno if that fails.
int sandglass_synchronize_file_system(int descriptor);

/// Opens a socket that becomes readable when an address, a route or a network interface of the machine changes. It is
/// closed on exec and never blocks. Returns -1 and sets errno if the system does not allow it.
int sandglass_network_watch_make(void);

/// Hints to the processor that this thread is spinning for a few nanoseconds.
static inline void sandglass_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// Prefetches the cache line that is `line * 64` bytes after an address. The address need not be valid.
static inline void sandglass_prefetch(const void *address, long line) {
  __builtin_prefetch((const void *)((uintptr_t)address + (uintptr_t)line * 64));
}

/// Sets the name of the calling thread, of at most 15 bytes, for debuggers and `top`.
void sandglass_name_thread(const char *name);
#endif

#endif
