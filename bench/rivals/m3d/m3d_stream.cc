// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The stream's operator>>, label by label and number by number, as the format's
// original loader does it; but from memory, without a file system's share.

#include <cstdint>
#include <istream>
#include <span>
#include <streambuf>
#include <string>

#include "bench/rivals/m3d/m3d_reader.h"
#include "bench/rivals/m3d/m3d_rival.h"

namespace clipguard::bench {
namespace {

// The bytes, as a stream's buffer. They are not written to.
class MemoryBuffer : public std::streambuf {
 public:
  explicit MemoryBuffer(std::span<const uint8_t> bytes) {
    char* const begin =
        const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
    setg(begin, begin, begin + bytes.size());
  }
};

class StreamSource {
 public:
  explicit StreamSource(std::istream& in) : in_(in) {}

  void Skip() { in_ >> ignored_; }
  std::string Name() { return Next<std::string>(); }
  float Float() { return Next<float>(); }
  uint32_t Unsigned() { return Next<uint32_t>(); }
  int32_t Signed() { return Next<int32_t>(); }
  bool good() const { return !in_.fail(); }

 private:
  template <typename T>
  T Next() {
    T value{};
    in_ >> value;
    return value;
  }

  std::istream& in_;
  std::string ignored_;
};

bool ReadStream(std::span<const uint8_t> file, M3dRivalCharacter& out) {
  MemoryBuffer buffer(file);
  std::istream stream(&buffer);
  StreamSource source(stream);
  return M3dRivalReader(source).Read(out);
}

}  // namespace

const M3dRival kM3dStream = {"stream", &ReadStream};

}  // namespace clipguard::bench
