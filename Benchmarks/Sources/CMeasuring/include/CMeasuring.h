#ifndef CMEASURING_H
#define CMEASURING_H

#include <stdint.h>

/// A pseudo-random sequence (SplitMix64). All programs, in C and in Swift, draw the same one.
struct random_sequence {
  uint64_t state;
};

/// The next 64 random bits.
static inline uint64_t random_bits(struct random_sequence *sequence) {
  uint64_t bits = (sequence->state += 0x9e3779b97f4a7c15u);
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

/// A random number from 0 up to but not including `limit`.
static inline uint64_t random_below(struct random_sequence *sequence, uint64_t limit) {
  return (uint64_t)(((unsigned __int128)random_bits(sequence) * limit) >> 64);
}

/// A random delay in nanoseconds, from one minute up to an hour and a minute: nothing comes due
/// while the operations on outstanding timers are timed.
static inline uint64_t random_delay(struct random_sequence *sequence) {
  return 60000000000u + random_below(sequence, 3600000000000u);
}

/// The steady time in nanoseconds.
uint64_t steady_nanoseconds(void);

/// The processor time that this process has used, in nanoseconds.
uint64_t processor_nanoseconds(void);

/// How often a thread of this process went to sleep so far.
uint64_t voluntary_switches(void);

/// The bytes that are allocated with malloc now, those of large blocks mapped apart included.
uint64_t allocated_bytes(void);

/// The bytes of this process that are in memory now.
uint64_t resident_bytes(void);

/// Lets the calling thread wake up as exactly as the system can, not 50 microseconds late.
void use_least_timer_slack(void);

/// Runs a program with one argument or none, its output thrown away; answers its exit code, or -1.
int run_process(const char *path, const char *argument);

#endif
