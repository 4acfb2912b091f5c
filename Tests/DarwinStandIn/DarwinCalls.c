#define _GNU_SOURCE
#include "LinuxCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

static const uint32_t numerator = 125, denominator = 3;

int mach_timebase_info(mach_timebase_info_data_t *info) {
  info->numer = numerator;
  info->denom = denominator;
  return 0;
}

uint64_t clock_gettime_nsec_np(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock == CLOCK_MONOTONIC_RAW ? CLOCK_BOOTTIME : clock, &time);
  uint64_t nanoseconds = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
  if (clock != CLOCK_MONOTONIC_RAW) return nanoseconds;
  // The clock goes by whole ticks.
  uint64_t ticks = (unsigned __int128)nanoseconds * denominator / numerator;
  return (unsigned __int128)ticks * numerator / denominator;
}

int kqueue(void) {
  return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK);
}

static int is_pending(int queue) {
  struct pollfd state = {.fd = queue, .events = POLLIN};
  return poll(&state, 1, 0) > 0 && (state.revents & POLLIN);
}

static int delete_timer(int queue) {
  struct itimerspec former, none = {0};
  if (timerfd_gettime(queue, &former) < 0) return -1;
  int exists = former.it_value.tv_sec || former.it_value.tv_nsec || is_pending(queue);
  if (timerfd_settime(queue, 0, &none, NULL) < 0) return -1;
  if (exists) return 0;
  errno = ENOENT;
  return -1;
}

static int add_timer(int queue, const struct kevent64_s *change) {
  const uint32_t needed = NOTE_ABSOLUTE | NOTE_MACHTIME | NOTE_MACH_CONTINUOUS_TIME;
  const uint32_t known = needed | NOTE_LEEWAY | NOTE_CRITICAL;
  if ((change->fflags & needed) != needed || (change->fflags & ~known) ||
      !(change->flags & EV_ONESHOT) || change->data < 0) {
    errno = EINVAL;
    return -1;
  }
  uint64_t leeway = change->fflags & NOTE_LEEWAY ? change->ext[1] : 0;
  const uint64_t lax = 75000000 * (uint64_t)denominator / numerator;
  if (!(change->fflags & NOTE_CRITICAL) && leeway < lax) leeway = lax;
  unsigned __int128 ticks = (unsigned __int128)change->data + leeway / 2;
  unsigned __int128 nanoseconds = (ticks * numerator + denominator - 1) / denominator;
  if (nanoseconds > INT64_MAX) nanoseconds = INT64_MAX;
  // What has passed fires at once; zero would disarm.
  if (nanoseconds == 0) nanoseconds = 1;
  struct itimerspec time = {
      .it_value = {.tv_sec = (long)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)}};
  return timerfd_settime(queue, TFD_TIMER_ABSTIME, &time, NULL);
}

static struct kevent64_s last_change;
static pthread_mutex_t last_change_mutex = PTHREAD_MUTEX_INITIALIZER;

struct kevent64_s stand_in_last_change(void) {
  pthread_mutex_lock(&last_change_mutex);
  struct kevent64_s change = last_change;
  pthread_mutex_unlock(&last_change_mutex);
  return change;
}

int kevent64(
    int queue, const struct kevent64_s *changes, int change_count, struct kevent64_s *events,
    int event_count, unsigned int flags, const struct timespec *timeout) {
  int is_immediate = timeout != NULL && timeout->tv_sec == 0 && timeout->tv_nsec == 0;
  if (flags != 0 || change_count + event_count > 1 || (change_count == 0 && !is_immediate)) {
    errno = EINVAL;
    return -1;
  }
  if (change_count + event_count == 0) {
    struct itimerspec time;
    return timerfd_gettime(queue, &time);
  }
  if (change_count == 1) {
    if (changes->filter != EVFILT_TIMER) {
      errno = EINVAL;
      return -1;
    }
    pthread_mutex_lock(&last_change_mutex);
    last_change = *changes;
    pthread_mutex_unlock(&last_change_mutex);
    return changes->flags & EV_DELETE ? delete_timer(queue) : add_timer(queue, changes);
  }
  uint64_t expirations;
  ssize_t count = read(queue, &expirations, sizeof expirations);
  if (count != sizeof expirations) {
    if (count < 0 && errno == EAGAIN) return 0;
    if (count >= 0) errno = EBADF;
    return -1;
  }
  *events = (struct kevent64_s){.filter = EVFILT_TIMER, .flags = EV_ONESHOT, .data = (int64_t)expirations};
  return 1;
}

void os_unfair_lock_lock(os_unfair_lock *lock) {
  pthread_mutex_lock(&lock->mutex);
}

void os_unfair_lock_unlock(os_unfair_lock *lock) {
  pthread_mutex_unlock(&lock->mutex);
}

int pthread_set_qos_class_self_np(qos_class_t priority, int relative) {
  return priority == QOS_CLASS_USER_INITIATED && relative == 0 ? 0 : EINVAL;
}

void stand_in_name_thread(const char *name) {
  pthread_setname_np(pthread_self(), name);
}

int sysctlbyname(const char *name, void *old, size_t *old_size, const void *new, size_t new_size) {
  if (strcmp(name, "kern.bootsessionuuid") != 0 || new != NULL || new_size != 0) {
    errno = ENOENT;
    return -1;
  }
  int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, old, *old_size - 1);
  close(file);
  if (count < 1) return -1;
  // The line's end gives way to the string's.
  ((char *)old)[count - 1] = 0;
  *old_size = (size_t)count;
  return 0;
}

int sysctl(int *name, unsigned count, void *old, size_t *old_size, const void *new, size_t new_size) {
  // The size that the entry has on Apple's systems of 64 bits.
  const size_t entry_size = 648;
  if (count != 4 || name[0] != CTL_KERN || name[1] != KERN_PROC || name[2] != KERN_PROC_PID || new != NULL || new_size != 0) {
    errno = ENOENT;
    return -1;
  }
  if (old == NULL) {
    *old_size = entry_size;
    return 0;
  }
  char path[64];
  char text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", name[3]);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  if (length <= 0) {
    // Nobody has the number.
    *old_size = 0;
    return 0;
  }
  text[length] = 0;
  char state = 0;
  long long start = 0;
  // The name of the program may hold anything; what follows it begins with field 3, and the start is field 22.
  const char *rest = strrchr(text, ')');
  if (rest == NULL || sscanf(rest, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %lld", &state, &start) != 2) {
    errno = EIO;
    return -1;
  }
  if (*old_size < entry_size) {
    errno = ENOMEM;
    return -1;
  }
  memset(old, 0, entry_size);
  memcpy(old, &start, sizeof start);
  ((char *)old)[36] = state == 'Z' ? 5 : 2;
  *old_size = entry_size;
  return 0;
}
