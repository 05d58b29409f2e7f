#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CStoreFloor.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/eventfd.h>
#endif

struct store_thread {
  void (*body)(void *context);
  void *context;
  char name[16];
};

static void *store_run_thread(void *argument) {
  struct store_thread thread = *(struct store_thread *)argument;
  free(argument);
#if defined(__APPLE__)
  pthread_setname_np(thread.name);
#elif defined(__linux__)
  pthread_setname_np(pthread_self(), thread.name);
#endif
  thread.body(thread.context);
  return NULL;
}

int store_thread_start(const char *name, void (*body)(void *context), void *context) {
  struct store_thread *thread = malloc(sizeof *thread);
  if (!thread) return ENOMEM;
  thread->body = body;
  thread->context = context;
  strncpy(thread->name, name, sizeof thread->name - 1);
  thread->name[sizeof thread->name - 1] = 0;

  // A thread inherits the mask of its creator. A handler of the program's must not run on it, and a
  // pipe whose reader has ended must not end the program.
  static const int kept[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGSYS, SIGPROF};
  sigset_t all, old;
  sigfillset(&all);
  for (size_t each = 0; each < sizeof kept / sizeof *kept; each++) sigdelset(&all, kept[each]);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  pthread_t handle;
  int error = pthread_create(&handle, &attributes, store_run_thread, thread);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  if (error) free(thread);
  return error;
}

uint64_t store_thread_current(void) { return (uint64_t)(uintptr_t)pthread_self(); }

int store_wake_create(int descriptors[2]) {
#if defined(__linux__)
  int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (descriptor < 0) return errno;
  descriptors[0] = descriptors[1] = descriptor;
#else
  if (pipe(descriptors) != 0) return errno;
  for (int index = 0; index < 2; index++) {
    fcntl(descriptors[index], F_SETFD, FD_CLOEXEC);
    fcntl(descriptors[index], F_SETFL, O_NONBLOCK);
  }
#endif
  return 0;
}

void store_wake_post(int descriptor) {
  uint64_t one = 1;
  // A full pipe is readable already.
  while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

void store_wake_clear(int descriptor) {
  uint64_t bytes[32];
#if defined(__linux__)
  while (read(descriptor, bytes, sizeof bytes) < 0 && errno == EINTR) {
  }
#else
  ssize_t count;
  do count = read(descriptor, bytes, sizeof bytes);
  while (count == (ssize_t)sizeof bytes || (count < 0 && errno == EINTR));
#endif
}

void store_wake_close(int descriptors[2]) {
  close(descriptors[0]);
  if (descriptors[1] != descriptors[0]) close(descriptors[1]);
}

int64_t store_monotonic_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t store_boot_microseconds(void) {
  struct timespec time;
#if defined(__linux__)
  clock_gettime(CLOCK_BOOTTIME, &time);
#else
  // On Apple platforms this clock counts on while the machine sleeps.
  clock_gettime(CLOCK_MONOTONIC, &time);
#endif
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

int64_t store_wall_microseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}
