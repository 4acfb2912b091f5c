// Counts what a process allocates, by standing in for the allocator of the C library.
#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdint.h>

/// How often memory was asked for since the process began, by any thread.
uint64_t allocation_count(void);

#endif
