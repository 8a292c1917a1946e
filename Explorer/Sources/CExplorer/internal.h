#ifndef CEXPLORER_INTERNAL_H
#define CEXPLORER_INTERNAL_H

#include "CExplorer.h"

#define MOST_THREADS 5

/// How far a thread has seen every thread come.
typedef struct {
  uint32_t at[MOST_THREADS];
} clock_vector;

static inline void join(clock_vector *to, const clock_vector *from) {
  for (int i = 0; i < MOST_THREADS; i++) {
    if (from->at[i] > to->at[i]) to->at[i] = from->at[i];
  }
}

/// The thread of the scenario that runs, or -1; the same for all system threads but one.
extern _Thread_local int current_thread;

/// What each thread knows.
extern clock_vector clocks[MOST_THREADS];

/// The number of the execution, for telling what belongs to an earlier one.
extern uint32_t epoch;

/// Counts changes of anything that a waiting thread might look at.
extern uint64_t changes;

extern bool tracing;
extern bool checking;

/// Lets a step of the calling thread be told from earlier ones.
static inline void tick(void) { clocks[current_thread].at[current_thread]++; }

/// What a thread has created, by a number that is the same in every execution; zero if unknown.
typedef struct {
  uint16_t creator;
  uint16_t number;
} thing;

thing new_thing(void);

/// Lets the scheduler decide who goes on.
void scheduling_point(void);

/// The same, before the calling thread uses something.
void scheduling_point_at(thing subject);

/// Chooses among `count` options, the first of which costs nothing.
uint32_t choose(uint32_t count, bool is_free);

/// The same, where other options than the first are not always allowed.
uint32_t choose_if(bool is_allowed, uint32_t count, bool is_free);

/// Whether the calling thread just waited, and so reads what is newest.
bool just_yielded(void);

/// Notes what the calling thread read last.
void did_read(bool is_old);

_Noreturn void fail_with(const char *format, ...) __attribute__((format(printf, 1, 2)));
void trace(const char *format, ...) __attribute__((format(printf, 1, 2)));

void atomics_begin(void);
void memory_begin(void);
void memory_end(void);
void references_begin(void);
void references_end(void);

/// Whether `object` was allocated in this execution; fails if it was freed.
bool memory_is_live(const void *object, const char *use);

/// The clock of the references to an object that was allocated in this execution.
clock_vector *memory_reference_clock(const void *object);

#endif
