#ifndef CStoreFloor_H
#define CStoreFloor_H

#include <stdbool.h>
#include <stdint.h>

/// Starts a detached thread that takes no signals. Its name is cut to 15 bytes.
///
/// Returns 0, or the error number.
int store_thread_start(const char *name, void (*body)(void *context), void *context);

/// A number of the calling thread that no other living thread of this process has.
uint64_t store_thread_current(void);

/// Creates a wake-up for a thread that waits in `poll`: it polls `descriptors[0]`, and others post to
/// `descriptors[1]`. On Linux, both are one event descriptor.
///
/// Returns 0, or the error number.
int store_wake_create(int descriptors[2]);
/// Makes `descriptors[0]` readable.
void store_wake_post(int descriptor);
/// Makes `descriptors[0]` unreadable until the next post.
void store_wake_clear(int descriptor);
/// Closes both.
void store_wake_close(int descriptors[2]);

/// Nanoseconds of a clock that never goes back.
int64_t store_monotonic_nanoseconds(void);
/// Microseconds of the clock that all processes of this machine share and that counts on while the
/// machine sleeps.
int64_t store_boot_microseconds(void);
/// Microseconds since 1970.
int64_t store_wall_microseconds(void);
/// Writes the identifier of this boot of the machine, of at most 36 bytes, with a zero at its end.
///
/// Returns whether it is known.
bool store_boot_id(char identifier[37]);

/// What can be said of the file system of a path.
enum store_file_system {
  /// Its locks work among all processes that see it.
  STORE_FILE_SYSTEM_LOCAL,
  /// It is shared with other machines, or passes through a program; its locks cannot be trusted.
  STORE_FILE_SYSTEM_REMOTE,
  /// The path could not be examined; `errno` says why.
  STORE_FILE_SYSTEM_UNKNOWN,
};

#if defined(__linux__)
/// The name of a file system that is shared with other machines or passes through a program, by the
/// number with which `statfs` reports it, or `NULL`.
const char *store_remote_file_system(uint32_t number);
#endif

/// Examines the file system of a path, and writes its name, such as `nfs`.
enum store_file_system store_file_system_kind(const char *path, char name[32]);

#endif
