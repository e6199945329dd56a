// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Replacements of functions that the module does without. clipguard/c_api.cc
// refuses the commands that would call them.

#include <sodium.h>
#include <sys/mman.h>

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "absl/base/internal/sysinfo.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/charconv.h"
#include "absl/synchronization/mutex.h"
#include "actions/convert/textures/dds.h"
#include "actions/convert/textures/dds_image.h"
#include "cli/commands/commands.h"
#include "cli/files/find_upwards.h"
#include "cli/files/folder.h"
#include "cli/files/temporary_file.h"
#include "cli/io/digest.h"

// ---- Of clipguard -----------------------------------------------------------

namespace clipguard::actions::textures {

// A note, as of any other texture that is not read.
absl::StatusOr<TextureImage> ImageOf(std::span<const uint8_t>, bool, uint64_t) {
  return absl::UnimplementedError("the WebAssembly module reads no pictures");
}
bool IsDds(std::span<const uint8_t>) { return true; }
absl::StatusOr<Picture> ReadDds(std::span<const uint8_t>, uint64_t) {
  return absl::UnimplementedError("the WebAssembly module reads no DDS");
}
absl::StatusOr<Picture> ReadPng(std::span<const uint8_t>, uint64_t) {
  return absl::UnimplementedError("the browser reads it");
}
absl::StatusOr<TextureImage> PngOf(const Picture&, uint64_t) { std::abort(); }

}  // namespace clipguard::actions::textures

namespace clipguard::cli {

int ViewCommand(const Args&, Environment&) { std::abort(); }
int MergeCommand(const Args&, Environment&) { std::abort(); }
int PlayCommand(const Args&, Environment&) { std::abort(); }
int GraphCommand(const Args&, Environment&) { std::abort(); }
int ReduceCommand(const Args&, Environment&) { std::abort(); }

Digest DigestOf(std::string_view) { std::abort(); }
std::string Hex(const Digest&) { std::abort(); }
Digester::Digester() { std::abort(); }
void Digester::Add(std::string_view) { std::abort(); }
Digest Digester::Finish() { std::abort(); }

// Files of the system: there is none.
Folder::Folder(std::string path) : path_(std::move(path)), error_(ENOENT) {}
Folder::~Folder() = default;
std::string WithoutLinks(const std::string& path) { return path; }
int Folder::Open(const std::string&, int) const {
  errno = ENOENT;
  return -1;
}
std::optional<std::string> Folder::Resolve(const std::string&) const {
  errno = ENOENT;
  return std::nullopt;
}
FoundUpwards FindUpwards(std::string_view) { return {}; }
int TemporaryFile::Create(int, mode_t) {
  errno = ENOENT;
  return -1;
}
bool TemporaryFile::Rename(const std::string&) { return false; }
void TemporaryFile::Remove() {}

}  // namespace clipguard::cli

// include/charconv declares it, for TOML. A value that is none stays as it was.
std::from_chars_result std::from_chars(const char* first, const char* last,
                                       double& value) {
  double read = 0;
  const auto [end, error] = absl::from_chars(first, last, read);
  if (error == std::errc()) value = read;
  return {end, error};
}

// Declared, and in no library.
extern "C" {
int madvise(void*, size_t, int) { return 0; }
void* mremap(void*, size_t, size_t, int, ...) { return MAP_FAILED; }
}

// ---- Of absl: there is one thread -------------------------------------------

namespace absl {
ABSL_NAMESPACE_BEGIN

void Mutex::Lock() {}
void Mutex::Unlock() {}
Mutex::~Mutex() {}

namespace base_internal {
int NumCPUs() { return 1; }
}  // namespace base_internal

ABSL_NAMESPACE_END
}  // namespace absl
