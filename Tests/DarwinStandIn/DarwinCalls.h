// The calls of Apple's systems that Linux lacks, played with what it has. Only what our files for Apple's systems use
// is here; whatever else they called would not compile.
#ifndef DARWIN_STAND_IN_H
#define DARWIN_STAND_IN_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// Clocks: ticks of 125/3 nanoseconds, as on Apple's processors.

typedef struct {
  uint32_t numer;
  uint32_t denom;
} mach_timebase_info_data_t;

int mach_timebase_info(mach_timebase_info_data_t *info);

// The clock that stops while the device sleeps. That of Linux is called so.
#define CLOCK_UPTIME_RAW CLOCK_MONOTONIC

/// Reads CLOCK_MONOTONIC_RAW, which runs through sleep on Apple's systems, and any other as Linux has it.
uint64_t clock_gettime_nsec_np(clockid_t clock);

// Kernel queues with one timer each. A queue is a timer descriptor.

struct kevent64_s {
  uint64_t ident;
  int16_t filter;
  uint16_t flags;
  uint32_t fflags;
  int64_t data;
  uint64_t udata;
  uint64_t ext[2];
};

#define EVFILT_TIMER (-7)

#define EV_ADD 0x0001
#define EV_DELETE 0x0002
#define EV_ENABLE 0x0004
#define EV_ONESHOT 0x0010

#define NOTE_ABSOLUTE 0x00000008
#define NOTE_LEEWAY 0x00000010
#define NOTE_CRITICAL 0x00000020
#define NOTE_MACH_CONTINUOUS_TIME 0x00000080
#define NOTE_MACHTIME 0x00000100

int kqueue(void);

/// The change that was made last by any thread.
struct kevent64_s stand_in_last_change(void);

/// Takes one change or one event without waiting, or tells whether the queue is open; refuses with EINVAL what xnu would take to mean something else than an
/// absolute deadline on the continuous clock. The timer fires in the middle of its leeway; one that is not critical
/// has a leeway of at least 75 ms, as of a thread of low priority.
int kevent64(
    int queue, const struct kevent64_s *changes, int change_count, struct kevent64_s *events,
    int event_count, unsigned int flags, const struct timespec *timeout);

// Locks, threads, files.

typedef struct {
  pthread_mutex_t mutex;
} os_unfair_lock;

void os_unfair_lock_lock(os_unfair_lock *lock);
void os_unfair_lock_unlock(os_unfair_lock *lock);

typedef enum { QOS_CLASS_USER_INITIATED = 0x19 } qos_class_t;
int pthread_set_qos_class_self_np(qos_class_t priority, int relative);

void stand_in_name_thread(const char *name);

/// A command that Linux refuses with EINVAL, as Apple's systems do where a file system does not know it.
#define F_FULLFSYNC 51

/// A command that the Swift half of the stand-in plays.
#define F_GETPATH 50
#define MAXPATHLEN 1024

/// O_PATH, which needs no permission to read either.
#define O_EVTONLY 0x200000

/// Knows "kern.bootsessionuuid" alone.
int sysctlbyname(const char *name, void *old, size_t *old_size, const void *new, size_t new_size);

#define CTL_KERN 1
#define KERN_PROC 14
#define KERN_PROC_PID 1

/// Knows the entry of one process alone: its start, as a `timeval`, and whether it has died.
int sysctl(int *name, unsigned count, void *old, size_t *old_size, const void *new, size_t new_size);

#endif
