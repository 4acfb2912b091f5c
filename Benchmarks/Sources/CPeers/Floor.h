// The minimum work that any engine has to do for operations on outstanding timers: only the memory accesses, without
// any decisions. A handle points to a node, which has a generation count. The listing of a deadline is written after
// the previous listing. This finds no slots, never reads a listing again, and never knows the first deadline. The
// including file defines the size of a node, and the code before and after each operation.

#include <stdlib.h>
#include <string.h>

#include "CPeers.h"

struct node {
  uint32_t generation, stamp;
  char payload[NODE_SIZE - 8];
};

struct listing {
  uint64_t deadline;
  uint32_t node, stamp;
};

// As many listings as stay in the first-level cache, as the ends of the slots do.
enum { LISTINGS = 1024 };

static struct node *nodes;
static uint64_t *handles;
static uint32_t *free_nodes;
static uint32_t free_count, node_count;
static struct listing listings[LISTINGS];
static uint32_t order;

static inline void list(uint32_t node, uint64_t delay) {
  nodes[node].stamp = order++;
  listings[nodes[node].stamp % LISTINGS] = (struct listing){delay, node, nodes[node].stamp};
}

static inline void arm(int number, uint64_t delay) {
  ENTER();
  uint32_t node = free_count > 0 ? free_nodes[--free_count] : node_count++;
  nodes[node].generation++;
  list(node, delay);
  handles[number] = (uint64_t)nodes[node].generation << 32 | node;
  LEAVE();
}

static inline void cancel(int number) {
  ENTER();
  uint32_t node = (uint32_t)handles[number];
  if (nodes[node].generation == handles[number] >> 32) {
    nodes[node].generation++;
    free_nodes[free_count++] = node;
  }
  LEAVE();
}

static inline void move(int number, uint64_t delay) {
  ENTER();
  uint32_t node = (uint32_t)handles[number];
  if (nodes[node].generation == handles[number] >> 32) {
    list(node, delay);
  }
  LEAVE();
}

#include "Outstanding.h"

static void measure_floor(
    struct outstanding_request request, struct outstanding_figures *figures) {
  uint64_t bytes_before = allocated_bytes();
  nodes = calloc((size_t)request.count, sizeof *nodes);
  handles = calloc((size_t)request.count, sizeof *handles);
  free_nodes = calloc((size_t)request.count, sizeof *free_nodes);
  measure_outstanding(request, bytes_before, figures);
}
