// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Baseline: findings that are known already, and are no news.
//
// A finding is known by its file, its code and its path, without the numbers
// that change when something is inserted before it: "keys[3].time" is
// "keys[].time", "/clips/a/0" is "/clips/a/[]". The number of occurrences is
// kept for each such place. As many or fewer are known; if there are more,
// nobody can tell which are new, and all are reported.
//
// As text: JSON, an entry a line, sorted, so that version control merges it.
//
//   {"clipguard":"baseline","version":1,"findings":[
//   {"file":"a.bin","code":"KEY_TIME_DECREASING","path":"keys[].time","count":2}
//   ]}

#ifndef CLIPGUARD_CLI_RULES_BASELINE_H_
#define CLIPGUARD_CLI_RULES_BASELINE_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "parser/finding.h"
#include "parser/finding_levels.h"

namespace clipguard::cli {

// Longer ones are refused.
inline constexpr size_t kMostBaselineBytes = size_t{256} << 20;

// Where a finding is, in a file; both are UTF-8.
struct KnownPlace {
  FindingCode code{};
  std::string path;  // as from PlaceOfPath()

  // By the code's name.
  friend std::strong_ordering operator<=>(const KnownPlace& a,
                                          const KnownPlace& b);
  friend bool operator==(const KnownPlace&, const KnownPlace&) = default;
};

// Occurrences, at least 1, of each place of a file.
using KnownPlaces = std::map<KnownPlace, uint64_t>;

// A finding's path without numbers of elements.
std::string PlaceOfPath(std::string_view path);

// A file's name as a baseline has it: see ToPercent().
std::string NameInBaseline(std::string_view file);

// The file of such a name.
std::string FileOfName(std::string_view name);

// Returns the places to record for a file with these findings.
KnownPlaces PlacesOf(const FindingList& findings);

// Thread-safe once it is made.
class Baseline {
 public:
  // InvalidArgument, "b.json:3:7: ...", if the text is no baseline. An entry
  // that is there twice, as after a merge, has the larger count.
  static absl::StatusOr<Baseline> Parse(std::string_view text,
                                        std::string_view name);

  std::string ToText() const;

  // By NameInBaseline().
  const std::map<std::string, KnownPlaces>& files() const { return files_; }

  // Says anew what is known of a file; with nothing, the file is left out.
  void Set(const std::string& file, KnownPlaces places);

  // Takes what is known of the file out of its findings. Returns the number of
  // occurrences.
  uint64_t Excuse(const std::string& file, FindingList& findings) const;

  // Returns the known places that are now less often in the file's findings
  // (those before Excuse()), with how many are gone. Ignored codes are not
  // compared, and nothing is if occurrences were dropped.
  KnownPlaces Fixed(const std::string& file, const FindingList& findings,
                    const FindingLevels& levels) const;

  friend bool operator==(const Baseline&, const Baseline&) = default;

 private:
  std::map<std::string, KnownPlaces> files_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_RULES_BASELINE_H_
