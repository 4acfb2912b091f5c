// Reads the clocks by system call, so that no preloaded library can fake them.
#ifndef C_RAW_CLOCK_H
#define C_RAW_CLOCK_H

#include <stdint.h>

/// Returns CLOCK_BOOTTIME in nanoseconds, read by system call.
int64_t raw_steady_clock(void);

/// Returns CLOCK_REALTIME in nanoseconds, read by system call.
int64_t raw_wall_clock(void);

/// Sleeps until CLOCK_BOOTTIME reaches an instant, by system call.
void raw_sleep_until(int64_t nanoseconds);

#endif
