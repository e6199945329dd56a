// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// System calls that the code uses and WASI's library lacks. The module uses
// files that are given as bytes, so that none of these is ever called.

#ifndef CLIPGUARD_WASM_INCLUDE_ABSENT_H_
#define CLIPGUARD_WASM_INCLUDE_ABSENT_H_

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>

#ifdef __cplusplus
#include <filesystem>
#include <system_error>
#endif

#define O_PATH 0
#define MREMAP_MAYMOVE 0
#define PIPEFS_MAGIC 0
#define TIOCGWINSZ 0

inline int clipguard_absent() {
  errno = ENOSYS;
  return -1;
}

struct statfs {
  long f_type;
};
inline int fstatfs(int, struct statfs*) { return clipguard_absent(); }

struct winsize {
  unsigned short ws_row;
  unsigned short ws_col;
};

inline char* realpath(const char*, char*) {
  clipguard_absent();
  return nullptr;
}
inline int fchown(int, uid_t, gid_t) { return clipguard_absent(); }
inline int fchmod(int, mode_t) { return clipguard_absent(); }

// In the words of the native program's library.
inline const char* strerrordesc_np(int error) {
  return error == EIO ? "Input/output error" : strerror(error);
}

#ifdef __cplusplus
namespace std::filesystem {

inline path current_path(error_code& error) {
  error = make_error_code(errc::function_not_supported);
  return {};
}
inline bool create_directories(const path&, error_code& error) {
  error = make_error_code(errc::function_not_supported);
  return false;
}
inline bool is_directory(const path&, error_code&) { return false; }

}  // namespace std::filesystem
#endif

#endif  // CLIPGUARD_WASM_INCLUDE_ABSENT_H_
