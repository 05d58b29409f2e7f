// Functions of the tests that need C.
#ifndef C_TEST_SUPPORT_H
#define C_TEST_SUPPORT_H

#include <stdbool.h>

/// Forks, calls `body(context)` in the child, which exits with its result, and waits for that.
/// Returns the child's result, 0 to 255; -1: the child was ended by a signal, which a child that
/// hangs gets after `seconds`; -2: there is no child. Call it on a thread that may block.
int test_in_forked_child(int (*body)(void *context), void *context, unsigned seconds);

/// Opens a local stream socket at `path` that waits for connections; -1: that failed.
int test_listen_local(const char *path);

/// Accepts the first connection. Waits at most the given number of seconds for it, and in each read
/// from it; -1: there was none. No child inherits it.
int test_accept(int listener, unsigned seconds);

/// Opens a pipe that no child inherits and that never blocks; -1: that failed.
int test_make_pipe(int ends[2]);

/// Opens one side of a terminal, and returns the path of the other one; -1: that failed.
int test_open_terminal(char *path, unsigned long size);

/// Opens a descriptor that becomes readable when this process exits; -1: there is no such process
/// (`errno` is `ESRCH`), or the kernel has no such descriptors.
int test_open_process(int process);

/// The kernel's number of the calling thread; -1 where it has none.
int test_thread_number(void);

/// The number of voluntary context switches of this thread of the process; -1 where they are not
/// counted.
long test_voluntary_switches(int thread);

/// From now on the kernel refuses `membarrier` to every thread of this process, permanently.
/// Returns false where that is not possible; then nothing has changed.
bool test_forbid_barriers(void);

#endif
