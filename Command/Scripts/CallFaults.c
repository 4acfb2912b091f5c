// Makes one of a program's calls on files, descriptors and threads fail.
//
// Preload this library. It counts the calls that the program itself makes, and the calls that Swift's bindings of the C
// library make for it. The call with the index CALL_FAULT_AT gets the outcome with the index CALL_FAULT_WITH in its
// list below. All other calls are made normally. CALL_FAULT_LOG names a file to which the library adds a line for each
// call: its index, its name, its number of outcomes, and the injected outcome or 0.
//
// The outcomes are errors that the manual pages list for the call, on a file system that works or on one that is full,
// broken or remote. SHORT performs part of the request, and NONE performs none of it. Calls that are missing here
// cannot fail with valid arguments (clock_gettime, getpid), or do not access files, descriptors or threads.
//
// CALL_FAULT_FSYNC is the number of seconds by which every fsync is delayed.
//
// CALL_FAULT_ALL is the name of a call and an error number, such as "fsync 5". While the file that CALL_FAULT_WHILE names
// exists, every such call fails with that error. Of reads and writes, only those of regular files fail.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { END = 0, SHORT = -1, NONE = -2 };

static atomic_int count;
static int fault_at = -1;
static int fault_with;
static int log_file = -1;
static char program[4096];

__attribute__((constructor)) static void begin(void) {
  const char *at = getenv("CALL_FAULT_AT");
  const char *with = getenv("CALL_FAULT_WITH");
  const char *path = getenv("CALL_FAULT_LOG");
  if (at) fault_at = atoi(at);
  if (with) fault_with = atoi(with);
  if (path) log_file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length > 0) program[length] = 0;
}

/// Returns the error with which all calls of this name fail at the moment, or END.
static int lasting(const char *name) {
  const char *all = getenv("CALL_FAULT_ALL");
  const char *path = getenv("CALL_FAULT_WHILE");
  size_t length = strlen(name);
  if (!all || !path || strncmp(all, name, length) || all[length] != ' ') return END;
  int former = errno;
  int fails = syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0;
  errno = former;
  return fails ? atoi(all + length) : END;
}

static int is_regular(int file) {
  struct stat status;
  int former = errno;
  int is = syscall(SYS_fstat, file, &status) == 0 && S_ISREG(status.st_mode);
  errno = former;
  return is;
}

static int is_ours(const void *caller) {
  Dl_info info;
  if (!program[0] || !dladdr(caller, &info) || !info.dli_fname) return 0;
  if (strstr(info.dli_fname, "libswiftGlibc")) return 1;
  // The path may be relative, so compare only the file names.
  const char *name = strrchr(info.dli_fname, '/');
  const char *own = strrchr(program, '/');
  return strcmp(name ? name : info.dli_fname, own ? own : program) == 0
    || strcmp(name ? name + 1 : info.dli_fname, own ? own + 1 : program) == 0;
}

/// Returns the outcome to inject into this call, or END to make the call normally.
static int outcome(const void *caller, const char *name, const int *outcomes) {
  int former = errno;
  if (!is_ours(caller)) {
    errno = former;
    return END;
  }
  int number = atomic_fetch_add(&count, 1);
  int most = 0;
  while (outcomes[most] != END) most++;
  int given = number == fault_at && fault_with < most ? outcomes[fault_with] : END;
  char line[128];
  int length = snprintf(line, sizeof line, "%d %s %d %d\n", number, name, most, given);
  if (log_file >= 0) syscall(SYS_write, log_file, line, length);
  errno = former;
  int is_of_any_file = !strcmp(name, "read") || !strcmp(name, "write");
  return given != END || is_of_any_file ? given : lasting(name);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define OUTCOMES(...) static const int outcomes[] = {__VA_ARGS__, END}

/// Injects a failure into a call that reports errors with -1 and errno.
#define FAIL_OR_GO_ON(name)                                                    \
  int given = outcome(__builtin_return_address(0), name, outcomes);           \
  if (given > 0) {                                                             \
    errno = given;                                                             \
    return -1;                                                                 \
  }

/// Lets a call on a regular file fail while all of them do.
#define FAIL_IF_LASTING(name)                                                  \
  int error = is_regular(file) ? lasting(name) : END;                          \
  if (error != END) {                                                          \
    errno = error;                                                             \
    return -1;                                                                 \
  }

static int mode_of(int flags, va_list rest) {
  return flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, int) : 0;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = mode_of(flags, rest);
  va_end(rest);
  OUTCOMES(EACCES, EINTR, EMFILE, ENFILE, ENOMEM, EIO);
  FAIL_OR_GO_ON("open");
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = mode_of(flags, rest);
  va_end(rest);
  OUTCOMES(EACCES, EINTR, EMFILE, ENFILE, ENOMEM, ENOSPC, EIO);
  FAIL_OR_GO_ON("openat");
  return (int)syscall(SYS_openat, folder, path, flags, mode);
}

int mkdir(const char *path, mode_t mode) {
  OUTCOMES(EACCES, EDQUOT, ENOMEM, ENOSPC, EROFS);
  FAIL_OR_GO_ON("mkdir");
  return REAL(mkdir)(path, mode);
}

int fstat(int file, struct stat *status) {
  OUTCOMES(ENOMEM, EOVERFLOW, EIO);
  FAIL_OR_GO_ON("fstat");
  return REAL(fstat)(file, status);
}

int fstatat(int folder, const char *path, struct stat *status, int flags) {
  OUTCOMES(EACCES, ENOMEM, EOVERFLOW, EIO);
  FAIL_OR_GO_ON("fstatat");
  return REAL(fstatat)(folder, path, status, flags);
}

int stat(const char *path, struct stat *status) {
  OUTCOMES(EACCES, ENOMEM, EOVERFLOW, EIO);
  FAIL_OR_GO_ON("stat");
  return REAL(stat)(path, status);
}

ssize_t readlink(const char *path, char *bytes, size_t size) {
  OUTCOMES(EACCES, EIO, ENOMEM);
  FAIL_OR_GO_ON("readlink");
  return REAL(readlink)(path, bytes, size);
}

ssize_t read(int file, void *bytes, size_t size) {
  OUTCOMES(EIO, EINTR, EAGAIN, SHORT);
  FAIL_OR_GO_ON("read");
  FAIL_IF_LASTING("read");
  return syscall(SYS_read, file, bytes, given == SHORT && size > 1 ? size / 2 : size);
}

ssize_t write(int file, const void *bytes, size_t size) {
  OUTCOMES(ENOSPC, EIO, EINTR, EAGAIN, EDQUOT, EFBIG, SHORT, NONE);
  FAIL_OR_GO_ON("write");
  FAIL_IF_LASTING("write");
  if (given == NONE) return 0;
  return syscall(SYS_write, file, bytes, given == SHORT && size > 1 ? size / 2 : size);
}

int fsync(int file) {
  OUTCOMES(EIO, EINTR, ENOSPC, EDQUOT);
  FAIL_OR_GO_ON("fsync");
  const char *slow = getenv("CALL_FAULT_FSYNC");
  if (slow) sleep((unsigned)atoi(slow));
  return REAL(fsync)(file);
}

int renameat(int folder, const char *from, int other, const char *to) {
  OUTCOMES(EACCES, EBUSY, EDQUOT, EIO, ENOMEM, ENOSPC, EROFS);
  FAIL_OR_GO_ON("renameat");
  return REAL(renameat)(folder, from, other, to);
}

int unlinkat(int folder, const char *path, int flags) {
  OUTCOMES(EACCES, EBUSY, EIO, ENOMEM, EROFS);
  FAIL_OR_GO_ON("unlinkat");
  return REAL(unlinkat)(folder, path, flags);
}

int flock(int file, int operation) {
  OUTCOMES(EINTR, ENOLCK, EWOULDBLOCK);
  FAIL_OR_GO_ON("flock");
  return REAL(flock)(file, operation);
}

int close(int file) {
  OUTCOMES(EINTR, EIO, ENOSPC, EDQUOT);
  int given = outcome(__builtin_return_address(0), "close", outcomes);
  // On Linux, the descriptor is closed even if the call reports an error.
  int result = (int)syscall(SYS_close, file);
  if (given <= 0) return result;
  errno = given;
  return -1;
}

int pipe(int ends[2]) {
  OUTCOMES(EMFILE, ENFILE);
  FAIL_OR_GO_ON("pipe");
  return REAL(pipe)(ends);
}

int poll(struct pollfd *files, nfds_t number, int timeout) {
  OUTCOMES(EINTR, ENOMEM);
  FAIL_OR_GO_ON("poll");
  return REAL(poll)(files, number, timeout);
}

int timerfd_create(int clock, int flags) {
  OUTCOMES(EMFILE, ENFILE, ENOMEM);
  FAIL_OR_GO_ON("timerfd_create");
  return REAL(timerfd_create)(clock, flags);
}

int timerfd_settime(int file, int flags, const struct itimerspec *new, struct itimerspec *old) {
  OUTCOMES(ECANCELED);
  FAIL_OR_GO_ON("timerfd_settime");
  return REAL(timerfd_settime)(file, flags, new, old);
}

DIR *fdopendir(int file) {
  OUTCOMES(ENOMEM, EIO);
  int given = outcome(__builtin_return_address(0), "fdopendir", outcomes);
  if (given <= 0) return REAL(fdopendir)(file);
  errno = given;
  return NULL;
}

struct dirent *readdir(DIR *folder) {
  OUTCOMES(EIO, ENOMEM);
  int given = outcome(__builtin_return_address(0), "readdir", outcomes);
  if (given <= 0) return REAL(readdir)(folder);
  errno = given;
  return NULL;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  OUTCOMES(EAGAIN);
  int given = outcome(__builtin_return_address(0), "pthread_create", outcomes);
  return given > 0 ? given : REAL(pthread_create)(thread, attributes, body, argument);
}
