// Shifts the wall clock, and no other clock, of a process that preloads this library. The file named in SHIFTED_CLOCK
// contains the offset in nanoseconds, which may change at any time.
//
// Debian's faketime has an option not to shift readings of CLOCK_BOOTTIME, but it still shifts every absolute timerfd,
// including those on CLOCK_BOOTTIME. Setting the real clock does not shift those.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *offset;

__attribute__((constructor)) static void open_offset(void) {
  const char *path = getenv("SHIFTED_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *memory = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
  if (memory != MAP_FAILED) offset = memory;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  const int64_t second = 1000000000;
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (result != 0 || offset == NULL) return result;
  if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) return result;
  int64_t sum = time->tv_sec * second + time->tv_nsec + *offset;
  time->tv_sec = sum / second;
  time->tv_nsec = sum % second;
  return result;
}

int gettimeofday(struct timeval *restrict value, void *restrict zone) {
  (void)zone;
  struct timespec time;
  int result = clock_gettime(CLOCK_REALTIME, &time);
  value->tv_sec = time.tv_sec;
  value->tv_usec = time.tv_nsec / 1000;
  return result;
}

time_t time(time_t *value) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  if (value) *value = time.tv_sec;
  return time.tv_sec;
}

// The kernel does not shift the times at which datagrams arrive, so no socket gets them: the program reads its clock.
int setsockopt(int socket, int level, int option, const void *value, socklen_t size) {
  if (level == SOL_SOCKET &&
      (option == SO_TIMESTAMP || option == SO_TIMESTAMPNS || option == SO_TIMESTAMPING)) {
    errno = ENOPROTOOPT;
    return -1;
  }
  return (int)syscall(SYS_setsockopt, socket, level, option, value, size);
}
