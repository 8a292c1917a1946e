#ifndef CEXPLORER_H
#define CEXPLORER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The machine under the explorer: scenario threads as coroutines of one system thread, the choice
// of who goes on at every operation, a memory in which loads may see older values, and a detector
// of data races and of uses of freed memory. Nothing here may be called from two system threads.

// MARK: - Exploring

/// Forgets all schedules, and starts anew with a bound.
void explorer_start(uint32_t bound);

/// Starts anew with one schedule: the options to take at some positions; elsewhere the first.
void explorer_start_replay(const uint32_t *positions, const uint32_t *options, size_t count);

/// Runs `body` as the first thread, in the current schedule.
///
/// Returns whether nothing was found.
bool explorer_execute(void (*body)(void *context), void *context);

/// Goes to the next schedule; false if there is none.
bool explorer_advance(void);

/// Goes back to the first schedule if interruptions were left out that may matter after all.
bool explorer_restart(void);

/// What was found last, or NULL.
const char *explorer_failure(void);

/// Writes the positions and options of the current schedule that are not the first ones.
size_t explorer_schedule(uint32_t *positions, uint32_t *options, size_t capacity);

/// Whether to print every operation.
void explorer_set_tracing(bool on);

/// Whether races on plain memory and uses of freed memory are looked for.
void explorer_set_checking(bool on);

/// Lets another thread be chosen before references to objects of this class are dropped or counted.
void explorer_watch_class(const void *metadata);

// MARK: - Inside a scenario

/// Runs `count` threads, and returns when all have ended. Called by thread 0.
void explorer_run_threads(int count, void (*body)(void *context, int index), void *context);

/// Ends the execution.
_Noreturn void explorer_fail(const char *message);

/// Lets the calling thread wait for a condition.
void explorer_block(bool (*ready)(void *context), void *context);

/// Lets the calling thread wait until another has changed something.
void explorer_yield(void);

/// What the calling thread remembers; NULL at first.
void *explorer_thread_state(void);

/// Lets the calling thread remember something until it ends.
void explorer_set_thread_state(void *state, void (*destroy)(void *state));

/// Lets the calling thread know all that the others know.
void explorer_acquire_all(void);

/// Prints a line when tracing.
void explorer_note(const char *line);

// MARK: - Atomic values

typedef struct explorer_location explorer_location;

enum {
  EXPLORER_ACQUIRE = 1,
  EXPLORER_RELEASE = 2,
  EXPLORER_SEQUENTIAL = 4,
};

typedef enum {
  EXPLORER_EXCHANGE,
  EXPLORER_OR,
  EXPLORER_AND,
  EXPLORER_XOR,
  EXPLORER_ADD,
  EXPLORER_SUBTRACT,
} explorer_change;

explorer_location *explorer_create(uint64_t value);
void explorer_destroy(explorer_location *location);
uint64_t explorer_load(explorer_location *location, int order);
void explorer_store(explorer_location *location, uint64_t value, int order);
uint64_t explorer_modify(
    explorer_location *location, explorer_change change, uint64_t operand, int order);
bool explorer_compare_exchange(
    explorer_location *location, uint64_t expected, uint64_t desired, int success, int failure,
    bool weak, uint64_t *before);

/// The number of atomic values that exist.
uint64_t explorer_live(void);

/// How often a weak exchange may fail for no reason in one schedule.
void explorer_set_spurious_failures(uint32_t most);

// MARK: - Locks

typedef struct explorer_mutex explorer_mutex;

explorer_mutex *explorer_mutex_create(void);
void explorer_mutex_destroy(explorer_mutex *mutex);
void explorer_mutex_lock(explorer_mutex *mutex);
void explorer_mutex_unlock(explorer_mutex *mutex);

#endif
