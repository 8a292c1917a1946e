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

/// How many values this thread has handed to the black hole.
extern _Thread_local uint64_t black_hole_count;

/// Notes that a value reached the black hole; one instruction, so that it costs both sides nothing.
static inline void black_hole_note(void) { black_hole_count += 1; }

/// Reads this thread's count of values handed to the black hole.
static inline uint64_t black_hole_noted(void) { return black_hole_count; }

#endif
