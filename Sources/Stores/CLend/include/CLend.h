#ifndef CLEND_H
#define CLEND_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The environment, as the C library keeps it.
char **lend_environment(void);

// The time of day, in microseconds since 1970.
int64_t lend_time_of_day(void);

// --- Signals ------------------------------------------------------------------------------------

// Begins to collect these signals: each is written as a byte into a pipe. A signal that is ignored
// stays ignored, unless it is SIGCHLD. Returns the end to read from, or -1 with errno.
int lend_signals_open(const int *signals, size_t count);

// Gives the collected signals their default effects again.
void lend_signals_close(void);

// Stops the process group of this process until it is continued.
void lend_stop_group(void);

// --- The command --------------------------------------------------------------------------------

struct lend_command {
  // The words and the environment, each ending with NULL.
  char *const *words;
  char *const *environment;
  // Descriptors for the command: `from[i]` becomes `to[i]`. No number of one kind is in the other.
  const int *from;
  const int *to;
  size_t descriptors;
  // Descriptors that stay open with their numbers, such as the one of liveness.
  const int *kept;
  size_t kept_count;
  // The terminal, or -1. Its foreground is the command's if it is that of this process.
  int terminal;
  // When the watcher kills the command, until it receives another time. A command that would start
  // later is not started: the error is ETIMEDOUT.
  int64_t deadline;
};

struct lend_child {
  // The command: also the number of its process group.
  pid_t process;
  // The process that watches over the command and is its parent: it kills the command and its
  // descendants when this one ends.
  pid_t watcher;
  // A socket to the watcher: deadlines go there, and changes of the command come back.
  int watch;
};

// Starts a command in a process group of its own. Returns 0, or the error of fork or exec.
int lend_start(const struct lend_command *command, struct lend_child *child);

// A clock in nanoseconds that runs on while this process or the machine is suspended.
int64_t lend_now(void);

// Has the watcher kill the command and its descendants at this time, unless it receives another
// one.
void lend_watch_until(const struct lend_child *child, int64_t deadline);

// Kills the group of the command, and has the watcher kill its descendants: on Linux all of them,
// elsewhere those in its group.
void lend_kill(const struct lend_child *child);

// Ends the watcher; with `kills`, after it has killed what is left.
void lend_end(struct lend_child *child, int kills);

enum lend_change { lend_nothing, lend_exited, lend_killed, lend_stopped, lend_continued };

// What has happened to the command, without waiting; `value` is its exit code or the signal. Ask
// whenever `watch` can be read or a child of this process has changed.
enum lend_change lend_look(const struct lend_child *child, int *value);

// --- The terminal -------------------------------------------------------------------------------

// The terminal that controls this process, or -1.
int lend_terminal(void);
// Whether a shell could continue this process after it was stopped: not for the leader of a session.
int lend_has_shell(void);
// Whether this process is in the foreground of the terminal.
int lend_is_foreground(int terminal);
// Makes a group the foreground of the terminal, if that of this process is it.
void lend_give_foreground(int terminal, pid_t group);
// Makes the group of this process the foreground of the terminal, if the other one is it.
void lend_take_foreground(int terminal, pid_t group);

// --- Descriptors --------------------------------------------------------------------------------

// A file without a name that contains these bytes, open for reading from its beginning, with a
// number above 99 and closed on exec. Returns -1 with errno.
int lend_nameless_file(const void *bytes, size_t count);

// Whether a command would inherit this number from this process.
int lend_is_inherited(int descriptor);

// The type of the file system of a path, as a number of the kernel's; -1 if it cannot be known.
int64_t lend_file_system(const char *path);
// The bytes that are free there for this user.
int64_t lend_free_bytes(const char *path);

#endif
