// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Findings: what clipguard has to say about a file, and where.
//
// A parser meets an *occurrence* (this key's time is NaN) and reports it to a
// FindingSink. A FindingList, the sink that most callers use, turns
// occurrences into *findings*: one for each code and scope (a curve, a clip)
// that is read in one go, with the place of the first occurrence, the number
// of all of them, and the index ranges they cover. Text is made once
// for a finding, not for each occurrence, so a file with millions of faults
// costs little more than a sound one.
//
//   FindingList findings;
//   auto view = mrtk::ReadAndValidate(bytes, {}, findings);
//   if (!view) ...  // there was an error
//   for (const Finding& f : findings.findings()) ...
//
// Thread-compatible. Codes are stable API; messages and paths' spelling of
// unnamed things are for people.

#ifndef CLIPGUARD_PARSER_FINDING_H_
#define CLIPGUARD_PARSER_FINDING_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "parser/finding_catalog.h"
#include "parser/finding_levels.h"
#include "parser/limits.h"

namespace clipguard {

// A place in the file: `length` bytes from `offset`. A length of 0 is a
// position between bytes, where something is missing.
struct ByteRange {
  uint64_t offset = 0;
  uint64_t length = 0;

  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

// Elements first..last of an array, both included.
struct IndexRange {
  uint64_t first = 0;
  uint64_t last = 0;

  friend bool operator==(const IndexRange&, const IndexRange&) = default;
};

// Occurrences of one code within one scope collapse into one finding, unless
// another finding of that code begins between them: then a scope that is met
// again begins one anew. Findings of other codes do not matter.
struct Scope {
  static constexpr uint64_t kNone = std::numeric_limits<uint64_t>::max();

  // Any number that tells scopes of one file apart, such as a curve's. With
  // kNone an occurrence is a finding of its own.
  uint64_t id = kNone;
  // Which element of the scope, such as a key's index. Elements are reported
  // in ascending order within a scope and code.
  uint64_t element = 0;
  // The noun for an element: a string literal.
  std::string_view noun = "key";
};

// A reporter's description of an occurrence, made on demand.
struct Description {
  // The place in the format's own words: "camera.position.x.keys[3].time".
  std::string path;
  // The catalogue's message with the occurrence's arguments. FindingSink fills
  // it in.
  std::string message;
  // For text formats: of the first byte, both from 1; 0 in binary formats.
  uint32_t line = 0;
  uint32_t column = 0;
};

// The values of the placeholders of a code's message: Arguments{path, "none"}
// is of the type Arguments<2>.
template <size_t kCount>
class Arguments {
 public:
  static constexpr size_t kSize = kCount;

  template <typename... Texts>
    requires(sizeof...(Texts) == kCount &&
             (std::is_constructible_v<std::string, Texts &&> && ...))
  explicit(false) Arguments(Texts&&... texts)
      : texts_{std::string(std::forward<Texts>(texts))...} {}

  std::span<const std::string> texts() const { return texts_; }

 private:
  std::array<std::string, kCount> texts_;
};
template <typename... Texts>
Arguments(Texts&&...) -> Arguments<sizeof...(Texts)>;

namespace finding_internal {

// Never called: the compiler names it where a code's message takes another
// number of arguments than it is given.
void MessageTakesAnotherNumberOfArguments();

// Fills in the message of a code.
void SetMessage(FindingCode code, std::span<const std::string> arguments,
                Description& description);

// How many arguments a function gives that returns this.
template <typename Result>
inline constexpr size_t kCountOf = Result::kSize;
template <>
inline constexpr size_t kCountOf<void> = 0;

}  // namespace finding_internal

// A code whose message takes so many arguments. An enumerator becomes one where
// it does, and does not compile where it does not.
template <size_t kArguments>
class CodeTaking {
 public:
  consteval explicit(false) CodeTaking(FindingCode code) : code_(code) {
    if (CountPlaceholders(TextsOf(code).message) != kArguments) {
      finding_internal::MessageTakesAnotherNumberOfArguments();
    }
  }

  constexpr FindingCode code() const { return code_; }

 private:
  FindingCode code_;
};

// A code that goes with what `Function` returns for such parameters: either
// Arguments, or nothing.
template <typename Function, typename... Parameters>
using CodeFor = std::type_identity_t<CodeTaking<finding_internal::kCountOf<
    std::invoke_result_t<Function&, Parameters...>>>>;

struct Occurrence {
  FindingCode code;
  ByteRange bytes;
  Scope scope;
  // Called at most once, during Report().
  absl::FunctionRef<void(Description&)> describe;
};

// Receives occurrences, in the order in which a parser meets them.
class FindingSink {
 public:
  virtual ~FindingSink() = default;
  virtual void Report(const Occurrence& occurrence) = 0;

  // Parsers call this. `describe` fills in all of a Description but its
  // message, and returns the message's Arguments, if it takes any:
  //
  //   sink.Report(FindingCode::kMarkerTimeNotFinite, {offset, 4}, scope,
  //               [&](Description& d) {
  //                 d.path = "markers[0].time";
  //                 return Arguments{FloatText(time)};
  //               });
  template <typename Describe>
  void Report(CodeFor<Describe, Description&> code, ByteRange bytes,
              const Scope& scope, Describe&& describe) {
    const auto fill_in = [&](Description& description) {
      if constexpr (std::is_void_v<
                        std::invoke_result_t<Describe&, Description&>>) {
        describe(description);
        finding_internal::SetMessage(code.code(), {}, description);
      } else {
        finding_internal::SetMessage(code.code(), describe(description).texts(),
                                     description);
      }
    };
    Report(Occurrence{code.code(), bytes, scope, fill_in});
  }
};

// Passes occurrences on, and notes whether one of them was an error. Must not
// outlive the sink.
class ErrorWatch : public FindingSink {
 public:
  explicit ErrorWatch(FindingSink& sink) : sink_(sink) {}

  using FindingSink::Report;
  void Report(const Occurrence& occurrence) override {
    if (GetCodeInfo(occurrence.code).severity == Severity::kError) ok_ = false;
    sink_.Report(occurrence);
  }

  // False once an error has been reported.
  bool ok() const { return ok_; }

 private:
  FindingSink& sink_;
  bool ok_ = true;
};

struct Finding {
  FindingCode code{};
  // Place of the first occurrence:
  ByteRange bytes;
  std::string path;
  uint32_t line = 0;
  uint32_t column = 0;
  // The catalogue's text with the first occurrence's arguments.
  std::string message;
  // Occurrences that this finding stands for.
  uint64_t count = 1;
  // The elements concerned, in order of appearance; at most
  // FindingList::kRangesKept, the rest is only counted. Empty without a scope.
  std::vector<IndexRange> ranges;
  // Occurrences that lie in none of `ranges`.
  uint64_t unranged = 0;
  // The noun for an element of `ranges`: "key".
  std::string_view noun;
  // For a finding that was read from a report: the text that Places() returns,
  // in place of all these.
  std::string places = {};

  // The level that a FindingList gave it, if that is not the catalogue's; else
  // kIgnored.
  FindingLevel level = FindingLevel::kIgnored;

  Severity severity() const {
    if (level == FindingLevel::kIgnored) return GetCodeInfo(code).severity;
    return level == FindingLevel::kError ? Severity::kError
                                         : Severity::kWarning;
  }
};

// The places that a finding with count > 1 stands for: "keys 40-91, 380 and 3
// more places". Empty for a single occurrence.
std::string Places(const Finding& finding);

// Collects findings. Allocates nothing until the first one.
class FindingList : public FindingSink {
 public:
  static constexpr size_t kRangesKept = 8;

  FindingList() { last_of_code_.fill(kNoFinding); }
  explicit FindingList(const Limits& limits, const FindingLevels& levels = {})
      : FindingList() {
    findings_kept_ = limits.findings_kept;
    levels_ = levels;
  }

  // A list that holds what another one held. REQUIRES: nothing is reported to
  // it.
  struct Content {
    std::vector<Finding> findings = {};
    uint64_t errors = 0;
    uint64_t warnings = 0;
    uint64_t dropped = 0;
    uint64_t ignored = 0;
  };
  explicit FindingList(Content content);

  using FindingSink::Report;
  void Report(const Occurrence& occurrence) override;

  // In the order of their first occurrences.
  const std::vector<Finding>& findings() const { return findings_; }

  // Occurrences of all findings, kept or not, by severity.
  uint64_t errors() const { return errors_; }
  uint64_t warnings() const { return warnings_; }

  // Occurrences that are counted above but belong to no finding kept.
  uint64_t dropped() const { return dropped_; }

  // Occurrences of codes whose level is kIgnored; counted nowhere else.
  uint64_t ignored() const { return ignored_; }

  bool empty() const { return errors_ + warnings_ == 0; }

  // Takes findings out, with all their occurrences, and returns how many
  // occurrences that were. REQUIRES: nothing is reported afterwards.
  uint64_t Remove(absl::FunctionRef<bool(const Finding&)> is_removed);

 private:
  static constexpr size_t kNoFinding = std::numeric_limits<size_t>::max();

  std::vector<Finding> findings_;
  std::vector<uint64_t> scope_of_;  // scope id of each finding
  // Index of the latest finding of each code, the one into which occurrences
  // can collapse; or kNoFinding.
  std::array<size_t, kFindingCodeCount> last_of_code_;
  uint64_t findings_kept_ = Limits{}.findings_kept;
  uint64_t errors_kept_ = 0;
  uint64_t warnings_kept_ = 0;
  uint64_t errors_ = 0;
  uint64_t warnings_ = 0;
  uint64_t dropped_ = 0;
  uint64_t ignored_ = 0;
  FindingLevels levels_;
};

}  // namespace clipguard

#endif  // CLIPGUARD_PARSER_FINDING_H_
