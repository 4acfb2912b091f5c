// Reads the clocks with system calls, so that no preloaded library can shift them.
#ifndef C_RAW_CLOCK_H
#define C_RAW_CLOCK_H

#include <stdint.h>

/// Returns CLOCK_BOOTTIME in nanoseconds.
int64_t raw_steady_clock(void);

/// Returns CLOCK_REALTIME in nanoseconds.
int64_t raw_wall_clock(void);

/// Sleeps until CLOCK_BOOTTIME reaches an instant.
void raw_sleep_until(int64_t nanoseconds);

#endif
