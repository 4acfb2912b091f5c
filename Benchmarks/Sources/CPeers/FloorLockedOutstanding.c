// The floor of a set of timeouts: the floor of a wheel under a lock, which takes at least one atomic exchange.
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uint32_t lock;

#define NODE_SIZE 16
#define ENTER() \
  do {} while (atomic_exchange_explicit(&lock, 1, memory_order_acquire) != 0)
#define LEAVE() atomic_store_explicit(&lock, 0, memory_order_release)

#include "Floor.h"

void floor_locked_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures) {
  measure_floor(request, figures);
}
