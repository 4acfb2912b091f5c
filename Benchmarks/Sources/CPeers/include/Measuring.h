#ifndef MEASURING_H
#define MEASURING_H

#include <stdint.h>

/// A pseudo-random sequence (SplitMix64). All programs, in C and in Swift, use the same sequence.
struct random_sequence {
  uint64_t state;
};

/// Returns the next 64 random bits.
static inline uint64_t random_bits(struct random_sequence *sequence) {
  uint64_t bits = (sequence->state += 0x9e3779b97f4a7c15u);
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

/// Returns a random number from 0 up to but not including `limit`.
static inline uint64_t random_below(struct random_sequence *sequence, uint64_t limit) {
  return (uint64_t)(((unsigned __int128)random_bits(sequence) * limit) >> 64);
}

/// Returns a random delay in nanoseconds, from one minute up to an hour and a minute, so that no timer is due while
/// operations on outstanding timers are timed.
static inline uint64_t random_delay(struct random_sequence *sequence) {
  return 60000000000u + random_below(sequence, 3600000000000u);
}

/// Returns the steady time in nanoseconds.
uint64_t steady_nanoseconds(void);

/// Returns the processor time that this process has used, in nanoseconds.
uint64_t processor_nanoseconds(void);

/// Returns the number of times that threads of this process have gone to sleep so far.
uint64_t voluntary_switches(void);

/// Returns the number of bytes that are currently allocated with malloc, including large blocks that are mapped
/// separately.
uint64_t allocated_bytes(void);

/// Returns the resident set size of this process in bytes.
uint64_t resident_bytes(void);

/// Makes the calling thread wake up as exactly as the system can, instead of up to 50 microseconds late.
void use_least_timer_slack(void);

/// Runs a program with one argument or none, discarding its output. Returns its exit code, or -1.
int run_process(const char *path, const char *argument);

#endif
