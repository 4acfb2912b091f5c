#ifndef CLOCK_STATUS_H
#define CLOCK_STATUS_H

#include <stdint.h>

/// The status of the system's wall clock, as the kernel reports it.
struct sandglass_clock_status {
  /// The `errno` of the call, or zero if it succeeded.
  int32_t failure;

  /// Whether a time service keeps the clock synchronised.
  int32_t is_synchronized;

  /// The maximum error, in microseconds. The time service sets it, and the kernel adds 500 to it every second.
  int64_t maximum_error;

  /// The correction that the kernel is still applying gradually, in nanoseconds.
  int64_t pending_correction;
};

/// Reads the status of the clock without changing it.
struct sandglass_clock_status sandglass_clock_status_read(void);

#endif
