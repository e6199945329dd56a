// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The functions of POSIX that clipguard asks the system for, as Windows has
// them. Read before each of its sources (program.bzl), which find these names
// before those of the C library, because they are in our namespace.
//
// Paths are in UTF-8, of any length, with either slash; those that are returned
// have "/". Descriptors are those of the C library, and may be folders. errno
// says why something failed. A link is a symbolic link or a junction.

#ifndef CLIPGUARD_WINDOWS_POSIX_H_
#define CLIPGUARD_WINDOWS_POSIX_H_

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

// Names that the C library lacks. No bit is one of its own.
#define O_CLOEXEC 0
#define O_NOCTTY 0
#define O_NONBLOCK 0
#define O_DIRECTORY 0x1000000
#define O_NOFOLLOW 0x2000000
#define O_PATH 0x4000000
#define AT_SYMLINK_NOFOLLOW 1
#define F_GETFL 3
#define F_SETFL 4
#define S_IFLNK 0xA000
#define S_ISLNK(mode) (((mode) & S_IFMT) == S_IFLNK)
#define SIGHUP 1
#define SIGPIPE 13
#define SIGXFSZ 25
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_PRIVATE 0
#define MAP_ANONYMOUS 0
#define MAP_NORESERVE 0
#define MAP_FAILED (static_cast<void*>(nullptr))
#define MREMAP_MAYMOVE 1
#define PIPEFS_MAGIC 0
#define TIOCGWINSZ 0
#define POLLIN 1
#define SYS_openat2 0
#define RESOLVE_BENEATH 0
#define RESOLVE_NO_SYMLINKS 0

namespace clipguard {

using dev_t = uint64_t;
using ino_t = uint64_t;
using mode_t = unsigned;

struct stat {
  dev_t st_dev;  // the volume's serial number
  ino_t st_ino;  // the file's number there
  mode_t st_mode;
  int64_t st_size;
  unsigned st_uid;
  unsigned st_gid;
};

int stat(const char* path, struct stat* about);
int lstat(const char* path, struct stat* about);
int fstat(int fd, struct stat* about);
int fstatat(int folder, const char* name, struct stat* about, int flags);

// Others may read, write, rename and remove what is open; not a folder, which
// keeps its place.
int open(const char* path, int flags, mode_t mode = 0);
// A name has no "..", and is below the folder.
int openat(int folder, const char* name, int flags, mode_t mode = 0);
ssize_t read(int fd, void* to, size_t size);
ssize_t pread(int fd, void* to, size_t size, int64_t offset);
ssize_t write(int fd, const void* from, size_t size);
ssize_t pwrite(int fd, const void* from, size_t size, int64_t offset);
int64_t lseek(int fd, int64_t offset, int whence);
int fsync(int fd);
int close(int fd);

int renameat(int folder, const char* from, int other, const char* to);
int unlinkat(int folder, const char* name, int flags);
int faccessat(int folder, const char* name, int mode, int flags);
int mkdir(const char* path, mode_t mode);
int rmdir(const char* path);
char* mkdtemp(char* pattern);
// Made by malloc().
char* realpath(const char* path, char* none);

struct DIR;
enum : unsigned char { DT_UNKNOWN, DT_REG, DT_DIR };
struct dirent {
  unsigned char d_type;
  char d_name[1024];
};
DIR* opendir(const char* path);
DIR* fdopendir(int fd);
int dirfd(DIR* folder);
dirent* readdir(DIR* folder);
int closedir(DIR* folder);

// A terminal takes colours.
int isatty(int fd);
struct winsize {
  unsigned short ws_col;
};
int ioctl(int fd, int request, winsize* size);

void* mmap(void* none, size_t size, int protection, int flags, int fd,
           int64_t offset);
void* mremap(void* memory, size_t size, size_t new_size, int flags);
int munmap(void* memory, size_t size);

int getentropy(void* to, size_t size);

// In the words of Linux's library.
const char* strerrordesc_np(int error);

// The handler is called on a thread of its own as the console is closed, or
// somebody presses Ctrl+C.
using sigset_t = int;
struct sigaction {
  void (*sa_handler)(int);
  int sa_flags;
  sigset_t sa_mask;
};
int sigaction(int signal, const struct sigaction* action,
              struct sigaction* before);
inline int sigemptyset(sigset_t*) { return 0; }
inline int sigaddset(sigset_t*, int) { return 0; }

// ---- What there is nothing of, or no need for -------------------------------

// Rights are the folder's.
inline int fchown(int, unsigned, unsigned) { return 0; }
inline int fchmod(int, mode_t) { return 0; }
inline unsigned geteuid() { return 0; }

inline int Unsupported() {
  errno = ENOSYS;
  return -1;
}

struct open_how {
  uint64_t flags;
  uint64_t resolve;
};
inline int syscall(int, int, const char*, open_how*, size_t) {
  return Unsupported();
}

// No name leads to a pipe that waits for a writer.
struct statfs {
  long f_type;
};
inline int fstatfs(int, struct statfs*) { return Unsupported(); }
struct pollfd {
  int fd;
  short events;
  short revents;
};
inline int poll(pollfd*, int, int) { return Unsupported(); }
inline int fcntl(int, int, int = 0) { return Unsupported(); }

}  // namespace clipguard

#endif  // CLIPGUARD_WINDOWS_POSIX_H_
