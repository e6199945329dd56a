// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// PieceWriter: a result of any size that is written without being in memory as
// a whole.
//
//   const auto write = [&](std::span<const uint8_t> b) { file.Write(b); };
//   PieceWriter out(write);
//   for (const Row& row : rows) {
//     AppendTo(out.text(), row);
//     out.PassOn();
//   }
//   out.Flush();

#ifndef CLIPGUARD_BASE_PIECE_WRITER_H_
#define CLIPGUARD_BASE_PIECE_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "absl/functional/function_ref.h"

namespace clipguard {

// Takes bytes, piece by piece.
using WriteBytes = absl::FunctionRef<void(std::span<const uint8_t>)>;

// Holds one piece. Thread-compatible.
class PieceWriter {
 public:
  // Pieces have about so many bytes.
  static constexpr size_t kPieceBytes = size_t{1} << 16;

  // `write` must outlive it, and so is no temporary.
  template <typename Write>
  explicit PieceWriter(Write& write) : write_(write) {}

  // The piece as far as it is there: to be appended to.
  std::string& text() { return text_; }

  // Hands the piece over if it is large enough. To be called after each part
  // of the result that is small itself.
  void PassOn() {
    if (text_.size() >= kPieceBytes) Flush();
  }

  // Hands over what is there. To be called at the end.
  void Flush() {
    if (text_.empty()) return;
    write_({reinterpret_cast<const uint8_t*>(text_.data()), text_.size()});
    text_.clear();
  }

  // Bytes that lie elsewhere, and are not copied.
  void Write(std::span<const uint8_t> bytes) {
    Flush();
    if (!bytes.empty()) write_(bytes);
  }

 private:
  WriteBytes write_;
  std::string text_;
};

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_PIECE_WRITER_H_
