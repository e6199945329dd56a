// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Word by word, numbers by fast_float.

#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <system_error>

#include "bench/rivals/m3d/m3d_reader.h"
#include "bench/rivals/m3d/m3d_rival.h"
#include "fast_float/fast_float.h"

namespace clipguard::bench {
namespace {

// Words of a file in memory.
class TokenSource {
 public:
  explicit TokenSource(std::span<const uint8_t> file)
      : at_(reinterpret_cast<const char*>(file.data())),
        end_(at_ + file.size()) {}

  void Skip() {
    SkipSpaces();
    good_ = good_ && at_ != end_;
    while (at_ != end_ && !IsSpace(*at_)) ++at_;
  }

  std::string Name() {
    SkipSpaces();
    const char* const begin = at_;
    Skip();
    return {begin, at_};
  }

  float Float() {
    float value = 0;
    Take(fast_float::from_chars(SkipSpaces(), end_, value));
    return value;
  }

  uint32_t Unsigned() { return Integer<uint32_t>(); }
  int32_t Signed() { return Integer<int32_t>(); }

  bool good() const { return good_; }

 private:
  static bool IsSpace(char c) { return static_cast<uint8_t>(c) <= ' '; }

  const char* SkipSpaces() {
    while (at_ != end_ && IsSpace(*at_)) ++at_;
    return at_;
  }

  template <typename T>
  T Integer() {
    T value = 0;
    Take(std::from_chars(SkipSpaces(), end_, value));
    return value;
  }

  template <typename Result>
  void Take(const Result& result) {
    good_ = good_ && result.ec == std::errc();
    at_ = result.ptr;
  }

  const char* at_;
  const char* end_;
  bool good_ = true;
};

bool Read(std::span<const uint8_t> file, M3dRivalCharacter& out) {
  TokenSource source(file);
  return M3dRivalReader(source).Read(out);
}

}  // namespace

const M3dRival kM3dFastFloat = {"fast_float", &Read};

}  // namespace clipguard::bench
