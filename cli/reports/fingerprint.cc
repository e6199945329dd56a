// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/fingerprint.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "absl/strings/str_format.h"

namespace clipguard::cli {
namespace {

// FNV-1a: the same on every machine and in every release. It keeps apart what
// is there by chance; a file made to collide only has its findings counted.
class Hash {
 public:
  void Add(char c) {
    value_ = (value_ ^ static_cast<uint8_t>(c)) * 0x100000001B3u;
  }
  void Add(std::string_view text) {
    for (const char c : text) Add(c);
    Add('\0');
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xCBF29CE484222325u;
};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// "keys[12].time" as "keys[].time", "/states/1" as "/states/".
void AddPath(std::string_view path, Hash& hash) {
  for (size_t i = 0; i < path.size(); ++i) {
    hash.Add(path[i]);
    if (path[i] != '[' && path[i] != '/') continue;
    const size_t end = static_cast<size_t>(
        std::find_if_not(path.begin() + static_cast<ptrdiff_t>(i) + 1,
                         path.end(), IsDigit) -
        path.begin());
    const char after = path[i] == '[' ? ']' : '/';
    if (end == path.size() ? path[i] == '/' : path[end] == after) i = end - 1;
  }
  hash.Add('\0');
}

}  // namespace

std::vector<std::string> Fingerprints(std::string_view salt,
                                      std::span<const Finding> findings) {
  std::vector<std::string> fingerprints;
  fingerprints.reserve(findings.size());
  std::unordered_map<uint64_t, uint64_t> seen;
  for (const Finding& finding : findings) {
    Hash hash;
    hash.Add(salt);
    hash.Add(GetCodeInfo(finding.code).name);
    AddPath(finding.path, hash);
    fingerprints.push_back(
        absl::StrFormat("%016x:%d", hash.value(), ++seen[hash.value()]));
  }
  return fingerprints;
}

std::string FingerprintOfFile(std::string_view salt, std::string_view code) {
  Hash hash;
  hash.Add(salt);
  hash.Add(code);
  return absl::StrFormat("%016x:1", hash.value());
}

}  // namespace clipguard::cli
