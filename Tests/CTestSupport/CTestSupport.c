#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

// A thread of the parent may hold a lock of the runtime at the moment of the fork, which nobody will
// ever leave in the child. That says nothing of what is tested: another child is tried.
int test_in_forked_child(int (*body)(void *context), void *context, unsigned seconds) {
  for (int attempt = 0; attempt < 3; attempt++) {
    pid_t child = fork();
    if (child < 0) return -2;
    if (child == 0) {
      // The threads on which tasks run take no signals, and the child has inherited that.
      sigset_t only;
      sigemptyset(&only);
      sigaddset(&only, SIGALRM);
      signal(SIGALRM, SIG_DFL);
      sigprocmask(SIG_UNBLOCK, &only, NULL);
      alarm(seconds);
      _exit(body(context));
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
      if (errno != EINTR) return -2;
    }
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    if (WTERMSIG(status) != SIGALRM) return -1;
  }
  return -1;
}

int test_listen_local(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return -1;
  strcpy(address.sun_path, path);
  int one = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (one < 0) return -1;
  if (bind(one, (struct sockaddr *)&address, sizeof address) == 0 && listen(one, 4) == 0) {
    return one;
  }
  close(one);
  return -1;
}

int test_open_terminal(char *path, unsigned long size) {
  int one = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
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
