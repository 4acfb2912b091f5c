#include <sys/timerfd.h>
#include <unistd.h>

#include "CPeers.h"

// Makes only the two system calls that a separate alarm needs.
double timerfd_life(int operations) {
  int descriptor = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC);
  uint64_t start = steady_nanoseconds();
  struct itimerspec cleared = {0}, setting = {.it_value = {.tv_sec = (time_t)(start / 1000000000u) + 1000000}};
  for (int operation = 0; operation < operations; operation++) {
    setting.it_value.tv_nsec = operation % 1000000000;
    timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &setting, NULL);
    timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &cleared, NULL);
  }
  double nanoseconds = (double)(steady_nanoseconds() - start) / operations;
  close(descriptor);
  return nanoseconds;
}
