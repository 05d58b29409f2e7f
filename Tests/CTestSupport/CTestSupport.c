#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#ifdef __APPLE__
#include <TargetConditionals.h>
#endif

// The number of tests that run at a time, unless the caller sets it: four for each processor. If
// all two thousand ran at the same time, tests that wait for an event would time out. Swift Testing
// reads the variable when the tests start; this runs before.
__attribute__((constructor)) static void limit_tests_at_a_time(void) {
  char count[16];
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  snprintf(count, sizeof count, "%ld", 4 * (processors > 0 ? processors : 1));
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", count, 0);
}

int test_open_process(int process) {
#if defined(__linux__) && defined(SYS_pidfd_open)
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  (void)process;
  errno = ENOSYS;
  return -1;
#endif
}

// Waits for a child for a limited time. Returns whether it has ended; -1: there is no such child.
static int wait_for_child(pid_t child, unsigned seconds, int *status) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  struct pollfd end = {.fd = test_open_process(child), .events = POLLIN};
  int result;
  for (;;) {
    pid_t ended = waitpid(child, status, WNOHANG);
    result = ended == child ? 1 : ended < 0 && errno != EINTR ? -1 : 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
    time_t passed = now.tv_sec - begin.tv_sec;
    if (result != 0 || passed > (time_t)seconds) break;
    // Elsewhere the kernel reports it only by a signal, which belongs to the test process.
    int patience = end.fd < 0 ? 1 : ((int)seconds - (int)passed) * 1000 + 1000;
    poll(&end, 1, patience);
  }
  if (end.fd >= 0) close(end.fd);
  return result;
}

// A thread of the parent may hold a lock of the runtime at the moment of the fork; in the child it
// would never be released. That is not a failure of the test: another child is tried.
int test_in_forked_child(int (*body)(void *context), void *context, unsigned seconds) {
  for (int attempt = 0; attempt < 3; attempt++) {
#if defined(__APPLE__) && (TARGET_OS_TV || TARGET_OS_WATCH)
    pid_t child = -1;  // Forbidden there.
#else
    pid_t child = fork();
#endif
    if (child < 0) return -2;
    if (child == 0) {
      // The threads on which tasks run block signals, and the child has inherited that.
      sigset_t only;
      sigemptyset(&only);
      sigaddset(&only, SIGALRM);
      signal(SIGALRM, SIG_DFL);
      sigprocmask(SIG_UNBLOCK, &only, NULL);
      alarm(seconds);
      _exit(body(context));
    }
    int status = 0;
    // It may hang before it has requested the signal that would end it.
    int has_ended = wait_for_child(child, seconds + 5, &status);
    if (has_ended == 0) {
      kill(child, SIGKILL);
      has_ended = wait_for_child(child, 5, &status);
      if (has_ended == 1) continue;
    }
    if (has_ended != 1) return -2;
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    if (WTERMSIG(status) != SIGALRM) return -1;
  }
  return -1;
}

// Where the system cannot open descriptors with that flag, a child that is started at this moment
// inherits them.
#ifndef SOCK_CLOEXEC
#define SOCK_CLOEXEC 0
#endif

static int not_inherited(int one) {
  if (one >= 0) fcntl(one, F_SETFD, FD_CLOEXEC);
  return one;
}

int test_listen_local(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return -1;
  strcpy(address.sun_path, path);
  int one = not_inherited(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (one < 0) return -1;
  if (bind(one, (struct sockaddr *)&address, sizeof address) == 0 && listen(one, 4) == 0) {
    return one;
  }
  close(one);
  return -1;
}

int test_accept(int listener, unsigned seconds) {
  struct pollfd one = {.fd = listener, .events = POLLIN};
  int count;
  do count = poll(&one, 1, (int)seconds * 1000);
  while (count < 0 && errno == EINTR);
  if (count <= 0) return -1;
#ifdef __linux__
  int peer = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
#else
  int peer = not_inherited(accept(listener, NULL, NULL));
#endif
  struct timeval patience = {.tv_sec = seconds};
  if (peer >= 0) setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  return peer;
}

int test_make_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC | O_NONBLOCK);
#else
  if (pipe(ends) != 0) return -1;
  for (int n = 0; n < 2; n++) fcntl(not_inherited(ends[n]), F_SETFL, O_NONBLOCK);
  return 0;
#endif
}

int test_open_terminal(char *path, unsigned long size) {
  int one = not_inherited(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (one < 0) return -1;
  const char *name = NULL;
  if (grantpt(one) == 0 && unlockpt(one) == 0) name = ptsname(one);
  if (name != NULL && strlen(name) < size) {
    strcpy(path, name);
    return one;
  }
  close(one);
  return -1;
}

#ifdef __linux__

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>

int test_thread_number(void) { return (int)syscall(SYS_gettid); }

long test_voluntary_switches(int thread) {
  char path[64], line[128];
  snprintf(path, sizeof path, "/proc/self/task/%d/status", thread);
  FILE *status = fopen(path, "re");
  if (status == NULL) return -1;
  long switches = -1;
  while (fgets(line, sizeof line, status) != NULL)
    if (sscanf(line, "voluntary_ctxt_switches: %ld", &switches) == 1) break;
  fclose(status);
  return switches;
}

bool test_forbid_barriers(void) {
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

#else

bool test_forbid_barriers(void) { return false; }
int test_thread_number(void) { return -1; }
long test_voluntary_switches(int thread) { return -1; }

#endif
