// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Layout by Graphviz, which is a program of its own: dot.

#ifndef CLIPGUARD_CLI_IO_GRAPHVIZ_H_
#define CLIPGUARD_CLI_IO_GRAPHVIZ_H_

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

namespace clipguard::cli {

// A file without a name, which is gone when it is closed.
class SpoolFile {
 public:
  SpoolFile() : file_(std::tmpfile(), &std::fclose) {}

  // Adds to the end. Once a write has failed, all later ones are dropped.
  void Write(std::string_view text);

  // From the beginning, piece by piece.
  absl::Status Read(absl::FunctionRef<void(std::string_view)> give);

  // Goes back to the beginning, for whoever reads the descriptor. Internal if
  // the file could not be made or written.
  absl::Status Rewind();
  int descriptor() const { return fileno(file_.get()); }

 private:
  std::unique_ptr<FILE, int (*)(FILE*)> file_;
  int error_ = 0;
};

struct GraphvizLimits {
  // Until it has to be done.
  std::chrono::milliseconds time = std::chrono::seconds(60);
  // Of the program's address space.
  uint64_t memory = uint64_t{1} << 30;
  // Of the drawing.
  uint64_t bytes = std::numeric_limits<uint64_t>::max();
};

// Draws a graph in the DOT language, as "svg" or "png". NotFound if Graphviz is
// not installed; DeadlineExceeded if it takes longer; ResourceExhausted if the
// drawing has more bytes; Internal if it fails, after it has said why on
// standard error, or without a word if it ran out of memory.
//
// The program ends when this one does, even if it is killed. It is started by
// the calling thread, which must not end before this returns.
absl::Status Draw(SpoolFile& dot, std::string_view format,
                  const GraphvizLimits& limits, SpoolFile& drawing);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_GRAPHVIZ_H_
