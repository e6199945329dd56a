// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// DetailWriter: what a page shows when a file is opened: JSON, and beside it
// the arrays of numbers that it refers to, all compressed.
//
//   DetailWriter json;
//   json.BeginObject();
//   json.Array("times", times);  // {"f32":[685,0]}: 685 numbers from number 0
//   json.Array("places", places, 3);  // {"f32":[20,685,705,725]}: a column for
//                                     // each of x, y and z
//   json.EndObject();
//   std::string block = json.Pack();
//
// A column that was written before is not written again. So a curve costs
// nothing in the replay if it is in the timeline.
//
// report/page/frame/unpack.js is the other side. A block is the number of bytes
// that follow, a space, and these bytes, compressed by zlib, in base64:
//
//   4 uint32: bytes of JSON, numbers of 32 bits, of 16 bits, and bytes
//   the JSON; the numbers of 32 bits, of 16 bits, and the bytes
//
// All is little-endian. Each number is the difference from the one before. All
// lowest bytes come first, and all highest last: near numbers differ in the
// lowest only, so the others compress well.

#ifndef CLIPGUARD_REPORT_HTML_DETAIL_WRITER_H_
#define CLIPGUARD_REPORT_HTML_DETAIL_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/json_writer.h"

namespace clipguard::report {

// Bytes that an array takes before it is compressed, at most.
constexpr uint64_t ArraySize(uint64_t bytes) { return bytes + 60; }

class DetailWriter : public JsonWriter {
 public:
  // Each writes one value: an array of rows with so many numbers. NaN and
  // infinities keep their bits. REQUIRES: there are only whole rows.
  void Array(std::span<const float> values, size_t width = 1);
  void Array(std::span<const uint32_t> values, size_t width = 1);
  void Array(std::span<const uint16_t> values, size_t width = 1);
  void Array(std::span<const uint8_t> values, size_t width = 1);
  // The same with a key.
  template <typename Numbers>
  void Array(std::string_view key, const Numbers& values, size_t width = 1) {
    Key(key);
    Array(std::span(values), width);
  }

  // Bytes of JSON and arrays so far.
  uint64_t unpacked_size() const {
    return size() + 4 * words_.numbers.size() + 2 * halves_.numbers.size() +
           bytes_.numbers.size();
  }

  // The text of the block, of letters, digits, "+", "/", "=" and a space. The
  // same for the same calls and the same zlib. Nothing may be written after it.
  std::string Pack();

 private:
  template <typename Number>
  struct Pool {
    std::vector<Number> numbers;
    // Where a column is, by the hash of its bytes.
    std::unordered_map<size_t, size_t> places;
  };

  template <typename Number>
  void Write(std::string_view kind, std::span<const Number> values,
             size_t width, Pool<Number>& pool);

  Pool<uint32_t> words_;
  Pool<uint16_t> halves_;
  Pool<uint8_t> bytes_;
};

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_HTML_DETAIL_WRITER_H_
