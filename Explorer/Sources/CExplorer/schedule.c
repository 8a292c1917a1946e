// Threads, and the depth-first enumeration of the choices between them.

#include "internal.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#define MOST_CHOICES 65536
#define MOST_STEPS 100000
#define STACK_SIZE (256 * 1024)

_Thread_local int current_thread = -1;
clock_vector clocks[MOST_THREADS];
uint32_t epoch = 0;
uint64_t changes;
bool tracing;
bool checking = true;

// MARK: - Choices

typedef struct {
  uint32_t position;
  uint32_t count;
  uint32_t chosen;
} choice;

static choice path[MOST_CHOICES];
static size_t path_length;
/// How much of `path` the current execution has gone through.
static size_t path_index;
/// The number of choices of the current execution, with those that the bound left no options.
static uint32_t position;
static uint32_t bound;
static uint32_t spent;
static size_t steps;
static bool replaying;

// Only what another thread has touched in some schedule is worth an interruption. That is found out
// on the way: an exploration that came upon something new starts again.

#define MOST_THINGS 1024

/// The threads that have touched each thing, as bits.
static uint8_t users[MOST_THREADS][MOST_THINGS];
/// What is shared according to what was known when this pass began.
static bool shared[MOST_THREADS][MOST_THINGS];
static uint32_t created[MOST_THREADS];
static bool found_shared;

void explorer_start(uint32_t new_bound) {
  memset(users, 0, sizeof users);
  memset(shared, 0, sizeof shared);
  found_shared = false;
  bound = new_bound;
  path_length = 0;
  replaying = false;
}

void explorer_start_replay(const uint32_t *positions, const uint32_t *options, size_t count) {
  explorer_start(UINT32_MAX);
  replaying = true;
  for (; path_length < count && path_length < MOST_CHOICES; path_length++) {
    path[path_length] =
        (choice){.position = positions[path_length], .chosen = options[path_length]};
  }
}

uint32_t choose(uint32_t count, bool is_free) { return choose_if(true, count, is_free); }

uint32_t choose_if(bool is_allowed, uint32_t count, bool is_free) {
  if (count < 2) return 0;
  uint32_t here = position++;
  if (replaying) {
    if (path_index == path_length || path[path_index].position != here) return 0;
    uint32_t chosen = path[path_index++].chosen;
    if (chosen >= count) fail_with("the schedule does not fit: choice %u has %u options", here, count);
    return chosen;
  }
  if (!is_allowed || (!is_free && spent >= bound)) return 0;
  if (path_index == path_length) {
    if (path_length == MOST_CHOICES) fail_with("more than %d choices", MOST_CHOICES);
    path[path_length++] = (choice){.position = here, .count = count};
  }
  choice *next = &path[path_index++];
  if (next->position != here || next->count != count) {
    fail_with("not deterministic: choice %u had %u options and now has %u", here, next->count, count);
  }
  if (next->chosen != 0 && !is_free) spent++;
  return next->chosen;
}

bool explorer_advance(void) {
  if (replaying) return false;
  while (path_length > 0) {
    choice *last = &path[path_length - 1];
    if (++last->chosen < last->count) return true;
    path_length--;
  }
  return false;
}

size_t explorer_schedule(uint32_t *positions, uint32_t *options, size_t capacity) {
  size_t count = 0;
  for (size_t i = 0; i < path_index && count < capacity; i++) {
    if (path[i].chosen == 0) continue;
    positions[count] = path[i].position;
    options[count++] = path[i].chosen;
  }
  return count;
}

// MARK: - Threads

typedef struct {
  ucontext_t context;
  void *stack;
  bool exists;
  bool is_done;
  bool yielded;
  bool has_read_old;
  bool (*ready)(void *);
  void *ready_context;
} thread;

static thread threads[MOST_THREADS];
static int thread_count;
static ucontext_t driver;
static char failure[4096];
static bool failed;

static void (*first_body)(void *);
static void *first_context;
static void (*thread_body)(void *, int);
static void *thread_context;

static bool is_enabled(int index) {
  thread *it = &threads[index];
  if (!it->exists || it->is_done) return false;
  return it->ready == NULL || it->ready(it->ready_context);
}

static void switch_to(int index) {
  int before = current_thread;
  if (index == before) return;
  trace("-- thread %d", index);
  current_thread = index;
  swapcontext(&threads[before].context, &threads[index].context);
}

/// Goes on with another thread, as this one cannot.
static void leave(void) {
  int enabled[MOST_THREADS];
  uint32_t count = 0;
  for (int i = 0; i < thread_count; i++) {
    if (is_enabled(i)) enabled[count++] = i;
  }
  if (count == 0) fail_with("deadlock: every thread waits");
  switch_to(enabled[choose(count, true)]);
}

thing new_thing(void) {
  if (current_thread < 0) return (thing){0};
  return (thing){.creator = (uint16_t)current_thread, .number = (uint16_t)++created[current_thread]};
}

static bool is_shared(thing it) {
  if (it.number == 0 || it.number >= MOST_THINGS) return true;
  uint8_t *bits = &users[it.creator][it.number];
  *bits |= (uint8_t)(1 << current_thread);
  if (it.creator > 0) *bits |= (uint8_t)(1 << it.creator);
  bool is_shared = shared[it.creator][it.number];
  if (!is_shared && (*bits & (*bits - 1)) != 0) found_shared = true;
  return is_shared;
}

bool explorer_restart(void) {
  if (!found_shared || replaying) return false;
  found_shared = false;
  for (int i = 0; i < MOST_THREADS; i++) {
    for (int j = 0; j < MOST_THINGS; j++) {
      uint8_t bits = users[i][j];
      shared[i][j] = (bits & (bits - 1)) != 0;
    }
  }
  path_length = 0;
  return true;
}

void scheduling_point(void) { scheduling_point_at((thing){0}); }

void scheduling_point_at(thing subject) {
  if (++steps > MOST_STEPS) fail_with("more than %d operations: a loop without an end?", MOST_STEPS);
  if (current_thread == 0) return;
  int options[MOST_THREADS] = {current_thread};
  uint32_t count = 1;
  for (int i = 1; i < thread_count; i++) {
    if (i != current_thread && is_enabled(i)) options[count++] = i;
  }
  switch_to(options[choose_if(is_shared(subject), count, false)]);
}

void explorer_block(bool (*ready)(void *), void *context) {
  thread *it = &threads[current_thread];
  it->ready = ready;
  it->ready_context = context;
  if (!ready(context)) leave();
  it->ready = NULL;
}

static bool has_changed(void *since) { return changes != *(uint64_t *)since; }

void explorer_yield(void) {
  if (++steps > MOST_STEPS) fail_with("more than %d operations: a loop without an end?", MOST_STEPS);
  if (current_thread < 0) return;
  uint64_t since = changes;
  trace("%d waits", current_thread);
  // What it waits for may have happened already, if it read an old value.
  if (!threads[current_thread].has_read_old) explorer_block(has_changed, &since);
  threads[current_thread].yielded = true;
}

bool just_yielded(void) { return threads[current_thread].yielded; }

void did_read(bool is_old) {
  threads[current_thread].yielded = false;
  threads[current_thread].has_read_old = is_old;
}

void explorer_acquire_all(void) {
  for (int i = 0; i < thread_count; i++) join(&clocks[current_thread], &clocks[i]);
}

/// What the threads remember, that outside of scenarios first.
static struct {
  void *state;
  void (*destroy)(void *);
} states[MOST_THREADS + 1];

void *explorer_thread_state(void) { return states[current_thread + 1].state; }

void explorer_set_thread_state(void *state, void (*destroy)(void *)) {
  states[current_thread + 1].state = state;
  states[current_thread + 1].destroy = destroy;
}

static void forget_state(void) {
  void *state = explorer_thread_state();
  if (state != NULL) states[current_thread + 1].destroy(state);
  states[current_thread + 1].state = NULL;
}

static void run_first(void) {
  first_body(first_context);
  forget_state();
  current_thread = -1;
  setcontext(&driver);
}

static void run_other(int index) {
  thread_body(thread_context, index - 1);
  forget_state();
  threads[index].is_done = true;
  changes++;
  leave();
}

static void prepare(int index, void (*entry)(void)) {
  thread *it = &threads[index];
  if (it->stack == NULL) {
    it->stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (it->stack == MAP_FAILED) abort();
  }
  getcontext(&it->context);
  it->context.uc_stack.ss_sp = it->stack;
  it->context.uc_stack.ss_size = STACK_SIZE;
  it->context.uc_link = NULL;
  it->exists = true;
  it->is_done = false;
  it->yielded = false;
  it->has_read_old = false;
  it->ready = NULL;
  makecontext(&it->context, entry, 1, index);
}

static bool others_are_done(void *context) {
  (void)context;
  for (int i = 1; i < thread_count; i++) {
    if (!threads[i].is_done) return false;
  }
  return true;
}

void explorer_run_threads(int count, void (*body)(void *, int), void *context) {
  if (count >= MOST_THREADS) fail_with("at most %d threads", MOST_THREADS - 1);
  thread_body = body;
  thread_context = context;
  tick();
  for (int i = 1; i <= count; i++) {
    prepare(i, (void (*)(void))run_other);
    clocks[i] = clocks[0];
    clocks[i].at[i] = 1;
  }
  thread_count = count + 1;
  explorer_block(others_are_done, NULL);
  for (int i = 1; i <= count; i++) join(&clocks[0], &clocks[i]);
  thread_count = 1;
}

// MARK: - One execution

static void crashed(int signal, siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  if (current_thread < 0) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(signal, &standard, NULL);
    return;
  }
  fail_with("the engine crashed with signal %d (%s)", signal, strsignal(signal));
}

static void catch_crashes(void) {
  static _Thread_local bool done;
  if (done) return;
  done = true;
  static _Thread_local char stack[64 * 1024];
  stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternative, NULL);
  int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaction(signals[i], &action, NULL);
  }
}

bool explorer_execute(void (*body)(void *), void *context) {
  catch_crashes();
  epoch++;
  position = 0;
  path_index = 0;
  spent = 0;
  steps = 0;
  changes = 0;
  memset(created, 0, sizeof created);
  failed = false;
  memset(clocks, 0, sizeof clocks);
  for (int i = 0; i < MOST_THREADS; i++) {
    threads[i].exists = false;
    states[i + 1].state = NULL;
  }
  clocks[0].at[0] = 1;
  thread_count = 1;
  first_body = body;
  first_context = context;
  atomics_begin();
  memory_begin();
  prepare(0, run_first);
  current_thread = 0;
  references_begin();
  swapcontext(&driver, &threads[0].context);
  references_end();
  current_thread = -1;
  memory_end();
  return !failed;
}

const char *explorer_failure(void) { return failed ? failure : NULL; }

void fail_with(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(failure, sizeof failure, format, arguments);
  va_end(arguments);
  trace("%s", failure);
  failed = true;
  if (current_thread < 0) abort();
  current_thread = -1;
  setcontext(&driver);
  abort();
}

void explorer_fail(const char *message) { fail_with("%s", message); }

// MARK: - Tracing

void explorer_set_tracing(bool on) { tracing = on; }
void explorer_set_checking(bool on) { checking = on; }

void trace(const char *format, ...) {
  if (!tracing) return;
  char line[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  fprintf(stderr, "%6u  %s\n", position, line);
}

void explorer_note(const char *line) { trace("thread %d: %s", current_thread, line); }
