// Counts the allocations of a process that preloads this library. It overrides the allocator of the C library.
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

// The allocator of glibc, under the names that it provides for libraries that override its functions.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// Each thread counts its own. The thread of a timekeeper that was just made allocates while it starts, at any time. With
// this model, the first access of a thread does not allocate.
static _Thread_local uint64_t count __attribute__((tls_model("initial-exec")));

// Returns the number of allocations by the calling thread since it began.
uint64_t allocation_count(void) { return count; }

static void note(void) { count++; }

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  note();
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  note();
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}
