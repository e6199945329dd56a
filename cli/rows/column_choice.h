// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// --only=PATTERN,...: which parts and joints a table has. A name is a path with
// dots: "camera.position.x", "right.IndexTip.rotation". Patterns are those of
// cli/files/glob.h with dots for slashes: "right.IndexTip" is all of that
// joint, "IndexTip" that of either hand, "right.*.position" all places of a
// hand.

#ifndef CLIPGUARD_CLI_ROWS_COLUMN_CHOICE_H_
#define CLIPGUARD_CLI_ROWS_COLUMN_CHOICE_H_

#include <atomic>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/files/glob.h"

namespace clipguard::cli {

// MRTK's joint that is none. No device moves it, but recordings may have keys
// of it.
inline constexpr std::string_view kPlaceholder = "None";

// Thread-safe.
class ColumnChoice {
 public:
  // All columns.
  ColumnChoice() = default;

  // Those that any pattern fits. InvalidArgument if one is none, or there are
  // none.
  static absl::StatusOr<ColumnChoice> Parse(
      std::span<const std::string> patterns);

  bool is_all() const { return patterns_.empty(); }

  // Returns whether a column is wanted. Names in Forge's files are any text: a
  // slash counts as a dot.
  bool Wants(std::string_view name) const {
    return is_all() || Fits(name, /*placeholder=*/false);
  }

  // The same for what belongs to kPlaceholder: a pattern has to name it.
  bool WantsPlaceholder(std::string_view name) const {
    return !is_all() && Fits(name, /*placeholder=*/true);
  }

  // The patterns that have fitted nothing so far.
  std::vector<std::string> Unused() const;

 private:
  struct Pattern {
    std::string text;
    Glob glob;
    bool names_placeholder;
  };

  bool Fits(std::string_view name, bool placeholder) const;

  std::vector<Pattern> patterns_;
  std::shared_ptr<std::vector<std::atomic<bool>>> used_;
};

// The names that --only can have of MRTK's recordings and XR Hands' captures
// alike.
std::span<const std::string_view> NamesOfBoth();

// A name, and its parts: "left.IndexTip.position" has "left", "left.IndexTip",
// "IndexTip" and "IndexTip.position".
void AddParts(std::string name, std::set<std::string>& parts);

// A pattern with each joint as XR Hands calls it, where MRTK's name is another
// one, and the other way round. Empty if there is none.
std::string WithOtherJointNames(std::string_view pattern);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_ROWS_COLUMN_CHOICE_H_
