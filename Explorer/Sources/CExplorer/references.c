// References to Swift's objects. Dropping a reference releases what the thread knows, and dropping
// the last one acquires it all, as the runtime's counting does. Where threads may see how many
// references there are, the scheduler decides who goes first.

#define _GNU_SOURCE
#include "internal.h"

#include <dlfcn.h>
#include <stdlib.h>

extern size_t swift_retainCount(void *object);

// The runtime lets instruments see every count. What it passes on may be no object at all, but the
// bits of a string without its flags, so only what was allocated in the execution is counted here.
// The rest lives longer than the execution.
extern void *(*_swift_retain)(void *object);
extern void *(*_swift_retain_n)(void *object, uint32_t count);
extern void (*_swift_release)(void *object);
extern void (*_swift_release_n)(void *object, uint32_t count);
extern bool _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly;

static void *(*next_retain)(void *object);
static void *(*next_retain_n)(void *object, uint32_t count);
static void (*next_release)(void *object);
static void (*next_release_n)(void *object, uint32_t count);

#define MOST_CLASSES 8
static const void *watched[MOST_CLASSES];
static int watched_count;

void explorer_watch_class(const void *metadata) {
  if (watched_count == MOST_CLASSES) abort();
  watched[watched_count++] = metadata;
}

static bool is_watched(void *object) {
  for (int i = 0; i < watched_count; i++) {
    if (*(const void **)object == watched[i]) return true;
  }
  return false;
}

static void will_release(void *object, uint32_t count) {
  clock_vector *known = memory_reference_clock(object);
  if (known == NULL) return;
  if (is_watched(object) && swift_retainCount(object) <= count + 1) scheduling_point();
  join(known, &clocks[current_thread]);
  tick();
  if (swift_retainCount(object) == count) join(&clocks[current_thread], known);
}

static void *retain(void *object) {
  if (!memory_is_live(object, "adds a reference to")) return object;
  return next_retain(object);
}

static void *retain_n(void *object, uint32_t count) {
  if (!memory_is_live(object, "adds a reference to")) return object;
  return next_retain_n(object, count);
}

static void release(void *object) {
  if (!memory_is_live(object, "drops a reference to")) return;
  will_release(object, 1);
  next_release(object);
}

static void release_n(void *object, uint32_t count) {
  if (count == 0 || !memory_is_live(object, "drops a reference to")) return;
  will_release(object, count);
  next_release_n(object, count);
}

void references_begin(void) {
  if (next_retain == NULL) {
    next_retain = _swift_retain;
    next_retain_n = _swift_retain_n;
    next_release = _swift_release;
    next_release_n = _swift_release_n;
    _swift_retain = retain;
    _swift_retain_n = retain_n;
    _swift_release = release;
    _swift_release_n = release_n;
  }
  _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = true;
}

void references_end(void) {
  _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = false;
}

// MARK: - In place of the runtime's own functions

static void *next_of(const char *name) {
  void *next = dlsym(RTLD_NEXT, name);
  if (next == NULL) abort();
  return next;
}

void *swift_weakLoadStrong(void *reference) {
  static void *(*next)(void *);
  if (next == NULL) next = next_of("swift_weakLoadStrong");
  if (current_thread >= 0) scheduling_point();
  return next(reference);
}

bool swift_isUniquelyReferenced_nonNull_native(const void *object) {
  static bool (*next)(const void *);
  if (next == NULL) next = next_of("swift_isUniquelyReferenced_nonNull_native");
  if (current_thread < 0) return next(object);
  if (is_watched((void *)object)) scheduling_point();
  bool is_unique = next(object);
  clock_vector *known = memory_reference_clock(object);
  if (is_unique && known != NULL) join(&clocks[current_thread], known);
  return is_unique;
}
