// Counts allocations in-process, by defining the allocator's entry points in the executable.
//
// The dynamic linker resolves `malloc` to the first definition it finds, and the executable comes
// before every library: so the Swift runtime, Dispatch and the C library itself all call the
// functions below, which count and forward to glibc's own names for the same functions.
//
// Bytes are what `malloc_usable_size` says of a block: added when it is allocated and subtracted
// when it is freed, so that the difference is what the live blocks occupy.
//
// While nothing is counted, the price of an allocation, and of a `free`, is one predictable branch
// and one jump, the same for both sides of a benchmark.

#include "AllocationCounter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)
#include <malloc.h>
#define INTERPOSED 1
#else
#define INTERPOSED 0
#endif

_Thread_local uint64_t black_hole_count = 0;

static _Atomic bool counting = false;
static _Atomic uint64_t allocations = 0;
static _Atomic int64_t live_bytes = 0;

bool allocation_counter_is_available(void) { return INTERPOSED; }

void allocation_counter_start(void) {
  atomic_store_explicit(&allocations, 0, memory_order_relaxed);
  atomic_store_explicit(&live_bytes, 0, memory_order_relaxed);
  atomic_store_explicit(&counting, true, memory_order_seq_cst);
}

uint64_t allocation_counter_stop(void) {
  atomic_store_explicit(&counting, false, memory_order_seq_cst);
  return atomic_load_explicit(&allocations, memory_order_relaxed);
}

int64_t allocation_counter_live_bytes(void) {
  return atomic_load_explicit(&live_bytes, memory_order_relaxed);
}

#if INTERPOSED

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *pointer);

static inline bool is_counting(void) {
  return __builtin_expect(atomic_load_explicit(&counting, memory_order_relaxed), false);
}

static inline void add_bytes(int64_t bytes) {
  atomic_fetch_add_explicit(&live_bytes, bytes, memory_order_relaxed);
}

static inline void *noted(void *block) {
  if (is_counting() && block != NULL) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    add_bytes((int64_t)malloc_usable_size(block));
  }
  return block;
}

void free(void *pointer) {
  if (is_counting() && pointer != NULL) { add_bytes(-(int64_t)malloc_usable_size(pointer)); }
  __libc_free(pointer);
}

void *malloc(size_t size) { return noted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return noted(__libc_calloc(count, size)); }

// Growing a block in place counts too: a counter cannot tell, and the caller asked for memory.
void *realloc(void *pointer, size_t size) {
  if (!is_counting()) { return __libc_realloc(pointer, size); }
  int64_t before = pointer == NULL ? 0 : (int64_t)malloc_usable_size(pointer);
  void *block = __libc_realloc(pointer, size);
  // Without a block the old one is untouched, unless it was to be freed.
  if (block != NULL || size == 0) { add_bytes(-before); }
  return noted(block);
}

void *memalign(size_t alignment, size_t size) {
  return noted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) {
  return noted(__libc_memalign(alignment, size));
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  int saved = errno;
  void *block = noted(__libc_memalign(alignment, size));
  errno = saved;  // POSIX: the result is returned, errno is left alone.
  if (block == NULL) { return ENOMEM; }
  *pointer = block;
  return 0;
}

#endif
