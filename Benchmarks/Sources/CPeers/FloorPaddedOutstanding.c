// The floor of a wheel, with as many instructions as the wheel has: the more there are of them, the fewer
// operations a processor has begun while it waits for memory. These here do nothing.
#define NODE_SIZE 16
#define ENTER() __asm__ volatile(".rept 75; nop; .endr")
#define LEAVE()

#include "Floor.h"

void floor_padded_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures) {
  measure_floor(request, figures);
}
