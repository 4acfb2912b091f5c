// The calls of Linux that the Glibc module of Swift does not show.
#ifndef C_TIMER_DESCRIPTOR_H
#define C_TIMER_DESCRIPTOR_H

#ifdef __linux__
/// Makes a timer descriptor on CLOCK_BOOTTIME, closed on exec; -1 with errno if there is none left.
int sandglass_timer_make(void);

/// Makes a timer descriptor that is never due and whose reading fails with ECANCELED whenever
/// CLOCK_REALTIME has been set; closed on exec; -1 with errno if there is none left.
int sandglass_watch_make(void);

/// Sets a timer descriptor to an instant of its clock; all zero disarms it.
void sandglass_timer_set(int descriptor, long seconds, long nanoseconds);

/// Gives the calling thread a name of at most 15 bytes, for debuggers and `top`.
void sandglass_name_thread(const char *name);
#endif

#endif
