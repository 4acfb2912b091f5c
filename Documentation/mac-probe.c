// Checks behaviour of a Mac that Apple's documentation does not specify. .github/workflows/apple.yml and OnAMac.md say how
// to run the program and what to expect.
//
//   clang -Wall -o /tmp/probe Documentation/mac-probe.c && /tmp/probe boot
#include <dispatch/dispatch.h>
#include <errno.h>
#include <mach/mach_time.h>
#include <notify.h>
#include <notify_keys.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/event.h>
#include <sys/sysctl.h>
#include <unistd.h>

static mach_timebase_info_data_t timebase;

static uint64_t ticks(double seconds) {
  return (uint64_t)(seconds * 1e9 * timebase.denom / timebase.numer);
}

static double seconds(uint64_t ticks) {
  return (double)ticks * timebase.numer / timebase.denom / 1e9;
}

// Arms one timer on the continuous clock. Returns its deadline in ticks.
static uint64_t arm(int queue, double wait, double leeway) {
  uint64_t deadline = mach_continuous_time() + ticks(wait);
  struct kevent64_s change = {
      .ident = 1,
      .filter = EVFILT_TIMER,
      .flags = EV_ADD | EV_ENABLE | EV_ONESHOT,
      .fflags = NOTE_ABSOLUTE | NOTE_MACHTIME | NOTE_MACH_CONTINUOUS_TIME | NOTE_CRITICAL |
                (leeway > 0 ? NOTE_LEEWAY : 0),
      .data = (int64_t)deadline,
      .ext = {0, ticks(leeway)},
  };
  if (kevent64(queue, &change, 1, NULL, 0, 0, NULL) < 0) perror("EV_ADD");
  return deadline;
}

// Waits as the library does: in poll, and not in kevent64, which takes another path through the kernel.
static int wait_for(int queue) {
  struct pollfd request = {.fd = queue, .events = POLLIN};
  return poll(&request, 1, -1);
}

// Takes the event of a timer that is due. Returns the number of events.
static int take(int queue) {
  struct kevent64_s event;
  struct timespec now = {0, 0};
  return kevent64(queue, NULL, 0, &event, 1, 0, &now);
}

static int timer(double wait, double leeway) {
  int queue = kqueue();
  uint64_t awake = mach_absolute_time(), all = mach_continuous_time();
  uint64_t deadline = arm(queue, wait, leeway);
  wait_for(queue);
  int count = take(queue);
  uint64_t now = mach_continuous_time();
  double slept = seconds(now - all) - seconds(mach_absolute_time() - awake);
  printf("events %d, late by %+.6f s, asleep for %.3f s of %.3f s\n", count,
         seconds(now) - seconds(deadline), slept, seconds(now - all));
  return 0;
}

// Prints a line each time the wall clock is set. Needs no run loop.
static int clock_set(void) {
  int token;
  dispatch_queue_t queue = dispatch_queue_create("probe", NULL);
  uint32_t status = notify_register_dispatch(kNotifyClockSet, &token, queue, ^(int number) {
    (void)number;
    printf("the clock was set\n");
    fflush(stdout);
  });
  printf("registered: %u (0 means success)\n", status);
  fflush(stdout);
  if (status == NOTIFY_STATUS_OK) pause();
  return 0;
}

static int queue_to_close;

static void *closer(void *unused) {
  (void)unused;
  sleep(1);
  printf("close: %d\n", close(queue_to_close));
  return NULL;
}

// Closes a kqueue while a thread is waiting on it.
static int close_queue(void) {
  queue_to_close = kqueue();
  arm(queue_to_close, 5, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, closer, NULL);
  int ready = wait_for(queue_to_close);
  printf("poll: %d, %s\n", ready, ready < 0 ? strerror(errno) : "no error");
  int count = take(queue_to_close);
  printf("kevent64: %d, %s\n", count, count < 0 ? strerror(errno) : "no error");
  pthread_join(thread, NULL);
  return 0;
}

static int boot(void) {
  char text[64] = "";
  size_t size = sizeof text;
  int result = sysctlbyname("kern.bootsessionuuid", text, &size, NULL, 0);
  printf("%s\n", result == 0 ? text : strerror(errno));
  return 0;
}

int main(int count, char **words) {
  mach_timebase_info(&timebase);
  const char *what = count > 1 ? words[1] : "";
  if (strcmp(what, "boot") == 0) return boot();
  if (strcmp(what, "clock") == 0) return clock_set();
  if (strcmp(what, "close") == 0) return close_queue();
  if (strcmp(what, "timer") == 0 && count == 4) return timer(atof(words[2]), atof(words[3]));
  fprintf(stderr, "usage: probe boot | clock | close | timer SECONDS LEEWAY\n");
  return 2;
}
