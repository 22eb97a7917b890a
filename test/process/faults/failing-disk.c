// Calls of the C library that fail on order, of SQLite or for the files of one database. Loaded before all others (LD_PRELOAD).
//   FAULTS_ON      only files whose path begins with this
//   FAULTS_ORDER   a file whose first byte says what fails now: r(ead), w(rite), s(ync), f(ull disk), o(pen), m(emory of SQLite), or that the
//                  c(lock) is ten years ahead; anything else: nothing
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static const volatile char *order;

__attribute__((constructor)) static void find_order(void) {
  const char *path = getenv("FAULTS_ORDER");
  int fd = path == NULL ? -1 : open(path, O_RDONLY);
  if (fd < 0) return;
  void *seen = mmap(NULL, 1, PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  if (seen != MAP_FAILED) order = seen;
}

static int ordered(char what) { return order != NULL && *order == what; }

static int of_database(const char *path) {
  const char *prefix = getenv("FAULTS_ON");
  return prefix != NULL && strncmp(path, prefix, strlen(prefix)) == 0;
}

static int is_database(int fd) {
  char name[40], path[PATH_MAX];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(name, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return of_database(path);
}

static int fails(int fd, char what) {
  int before = errno;
  int is_wanted = ordered(what) && is_database(fd);
  errno = before;
  return is_wanted;
}

static int write_fails(int fd) {
  if (fails(fd, 'w')) return EIO;
  return fails(fd, 'f') ? ENOSPC : 0;
}

#define REAL(name, ...)                                                                                                \
  static ssize_t (*real)(__VA_ARGS__);                                                                                 \
  if (real == NULL) real = (ssize_t (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

#define READING(name, parameters, arguments, ...)                                                                      \
  ssize_t name parameters {                                                                                            \
    REAL(name, __VA_ARGS__);                                                                                           \
    if (!fails(fd, 'r')) return real arguments;                                                                     \
    errno = EIO;                                                                                                       \
    return -1;                                                                                                         \
  }

#define WRITING(name, parameters, arguments, ...)                                                                      \
  ssize_t name parameters {                                                                                            \
    REAL(name, __VA_ARGS__);                                                                                           \
    int problem = write_fails(fd);                                                                                     \
    if (problem == 0) return real arguments;                                                                           \
    errno = problem;                                                                                                   \
    return -1;                                                                                                         \
  }

READING(read, (int fd, void *to, size_t size), (fd, to, size), int, void *, size_t)
READING(pread, (int fd, void *to, size_t size, off_t at), (fd, to, size, at), int, void *, size_t, off_t)
READING(pread64, (int fd, void *to, size_t size, off64_t at), (fd, to, size, at), int, void *, size_t, off64_t)
WRITING(write, (int fd, const void *from, size_t size), (fd, from, size), int, const void *, size_t)
WRITING(pwrite, (int fd, const void *from, size_t size, off_t at), (fd, from, size, at), int, const void *, size_t, off_t)
WRITING(pwrite64, (int fd, const void *from, size_t size, off64_t at), (fd, from, size, at), int, const void *, size_t, off64_t)

static int sync_with(int fd, const char *name) {
  if (fails(fd, 's')) {
    errno = EIO;
    return -1;
  }
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  return real(fd);
}

int fsync(int fd) { return sync_with(fd, "fsync"); }

int fdatasync(int fd) { return sync_with(fd, "fdatasync"); }

static int open_with(const char *name, const char *path, int flags, mode_t mode) {
  if (of_database(path) && ordered('o')) {
    errno = EIO;
    return -1;
  }
  int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, name);
  return real(path, flags, mode);
}

#define OPENING(name)                                                                                                  \
  int name(const char *path, int flags, ...) {                                                                         \
    va_list more;                                                                                                      \
    va_start(more, flags);                                                                                             \
    mode_t mode = va_arg(more, mode_t);                                                                                \
    va_end(more);                                                                                                      \
    return open_with(#name, path, flags, mode);                                                                        \
  }

OPENING(open)
OPENING(open64)

extern void *__libc_malloc(size_t);
extern void *__libc_realloc(void *, size_t);

// Does the driver of SQLite ask, and is there nothing for it? `dladdr` would read all names of a library each time.
static int is_starved(void *caller) {
  struct dl_find_object found;
  if (!ordered('m') || _dl_find_object(caller, &found) != 0) return 0;
  return strstr(found.dlfo_link_map->l_name, "better_sqlite3") != NULL;
}

void *malloc(size_t size) {
  if (!is_starved(__builtin_return_address(0))) return __libc_malloc(size);
  errno = ENOMEM;
  return NULL;
}

void *realloc(void *old, size_t size) {
  if (!is_starved(__builtin_return_address(0))) return __libc_realloc(old, size);
  errno = ENOMEM;
  return NULL;
}

static const time_t ten_years = 10 * 365 * 86400;

int clock_gettime(clockid_t clock, struct timespec *at) {
  static int (*real)(clockid_t, struct timespec *);
  if (real == NULL) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, at);
  if (result == 0 && clock == CLOCK_REALTIME && ordered('c')) at->tv_sec += ten_years;
  return result;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  static int (*real)(struct timeval *, void *);
  if (real == NULL) real = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
  int result = real(at, zone);
  if (result == 0 && ordered('c')) at->tv_sec += ten_years;
  return result;
}
