#define _GNU_SOURCE
#include "CStageFloor.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static enum stage_file_kind stage_kind(int result, const struct stat *facts) {
  if (result != 0) return STAGE_FILE_MISSING;
  if (S_ISREG(facts->st_mode)) return STAGE_FILE_REGULAR;
  if (S_ISFIFO(facts->st_mode)) return STAGE_FILE_FIFO;
  if (S_ISCHR(facts->st_mode)) return STAGE_FILE_DEVICE;
  if (S_ISSOCK(facts->st_mode)) return STAGE_FILE_SOCKET;
  return STAGE_FILE_OTHER;
}

enum stage_file_kind stage_kind_at(const char *path) {
  struct stat facts;
  return stage_kind(stat(path, &facts), &facts);
}

enum stage_file_kind stage_kind_of(int descriptor) {
  struct stat facts;
  return stage_kind(fstat(descriptor, &facts), &facts);
}

int stage_connect_local(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address.sun_path, path);
#if defined(SOCK_CLOEXEC)
  int one = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (one < 0) return -1;
#else
  int one = socket(AF_UNIX, SOCK_STREAM, 0);
  if (one < 0) return -1;
  fcntl(one, F_SETFD, FD_CLOEXEC);
  fcntl(one, F_SETFL, O_NONBLOCK);
#endif
#if defined(SO_NOSIGPIPE)
  int yes = 1;
  setsockopt(one, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  int result;
  do result = connect(one, (struct sockaddr *)&address, sizeof address);
  while (result != 0 && errno == EINTR);
  if (result == 0) return one;
  int error = errno;
  close(one);
  errno = error;
  return -1;
}

int64_t stage_owner_of(int descriptor) {
  struct stat facts;
  if (fstat(descriptor, &facts) != 0) return -1;
  if (!S_ISSOCK(facts.st_mode)) return facts.st_uid;
#if defined(SO_PEERCRED)
  struct ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.uid : -1;
#else
  uid_t user;
  gid_t group;
  return getpeereid(descriptor, &user, &group) == 0 ? user : -1;
#endif
}

long stage_send(int socket, const void *bytes, unsigned long count) {
#if defined(MSG_NOSIGNAL)
  const int flags = MSG_NOSIGNAL;
#else
  const int flags = 0;
#endif
  long sent;
  do sent = send(socket, bytes, count, flags);
  while (sent < 0 && errno == EINTR);
  return sent;
}
