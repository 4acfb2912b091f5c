// The floor of a timekeeper: nodes of 32 bytes, a lock around each operation, and an object that is
// retained or released in it. A lock takes no less than one atomic exchange, and a reference counted by
// several threads no less than one as well.
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uint32_t lock;
static _Atomic uint64_t references;

#define NODE_SIZE 32
#define ENTER() \
  do {} while (atomic_exchange_explicit(&lock, 1, memory_order_acquire) != 0)
#define LEAVE()                                                    \
  (atomic_store_explicit(&lock, 0, memory_order_release),          \
   atomic_fetch_add_explicit(&references, 1, memory_order_acq_rel))

#include "Floor.h"

void floor_locked_outstanding(int count, double seconds, struct outstanding_figures *figures) {
  measure_floor(count, seconds, figures);
}
