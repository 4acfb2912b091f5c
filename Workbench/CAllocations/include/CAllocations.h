// Counts the allocations of a process, by overriding the allocator of the C library.
#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdint.h>

/// Returns the number of allocations since the process began, by all threads.
uint64_t allocation_count(void);

#endif
