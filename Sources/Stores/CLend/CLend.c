#define _GNU_SOURCE
#include "CLend.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#else
#include <sys/mount.h>
#include <sys/param.h>
#endif

extern char **environ;

char **lend_environment(void) { return environ; }

int64_t lend_time_of_day(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static int close_on_exec(int descriptor) {
  return fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

// A copy above 99, closed on exec. Closes the original.
static int raised(int descriptor) {
  if (descriptor < 0) return -1;
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 100);
  int error = errno;
  close(descriptor);
  errno = error;
  return copy;
}

static int make_pipe(int ends[2]) {
  int low[2];
  if (pipe(low) < 0) return -1;
  ends[0] = raised(low[0]);
  ends[1] = raised(low[1]);
  return ends[0] < 0 || ends[1] < 0 ? -1 : 0;
}

static void write_all(int descriptor, const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t written = write(descriptor, next, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    next += written;
    count -= (size_t)written;
  }
}

// Like a pipe, but a write to a closed end raises no signal.
static int make_sockets(int ends[2]) {
  int low[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, low) < 0) return -1;
  ends[0] = raised(low[0]);
  ends[1] = raised(low[1]);
#ifdef SO_NOSIGPIPE
  int yes = 1;
  setsockopt(ends[1], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  return ends[0] < 0 || ends[1] < 0 ? -1 : 0;
}

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

// Never waits: the reader may be stopped, and knows an earlier deadline then.
static void send_number(int descriptor, int64_t number) {
  while (send(descriptor, &number, sizeof number, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 &&
         errno == EINTR) {
  }
}

// --- Signals ------------------------------------------------------------------------------------

static volatile sig_atomic_t signal_pipe = -1;
static int collected[32];
static size_t collected_count;

static void collect(int number) {
  int error = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe contains the news already.
  ssize_t written = write((int)signal_pipe, &byte, 1);
  (void)written;
  errno = error;
}

int lend_signals_open(const int *signals, size_t count) {
  int ends[2];
  if (make_pipe(ends) < 0) return -1;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFL, O_NONBLOCK);
  signal_pipe = ends[1];
  for (size_t i = 0; i < count && collected_count < 32; i++) {
    struct sigaction old;
    if (signals[i] != SIGCHLD && sigaction(signals[i], NULL, &old) == 0 &&
        old.sa_handler == SIG_IGN) {
      continue;
    }
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = collect;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    if (sigaction(signals[i], &action, NULL) < 0) return -1;
    collected[collected_count++] = signals[i];
  }
  return ends[0];
}

void lend_signals_close(void) {
  for (size_t i = 0; i < collected_count; i++) signal(collected[i], SIG_DFL);
}

void lend_stop_group(void) { kill(0, SIGSTOP); }

// --- The watcher --------------------------------------------------------------------------------

int64_t lend_now(void) {
  struct timespec time;
#ifdef __linux__
  clock_gettime(CLOCK_BOOTTIME, &time);
#else
  clock_gettime(CLOCK_MONOTONIC, &time);
#endif
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void close_all_but(int kept) {
#if defined(__linux__) && defined(SYS_close_range)
  if (syscall(SYS_close_range, 0u, (unsigned)kept - 1, 0u) == 0 &&
      syscall(SYS_close_range, (unsigned)kept + 1, ~0u, 0u) == 0) {
    return;
  }
#endif
  int limit = (int)sysconf(_SC_OPEN_MAX);
  if (limit > 65536) limit = 65536;
  for (int i = 0; i < limit; i++) {
    if (i != kept) close(i);
  }
}

// Reads the numbers of the children of this process, or as many as there is room for.
static size_t children(pid_t *numbers, size_t room) {
  size_t count = 0;
#ifdef __linux__
  char buffer[4096];
  int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, buffer, sizeof buffer - 1);
  close(file);
  pid_t number = 0;
  for (ssize_t i = 0; i < length && count < room; i++) {
    if (buffer[i] != ' ') {
      number = number * 10 + (buffer[i] - '0');
    } else {
      numbers[count++] = number;
      number = 0;
    }
  }
#else
  (void)numbers;
  (void)room;
#endif
  return count;
}

// Whether a child has ended; it is not reaped.
static int has_ended(pid_t process, siginfo_t *info) {
  int result;
  do {
    memset(info, 0, sizeof *info);
    result = waitid(P_PID, (id_t)process, info, WEXITED | WNOHANG | WNOWAIT);
  } while (result < 0 && errno == EINTR);
  return result < 0 || info->si_pid != 0;
}

// Reaps descendants that have become children of this process, but not the command, so that its
// number, which is that of its group, stays its own.
static void reap_others(pid_t process) {
  pid_t numbers[256];
  size_t count = children(numbers, 256);
  for (size_t i = 0; i < count; i++) {
    if (numbers[i] != process) waitpid(numbers[i], NULL, WNOHANG);
  }
}

// Kills the group of the command and, on Linux, all its descendants.
//
// Only children are killed by number, and their numbers are their own until they are reaped here.
// The children of one that has ended become children of this process, before it can be reaped. What
// the system cannot end within five seconds is left.
static void kill_all(pid_t process) {
  for (int round = 0; round < 5000; round++) {
    kill(-process, SIGKILL);
    siginfo_t info;
    int is_alive = !has_ended(process, &info), has_reaped = 0;
    pid_t numbers[256];
    size_t count = children(numbers, 256);
    for (size_t i = 0; i < count; i++) {
      if (numbers[i] == process) continue;
      kill(numbers[i], SIGKILL);
      if (waitpid(numbers[i], NULL, WNOHANG) == 0) {
        is_alive = 1;
      } else {
        has_reaped = 1;
      }
    }
    // The children of one that was reaped are this process's by now.
    if (has_reaped) continue;
    if (!is_alive) return;
    struct timespec pause = {0, 1000000};
    nanosleep(&pause, NULL);
  }
}

static int64_t record(enum lend_change change, int value) {
  return (int64_t)change << 32 | (uint32_t)value;
}

// Sends what has happened to the command. Returns whether its end was sent.
static int send_changes(int descriptor, pid_t process, int has_sent_end) {
  siginfo_t info;
  for (;;) {
    memset(&info, 0, sizeof info);
    int options = WSTOPPED | WCONTINUED | WNOHANG;
    if (waitid(P_PID, (id_t)process, &info, options) < 0 && errno == EINTR) continue;
    if (info.si_pid == 0) break;
    send_number(
        descriptor,
        record(info.si_code == CLD_CONTINUED ? lend_continued : lend_stopped, info.si_status));
  }
  if (has_sent_end || !has_ended(process, &info)) return has_sent_end;
  send_number(
      descriptor, record(info.si_code == CLD_EXITED ? lend_exited : lend_killed, info.si_status));
  return 1;
}

// Watches over the command, in a process of its own that has no other thread: only calls that are
// safe after fork. Kills the command and its descendants when the socket is closed, or when a
// deadline has passed, which happens if the process that supervises the command is stopped.
static void watch(int descriptor, pid_t process, int64_t deadline) {
  close_all_but(descriptor);
  int news[2];
  if (make_pipe(news) < 0) {
    kill_all(process);
    _exit(127);
  }
  for (int i = 0; i < 2; i++) fcntl(news[i], F_SETFL, O_NONBLOCK);
  signal_pipe = news[1];
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = collect;
  sigaction(SIGCHLD, &action, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  int timer = -1;
#ifdef __linux__
  // Counts the time in which the machine is suspended.
  timer = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC);
#endif
  int is_new = 1, has_sent_end = 0;
  for (;;) {
    has_sent_end = send_changes(descriptor, process, has_sent_end);
    reap_others(process);
    int64_t left = deadline == INT64_MAX ? INT64_MAX : deadline - lend_now();
    if (left <= 0) {
      kill_all(process);
      deadline = INT64_MAX;
      continue;
    }
#ifdef __linux__
    if (is_new && deadline != INT64_MAX) {
      struct itimerspec end = {{0, 0}, {deadline / 1000000000, deadline % 1000000000}};
      timerfd_settime(timer, TFD_TIMER_ABSTIME, &end, NULL);
    }
#else
    (void)is_new;
#endif
    is_new = 0;
    struct pollfd polls[3] = {
        {descriptor, POLLIN, 0}, {timer, POLLIN, 0}, {news[0], POLLIN, 0}};
    int timeout = left == INT64_MAX ? -1 : left / 1000000 > 1000000 ? 1000000
                                                                    : (int)(left / 1000000) + 1;
    if (poll(polls, 3, timeout) < 0 && errno != EINTR) break;
    char bytes[64];
    ssize_t ignored;
    if (polls[1].revents & POLLIN) {
      ignored = read(timer, bytes, sizeof(uint64_t));
      (void)ignored;
    }
    if (polls[2].revents & POLLIN) {
      ignored = read(news[0], bytes, sizeof bytes);
      (void)ignored;
    }
    if (!polls[0].revents) continue;
    ssize_t count = read(descriptor, &deadline, sizeof deadline);
    if (count < 0 && errno == EINTR) continue;
    if (count != (ssize_t)sizeof deadline) break;
    is_new = 1;
  }
  kill_all(process);
  send_changes(descriptor, process, has_sent_end);
  _exit(0);
}

void lend_watch_until(const struct lend_child *child, int64_t deadline) {
  send_number(child->watch, deadline > 1 ? deadline : 1);
}

void lend_kill(const struct lend_child *child) {
  kill(-child->process, SIGKILL);
  lend_watch_until(child, 1);
  // It may be stopped.
  kill(child->watcher, SIGCONT);
}

void lend_end(struct lend_child *child, int kills) {
  if (kills) {
    // It kills all that is left, and ends.
    shutdown(child->watch, SHUT_WR);
    kill(child->watcher, SIGCONT);
  } else {
    // Before the socket is closed, at which it would kill the group. It ends even if it is stopped.
    kill(child->watcher, SIGKILL);
  }
  while (waitpid(child->watcher, NULL, 0) < 0 && errno == EINTR) {
  }
  close(child->watch);
  child->watch = -1;
}

// --- The command --------------------------------------------------------------------------------

static void reset_signals(void) {
  for (size_t i = 0; i < collected_count; i++) signal(collected[i], SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
}

// Runs between fork and exec: only calls that are safe there.
static void become(
    const struct lend_command *command, pid_t parent, int is_foreground, int errors) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
#else
  (void)parent;
#endif
  // All signals are blocked, so this is not stopped for being in the background.
  if (is_foreground) tcsetpgrp(command->terminal, getpid());
  for (size_t i = 0; i < command->descriptors; i++) {
    if (dup2(command->from[i], command->to[i]) < 0) goto failed;
  }
  for (size_t i = 0; i < command->kept_count; i++) fcntl(command->kept[i], F_SETFD, 0);
  environ = (char **)command->environment;
  reset_signals();
  // The last look: the process that started this one may have been stopped.
  if (lend_now() >= command->deadline) {
    errno = ETIMEDOUT;
    goto failed;
  }
  execvp(command->words[0], command->words);
failed:;
  int error = errno;
  write_all(errors, &error, sizeof error);
  _exit(127);
}

// Runs in the watcher: starts the command as its child, so that all descendants stay below it.
static void start_watching(
    const struct lend_command *command, int is_foreground, int descriptor, int errors) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_NAME, "lend-watch");
  // Descendants whose parents have ended become children of this process.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  pid_t parent = getpid();
  pid_t process = fork();
  if (process == 0) become(command, parent, is_foreground, errors);
  if (process < 0) {
    int error = errno;
    write_all(errors, &error, sizeof error);
    _exit(127);
  }
  setpgid(process, process);
  send_number(descriptor, process);
  watch(descriptor, process, command->deadline);
}

// A stopped watcher would keep the command and what is known about it.
static void continue_watcher(const struct lend_child *child) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  if (waitid(P_PID, (id_t)child->watcher, &info, WSTOPPED | WNOHANG) == 0 && info.si_pid != 0) {
    kill(child->watcher, SIGCONT);
  }
}

// Reads what the watcher or the command writes, unless both close their end.
static ssize_t read_number(
    const struct lend_child *child, int descriptor, void *number, size_t size) {
  for (;;) {
    // The handler of signals may run on another thread, so the end of this wait is no signal.
    struct pollfd wait = {descriptor, POLLIN, 0};
    if (poll(&wait, 1, 20) <= 0) {
      continue_watcher(child);
      continue;
    }
    ssize_t count = read(descriptor, number, size);
    if (count >= 0 || errno != EINTR) return count;
  }
}

int lend_start(const struct lend_command *command, struct lend_child *child) {
  int errors[2], watching[2];
  if (make_pipe(errors) < 0 || make_sockets(watching) < 0) return errno;
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  int error = 0;
  int is_foreground = command->terminal >= 0 && lend_is_foreground(command->terminal);
  child->watch = watching[1];
  child->watcher = fork();
  if (child->watcher == 0) start_watching(command, is_foreground, watching[0], errors[1]);
  if (child->watcher < 0) error = errno;
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  close(watching[0]);
  close(errors[1]);
  if (error == 0) {
    int64_t process = 0;
    int is_started =
        read_number(child, watching[1], &process, sizeof process) == (ssize_t)sizeof process;
    child->process = (pid_t)process;
    if (is_started && is_foreground) lend_give_foreground(command->terminal, child->process);
    if (read_number(child, errors[0], &error, sizeof error) != (ssize_t)sizeof error) {
      error = is_started ? 0 : ECHILD;
    }
    if (error != 0) {
      if (is_started && is_foreground) lend_take_foreground(command->terminal, child->process);
      lend_end(child, 0);
    }
  } else {
    close(watching[1]);
  }
  close(errors[0]);
  return error;
}

enum lend_change lend_look(const struct lend_child *child, int *value) {
  continue_watcher(child);
  int64_t change;
  ssize_t count;
  do {
    count = recv(child->watch, &change, sizeof change, MSG_DONTWAIT);
  } while (count < 0 && errno == EINTR);
  if (count == (ssize_t)sizeof change) {
    *value = (int32_t)change;
    return (enum lend_change)(change >> 32);
  }
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return lend_nothing;
  // The watcher was killed, and with it the command: there is no status left.
  kill(-child->process, SIGKILL);
  *value = SIGKILL;
  return lend_killed;
}

// --- The terminal -------------------------------------------------------------------------------

int lend_terminal(void) { return raised(open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)); }

int lend_has_shell(void) { return getpgrp() != getsid(0); }

int lend_is_foreground(int terminal) { return tcgetpgrp(terminal) == getpgrp(); }

static void set_foreground(int terminal, pid_t group) {
  // A process in the background would be stopped.
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &set, &old);
  tcsetpgrp(terminal, group);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void lend_give_foreground(int terminal, pid_t group) {
  if (lend_is_foreground(terminal)) set_foreground(terminal, group);
}

void lend_take_foreground(int terminal, pid_t group) {
  if (tcgetpgrp(terminal) == group) set_foreground(terminal, getpgrp());
}

// --- Descriptors --------------------------------------------------------------------------------

int lend_nameless_file(const void *bytes, size_t count) {
  int file = -1;
#if defined(__linux__) && defined(SYS_memfd_create)
  // Never on a disk: the bytes may be secret.
  file = (int)syscall(SYS_memfd_create, "lend-payload", 1u);
#endif
  if (file < 0) {
    char name[] = "/tmp/lend-payload-XXXXXX";
    file = mkstemp(name);
    if (file < 0) return -1;
    unlink(name);
    close_on_exec(file);
  }
  file = raised(file);
  if (file < 0) return -1;
  write_all(file, bytes, count);
  if (lseek(file, 0, SEEK_CUR) != (off_t)count) {
    close(file);
    errno = ENOSPC;
    return -1;
  }
  lseek(file, 0, SEEK_SET);
  return file;
}

int lend_is_inherited(int descriptor) {
  int flags = fcntl(descriptor, F_GETFD);
  return flags >= 0 && !(flags & FD_CLOEXEC);
}

int64_t lend_file_system(const char *path) {
  struct statfs status;
  if (statfs(path, &status) < 0) return -1;
#ifdef __linux__
  return (int64_t)(uint32_t)status.f_type;
#else
  return (int64_t)status.f_type;
#endif
}

int64_t lend_free_bytes(const char *path) {
  struct statfs status;
  if (statfs(path, &status) < 0) return 0;
  return (int64_t)status.f_bavail * (int64_t)status.f_bsize;
}
