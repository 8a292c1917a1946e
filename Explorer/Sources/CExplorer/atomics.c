// Atomic values with a history. A load may return any store that is not older than one the thread
// knows of: one that happened before, one it has read, or one whose reading happened before.

#include "internal.h"

#include <stdio.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t size);
extern void __libc_free(void *address);

#define MOST_STORES 65536

typedef struct {
  uint64_t value;
  uint32_t older;
  bool releases;
  /// What those know who read this with acquire.
  clock_vector released;
  /// When each thread wrote or read this first; zero if it has not.
  clock_vector seen;
} store;

struct explorer_location {
  uint64_t value;
  uint32_t epoch;
  uint32_t name;
  thing identity;
  uint32_t newest;
};

static store stores[MOST_STORES];
static uint32_t store_count;
static uint32_t name_count;
static uint64_t live;
static clock_vector sequential;
static uint32_t most_spurious;
static uint32_t spurious;

void atomics_begin(void) {
  store_count = 0;
  name_count = 0;
  spurious = 0;
  sequential = (clock_vector){{0}};
}

uint64_t explorer_live(void) { return live; }
void explorer_set_spurious_failures(uint32_t most) { most_spurious = most; }

static store *add_store(explorer_location *location, uint64_t value, uint32_t older) {
  if (store_count == MOST_STORES) fail_with("more than %d stores", MOST_STORES);
  store *added = &stores[store_count];
  *added = (store){.value = value, .older = older};
  added->seen.at[current_thread] = clocks[current_thread].at[current_thread];
  location->value = value;
  location->newest = store_count++;
  changes++;
  return added;
}

explorer_location *explorer_create(uint64_t value) {
  explorer_location *location = __libc_malloc(sizeof *location);
  *location = (explorer_location){.value = value};
  live++;
  if (current_thread < 0) return location;
  location->epoch = epoch;
  location->name = ++name_count;
  location->identity = new_thing();
  add_store(location, value, UINT32_MAX);
  return location;
}

void explorer_destroy(explorer_location *location) {
  live--;
  __libc_free(location);
}

/// Whether the location belongs to this execution; others never change in a way that matters.
static bool is_explored(const explorer_location *location) {
  return current_thread >= 0 && location->epoch == epoch;
}

static bool knows(const store *it) {
  for (int i = 0; i < MOST_THREADS; i++) {
    if (it->seen.at[i] != 0 && it->seen.at[i] <= clocks[current_thread].at[i]) return true;
  }
  return false;
}

static void begin(int order) {
  tick();
  if (order & EXPLORER_SEQUENTIAL) join(&clocks[current_thread], &sequential);
}

static void end(int order) {
  if (order & EXPLORER_SEQUENTIAL) join(&sequential, &clocks[current_thread]);
  // What the thread does next happens after what it has released.
  tick();
}

static uint64_t read(store *it, int order) {
  if (it->seen.at[current_thread] == 0) {
    it->seen.at[current_thread] = clocks[current_thread].at[current_thread];
  }
  if ((order & EXPLORER_ACQUIRE) && it->releases) join(&clocks[current_thread], &it->released);
  return it->value;
}

/// Stores what a thread that reads it shall know.
static void release(store *it, int order, const store *replaced) {
  if (replaced != NULL && replaced->releases) {
    it->releases = true;
    join(&it->released, &replaced->released);
  }
  if (order & EXPLORER_RELEASE) {
    it->releases = true;
    join(&it->released, &clocks[current_thread]);
  }
}

static const char *name_of(int order) {
  if (order & EXPLORER_SEQUENTIAL) return "sequential";
  switch (order & 3) {
  case 1: return "acquiring";
  case 2: return "releasing";
  case 3: return "acquiring and releasing";
  default: return "relaxed";
  }
}

uint64_t explorer_load(explorer_location *location, int order) {
  if (!is_explored(location)) return location->value;
  scheduling_point_at(location->identity);
  begin(order);
  uint32_t readable = 1;
  store *it = &stores[location->newest];
  if (!just_yielded()) {
    for (store *older = it; !knows(older) && older->older != UINT32_MAX; readable++) {
      older = &stores[older->older];
    }
  }
  uint32_t age = choose(readable, false);
  did_read(age > 0);
  for (uint32_t i = 0; i < age; i++) it = &stores[it->older];
  uint64_t value = read(it, order);
  end(order);
  trace("thread %d: #%u is 0x%llx%s (%s)", current_thread, location->name,
        (unsigned long long)value, age > 0 ? ", an old value" : "", name_of(order));
  return value;
}

void explorer_store(explorer_location *location, uint64_t value, int order) {
  if (!is_explored(location)) {
    location->value = value;
    return;
  }
  scheduling_point_at(location->identity);
  begin(order);
  release(add_store(location, value, location->newest), order, NULL);
  end(order);
  trace("thread %d: #%u = 0x%llx (%s)", current_thread, location->name,
        (unsigned long long)value, name_of(order));
}

static uint64_t changed(uint64_t old, explorer_change change, uint64_t operand) {
  switch (change) {
  case EXPLORER_EXCHANGE: return operand;
  case EXPLORER_OR: return old | operand;
  case EXPLORER_AND: return old & operand;
  case EXPLORER_XOR: return old ^ operand;
  case EXPLORER_ADD: return old + operand;
  case EXPLORER_SUBTRACT: return old - operand;
  }
  abort();
}

/// Replaces the newest value.
static uint64_t replace(explorer_location *location, uint64_t value, int order) {
  store *old = &stores[location->newest];
  uint64_t before = read(old, order);
  release(add_store(location, value, location->newest), order, old);
  trace("thread %d: #%u 0x%llx -> 0x%llx (%s)", current_thread, location->name,
        (unsigned long long)before, (unsigned long long)value, name_of(order));
  return before;
}

uint64_t explorer_modify(
    explorer_location *location, explorer_change change, uint64_t operand, int order) {
  if (!is_explored(location)) {
    uint64_t old = location->value;
    location->value = changed(old, change, operand);
    return old;
  }
  scheduling_point_at(location->identity);
  begin(order);
  did_read(false);
  uint64_t old = stores[location->newest].value;
  replace(location, changed(old, change, operand), order);
  end(order);
  return old;
}

bool explorer_compare_exchange(
    explorer_location *location, uint64_t expected, uint64_t desired, int success, int failure,
    bool weak, uint64_t *before) {
  if (!is_explored(location)) {
    *before = location->value;
    if (*before != expected) return false;
    location->value = desired;
    return true;
  }
  scheduling_point_at(location->identity);
  store *newest = &stores[location->newest];
  bool succeeds = newest->value == expected;
  if (succeeds && weak && choose_if(spurious < most_spurious, 2, false) == 1) {
    spurious++;
    succeeds = false;
  }
  int order = succeeds ? success : failure;
  begin(order);
  did_read(false);
  if (succeeds) {
    *before = replace(location, desired, order);
  } else {
    *before = read(newest, order);
    trace("thread %d: #%u is 0x%llx, not 0x%llx (%s)", current_thread, location->name,
          (unsigned long long)*before, (unsigned long long)expected, name_of(order));
  }
  end(order);
  return succeeds;
}

// MARK: - Locks

struct explorer_mutex {
  uint32_t epoch;
  int owner;
  thing identity;
  clock_vector released;
};

explorer_mutex *explorer_mutex_create(void) {
  explorer_mutex *mutex = __libc_malloc(sizeof *mutex);
  *mutex = (explorer_mutex){.epoch = epoch, .owner = -1, .identity = new_thing()};
  return mutex;
}

void explorer_mutex_destroy(explorer_mutex *mutex) { __libc_free(mutex); }

static bool is_free(void *mutex) { return ((explorer_mutex *)mutex)->owner < 0; }

void explorer_mutex_lock(explorer_mutex *mutex) {
  if (current_thread < 0) return;
  if (mutex->epoch != epoch) *mutex = (explorer_mutex){.epoch = epoch, .owner = -1};
  scheduling_point_at(mutex->identity);
  if (mutex->owner == current_thread) fail_with("deadlock: thread %d locks twice", current_thread);
  explorer_block(is_free, mutex);
  mutex->owner = current_thread;
  tick();
  join(&clocks[current_thread], &mutex->released);
  trace("thread %d: locks %p", current_thread, (void *)mutex);
}

void explorer_mutex_unlock(explorer_mutex *mutex) {
  if (current_thread < 0) return;
  join(&mutex->released, &clocks[current_thread]);
  tick();
  mutex->owner = -1;
  changes++;
}
