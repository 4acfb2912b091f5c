#ifndef CPEERS_H
#define CPEERS_H

#include <stdint.h>

// Each function is one measured program; `seconds` is how long it measures.

/// What is asked of the programs with outstanding timers.
struct outstanding_request {
  int count;

  /// The most that each part of the measurement may take.
  double seconds;

  /// How often each operation is timed; the least counts, which is what it takes undisturbed.
  int rounds;
};

/// The cost of operations on outstanding timers, in nanoseconds each, and of a timer in bytes.
struct outstanding_figures {
  double arm_cold, arm, rearm, move, bytes;
};
void libev_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures);
void libuv_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures);

/// The bare accesses to memory, alone, among as many instructions as our wheel has, and under a lock.
void floor_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures);
void floor_padded_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures);
void floor_locked_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures);

/// What it cost to fire timers that were all due within one second.
struct firing_figures {
  double processor_nanoseconds, latest_seconds;
  int early;
};
void libev_firing(int count, struct firing_figures *figures);
void libuv_firing(int count, struct firing_figures *figures);

/// The bare wake-ups, accesses to memory and calls, with a number each and with a closure each.
void floor_firing(int count, struct firing_figures *figures);
void floor_closures_firing(int count, struct firing_figures *figures);

/// What it cost to have timers repeat once a second.
struct live_figures {
  double elapsed_seconds, processor_seconds;
  uint64_t switches, ticks;
};
void libev_live(int count, double seconds, struct live_figures *figures);
void libuv_live(int count, double seconds, struct live_figures *figures);

/// Nanoseconds of setting an alarm of the system and clearing it.
double timerfd_life(int operations);

/// Notes when each of `count` ticks came, `interval` nanoseconds apart, as nanoseconds after the
/// instant at which it was due.
void clock_nanosleep_lateness(int count, uint64_t interval, int64_t *lateness);
void timerfd_lateness(int count, uint64_t interval, int64_t *lateness);
void libev_lateness(int count, uint64_t interval, int64_t *lateness);
void libuv_lateness(int count, uint64_t interval, int64_t *lateness);

#endif
