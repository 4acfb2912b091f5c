#define _GNU_SOURCE
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "CPeers.h"

static struct timespec time_of(uint64_t nanoseconds) {
  return (struct timespec){
      .tv_sec = (time_t)(nanoseconds / 1000000000u), .tv_nsec = (long)(nanoseconds % 1000000000u)};
}

// Sleeps to absolute instants, so lateness does not accumulate. Uses the least timer slack, because the default adds up
// to 50 microseconds.
void clock_nanosleep_lateness(int count, uint64_t interval, int64_t *lateness) {
  use_least_timer_slack();
  uint64_t due = steady_nanoseconds();
  for (int tick = 0; tick < count; tick++) {
    due += interval;
    struct timespec time = time_of(due);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) != 0) {}
    lateness[tick] = (int64_t)(steady_nanoseconds() - due);
  }
}

// Uses a kernel timer that repeats by itself. Reading it waits for the next expiration.
void timerfd_lateness(int count, uint64_t interval, int64_t *lateness) {
  int descriptor = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  uint64_t due = steady_nanoseconds();
  struct itimerspec setting = {.it_value = time_of(due + interval), .it_interval = time_of(interval)};
  timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &setting, NULL);
  for (int tick = 0; tick < count;) {
    uint64_t expirations = 0;
    if (read(descriptor, &expirations, sizeof expirations) < 0) continue;
    for (; expirations > 0 && tick < count; expirations--, tick++) {
      due += interval;
      lateness[tick] = (int64_t)(steady_nanoseconds() - due);
    }
  }
  close(descriptor);
}
