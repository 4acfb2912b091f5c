// The floor of a wheel: nodes of 16 bytes, and one thread.
#define NODE_SIZE 16
#define ENTER()
#define LEAVE()

#include "Floor.h"
#include "Outstanding.h"

void floor_outstanding(int count, double seconds, struct outstanding_figures *figures) {
  uint64_t bytes_before = allocated_bytes();
  make_floor(count);
  measure_outstanding(count, seconds, bytes_before, figures);
}
