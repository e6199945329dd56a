// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The values of a file by name: where each is, what it is called, and how its
// bytes are read. Only those in the parts of the file that are shown.

#ifndef CLIPGUARD_REPORT_FIELDS_FIELD_LIST_H_
#define CLIPGUARD_REPORT_FIELDS_FIELD_LIST_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parser/finding.h"

namespace clipguard::report {

// How a page reads a field's bytes; in text, what it is. In the order of their
// names in field_list.cc.
enum class FieldType : uint8_t {
  kBytes,
  kUint8,
  kInt32,    // little-endian
  kFloat32,  // little-endian
  kUtf8,
  kVarint,  // seven bits a byte, the lowest first
  kWord,    // of a text: a number or a name
  kLabel,   // of a text: says what follows
};
std::string_view FieldTypeName(FieldType type);  // "float32"

struct Field {
  ByteRange bytes;
  // In the format's own words, as in findings: "camera.position.x.keyCount".
  std::string path;
  FieldType type = FieldType::kBytes;
};

// Elements that all look the same: keys of a curve.
struct FieldRun {
  struct Part {
    uint32_t at = 0;  // bytes from the element's first
    uint32_t length = 0;
    std::string_view name;
    FieldType type = FieldType::kBytes;
  };

  uint64_t offset = 0;  // of the first element
  uint64_t stride = 0;
  uint64_t count = 0;
  // "camera.position.x.keys[" and "]."; the number stands between them, and the
  // part's name after.
  std::string before;
  std::string after;
  std::span<const Part> parts;  // outlives the list
};

// Thread-compatible.
class FieldList {
 public:
  // `windows` are the parts of the file that are shown, ascending, apart from
  // each other. There are at most `most` fields and runs, and they take at most
  // `most_bytes` of a page: so paths of any length take no more memory than a
  // small multiple of that.
  FieldList(std::vector<ByteRange> windows, size_t most, uint64_t most_bytes)
      : windows_(std::move(windows)), most_(most), most_bytes_(most_bytes) {}

  // Whether some of those bytes are shown, and there is room.
  bool Wants(const ByteRange& bytes) const;

  // Where the last window ends: what comes after is not shown.
  uint64_t end() const;

  // After the first one that there was no room for, all others are left out.
  bool full() const { return full_; }

  // Bytes of a page that they take, at most.
  uint64_t bytes() const { return bytes_; }

  // Adds it if it is wanted. make_path() is called only then.
  template <typename MakePath>
  void Add(const ByteRange& bytes, FieldType type, MakePath make_path) {
    if (Wants(bytes)) Push({bytes, make_path(), type});
  }
  void AddRun(FieldRun run);

  std::span<const Field> fields() const { return fields_; }
  std::span<const FieldRun> runs() const { return runs_; }

 private:
  void Push(Field field);
  bool Take(uint64_t bytes);

  std::vector<ByteRange> windows_;
  size_t most_;
  uint64_t most_bytes_;
  uint64_t bytes_ = 0;
  bool full_ = false;
  std::vector<Field> fields_;
  std::vector<FieldRun> runs_;
};

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FIELDS_FIELD_LIST_H_
