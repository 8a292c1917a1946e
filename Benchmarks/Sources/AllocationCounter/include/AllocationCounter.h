#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this build interposes the allocator: true on glibc without a sanitizer.
bool allocation_counter_is_available(void);

/// Zeroes the count and starts counting the allocations of every thread.
void allocation_counter_start(void);

/// Stops counting and returns how many allocations were made since the start.
uint64_t allocation_counter_stop(void);

/// Usable bytes of the blocks allocated since the start, less those of the blocks freed since then.
int64_t allocation_counter_live_bytes(void);

/// How many values this thread has handed to the black hole.
extern _Thread_local uint64_t black_hole_count;

/// Notes that a value reached the black hole; one instruction, so that it costs both sides nothing.
static inline void black_hole_note(void) { black_hole_count += 1; }

/// Notes values that reached the black hole on other threads.
static inline void black_hole_note_many(uint64_t count) { black_hole_count += count; }

/// Reads this thread's count of values handed to the black hole.
static inline uint64_t black_hole_noted(void) { return black_hole_count; }

#endif
