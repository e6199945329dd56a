// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/format.h"
#include "parser/m3d/reader/quick_row.h"
#include "parser/m3d/reader/reading.h"
#include "parser/m3d/reader/section_rows.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_cursor.h"
#include "parser/m3d/token_text.h"

namespace clipguard::m3d {
namespace {

using enum FindingCode;

constexpr std::string_view kBegin = kListBegin;
constexpr std::string_view kEnd = kListEnd;
constexpr Field kBoneField = kClipBoneRow[0];
constexpr Field kKeysField = kClipBoneRow[FieldOf(kClipBoneRow, "keyframes")];
constexpr uint64_t kLeastKey =
    LeastBytes(kKeyRow, 0, FieldsIn(kKeyRow), /*other_labels=*/false);
constexpr uint64_t kLeastShortKey = LeastBytes(kKeyRow);

// The arrays of a clip's keyframes, all as long as each other.
void Resize(Clip& clip, uint64_t keys) {
  clip.times.resize(keys);
  clip.translations.resize(keys);
  clip.scales.resize(keys);
  clip.rotations.resize(keys);
}

// Makes the arrays `keys` long. They grow by doubling, but to no more than
// what the `left` bytes that follow can hold, of `least` bytes each.
void MakeRoom(Clip& clip, uint64_t keys, uint64_t left, uint64_t least) {
  if (keys > clip.times.capacity()) {
    const uint64_t most = clip.times.size() + left / least;
    const uint64_t room = std::max(keys, std::min(2 * keys, most));
    clip.times.reserve(room);
    clip.translations.reserve(room);
    clip.scales.reserve(room);
    clip.rotations.reserve(room);
  }
  Resize(clip, keys);
}

// Makes first_key ascend after a fault, and all arrays as long as it says. Room
// for many more keyframes, which were declared and did not come, is given back:
// each of many clips can declare as many as all that follows could hold.
void Complete(Clip& clip) {
  uint64_t before = 0;
  for (uint64_t& first : clip.first_key) {
    first = before = std::max(before, first);
  }
  Resize(clip, before);
  if (clip.times.capacity() / 2 <= before) return;
  clip.times.shrink_to_fit();
  clip.translations.shrink_to_fit();
  clip.scales.shrink_to_fit();
  clip.rotations.shrink_to_fit();
}

// Reads one clip.
class ClipReader {
 public:
  ClipReader(Reading& r, uint64_t number)
      : r_(r), number_(number), clip_(r.out.clips[number]) {}

  Outcome Read() {
    const ElementPath at = PathOf({});
    Outcome outcome = r_.in.Label(kClipLabel, at, {});
    if (outcome != Outcome::kRead) return outcome;
    r_.places.clip_names[number_] = r_.cursor().Peek().range();
    outcome = r_.in.Name(clip_.name, kBegin, PathOf(kClipRow[0].name));
    if (outcome == Outcome::kRead) outcome = r_.in.Label(kBegin, at, kEnds);
    if (outcome != Outcome::kRead) return outcome;
    outcome = ReadBones();
    if (outcome != Outcome::kRead) return outcome;
    const Token token = r_.cursor().Peek();
    if (token.text.starts_with(bone_field_.label)) {
      r_.in.Report(kElementsSurplus, token.range(), at,
                   {Quoted(token.text), absl::StrCat(r_.counts.bones),
                    RowPlural(Section::kHierarchy)});
      return r_.in.SkipTo(kClipLabel);
    }
    return r_.in.Label(kEnd, at, kEnds);
  }

 private:
  // The search for a label ends at the next clip.
  static constexpr RowEnds kEnds = {.next = kClipLabel};

  ElementPath PathOf(std::string_view field) const {
    return {Section::kClips, field, number_};
  }
  ElementPath PathOf(std::string_view field, uint64_t bone) const {
    return {Section::kClips, field, number_, bone};
  }

  Outcome ReadBones() {
    const uint64_t bones = r_.counts.bones;
    if (IsOtherLabel(r_.cursor().Peek().text, kBoneField)) {
      short_labels_ = true;
      bone_field_ = OtherOf(kBoneField);
      first_of_key_ = kKeyRow[0].other_label;
    }
    for (uint64_t b = 0; b < bones; ++b) {
      const Token token = r_.cursor().Peek();
      if (token.text == kEnd) {
        r_.in.Report(kElementsMissing, token.range(), PathOf({}),
                     {absl::StrCat(b), absl::StrCat(bones),
                      RowPlural(Section::kHierarchy)});
        break;
      }
      if (!r_.cursor().BeginRow()) return Outcome::kLost;
      const Outcome outcome = ReadBone(b);
      if (outcome != Outcome::kRead) return outcome;
    }
    return Outcome::kRead;
  }

  Outcome ReadBone(uint64_t b) {
    const ElementPath at = PathOf(kKeysField.name, b);
    Outcome outcome = r_.in.NumberedLabel(
        bone_field_, b, PathOf(kBoneField.name, b), kClipLabel);
    if (outcome == Outcome::kRead) {
      outcome = r_.in.Label(
          short_labels_ ? kKeysField.other_label : kKeysField.label, at, kEnds);
    }
    if (outcome != Outcome::kRead) return outcome;
    uint64_t count = 0;
    outcome = ReadKeyCount(at, count);
    if (outcome != Outcome::kRead) return outcome;
    const uint64_t left = uint64_t{r_.cursor().remaining()} + 1;
    outcome = r_.in.Label(kBegin, at, kEnds);
    if (outcome != Outcome::kRead) return outcome;
    r_.places.keyframes[number_ * r_.counts.bones + b] = r_.cursor().offset();

    MakeRoom(clip_, clip_.first_key[b] + count, left, least_key());
    outcome = ReadKeys(b, count);
    clip_.first_key[b + 1] = clip_.times.size();
    if (outcome != Outcome::kRead) return outcome;
    SkipSurplusKeys(at, count);
    return r_.in.Label(kEnd, at, kEnds);
  }

  // Reads how many keyframes a bone has. kRead: there is a count, and so many
  // may follow.
  Outcome ReadKeyCount(const ElementPath& at, uint64_t& count) {
    ByteRange where;
    std::optional<uint64_t> declared;
    const Outcome outcome = r_.in.Count(declared, at, where);
    if (outcome != Outcome::kRead) return outcome;
    if (!declared) return r_.in.SkipTo(kClipLabel);
    count = *declared;
    const uint64_t left = r_.cursor().remaining();
    const uint64_t least = Times(count, least_key());
    if (least > left + 1) {
      r_.in.Report(
          kCountTooLarge, where, at,
          {absl::StrCat(count, count == 1 ? " keyframe" : " keyframes"),
           absl::StrCat(least), absl::StrCat(left)});
      return r_.in.SkipTo(kClipLabel);
    }
    const uint64_t most = r_.limits.keys_per_curve;
    if (count > most) {
      r_.in.Report(kLimitExceeded, where, at,
                   {absl::StrCat(count), absl::StrCat(most),
                    LimitName(&Limits::keys_per_curve)});
      return r_.in.SkipTo(kClipLabel);
    }
    return Outcome::kRead;
  }

  Outcome ReadKeys(uint64_t b, uint64_t count) {
    const uint64_t first = clip_.first_key[b];
    for (uint64_t k = 0; k < count; ++k) {
      const auto members = ElementsOf(clip_, first + k);
      if (TakeQuickRow(r_, [&](QuickRow& row) {
            return short_labels_
                       ? TakeFields<kKeyRow, true>(row, kKeyMembers, members)
                       : TakeFields<kKeyRow>(row, kKeyMembers, members);
          })) {
        continue;
      }
      const Token token = r_.cursor().Peek();
      if (token.text == kEnd) {
        r_.in.Report(kElementsMissing, token.range(),
                     PathOf(kKeysField.name, b),
                     {absl::StrCat(k), absl::StrCat(count), kKeysField.name});
        Resize(clip_, first + k);
        return Outcome::kRead;
      }
      if (!r_.cursor().BeginRow()) {
        Resize(clip_, first + k);
        return Outcome::kLost;
      }
      const Outcome outcome = ReadKey(b, k, first + k);
      if (outcome != Outcome::kRead &&
          r_.cursor().Peek().text != first_of_key_ &&
          r_.cursor().Peek().text != kEnd) {
        Resize(clip_, first + k);
        return outcome;
      }
    }
    return Outcome::kRead;
  }

  // Reads keyframe k of bone b into element i.
  Outcome ReadKey(uint64_t b, uint64_t k, uint64_t i) {
    const auto members = ElementsOf(clip_, i);
    ClearFields<kKeyRow>(kKeyMembers, members);
    return ReadFields<kKeyRow>(r_.in, kKeyMembers, members,
                               {Section::kClips, {}, number_, b, k},
                               {{.next = first_of_key_, .end = kEnd},
                                /*other_labels=*/short_labels_});
  }

  // Reports keyframes after the last one.
  void SkipSurplusKeys(const ElementPath& at, uint64_t count) {
    const Token token = r_.cursor().Peek();
    if (token.text != first_of_key_) return;
    r_.in.Report(kElementsSurplus, token.range(), at,
                 {Quoted(token.text), absl::StrCat(count), kKeysField.name});
    for (Token t = token; t && t.text != kEnd && t.text != kClipLabel;
         t = r_.cursor().Peek()) {
      r_.cursor().Take(t);
    }
  }

  uint64_t least_key() const {
    return short_labels_ ? kLeastShortKey : kLeastKey;
  }

  Reading& r_;
  uint64_t number_;
  Clip& clip_;
  // As the clip's first bone has them.
  bool short_labels_ = false;
  Field bone_field_ = kBoneField;
  std::string_view first_of_key_ = kKeyRow[0].label;
};

}  // namespace

Outcome ReadClips(Reading& r) {
  const uint64_t clips = r.counts.clips;
  r.out.clips.resize(clips);
  r.places.clip_names.resize(clips);
  r.places.keyframes.resize(clips * r.counts.bones);
  for (Clip& clip : r.out.clips) clip.first_key.assign(r.counts.bones + 1, 0);
  Outcome outcome = Outcome::kRead;
  for (uint64_t c = 0; c < clips && outcome != Outcome::kEnded; ++c) {
    if (!r.cursor().Peek()) {
      r.in.Report(
          kElementsMissing, {r.in.bytes().size(), 0},
          {.field = SectionName(Section::kClips)},
          {absl::StrCat(c), absl::StrCat(clips), RowPlural(Section::kClips)});
      return Outcome::kEnded;
    }
    if (!r.cursor().BeginRow()) return Outcome::kLost;
    outcome = ClipReader(r, c).Read();
    Complete(r.out.clips[c]);
  }
  return outcome;
}

}  // namespace clipguard::m3d
