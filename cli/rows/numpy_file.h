// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// NumPy's files: an array with a header (.npy), and a zip archive of such
// arrays (.npz), neither packed nor encrypted. numpy.load() reads both with
// allow_pickle=False. Numbers are little-endian.

#ifndef CLIPGUARD_CLI_ROWS_NUMPY_FILE_H_
#define CLIPGUARD_CLI_ROWS_NUMPY_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/files/output_file.h"

namespace clipguard::cli {

// numpy.load() refuses a longer description unless it is told not to.
inline constexpr size_t kMostNumpyHeader = 10'000;

// Returns the header of an array. `descr` is a type as Python writes it:
// "'<f4'", or a list of fields; `shape` the text between the brackets: "10, 3".
std::string NumpyHeader(std::string_view descr, std::string_view shape);

// Returns zip's CRC-32, continued from `crc` over `bytes`. The CRC of no bytes
// is 0.
uint32_t Crc32(uint32_t crc, std::string_view bytes);

// Arrays of the same number of rows, which grow side by side: the places of all
// are known before there is a row.
//
//   NpzWriter npz({{"time", "'<f4'", "", 4}}, rows, file);
//   npz.Append(0, bytes);
//   npz.Finish();
class NpzWriter {
 public:
  struct Array {
    std::string name;   // of a file: no slash at its beginning
    std::string descr;  // of an element
    std::string shape;  // of a row: "3", "4, 4"; empty: an element
    size_t row_bytes;
  };

  // `file` is open, and nothing was written to it.
  NpzWriter(std::vector<Array> arrays, uint64_t rows, OutputFile& file);

  // Appends rows to an array.
  void Append(size_t array, std::string_view bytes);

  // Writes what says where all is. REQUIRES: all rows are there.
  void Finish();

 private:
  struct Entry {
    std::string name;  // with .npy
    uint64_t begin;    // of its header in the archive
    uint64_t size;     // without that header
    uint64_t end;      // of the bytes written
    uint32_t crc;
  };

  std::vector<Entry> entries_;
  uint64_t end_ = 0;
  OutputFile& file_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_ROWS_NUMPY_FILE_H_
