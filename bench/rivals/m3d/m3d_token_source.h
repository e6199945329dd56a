// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Words of a file in memory, for the rivals that go from one to the next.

#ifndef CLIPGUARD_BENCH_RIVALS_M3D_M3D_TOKEN_SOURCE_H_
#define CLIPGUARD_BENCH_RIVALS_M3D_M3D_TOKEN_SOURCE_H_

#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <system_error>

namespace clipguard::bench {

// FromChars(begin, end, float&) is std::from_chars or something like it.
template <typename FromChars>
class M3dTokenSource {
 public:
  explicit M3dTokenSource(std::span<const uint8_t> file)
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
    Take(FromChars()(SkipSpaces(), end_, value));
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

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_M3D_M3D_TOKEN_SOURCE_H_
