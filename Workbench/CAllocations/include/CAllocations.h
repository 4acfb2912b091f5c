// Counts the allocations of each thread, by overriding the allocator of the C library.
#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdint.h>

/// Returns the number of allocations by the calling thread since it began.
uint64_t allocation_count(void);

#endif
