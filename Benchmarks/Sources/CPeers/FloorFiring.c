// The minimum work that any engine has to do when timers fire: at most one wake-up per millisecond, and for each timer
// a node, which is freed, its payload, and a call. The order is known beforehand, no other thread may access the
// timers, and the memory of the next timers is prefetched.

#include <stdlib.h>
#include <time.h>

#include "CPeers.h"

enum { FETCHED_AHEAD = 32, WAKE_UP_INTERVAL = 1000000 };

struct closure {
  void (*call)(struct closure *closure, uint64_t now);
  uint64_t captured[3];
};

// The payload is a number or points to a closure.
struct node {
  uint32_t generation, stamp;
  union {
    uint64_t number;
    struct closure *closure;
  } payload;
};

struct listing {
  uint64_t deadline;
  uint32_t node, stamp;
};

static struct node *nodes;
static struct listing *listings;
static uint32_t *free_nodes;
static uint32_t free_count;
static int fired, early;

static void ring_number(uint64_t due, uint64_t now) {
  if (now < due) early++;
  fired++;
}

static void ring_closure(struct closure *closure, uint64_t now) {
  ring_number(closure->captured[0], now);
}

// Volatile, so that the compiler does not know the function, as no engine knows what it calls.
static void (*volatile call_number)(uint64_t due, uint64_t now) = ring_number;

static struct node *take_node(struct listing listing) {
  struct node *node = &nodes[listing.node];
  if (node->stamp != listing.stamp) return NULL;
  node->generation++;
  free_nodes[free_count++] = listing.node;
  return node;
}

static void fire_number(struct listing listing, uint64_t now) {
  struct node *node = take_node(listing);
  if (node != NULL) call_number(node->payload.number, now);
}

static void fire_closure(struct listing listing, uint64_t now) {
  struct node *node = take_node(listing);
  if (node == NULL) return;
  struct closure *closure = node->payload.closure;
  closure->call(closure, now);
  free(closure);
}

static void fetch_node(struct listing listing) {
  __builtin_prefetch(&nodes[listing.node]);
}

static void fetch_closure(struct listing listing) {
  __builtin_prefetch(nodes[listing.node].payload.closure);
}

static int by_deadline(const void *left, const void *right) {
  uint64_t first = ((const struct listing *)left)->deadline;
  uint64_t second = ((const struct listing *)right)->deadline;
  return (first > second) - (first < second);
}

static void sleep_until(uint64_t nanoseconds) {
  struct timespec time = {
      .tv_sec = (time_t)(nanoseconds / 1000000000u), .tv_nsec = (long)(nanoseconds % 1000000000u)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) != 0) continue;
}

static uint64_t later(uint64_t left, uint64_t right) { return left > right ? left : right; }

static void arm_all(int count, int has_closures, uint64_t origin) {
  struct random_sequence sequence = {5};
  const uint64_t lead = 100000000u + (uint64_t)count * 3000u;
  for (int number = 0; number < count; number++) {
    uint64_t due = origin + lead + random_below(&sequence, 1000000000u);
    nodes[number].stamp = (uint32_t)number;
    listings[number] = (struct listing){due, (uint32_t)number, (uint32_t)number};
    if (has_closures) {
      struct closure *closure = malloc(sizeof *closure);
      *closure = (struct closure){ring_closure, {due}};
      nodes[number].payload.closure = closure;
    } else {
      nodes[number].payload.number = due;
    }
  }
  qsort(listings, (size_t)count, sizeof *listings, by_deadline);
}

/// Wakes up and fires timers until all have fired. Inlined, so that the calls through its parameters are inlined too.
static inline __attribute__((always_inline)) void run(
    int count, void (*fetch)(struct listing), void (*fetch_next)(struct listing),
    void (*fire)(struct listing, uint64_t)) {
  uint64_t last_wake_up = 0;
  int next = 0;
  while (next < count) {
    sleep_until(later(listings[next].deadline, last_wake_up + WAKE_UP_INTERVAL));
    uint64_t now = last_wake_up = steady_nanoseconds();
    for (; next < count && listings[next].deadline <= now; next++) {
      if (next + 2 * FETCHED_AHEAD < count) fetch(listings[next + 2 * FETCHED_AHEAD]);
      if (fetch_next != NULL && next + FETCHED_AHEAD < count) {
        fetch_next(listings[next + FETCHED_AHEAD]);
      }
      fire(listings[next], now);
    }
  }
}

static void measure_firing(int count, int has_closures, struct firing_figures *figures) {
  nodes = calloc((size_t)count, sizeof *nodes);
  listings = calloc((size_t)count, sizeof *listings);
  free_nodes = calloc((size_t)count, sizeof *free_nodes);
  use_least_timer_slack();
  arm_all(count, has_closures, steady_nanoseconds());
  uint64_t processor = processor_nanoseconds();
  if (has_closures) {
    run(count, fetch_node, fetch_closure, fire_closure);
  } else {
    run(count, fetch_node, NULL, fire_number);
  }
  figures->processor_nanoseconds = (double)(processor_nanoseconds() - processor) / count;
  figures->latest_seconds = (double)(steady_nanoseconds() - listings[count - 1].deadline) * 1e-9;
  figures->early = early;
}

void floor_firing(int count, struct firing_figures *figures) {
  measure_firing(count, 0, figures);
}

void floor_closures_firing(int count, struct firing_figures *figures) {
  measure_firing(count, 1, figures);
}
