#define _GNU_SOURCE
#include "CHarness.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int64_t bench_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t bench_processor_nanoseconds(void) {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}

// The request to the child: to hold the bytes from `begin` to `end`, or to release them.
struct order {
  int64_t holds, begin, end;
};

// Runs in the forked child of a process with threads: system calls only.
static void obey(int orders, int answers, char *memory, long page) {
  struct order order;
  while (read(orders, &order, sizeof order) == sizeof order) {
    int64_t began = bench_nanoseconds();
    if (order.holds) {
      for (int64_t place = order.begin; place < order.end; place += page) {
        ((volatile char *)memory)[place] = 1;
      }
    } else {
      madvise(memory + order.begin, (size_t)(order.end - order.begin), MADV_DONTNEED);
    }
    if (write(answers, &began, sizeof began) != sizeof began) break;
  }
  _exit(0);
}

bool bench_start_holder(struct bench_holder *holder, int64_t bytes) {
  int orders[2], answers[2];
  long page = sysconf(_SC_PAGESIZE);
  if (pipe(orders) != 0) return false;
  if (pipe(answers) != 0) {
    close(orders[0]);
    close(orders[1]);
    return false;
  }
  pid_t process = fork();
  if (process == 0) {
    // Keeps only its own ends, so that it exits when the other ends are closed.
    for (int file = 3; file < 1024; file++) {
      if (file != orders[0] && file != answers[1]) close(file);
    }
    char *memory =
        mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) _exit(1);
#if defined(MADV_NOHUGEPAGE)
    madvise(memory, (size_t)bytes, MADV_NOHUGEPAGE);
#endif
    obey(orders[0], answers[1], memory, page);
  }
  close(orders[0]);
  close(answers[1]);
  holder->process = process;
  holder->orders = orders[1];
  holder->answers = answers[0];
  if (process > 0) return true;
  close(orders[1]);
  close(answers[0]);
  return false;
}

int64_t bench_order_holder(const struct bench_holder *holder, bool holds, int64_t begin,
                           int64_t end) {
  struct order order = {holds, begin, end};
  int64_t began;
  if (write(holder->orders, &order, sizeof order) != sizeof order) return -1;
  if (read(holder->answers, &began, sizeof began) != sizeof began) return -1;
  return began;
}

void bench_end_holder(const struct bench_holder *holder) {
  close(holder->orders);
  close(holder->answers);
  kill((pid_t)holder->process, SIGKILL);
  waitpid((pid_t)holder->process, NULL, 0);
}
