#define _GNU_SOURCE
#include "CRawClock.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const int64_t second = 1000000000;

static int64_t raw_clock(clockid_t clock) {
  struct timespec time = {0};
  syscall(SYS_clock_gettime, clock, &time);
  return time.tv_sec * second + time.tv_nsec;
}

int64_t raw_steady_clock(void) { return raw_clock(CLOCK_BOOTTIME); }

int64_t raw_wall_clock(void) { return raw_clock(CLOCK_REALTIME); }

void raw_sleep_until(int64_t nanoseconds) {
  struct timespec time = {.tv_sec = nanoseconds / second, .tv_nsec = nanoseconds % second};
  while (syscall(SYS_clock_nanosleep, CLOCK_BOOTTIME, TIMER_ABSTIME, &time, NULL) != 0) {
  }
}
