// Plain memory: races between accesses that nothing orders, and uses of what was freed.
//
// Looks at what was allocated during the execution. Freed memory is kept until the execution ends,
// so that no address is used twice.

#define _GNU_SOURCE
#include "internal.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t size);
extern void __libc_free(void *address);

#define TABLE_SIZE (1u << 16)
#define MOST_FREED (1u << 15)

/// Eight bytes of memory, and who touched them last.
typedef struct {
  uintptr_t address;
  uint32_t epoch;
  uint32_t offset;
  bool is_freed;
  uint8_t writer;
  uint8_t written;
  uint8_t read[MOST_THREADS];
  uint32_t write_time;
  clock_vector read_times;
  const void *write_place;
  const void *read_place;
} granule;

static granule table[TABLE_SIZE];
static uint32_t used;
static void *freed[MOST_FREED];
static uint32_t freed_count;

static granule *slot(uintptr_t address) {
  uint32_t index = (uint32_t)((address >> 3) * 0x9E3779B1u) >> 16;
  while (table[index].epoch == epoch && table[index].address != address) {
    index = (index + 1) % TABLE_SIZE;
  }
  return &table[index];
}

static granule *find(uintptr_t address) {
  granule *it = slot(address & ~(uintptr_t)7);
  return it->epoch == epoch ? it : NULL;
}

void memory_begin(void) {
  used = 0;
  freed_count = 0;
}

void memory_end(void) {
  for (uint32_t i = 0; i < freed_count; i++) __libc_free(freed[i]);
  freed_count = 0;
}

static void allocated(void *block) {
  size_t size = malloc_usable_size(block);
  if (size > 4096) size = 4096;
  used += size / 8;
  if (used > TABLE_SIZE / 2) {
    fail_with("thread %d has used too much memory", current_thread);
  }
  for (size_t offset = 0; offset < size; offset += 8) {
    uintptr_t address = (uintptr_t)block + offset;
    granule *it = slot(address);
    *it = (granule){.address = address, .epoch = epoch, .offset = (uint32_t)offset};
  }
}

// MARK: - Reports

extern char *swift_demangle(
    const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

/// The function that an address belongs to; may leak, as an execution ends with it.
static const char *function_at(const void *place) {
  Dl_info info;
  if (place == NULL || !dladdr(place, &info) || info.dli_sname == NULL) return "?";
  char *name = swift_demangle(info.dli_sname, strlen(info.dli_sname), NULL, NULL, 0);
  return name != NULL ? name : info.dli_sname;
}

static const char *object_at(const granule *it) {
  static char name[1024];
  void *const *block = (void *const *)(it->address - it->offset);
  Dl_info info;
  if (!dladdr(*block, &info) || info.dli_sname == NULL) return "memory";
  char *demangled = swift_demangle(info.dli_sname, strlen(info.dli_sname), NULL, NULL, 0);
  const char *full = demangled != NULL ? demangled : info.dli_sname;
  static const char prefix[] = "type metadata for ";
  if (strncmp(full, prefix, strlen(prefix)) == 0) full += strlen(prefix);
  strncpy(name, full, sizeof name - 1);
  return name;
}

static void report_race(
    const granule *it, const char *now, const void *place, const char *before, int other,
    const void *other_place) {
  if (!checking) return;
  int thread = current_thread;
  current_thread = -1;
  const char *object = object_at(it);
  const char *function = function_at(place);
  const char *other_function = function_at(other_place);
  current_thread = thread;
  fail_with(
      "race on offset %u of %s: thread %d %s in %s, and nothing orders that after what thread %d "
      "%s in %s",
      it->offset, object, thread, now, function, other, before, other_function);
}

static void report_freed(const granule *it, const char *use, const void *place) {
  if (!checking) return;
  int thread = current_thread;
  current_thread = -1;
  const char *object = object_at(it);
  const char *function = function_at(place);
  current_thread = thread;
  fail_with("thread %d %s offset %u of a freed %s in %s", thread, use, it->offset, object, function);
}

// MARK: - Accesses

static void check_write(const granule *it, uint8_t bytes, const char *now, const void *place) {
  const clock_vector *mine = &clocks[current_thread];
  if ((it->written & bytes) && it->write_time > mine->at[it->writer]) {
    report_race(it, now, place, "wrote", it->writer, it->write_place);
  }
  for (int i = 0; i < MOST_THREADS; i++) {
    if ((it->read[i] & bytes) && it->read_times.at[i] > mine->at[i]) {
      report_race(it, now, place, "read", i, it->read_place);
    }
  }
}

static void touch(uintptr_t address, uint8_t bytes, bool writes, const void *place) {
  granule *it = find(address);
  if (it == NULL) return;
  if (it->is_freed) report_freed(it, writes ? "writes" : "reads", place);
  const clock_vector *mine = &clocks[current_thread];
  if (writes) {
    check_write(it, bytes, "writes", place);
    it->writer = (uint8_t)current_thread;
    it->written = bytes;
    it->write_time = mine->at[current_thread];
    it->write_place = place;
    return;
  }
  if ((it->written & bytes) && it->write_time > mine->at[it->writer]) {
    report_race(it, "reads", place, "wrote", it->writer, it->write_place);
  }
  it->read[current_thread] |= bytes;
  it->read_times.at[current_thread] = mine->at[current_thread];
  it->read_place = place;
}

static void access_memory(const void *from, size_t size, bool writes, const void *place) {
  if (current_thread < 0) return;
  uintptr_t address = (uintptr_t)from;
  while (size > 0) {
    size_t start = address & 7;
    size_t count = 8 - start < size ? 8 - start : size;
    touch(address, (uint8_t)(((1u << count) - 1) << start), writes, place);
    address += count;
    size -= count;
  }
}

bool memory_is_live(const void *object, const char *use) {
  granule *it = find((uintptr_t)object);
  if (it == NULL) return false;
  if (it->is_freed) report_freed(it, use, NULL);
  return true;
}

clock_vector *memory_reference_clock(const void *object) {
  // Nothing but the runtime touches the second word of an object.
  granule *it = find((uintptr_t)object + 8);
  return it == NULL ? NULL : &it->read_times;
}

// MARK: - Allocation

void *malloc(size_t size) {
  void *block = __libc_malloc(size);
  if (current_thread >= 0 && block != NULL) allocated(block);
  return block;
}

void free(void *block) {
  if (current_thread < 0 || block == NULL) return __libc_free(block);
  granule *first = find((uintptr_t)block);
  if (first == NULL || first->offset != 0) return __libc_free(block);
  if (first->is_freed) report_freed(first, "frees", __builtin_return_address(0));
  size_t size = malloc_usable_size(block);
  if (size > 4096) size = 4096;
  for (size_t offset = 0; offset < size; offset += 8) {
    granule *it = find((uintptr_t)block + offset);
    if (it == NULL) continue;
    if (offset != 8) check_write(it, 0xff, "frees", __builtin_return_address(0));
    it->is_freed = true;
  }
  if (freed_count == MOST_FREED) fail_with("more than %u blocks freed", MOST_FREED);
  freed[freed_count++] = block;
}

// MARK: - What the compiler inserts for the thread sanitizer

void __tsan_init(void) {}
void __tsan_func_entry(void *place) { (void)place; }
void __tsan_func_exit(void) {}
void __tsan_ignore_thread_begin(void) {}
void __tsan_ignore_thread_end(void) {}
void __tsan_external_read(void *at, void *place, void *tag) { (void)at, (void)place, (void)tag; }
void __tsan_external_write(void *at, void *place, void *tag) { (void)at, (void)place, (void)tag; }
void __tsan_vptr_read(void **at) { access_memory(at, 8, false, __builtin_return_address(0)); }
void __tsan_vptr_update(void **at, void *value) {
  (void)value;
  access_memory(at, 8, true, __builtin_return_address(0));
}

#define ACCESSES(size)                                                          \
  void __tsan_read##size(void *at) {                                            \
    access_memory(at, size, false, __builtin_return_address(0));                \
  }                                                                             \
  void __tsan_write##size(void *at) {                                           \
    access_memory(at, size, true, __builtin_return_address(0));                 \
  }                                                                             \
  void __tsan_unaligned_read##size(void *at) {                                  \
    access_memory(at, size, false, __builtin_return_address(0));                \
  }                                                                             \
  void __tsan_unaligned_write##size(void *at) {                                 \
    access_memory(at, size, true, __builtin_return_address(0));                 \
  }

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_read_range(void *at, size_t size) {
  access_memory(at, size, false, __builtin_return_address(0));
}

void __tsan_write_range(void *at, size_t size) {
  access_memory(at, size, true, __builtin_return_address(0));
}

void *__tsan_memcpy(void *to, const void *from, size_t size) {
  access_memory(from, size, false, __builtin_return_address(0));
  access_memory(to, size, true, __builtin_return_address(0));
  return memcpy(to, from, size);
}

void *__tsan_memmove(void *to, const void *from, size_t size) {
  access_memory(from, size, false, __builtin_return_address(0));
  access_memory(to, size, true, __builtin_return_address(0));
  return memmove(to, from, size);
}

void *__tsan_memset(void *to, int byte, size_t size) {
  access_memory(to, size, true, __builtin_return_address(0));
  return memset(to, byte, size);
}

// Atomics that are not the engine's: whether diagnostics are wanted, and the like.

#define ATOMICS(bits)                                                                             \
  uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *at, int order) {       \
    (void)order;                                                                                  \
    return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                               \
  void __tsan_atomic##bits##_store(volatile uint##bits##_t *at, uint##bits##_t value, int order) { \
    (void)order;                                                                                  \
    __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                                \
  }                                                                                               \
  uint##bits##_t __tsan_atomic##bits##_exchange(                                                  \
      volatile uint##bits##_t *at, uint##bits##_t value, int order) {                             \
    (void)order;                                                                                  \
    return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                      \
  }

ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)

void __tsan_atomic_thread_fence(int order) { (void)order; }
void __tsan_atomic_signal_fence(int order) { (void)order; }
