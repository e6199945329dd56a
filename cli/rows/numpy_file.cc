// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rows/numpy_file.h"

#include <array>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace clipguard::cli {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kAlignment = 64;

// Zip. Sizes and places of 64 bits are there where 32 do not suffice: readers
// of small archives need not know them.
constexpr uint32_t kLocalHeader = 0x04034b50;
constexpr uint32_t kCentralHeader = 0x02014b50;
constexpr uint32_t kEnd64 = 0x06064b50;
constexpr uint32_t kEnd64Locator = 0x07064b50;
constexpr uint32_t kEnd = 0x06054b50;
constexpr uint16_t kVersion = 20;
constexpr uint16_t kVersion64 = 45;             // the first with 64 bits
constexpr uint16_t kUtf8 = 0x800;               // names are UTF-8
constexpr uint32_t kFirstOfJanuary = 0x210000;  // 1980, midnight
constexpr uint16_t kExtra64 = 1;
constexpr uint32_t kIn64 = 0xffffffff;  // look into the 64-bit field
constexpr uint16_t kMany = 0xffff;
constexpr uint64_t kLocalBytes = 30;
constexpr uint64_t kLocalBytes64 = 20;  // and besides, of a large entry
constexpr uint64_t kEnd64Bytes = 56;

template <typename T>
void Add(T number, std::string& out) {
  for (size_t i = 0; i < sizeof(T); ++i) {
    out += static_cast<char>(static_cast<uint64_t>(number) >> (8 * i) & 0xff);
  }
}

bool IsLarge(uint64_t number) { return number >= kIn64; }

// The number, or that it is in the 64-bit field, into which it goes then.
void Add32(uint64_t number, std::string& out, std::string& in64) {
  Add(IsLarge(number) ? kIn64 : static_cast<uint32_t>(number), out);
  if (IsLarge(number)) Add(number, in64);
}

// The 64-bit field, if something is in it.
std::string Extra(std::string_view in64) {
  std::string extra;
  if (in64.empty()) return extra;
  Add(kExtra64, extra);
  Add(static_cast<uint16_t>(in64.size()), extra);
  return extra.append(in64);
}

// Adds the fields that local and central headers share, up to the name's
// length.
void AddBeginning(uint32_t crc, uint64_t size, size_t name_size, bool is_large,
                  std::string& out, std::string& in64) {
  Add(is_large ? kVersion64 : kVersion, out);
  Add(kUtf8, out);
  Add(uint16_t{0}, out);  // stored as it is
  Add(kFirstOfJanuary, out);
  Add(crc, out);
  Add32(size, out, in64);
  Add32(size, out, in64);
  Add(static_cast<uint16_t>(name_size), out);
}

// The remainders of each byte, for eight places behind one another.
using CrcTables = std::array<std::array<uint32_t, 256>, 8>;

constexpr CrcTables kCrcTables = [] {
  CrcTables tables = {};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) {
      crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320u : 0);
    }
    tables[0][byte] = crc;
  }
  for (size_t place = 1; place < tables.size(); ++place) {
    for (size_t byte = 0; byte < 256; ++byte) {
      const uint32_t crc = tables[place - 1][byte];
      tables[place][byte] = crc >> 8 ^ tables[0][crc & 0xff];
    }
  }
  return tables;
}();

}  // namespace

uint32_t Crc32(uint32_t crc, std::string_view bytes) {
  crc = ~crc;
  const auto at = [&](size_t i) -> uint32_t {
    return static_cast<uint8_t>(bytes[i]);
  };
  while (bytes.size() >= 8) {
    crc ^= at(0) | at(1) << 8 | at(2) << 16 | at(3) << 24;
    crc = kCrcTables[7][crc & 0xff] ^ kCrcTables[6][crc >> 8 & 0xff] ^
          kCrcTables[5][crc >> 16 & 0xff] ^ kCrcTables[4][crc >> 24] ^
          kCrcTables[3][at(4)] ^ kCrcTables[2][at(5)] ^ kCrcTables[1][at(6)] ^
          kCrcTables[0][at(7)];
    bytes.remove_prefix(8);
  }
  for (size_t i = 0; i < bytes.size(); ++i) {
    crc = crc >> 8 ^ kCrcTables[0][(crc ^ at(i)) & 0xff];
  }
  return ~crc;
}

std::string NumpyHeader(std::string_view descr, std::string_view shape) {
  std::string text = absl::StrFormat(
      "{'descr': %s, 'fortran_order': False, 'shape': (%s), }", descr, shape);
  // Version 2 differs in how long it may be.
  const bool is_long = text.size() + kAlignment > 0xffff;
  const size_t before = kMagic.size() + 2 + (is_long ? 4 : 2);
  while ((before + text.size() + 1) % kAlignment != 0) text += ' ';
  text += '\n';
  std::string header(kMagic);
  header += is_long ? '\2' : '\1';
  header += '\0';
  if (is_long) {
    Add(static_cast<uint32_t>(text.size()), header);
  } else {
    Add(static_cast<uint16_t>(text.size()), header);
  }
  return header + text;
}

NpzWriter::NpzWriter(std::vector<Array> arrays, uint64_t rows, OutputFile& file)
    : file_(file) {
  for (Array& array : arrays) {
    const std::string header = NumpyHeader(
        array.descr,
        absl::StrCat(rows, ",", array.shape.empty() ? "" : " ", array.shape));
    Entry entry;
    entry.name = std::move(array.name) + ".npy";
    entry.begin = end_;
    entry.size = header.size() + rows * array.row_bytes;
    entry.end = entry.begin + kLocalBytes + entry.name.size() +
                (IsLarge(entry.size) ? kLocalBytes64 : 0);
    entry.crc = 0;
    end_ = entry.end + entry.size;
    entries_.push_back(std::move(entry));
    Append(entries_.size() - 1, header);
  }
}

void NpzWriter::Append(size_t array, std::string_view bytes) {
  Entry& entry = entries_[array];
  file_.WriteAt(entry.end, bytes);
  entry.crc = Crc32(entry.crc, bytes);
  entry.end += bytes.size();
}

void NpzWriter::Finish() {
  std::string directory;
  for (const Entry& entry : entries_) {
    std::string in64;
    std::string local;
    Add(kLocalHeader, local);
    AddBeginning(entry.crc, entry.size, entry.name.size(), IsLarge(entry.size),
                 local, in64);
    const std::string extra = Extra(in64);
    Add(static_cast<uint16_t>(extra.size()), local);
    file_.WriteAt(entry.begin, local + entry.name + extra);

    const bool is_large = IsLarge(entry.size) || IsLarge(entry.begin);
    in64.clear();
    std::string place;
    Add(kCentralHeader, directory);
    Add(is_large ? kVersion64 : kVersion, directory);
    AddBeginning(entry.crc, entry.size, entry.name.size(), is_large, directory,
                 in64);
    Add32(entry.begin, place, in64);
    const std::string central_extra = Extra(in64);
    Add(static_cast<uint16_t>(central_extra.size()), directory);
    Add(uint16_t{0}, directory);  // comment
    Add(uint16_t{0}, directory);  // disk
    Add(uint16_t{0}, directory);  // attributes
    Add(uint32_t{0}, directory);
    directory += place + entry.name + central_extra;
  }
  const uint64_t directory_bytes = directory.size();
  const uint64_t entries = entries_.size();
  const bool many = entries >= kMany;
  if (many || IsLarge(directory_bytes) || IsLarge(end_)) {
    Add(kEnd64, directory);
    Add(kEnd64Bytes - 12, directory);
    Add(kVersion64, directory);
    Add(kVersion64, directory);
    Add(uint64_t{0}, directory);  // disks
    Add(entries, directory);
    Add(entries, directory);
    Add(directory_bytes, directory);
    Add(end_, directory);
    Add(kEnd64Locator, directory);
    Add(uint32_t{0}, directory);
    Add(end_ + directory_bytes, directory);
    Add(uint32_t{1}, directory);
  }
  std::string ignored;
  Add(kEnd, directory);
  Add(uint32_t{0}, directory);  // disks
  Add(many ? kMany : static_cast<uint16_t>(entries), directory);
  Add(many ? kMany : static_cast<uint16_t>(entries), directory);
  Add32(directory_bytes, directory, ignored);
  Add32(end_, directory, ignored);
  Add(uint16_t{0}, directory);  // comment
  file_.WriteAt(end_, directory);
}

}  // namespace clipguard::cli
