#ifndef CPEERS_H
#define CPEERS_H

#include <stdint.h>

#include "Measuring.h"

// Each function is one measured program. `seconds` is the duration of its measurement.

/// The parameters of the programs with outstanding timers.
struct outstanding_request {
  int count;

  /// The maximum duration of each part of the measurement.
  double seconds;

  /// The number of times that each operation is timed. The minimum is reported, because it is the least disturbed.
  int rounds;
};

/// The costs of operations on outstanding timers, in nanoseconds each, and the memory of a timer in bytes.
struct outstanding_figures {
  double arm_cold, arm, rearm, move, bytes;
};
void libev_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures);
void libuv_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures);

/// The bare memory accesses: alone, among as many instructions as our wheel has, and under a lock.
void floor_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures);
void floor_padded_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures);
void floor_locked_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures);

/// The cost of firing timers that are all due within one second.
struct firing_figures {
  double processor_nanoseconds, latest_seconds;
  int early;
};
void libev_firing(int count, struct firing_figures *figures);
void libuv_firing(int count, struct firing_figures *figures);

/// The bare wake-ups, memory accesses and calls, with one number per timer and with one closure per timer.
void floor_firing(int count, struct firing_figures *figures);
void floor_closures_firing(int count, struct firing_figures *figures);

/// The cost of timers that repeat once a second.
struct live_figures {
  double elapsed_seconds, processor_seconds;
  uint64_t switches, ticks;
};
void libev_live(int count, double seconds, struct live_figures *figures);
void libuv_live(int count, double seconds, struct live_figures *figures);

/// Returns the nanoseconds that it takes to set and clear a system alarm.
double timerfd_life(int operations);

/// Stores the lateness of `count` ticks that are `interval` nanoseconds apart, in nanoseconds after the instant at
/// which each tick was due.
void clock_nanosleep_lateness(int count, uint64_t interval, int64_t *lateness);
void timerfd_lateness(int count, uint64_t interval, int64_t *lateness);
void libev_lateness(int count, uint64_t interval, int64_t *lateness);
void libuv_lateness(int count, uint64_t interval, int64_t *lateness);

#endif
