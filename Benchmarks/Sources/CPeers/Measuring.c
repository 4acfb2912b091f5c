#define _GNU_SOURCE
#include "Measuring.h"

#include <fcntl.h>
#include <malloc.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint64_t read_clock(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t steady_nanoseconds(void) {
  return read_clock(CLOCK_MONOTONIC);
}

uint64_t processor_nanoseconds(void) {
  return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t voluntary_switches(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (uint64_t)usage.ru_nvcsw;
}

uint64_t allocated_bytes(void) {
  // Despite its manual page, glibc adds up all arenas.
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

uint64_t resident_bytes(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL) return 0;
  if (fscanf(file, "%*lu %lu", &pages) != 1) pages = 0;
  fclose(file);
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

void use_least_timer_slack(void) {
  prctl(PR_SET_TIMERSLACK, 1UL);
}

int run_process(const char *path, const char *argument) {
  char *words[] = {(char *)path, (char *)argument, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t process;
  int failure = posix_spawn(&process, path, &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  int status;
  if (failure != 0 || waitpid(process, &status, 0) != process) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
