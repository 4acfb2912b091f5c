// The floor of a wheel, padded with no-ops to as many instructions as the wheel has. The more instructions there are
// per operation, the fewer operations a processor can overlap while it waits for memory.
#define NODE_SIZE 16
#define ENTER() __asm__ volatile(".rept 75; nop; .endr")
#define LEAVE()

#include "Floor.h"

void floor_padded_outstanding(
    struct outstanding_request request, struct outstanding_figures *figures) {
  measure_floor(request, figures);
}
