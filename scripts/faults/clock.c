// Loaded before the others, sets the clock of a process that counts from 1970 by the number of
// seconds in CLOCK_OFFSET, or in the file CLOCK_FILE, which has them as an 8-byte number that may change:
// see ../faults.sh.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Maps the file, so that a change of it is seen at once.
static volatile long *shared(void) {
  static volatile long *number;
  if (number) return number;
  const char *path = getenv("CLOCK_FILE");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return 0;
  void *map = mmap(0, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (map == MAP_FAILED) return 0;
  return number = map;
}

static long offset(void) {
  volatile long *number = shared();
  if (number) return *number;
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
