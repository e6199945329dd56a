// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A progress bar on standard error, for runs of several files, or tries, that
// take more than a second, and only where a person watches. One file has none:
// the largest that are allowed take seconds, and who reads them does not tell
// how far it is.

#ifndef CLIPGUARD_CLI_IO_PROGRESS_H_
#define CLIPGUARD_CLI_IO_PROGRESS_H_

#include <chrono>
#include <cstddef>
#include <string_view>

#include "cli/io/environment.h"

namespace clipguard::cli {

// Used by one thread. Gone from the screen when it is destroyed.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  // `noun` is what is counted: a string literal.
  Progress(Environment& env, size_t total, std::string_view noun = "files");
  ~Progress() { Hide(); }

  // So many are done. Draws, if it is time to.
  void Update(size_t done);

  // To be called before anything else is printed.
  void Hide();

  // Whether printing would meet the bar on the screen.
  bool visible() const { return visible_; }

 private:
  Environment& env_;
  size_t total_;
  std::string_view noun_;
  bool enabled_;
  bool visible_ = false;
  Clock::time_point begin_;
  Clock::time_point next_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_PROGRESS_H_
