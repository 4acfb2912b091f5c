#ifdef __linux__
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/timerfd.h>

#include "CTimerDescriptor.h"

int sandglass_timer_make(void) {
  return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC);
}

void sandglass_timer_set(int descriptor, long seconds, long nanoseconds) {
  struct itimerspec time = {.it_value = {.tv_sec = seconds, .tv_nsec = nanoseconds}};
  timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &time, NULL);
}

void sandglass_name_thread(const char *name) {
  pthread_setname_np(pthread_self(), name);
}
#endif
