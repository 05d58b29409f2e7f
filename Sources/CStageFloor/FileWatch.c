#define _GNU_SOURCE
#include "CStageFloor.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__)

#include <sys/inotify.h>

bool stage_open_file_watch(struct stage_file_watch *watch, const char *written,
                           const char *replaced, const char *link) {
  watch->second = -1;
  watch->descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (watch->descriptor < 0) return false;
  const uint32_t gone = IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF;
  if (inotify_add_watch(watch->descriptor, written, IN_MODIFY | gone) >= 0 &&
      inotify_add_watch(watch->descriptor, replaced, gone) >= 0 &&
      (strcmp(link, replaced) == 0 ||
       inotify_add_watch(watch->descriptor, link, gone | IN_DONT_FOLLOW | IN_MASK_ADD) >= 0))
    return true;
  int error = errno;
  close(watch->descriptor);
  watch->descriptor = -1;
  errno = error;
  return false;
}

bool stage_drain_file_watch(const struct stage_file_watch *watch) {
  char events[4096] __attribute__((aligned(8)));
  bool any = false;
  while (true) {
    long count = read(watch->descriptor, events, sizeof events);
    if (count > 0) any = true;
    else if (count == 0 || errno != EINTR) return any;
  }
}

#elif defined(__APPLE__)

#include <sys/event.h>
#include <sys/time.h>
#include <sys/types.h>

// The descriptor of the file itself is not opened: closing it would release the locks that this
// process has on the file.
bool stage_open_file_watch(struct stage_file_watch *watch, const char *written,
                           const char *replaced, const char *link) {
  watch->second = -1;
  watch->descriptor = kqueue();
  if (watch->descriptor < 0) return false;
  fcntl(watch->descriptor, F_SETFD, FD_CLOEXEC);
  watch->second = open(written, O_EVTONLY | O_CLOEXEC);
  struct kevent change;
  EV_SET(&change, (uintptr_t)watch->second, EVFILT_VNODE, EV_ADD | EV_CLEAR,
         NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_ATTRIB, 0, NULL);
  if (watch->second >= 0 && kevent(watch->descriptor, &change, 1, NULL, 0, NULL) == 0) return true;
  int error = errno;
  stage_close_file_watch(watch);
  errno = error;
  return false;
}

bool stage_drain_file_watch(const struct stage_file_watch *watch) {
  struct timespec now = {0, 0};
  struct kevent event;
  bool any = false;
  while (kevent(watch->descriptor, NULL, 0, &event, 1, &now) > 0) any = true;
  return any;
}

#else

bool stage_open_file_watch(struct stage_file_watch *watch, const char *written,
                           const char *replaced, const char *link) {
  watch->descriptor = -1;
  watch->second = -1;
  errno = ENOSYS;
  return false;
}

bool stage_drain_file_watch(const struct stage_file_watch *watch) { return false; }

#endif

void stage_close_file_watch(struct stage_file_watch *watch) {
  if (watch->descriptor >= 0) close(watch->descriptor);
  if (watch->second >= 0) close(watch->second);
  watch->descriptor = -1;
  watch->second = -1;
}

bool stage_is_byte_locked(int descriptor, int64_t offset) {
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = (off_t)offset;
  lock.l_len = 1;
#if defined(F_OFD_GETLK) && defined(__linux__)
  if (fcntl(descriptor, F_OFD_GETLK, &lock) == 0) return lock.l_type != F_UNLCK;
  lock.l_type = F_WRLCK;
  lock.l_pid = 0;
#endif
  return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}
