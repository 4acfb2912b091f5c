#ifndef OUTSTANDING_H
#define OUTSTANDING_H

// The workload of outstanding timers for engines in C, the same as `OutstandingTimers` in Swift. An engine defines
// `arm`, `cancel` and `move`, each of which takes the index of a timer, and then includes this file, so that the
// compiler can inline them.

#include <math.h>

#include "CPeers.h"

enum { OPERATIONS = 1000000, OPERATIONS_PER_LOOK = 1000 };

static void arm_all(int count, struct random_sequence *sequence) {
  for (int number = 0; number < count; number++) arm(number, random_delay(sequence));
}

// The following functions are not inlined, so that a profile shows the operations separately.

__attribute__((noinline)) static double time_arming(
    int count, double seconds, struct random_sequence *sequence) {
  uint64_t spent = 0;
  int64_t operations = 0;
  do {
    for (int number = 0; number < count; number++) cancel(number);
    uint64_t start = steady_nanoseconds();
    arm_all(count, sequence);
    spent += steady_nanoseconds() - start;
    operations += count;
  } while (operations < OPERATIONS && (double)spent < seconds * 1e9);
  return (double)spent / (double)operations;
}

__attribute__((noinline)) static double time_rearming(
    int count, double seconds, struct random_sequence *sequence) {
  uint64_t start = steady_nanoseconds(), spent = 0;
  int operations = 0;
  do {
    for (int repeat = 0; repeat < OPERATIONS_PER_LOOK; repeat++) {
      int number = (int)random_below(sequence, (uint64_t)count);
      cancel(number);
      arm(number, random_delay(sequence));
    }
    operations += OPERATIONS_PER_LOOK;
    spent = steady_nanoseconds() - start;
  } while (operations < OPERATIONS && (double)spent < seconds * 1e9);
  return (double)spent / operations;
}

__attribute__((noinline)) static double time_moves(
    int count, double seconds, struct random_sequence *sequence) {
  uint64_t start = steady_nanoseconds(), spent = 0;
  int operations = 0;
  do {
    for (int repeat = 0; repeat < OPERATIONS_PER_LOOK; repeat++) {
      int number = (int)random_below(sequence, (uint64_t)count);
      move(number, random_delay(sequence));
    }
    operations += OPERATIONS_PER_LOOK;
    spent = steady_nanoseconds() - start;
  } while (operations < OPERATIONS && (double)spent < seconds * 1e9);
  return (double)spent / operations;
}

/// Returns the minimum time per operation over several rounds. Stops early if the rounds exceed their total time.
static double least_of_rounds(
    double (*time)(int, double, struct random_sequence *), uint64_t seed,
    struct outstanding_request request) {
  struct random_sequence sequence = {seed};
  double seconds_of_round = request.seconds / request.rounds;
  uint64_t start = steady_nanoseconds();
  double least = HUGE_VAL;
  for (int round = 0; round < request.rounds; round++) {
    least = fmin(least, time(request.count, seconds_of_round, &sequence));
    if ((double)(steady_nanoseconds() - start) > request.seconds * 1e9) break;
  }
  return least;
}

/// Runs the workload. `bytes_before` is the number of bytes that were allocated before the engine created its timers.
static void measure_outstanding(
    struct outstanding_request request, uint64_t bytes_before,
    struct outstanding_figures *figures) {
  struct random_sequence sequence = {1};
  uint64_t start = steady_nanoseconds();
  arm_all(request.count, &sequence);
  figures->arm_cold = (double)(steady_nanoseconds() - start) / request.count;
  figures->bytes = (double)(allocated_bytes() - bytes_before) / request.count;
  figures->arm = least_of_rounds(time_arming, 2, request);
  figures->rearm = least_of_rounds(time_rearming, 3, request);
  figures->move = least_of_rounds(time_moves, 4, request);
}

#endif
