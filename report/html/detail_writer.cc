// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/html/detail_writer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <functional>
#include <new>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "zlib.h"

namespace clipguard::report {
namespace {

// The numbers of a page are little-endian, and are written as they lie.
static_assert(std::endian::native == std::endian::little);

// More makes pages of recordings smaller by a hundredth, and takes twice as
// long.
constexpr int kLevel = 6;

template <typename Number>
std::string_view BytesOf(std::span<const Number> numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

// Where a column begins in the pool, to which it is added if it is not there.
template <typename Number, typename Pool>
size_t PlaceOf(const std::vector<Number>& column, Pool& pool) {
  const std::string_view bytes = BytesOf<Number>(column);
  const auto [known, is_new] = pool.places.try_emplace(
      std::hash<std::string_view>()(bytes), pool.numbers.size());
  const std::span<const Number> all(pool.numbers);
  // Another column may have the same hash.
  if (!is_new && column.size() <= all.size() - known->second &&
      BytesOf(all.subspan(known->second, column.size())) == bytes) {
    return known->second;
  }
  const size_t place = all.size();
  pool.numbers.insert(pool.numbers.end(), column.begin(), column.end());
  return place;
}

template <typename Number>
void AppendDifferences(std::span<const Number> numbers, std::string& out) {
  const size_t begin = out.size();
  out.resize(begin + numbers.size_bytes());
  Number before = 0;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const auto by = static_cast<Number>(numbers[i] - before);
    before = numbers[i];
    for (size_t byte = 0; byte < sizeof(Number); ++byte) {
      out[begin + byte * numbers.size() + i] =
          static_cast<char>(by >> (8 * byte) & 0xFF);
    }
  }
}

std::string Compressed(std::string_view text) {
  uLongf size = compressBound(text.size());
  std::string out(size, '\0');
  const int result = compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                               reinterpret_cast<const Bytef*>(text.data()),
                               text.size(), kLevel);
  // There is room for all, so only memory may be missing.
  if (result != Z_OK) throw std::bad_alloc();
  out.resize(size);
  return out;
}

}  // namespace

template <typename Number>
void DetailWriter::Write(std::string_view kind, std::span<const Number> values,
                         size_t width, Pool<Number>& pool) {
  assert(values.size() % width == 0);
  CountWork(values.size());
  const size_t rows = values.size() / width;
  BeginObject();
  BeginArray(kind);
  Uint(rows);
  std::vector<Number> column(rows);
  for (size_t c = 0; c < width && rows != 0; ++c) {
    for (size_t row = 0; row < rows; ++row) {
      column[row] = values[row * width + c];
    }
    Uint(PlaceOf(column, pool));
  }
  EndArray();
  EndObject();
}

void DetailWriter::Array(std::span<const float> values, size_t width) {
  std::vector<uint32_t> bits(values.size());
  std::ranges::transform(values, bits.begin(), [](float value) {
    return std::bit_cast<uint32_t>(value);
  });
  Write<uint32_t>("f32", bits, width, words_);
}

void DetailWriter::Array(std::span<const uint32_t> values, size_t width) {
  Write("u32", values, width, words_);
}

void DetailWriter::Array(std::span<const uint16_t> values, size_t width) {
  Write("u16", values, width, halves_);
}

void DetailWriter::Array(std::span<const uint8_t> values, size_t width) {
  Write("u8", values, width, bytes_);
}

std::string DetailWriter::Pack() {
  const std::array<uint32_t, 4> sizes = {
      static_cast<uint32_t>(size()),
      static_cast<uint32_t>(words_.numbers.size()),
      static_cast<uint32_t>(halves_.numbers.size()),
      static_cast<uint32_t>(bytes_.numbers.size())};
  std::string plain(BytesOf<uint32_t>(sizes));
  plain += text();
  AppendDifferences<uint32_t>(words_.numbers, plain);
  AppendDifferences<uint16_t>(halves_.numbers, plain);
  plain += BytesOf<uint8_t>(bytes_.numbers);
  return absl::StrCat(plain.size(), " ", absl::Base64Escape(Compressed(plain)));
}

}  // namespace clipguard::report
