// Clocks that are read by system call, so that no library that is loaded first can fake them.
#ifndef C_RAW_CLOCK_H
#define C_RAW_CLOCK_H

#include <stdint.h>

/// CLOCK_BOOTTIME in nanoseconds, by system call.
int64_t raw_steady_clock(void);

/// CLOCK_REALTIME in nanoseconds, by system call.
int64_t raw_wall_clock(void);

/// Sleeps until CLOCK_BOOTTIME has come to an instant, by system call.
void raw_sleep_until(int64_t nanoseconds);

#endif
