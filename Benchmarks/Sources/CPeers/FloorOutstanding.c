// The floor of a wheel, with nodes of 16 bytes and on one thread.
#define NODE_SIZE 16
#define ENTER()
#define LEAVE()

#include "Floor.h"

void floor_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures) {
  measure_floor(request, figures);
}
