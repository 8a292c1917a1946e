// Loaded before the others, sets the clock of a process that counts from 1970 by the number of
// seconds in CLOCK_OFFSET: see ../faults.sh.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long offset(void) {
  const char *text = getenv("CLOCK_OFFSET");
  return text ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*original)(clockid_t, struct timespec *);
  if (!original) original = dlsym(RTLD_NEXT, "clock_gettime");
  int result = original(clock, now);
  if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec += offset();
  return result;
}

int gettimeofday(struct timeval *now, void *zone) {
  static int (*original)(struct timeval *, void *);
  if (!original) original = dlsym(RTLD_NEXT, "gettimeofday");
  int result = original(now, zone);
  if (result == 0) now->tv_sec += offset();
  return result;
}

time_t time(time_t *now) {
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  if (now) *now = precise.tv_sec;
  return precise.tv_sec;
}
