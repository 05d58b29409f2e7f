// What the kernel reports about this boot, its clock and about file systems.

// For statx.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CStageFloor.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif
#if defined(__linux__)
#include <sys/vfs.h>
#else
#include <sys/mount.h>
#include <sys/param.h>
#include <sys/sysctl.h>
#endif

bool stage_boot_id(char identifier[37]) {
  identifier[0] = 0;
#if defined(__linux__)
  int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count;
  do count = read(file, identifier, 36);
  while (count < 0 && errno == EINTR);
  close(file);
  if (count != 36) return false;
  identifier[36] = 0;
  return true;
#else
  size_t size = 37;
  if (sysctlbyname("kern.bootsessionuuid", identifier, &size, NULL, 0) != 0) return false;
  identifier[36] = 0;
  return true;
#endif
}

bool stage_boot_clock_shift(int64_t *microseconds) {
  *microseconds = 0;
#if defined(__linux__)
  char own[64], children[64];
  ssize_t length = readlink("/proc/self/ns/time", own, sizeof own);
  // A kernel without time namespaces has one clock.
  if (length <= 0) return true;
  const char *initial = "time:[4026531834]";
  if (length == (ssize_t)strlen(initial) && memcmp(own, initial, (size_t)length) == 0) return true;
  // The kernel tells the shift of the namespace of the children.
  if (readlink("/proc/self/ns/time_for_children", children, sizeof children) != length ||
      memcmp(own, children, (size_t)length) != 0) {
    return false;
  }
  FILE *file = fopen("/proc/self/timens_offsets", "re");
  if (!file) return false;
  char clock[32];
  long long seconds, nanoseconds;
  bool is_known = false;
  while (fscanf(file, "%31s %lld %lld", clock, &seconds, &nanoseconds) == 3) {
    if (strcmp(clock, "boottime") != 0) continue;
    *microseconds = seconds * 1000000 + nanoseconds / 1000;
    is_known = true;
  }
  fclose(file);
  return is_known;
#else
  return true;
#endif
}

bool stage_is_mounted_alone(const char *path) {
#if defined(__linux__) && defined(STATX_ATTR_MOUNT_ROOT)
  struct statx info;
  if (statx(AT_FDCWD, path, 0, STATX_TYPE, &info) != 0) return false;
  return (info.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0 && !S_ISDIR(info.stx_mode);
#else
  (void)path;
  return false;
#endif
}

#if defined(__linux__)
static const struct {
  uint32_t magic;
  const char *name;
} stage_remote_file_systems[] = {
    {0x6969, "nfs"},         {0x517B, "smb"},        {0xFF534D42, "cifs"},
    {0xFE534D42, "smb2"},    {0x01021997, "9p"},     {0x65735546, "fuse"},
    {0x00C36400, "ceph"},    {0x5346414F, "afs"},    {0x6B414653, "afs"},
    {0x73757245, "coda"},    {0x564C, "ncp"},        {0x0BD00BD0, "lustre"},
    {0x01161970, "gfs2"},    {0x7461636F, "ocfs2"},  {0x19830326, "fhgfs"},
    {0x47504653, "gpfs"},    {0xAAD7AAEA, "panfs"},  {0x786F4256, "vboxsf"},
    {0xBACBACBC, "vmhgfs"},
};

const char *stage_remote_file_system(uint32_t number) {
  size_t count = sizeof stage_remote_file_systems / sizeof stage_remote_file_systems[0];
  for (size_t index = 0; index < count; index++) {
    if (number == stage_remote_file_systems[index].magic) {
      return stage_remote_file_systems[index].name;
    }
  }
  return NULL;
}
#endif

#if defined(__APPLE__) && !TARGET_OS_OSX
// The files of an app are local, and statfs is an API for which a privacy manifest states a reason.
enum stage_file_system_reach stage_file_system_reach(const char *path, char name[32]) {
  (void)path;
  name[0] = 0;
  return STAGE_FILE_SYSTEM_LOCAL;
}
#else
enum stage_file_system_reach stage_file_system_reach(const char *path, char name[32]) {
  struct statfs info;
  name[0] = 0;
  int result;
  do result = statfs(path, &info);
  while (result != 0 && errno == EINTR);
  if (result != 0) return STAGE_FILE_SYSTEM_UNKNOWN;
#if defined(__linux__)
  const char *remote = stage_remote_file_system((uint32_t)info.f_type);
  if (!remote) return STAGE_FILE_SYSTEM_LOCAL;
  snprintf(name, 32, "%s", remote);
  return STAGE_FILE_SYSTEM_REMOTE;
#else
  snprintf(name, 32, "%.31s", info.f_fstypename);
  return info.f_flags & MNT_LOCAL ? STAGE_FILE_SYSTEM_LOCAL : STAGE_FILE_SYSTEM_REMOTE;
#endif
}
#endif
