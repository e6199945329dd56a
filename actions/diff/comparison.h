// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Differences in meaning between two files of one kind.
//
//   actions::Comparison c = actions::CompareRecordings(*a, *b, options);
//   if (c.differs()) for (const Difference& d : c.differences()) Use(d);
//
// A difference in *meaning* is one that a player could show: a value, a marker,
// a state. A difference in form only (another layout, a key more on a line,
// another order of names) is a note; it is listed, too, and says so.
//
// A comparison of B with A is that of A with B, with `before` and `after`, and
// added and removed, exchanged.

#ifndef CLIPGUARD_ACTIONS_DIFF_COMPARISON_H_
#define CLIPGUARD_ACTIONS_DIFF_COMPARISON_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clipguard::actions {

enum class ChangeKind : uint8_t { kChanged, kAdded, kRemoved, kMoved };
std::string_view ChangeKindName(ChangeKind kind);  // "changed", "added" ...

// How large a difference is.
struct Measure {
  static constexpr double kNoTime = -std::numeric_limits<double>::infinity();

  // The quantity: "joint", "position", "rotation", "position.x", "value" ...
  std::string_view what;
  // "units" (of length: metres in a recording), "degrees", "seconds", or
  // nothing.
  std::string_view unit;
  double found = 0;       // the largest that was measured
  double time = kNoTime;  // seconds; of `found`
};

// Keys of a curve, or of a bone, matched by their times.
struct KeyChanges {
  uint64_t added = 0;
  uint64_t removed = 0;
  uint64_t moved = 0;    // the same but for the time
  uint64_t altered = 0;  // of the same time
  double first = 0;      // time of the first of all of them

  bool any() const { return added + removed + moved + altered != 0; }
};

struct Difference {
  ChangeKind kind = ChangeKind::kChanged;
  // The kind of thing that differs: a literal, "pose", "marker", "material",
  // "state" ...
  std::string_view subject = {};
  // The place, in the format's own words.
  std::string path = {};
  // The values on both sides, if the difference is not measured. Empty: there
  // is no value, or it is too long to show.
  std::string before = {};
  std::string after = {};
  // Differences are sorted by the first one.
  std::vector<Measure> measures = {};
  std::optional<KeyChanges> keys = std::nullopt;
  uint64_t count = 1;   // how many equal differences this one counts for
  bool meaning = true;  // false: a note
  uint64_t number = 0;  // Comparison::Add() counts
};

struct CompareOptions {
  // Measured differences up to these are ignored.
  double units = 0;
  double degrees = 0;
  // How far from a joint a point is whose displacement is measured: metres in
  // recordings, the file's own unit in characters. There 0 is a sixtieth of the
  // mesh's longest side.
  double point = 0;
  // How many differences are kept: the worst ones.
  size_t most = 1000;
};

// So much of a name or a value is shown: the file's may be of any length.
inline constexpr size_t kTextShown = 200;
inline std::string Shortened(std::string_view text) {
  return std::string(text.substr(0, kTextShown));
}

class Comparison {
 public:
  explicit Comparison(const CompareOptions& options = {}) : options_(options) {}

  const CompareOptions& options() const { return options_; }

  // Whether the difference is more than the tolerance.
  bool Exceeds(const Measure& measure) const;

  // Decides whether it has meaning, if it is measured: some measure that
  // `counts` exceeds the tolerance. Those are the first `counts` ones.
  void AddMeasured(Difference difference, size_t counts);
  void Add(Difference difference);
  // Adds something that only one of the two has, with its text there, if any.
  void AddAlone(std::string_view subject, std::string path, std::string text,
                bool in_a);
  // Something could not be compared, so that no more can be said than what was
  // found.
  void AddGap(std::string path, std::string reason);

  // Sorts: differences in meaning first, the worst ones first: what is not
  // measured, then by the first measure.
  void Finish();

  // After Finish().
  const std::vector<Difference>& differences() const { return differences_; }
  bool differs() const { return count_ != 0; }
  uint64_t count() const { return count_; }  // differences in meaning
  uint64_t notes() const { return notes_; }
  // Differences and notes that are not kept.
  uint64_t dropped() const { return count_ + notes_ - differences_.size(); }
  struct Gap {
    std::string path;
    std::string reason;
  };
  const std::vector<Gap>& gaps() const { return gaps_; }
  uint64_t gap_count() const { return gap_count_; }

 private:
  CompareOptions options_;
  std::vector<Difference> differences_;
  std::vector<Gap> gaps_;
  uint64_t gap_count_ = 0;
  uint64_t count_ = 0;
  uint64_t notes_ = 0;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_COMPARISON_H_
