// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/progress.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "absl/strings/str_format.h"
#include "base/text.h"

namespace clipguard::cli {
namespace {

constexpr auto kFirstAfter = std::chrono::seconds(1);
constexpr auto kThenEvery = std::chrono::milliseconds(100);
constexpr size_t kBarWidth = 30;

}  // namespace

Progress::Progress(Environment& env, size_t total, std::string_view noun)
    : env_(env),
      total_(total),
      noun_(noun),
      enabled_(env.err_terminal.is_terminal && total > 1),
      begin_(enabled_ ? Clock::now() : Clock::time_point()),
      next_(begin_ + kFirstAfter) {}

void Progress::Update(size_t done) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kThenEvery;
  const size_t filled = kBarWidth * std::min(done, total_) / total_;
  // As if all took the same time.
  std::string left;
  if (done != 0 && done < total_) {
    const std::chrono::duration<double> gone = now - begin_;
    left = absl::StrFormat(
        ", about %d s left",
        std::llround(gone.count() * static_cast<double>(total_ - done) /
                     static_cast<double>(done)));
  }
  env_.err.Write(absl::StrFormat("\r\x1B[K[%s%s] %s of %s %s%s",
                                 std::string(filled, '='),
                                 std::string(kBarWidth - filled, ' '),
                                 Grouped(done), Grouped(total_), noun_, left));
  env_.err.Flush();
  visible_ = true;
}

void Progress::Hide() {
  if (!visible_) return;
  env_.err.Write("\r\x1B[K");
  env_.err.Flush();
  visible_ = false;
}

}  // namespace clipguard::cli
