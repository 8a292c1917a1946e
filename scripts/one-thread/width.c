// Loaded before the others, gives the tasks of a process one thread: see ../stages/one-thread.sh.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

/// How Swift's runtime says how many threads run tasks, which it does once.
void dispatch_queue_set_width(void *queue, long width) {
  void (*original)(void *, long) = dlsym(RTLD_NEXT, "dispatch_queue_set_width");
  unsetenv("LD_PRELOAD");  // Processes that tests start have the threads that they always have.
  (void)width;
  original(queue, 1);
}
