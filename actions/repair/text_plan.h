// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TextPlan: what is to be replaced in a text, collected in any order, and made
// at once.
//
//   TextPlan plan(text, options);
//   plan.Replace({.code = code, .bytes = {12, 1}, .replacement = "."},
//                [] { return FixText{.path = "vertices[0].position"}; });
//   Repaired repaired = plan.Apply();
//
// Places of one code in one scope become one Change. If two fixes overlap, the
// one that begins first is made: the other one is for the next pass, if it is
// still needed then. Thread-compatible.

#ifndef CLIPGUARD_ACTIONS_REPAIR_TEXT_PLAN_H_
#define CLIPGUARD_ACTIONS_REPAIR_TEXT_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "actions/repair/lazy_finding.h"
#include "actions/repair/repair.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"

namespace clipguard::actions {

// Some bytes of the text, and what comes instead.
struct TextFix {
  FindingCode code{};
  bool safe = true;
  // Fixes of one code and scope are one Change; without a scope, each is one.
  uint64_t scope = Scope::kNone;
  ByteRange bytes;
  std::string_view replacement = {};  // not looked at after the call
};

// Texts of a Change.
struct FixText {
  std::string path;
  std::string lost = {};
  std::string note = {};
};

// The parts, one after the other.
std::string Joined(std::initializer_list<std::string_view> parts);

class TextPlan {
 public:
  // `text` must outlive the plan. `original_size` is that of the text before
  // other passes, if it was longer: there is room for as many fixes as it
  // needs.
  TextPlan(std::string_view text, const RepairOptions& options,
           size_t original_size = 0);

  std::string_view text() const { return text_; }
  std::string_view TextAt(ByteRange bytes) const {
    return text_.substr(static_cast<size_t>(bytes.offset),
                        static_cast<size_t>(bytes.length));
  }
  // Whether guesses are made, too.
  bool unsafe() const { return unsafe_; }

  // Plans a fix; a guess that is not asked for is only listed. `describe` is
  // called for the first fix of a Change. REQUIRES: the bytes are of the text.
  void Replace(const TextFix& fix, absl::FunctionRef<FixText()> describe);

  // Replaces the bytes of a finding as a whole.
  void Replace(const LazyFinding& found, bool safe, std::string_view text,
               std::string_view lost = {}, std::string_view note = {}) {
    Replace({.code = found.code(),
             .safe = safe,
             .scope = found.scope(),
             .bytes = found.bytes(),
             .replacement = text},
            [&] {
              return FixText{.path = found.path(),
                             .lost = std::string(lost),
                             .note = std::string(note)};
            });
  }

  // Notes that a finding cannot be mended; the first of a code counts.
  void Refuse(FindingCode code, ByteRange bytes,
              absl::FunctionRef<std::string()> path, std::string_view reason);
  void Refuse(const LazyFinding& found, std::string_view reason) {
    Refuse(found.code(), found.bytes(), [&] { return found.path(); }, reason);
  }

  // How many more fixes are made: those beyond are for the next pass.
  size_t room() const {
    return fixes_.size() < most_fixes_ ? most_fixes_ - fixes_.size() : 0;
  }
  bool full() const { return room() == 0; }

  // Whether nothing is to be done. Guesses that are not asked for do not count.
  bool empty() const { return fixes_.empty(); }

  // Makes the fixes. `bytes` are those of the text: if the result nowhere gets
  // ahead of them, it is made in their place, and else beside them. They are
  // the result's, or as they were if nothing is changed. To be called once.
  Repaired Apply(std::vector<uint8_t>& bytes);

 private:
  struct Planned {
    uint64_t offset;
    uint32_t length;
    uint32_t size;
    uint32_t begin;  // of the replacement, in replacements_
    uint32_t change;
  };
  // The last change of a code, safe or not.
  struct Last {
    uint32_t change = kNone;
    uint64_t scope = Scope::kNone;
  };
  static constexpr uint32_t kNone = ~uint32_t{0};
  // Beyond that, changes of a code are told as one.
  static constexpr size_t kMostChanges = 1000;

  // The change that the fix belongs to, in `list`.
  uint32_t ChangeOf(const TextFix& fix, std::vector<Change>& list,
                    std::vector<Last>& last,
                    absl::FunctionRef<FixText()> describe);
  std::string_view ReplacementOf(const Planned& fix) const {
    return std::string_view(replacements_)
        .substr(static_cast<size_t>(fix.begin), fix.size);
  }
  void Count(Change& change, ByteRange bytes, std::string_view replacement);
  // Sorts the fixes, and leaves out those that overlap others.
  void ChooseFixes();
  // Whether what was written so far is never more than what was read.
  bool FitsInPlace() const;
  std::vector<Edit> WriteInPlace(std::vector<uint8_t>& bytes) const;
  std::vector<Edit> WriteBeside(std::vector<uint8_t>& bytes) const;

  std::string_view text_;
  bool unsafe_;
  size_t most_fixes_;
  std::vector<Planned> fixes_;
  std::string replacements_;
  std::vector<Change> changes_;
  std::vector<Change> guesses_;
  std::vector<Refusal> refusals_;
  std::vector<Last> last_change_;
  std::vector<Last> last_guess_;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_TEXT_PLAN_H_
