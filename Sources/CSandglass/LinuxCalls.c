#ifdef __linux__
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "LinuxCalls.h"

int64_t sandglass_clock_read(int clock, int64_t *nanoseconds) {
  struct timespec time;
  clock_gettime(clock, &time);
  *nanoseconds = time.tv_nsec;
  return time.tv_sec;
}

int sandglass_timer_make(void) {
  return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
}

int sandglass_watch_make(void) {
  int descriptor = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  if (descriptor < 0) return -1;
  // An instant near the latest one that the kernel can represent. The timer never has to fire, but it must be armed so
  // that setting the clock cancels it.
  struct itimerspec time = {.it_value = {.tv_sec = 9000000000}};
  if (timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &time, NULL) < 0) {
    close(descriptor);
    return -1;
  }
  return descriptor;
}

int sandglass_timer_set(int descriptor, long seconds, long nanoseconds) {
  struct itimerspec time = {.it_value = {.tv_sec = seconds, .tv_nsec = nanoseconds}};
  return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &time, NULL);
}

int sandglass_timer_is_open(int descriptor) {
  struct itimerspec time;
  return timerfd_gettime(descriptor, &time);
}

int sandglass_synchronize_file_system(int descriptor) {
  return syncfs(descriptor);
}

void sandglass_futex_wait(uint32_t *word, uint32_t value, long nanoseconds) {
  struct timespec longest = {.tv_nsec = nanoseconds};
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, &longest, NULL, 0);
}

void sandglass_futex_wake(uint32_t *word) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void sandglass_name_thread(const char *name) {
  pthread_setname_np(pthread_self(), name);
}

int sandglass_network_watch_make(void) {
  int watch = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
  if (watch < 0) return -1;
  struct sockaddr_nl address = {
      .nl_family = AF_NETLINK,
      .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE,
  };
  if (bind(watch, (struct sockaddr *)&address, sizeof address) == 0) return watch;
  int failure = errno;
  close(watch);
  errno = failure;
  return -1;
}
#endif
