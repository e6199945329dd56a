// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/m3d/character.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "actions/repair/lazy_finding.h"
#include "actions/repair/m3d/fixes.h"
#include "actions/repair/text_passes.h"
#include "actions/repair/text_plan.h"
#include "base/text_of.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/format.h"
#include "parser/m3d/token_cursor.h"

namespace clipguard::actions {
namespace {

using enum FindingCode;

// Findings that a wrong count can cause. A count is right only if correcting it
// adds none of these.
constexpr std::array kOfWrongCounts = {
    kElementsMissing,      kElementsSurplus,  kCountTooLarge,
    kCountMalformed,       kBannerMismatch,   kVertexIndexOutOfRange,
    kBlendIndexOutOfRange, kSubsetOutOfRange, kParentOutOfOrder,
    kClipsWithoutBones,    kTextEndsEarly,
};

// Whether a word is one of a model, or stands where two versions of one were
// merged.
bool IsOfModel(std::string_view word) {
  return word.find_first_of("{}") != std::string_view::npos ||
         m3d::LooksLikeBanner(word) || LooksLikeLabel(word) ||
         word.starts_with("<<<<<<<") || word.starts_with(">>>>>>>");
}

// `errors`: that come before it.
void FixTrailingText(const LazyFinding& found, const CodeSet& errors,
                     TextPlan& plan) {
  if (!errors.empty()) {
    plan.Refuse(found, "there are errors before it: it may be of the model");
    return;
  }
  const std::string_view text = plan.TextAt(found.bytes());
  m3d::TokenCursor in(BytesOf(text));
  while (const m3d::Token token = in.Next()) {
    if (!IsOfModel(token.text)) continue;
    plan.Refuse(found,
                "it has words of a model: perhaps a count is wrong, or a "
                "bracket is one too many");
    return;
  }
  plan.Replace(found, true, {},
               absl::StrCat(text.size(), text.size() == 1 ? " byte" : " bytes",
                            " that no reader reads"));
}

void FixName(const LazyFinding& found, TextPlan& plan) {
  if (!found.path().starts_with("materials[")) {
    plan.Refuse(found, "a clip is known by its name only");
    return;
  }
  // In the place of stars or dashes, or after the label.
  plan.Replace(found, false, found.bytes().length == 0 ? " none" : "none");
}

void FixSpaces(const LazyFinding& found, TextPlan& plan) {
  const auto at = static_cast<size_t>(found.bytes().offset);
  if (at != 0 && !m3d::IsSpace(static_cast<uint8_t>(plan.text()[at - 1]))) {
    return plan.Refuse(found, "it is glued to the label before it");
  }
  std::string joined;
  bool space = false;
  for (const char c : plan.TextAt(found.bytes())) {
    const bool before =
        std::exchange(space, m3d::IsSpace(static_cast<uint8_t>(c)));
    if (!space) {
      joined += c;
    } else if (!before) {
      joined += '_';
    }
  }
  plan.Replace(found, false, joined, /*lost=*/{},
               "what asks for it by its name has to be renamed, too");
}

// Plans what each finding asks for.
class Fixer : public FindingSink {
 public:
  Fixer(M3dFacts& facts, TextPlan& plan)
      : facts_(facts), plan_(plan), keys_(plan) {}

  using FindingSink::Report;
  void Report(const Occurrence& occurrence) override {
    if (GetCodeInfo(occurrence.code).severity == Severity::kError) {
      errors_.Add(occurrence.code);
    }
    if (IsAboutCounts(occurrence.code)) {
      about_counts_ = true;
      // One of many that say the same.
      if (occurrence.code != kCountMalformed) {
        RefuseCount(LazyFinding(occurrence));
        return;
      }
    }
    Fix(LazyFinding(occurrence));
  }

  const CodeSet& errors() const { return errors_; }
  bool about_counts() const { return about_counts_; }

 private:
  void RefuseCount(const LazyFinding& found) {
    plan_.Refuse(
        found,
        "it cannot be said how many there should be: sections disagree, or the "
        "file was cut");
  }

  void Fix(const LazyFinding& found) {
    switch (found.code()) {
      case kByteOrderMarkPresent:
        return plan_.Replace(found, true, {});
      case kNumberMalformed:
      case kCountMalformed:
        return FixNumber(found, facts_, plan_);
      case kLabelMismatch:
        return FixLabel(found, plan_);
      case kBannerMismatch:
        return FixBanner(found, plan_);
      case kTrailingText:
        return FixTrailingText(found, errors_, plan_);
      case kNameMissing:
        return FixName(found, plan_);
      case kNameHasSpace:
        return FixSpaces(found, plan_);
      case kBlendWeightsNotOne:
        return FixWeights(found, plan_);
      case kNormalNotUnit:
      case kTangentNotUnit:
      case kRotationNotUnit:
        return FixLength(found, plan_);
      case kKeyTimeDecreasing:
      case kKeyTimeDuplicate:
        return keys_.Fix(found);
      default:
        return;
    }
  }

  M3dFacts& facts_;
  TextPlan& plan_;
  KeyframeFixer keys_;
  CodeSet errors_;
  bool about_counts_ = false;
};

}  // namespace

Repaired RepairCharacter(std::span<const uint8_t> bytes,
                         const m3d::ReadOptions& read,
                         const RepairOptions& options) {
  M3dFacts facts;
  bool counted = false;
  const auto validate = [&](std::string_view text, FindingSink& sink) {
    m3d::ReadAndValidate(
        {reinterpret_cast<const uint8_t*>(text.data()), text.size()}, read,
        sink);
  };
  return RepairText(
      bytes, options, validate,
      [&](std::string_view text, TextPlan& plan) {
        facts.BeginPass();
        Fixer fixer(facts, plan);
        validate(text, fixer);
        if (fixer.about_counts()) {
          // The other findings may be consequences of the counts.
          TextPlan counts(text, options);
          FixCounts(fixer.errors(), counts);
          if (!counts.empty()) {
            plan = std::move(counts);
            counted = true;
          } else {
            // Guesses, if there are some.
            FixCounts(fixer.errors(), plan);
          }
        }
        return fixer.errors();
      },
      [&](const CodeSet& before, const CodeSet& after) {
        // A count is right only if all that follows fits.
        if (counted) return after.empty();
        const CodeSet more = after.Without(before);
        if (before.empty() || HasCountFault(before)) return more.empty();
        for (const FindingCode code : kOfWrongCounts) {
          if (more.Has(code)) return false;
        }
        return true;
      });
}

}  // namespace clipguard::actions
