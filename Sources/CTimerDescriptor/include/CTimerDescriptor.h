// The calls of Linux that the Glibc module of Swift does not show.
#ifndef C_TIMER_DESCRIPTOR_H
#define C_TIMER_DESCRIPTOR_H

#ifdef __linux__
#include <sys/timerfd.h>

/// Gives the calling thread a name of at most 15 bytes, for debuggers and `top`.
void sandglass_name_thread(const char *name);
#endif

#endif
