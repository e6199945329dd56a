// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "actions/repair/mrtk/parts.h"
#include "base/byte_cursor.h"
#include "base/text.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/unwritten_end.h"
#include "parser/mrtk/wrong_number.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::FileParts;
using mrtk::KeyLayout;
using mrtk::KeyScan;

constexpr size_t kMostWrongMagicBytes = 2;

// The curve inside which, or before which, a file ends.
struct Break {
  CurveSlot slot = CurveSlot(0);
  KeyLayout layout = KeyLayout::kCompact;
  uint64_t header = 0;     // where it begins
  bool has_count = false;  // whether the header is there
  int32_t count = 0;
  uint64_t keys = 0;      // whole ones that are there
  uint64_t key_size = 0;  // bytes
  bool any_key = false;
  bool any_float_key = false;
  bool orderly = true;     // what is in whole curves can be keys
  bool ascending = false;  // two keys or more, no two at one time
  bool plausible = true;

  uint64_t count_offset() const { return header + 8; }
  uint64_t tail() const {
    return has_count ? header + mrtk::kCurveHeaderSize + keys * key_size
                     : header;
  }
};

// Where the structure breaks off in that layout; nothing if it does not.
std::optional<Break> FindBreak(std::span<const uint8_t> bytes,
                               const FileParts& parts, KeyLayout layout) {
  Break found;
  found.layout = layout;
  ByteCursor in(bytes, static_cast<size_t>(parts.body));
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!parts.Has(slot)) continue;
    found.slot = slot;
    found.header = in.offset();
    std::array<int32_t, 3> header;
    found.has_count = in.Read(&header);
    if (!found.has_count) return found;
    found.plausible = found.plausible && mrtk::IsWrapMode(header[0]) &&
                      mrtk::IsWrapMode(header[1]) && header[2] >= 0;
    found.count = header[2];
    found.key_size = slot.is_boolean() || layout == KeyLayout::kCompact
                         ? mrtk::kCompactKeySize
                         : mrtk::kFullKeySize;
    const uint64_t count = static_cast<uint32_t>(header[2]);
    found.keys = std::min(count, in.remaining() / found.key_size);
    found.any_key |= found.keys != 0;
    found.any_float_key |= found.keys != 0 && !slot.is_boolean();
    ByteCursor keys = in;
    KeyScan scan(found.key_size);
    bool are_keys = true;
    for (uint64_t k = 0; k < found.keys && are_keys; ++k) {
      are_keys = scan.Next(keys);
    }
    found.ascending = found.keys >= 2 && scan.ascending();
    if (header[2] < 0 || !in.Skip(count * found.key_size)) {
      // The part of a cut key that is there must be a key's, too.
      if (are_keys) scan.Next(keys);
      found.plausible = found.plausible && are_keys && scan.could_go_on();
      return found;
    }
    found.orderly = found.orderly && are_keys;
    found.plausible = found.plausible && !scan.misread();
  }
  return std::nullopt;
}

bool IsBetter(const Break& a, const Break& b) {
  if (a.orderly != b.orderly) return a.orderly;
  return a.ascending && !b.ascending;
}

// The one layout that makes sense to the end of the file.
std::optional<Break> FindBreak(std::span<const uint8_t> bytes,
                               const FileParts& parts,
                               const mrtk::ReadOptions& read, bool full_only,
                               std::string& refusal) {
  std::optional<Break> found;
  for (const KeyLayout layout : {KeyLayout::kCompact, KeyLayout::kFull}) {
    if (read.layout && *read.layout != layout) continue;
    if (!read.layout && full_only && layout != KeyLayout::kFull) continue;
    const auto broken = FindBreak(bytes, parts, layout);
    // One that does not break off has other faults.
    if (!broken || !broken->plausible) continue;
    // Read in the wrong layout, times are soon out of order, or alike.
    if (found && IsBetter(*found, *broken)) continue;
    if (found && IsBetter(*broken, *found)) found.reset();
    if (found && (found->any_float_key || broken->any_float_key)) {
      refusal = "what is left makes sense with compact and with full keys";
      return std::nullopt;
    }
    if (!found) found = broken;
  }
  if (!found) {
    refusal =
        "what is left makes no sense to its end: not the file was cut, but a "
        "number in it is wrong";
  }
  return found;
}

void AppendEmptyCurves(const FileParts& parts, size_t first,
                       std::vector<uint8_t>& out) {
  constexpr std::array<uint8_t, mrtk::kCurveHeaderSize> kEmpty = {8, 0, 0, 0,
                                                                  8};
  for (size_t i = first; i < CurveSlot::kCount; ++i) {
    if (parts.Has(CurveSlot(i))) {
      out.insert(out.end(), kEmpty.begin(), kEmpty.end());
    }
  }
  out.insert(out.end(), sizeof(int32_t), 0);  // no markers
}

// Lists for people the parts that were lost with the end of the file.
std::string LossOf(const FileParts& parts, const Break& broken) {
  std::string lost;
  if (broken.has_count) {
    absl::StrAppend(
        &lost, Count(static_cast<uint32_t>(broken.count) - broken.keys, "key"),
        " of ", broken.slot.Path(), "; ");
  }
  size_t curves = 0;
  CurveSlot first = broken.slot;
  CurveSlot last = broken.slot;
  for (size_t i = broken.slot.index() + (broken.has_count ? 1 : 0);
       i < CurveSlot::kCount; ++i) {
    if (!parts.Has(CurveSlot(i))) continue;
    if (curves++ == 0) first = CurveSlot(i);
    last = CurveSlot(i);
  }
  if (curves != 0) {
    absl::StrAppend(&lost, "all keys of ", curves,
                    curves == 1 ? " curve, " : " curves, from ", first.Path());
    if (curves > 1) absl::StrAppend(&lost, " to ", last.Path());
    lost += "; ";
  }
  return lost + "all markers";
}

// The whole keys before the break, then empty curves and no markers.
Basis Completed(std::span<const uint8_t> bytes, const FileParts& parts,
                const Break& broken) {
  Basis basis;
  const uint64_t tail_offset = broken.tail();
  if (broken.any_float_key) basis.layout = broken.layout;
  const auto kept = bytes.first(static_cast<size_t>(tail_offset));
  std::vector<uint8_t> tail;
  AppendEmptyCurves(parts, broken.slot.index() + (broken.has_count ? 1 : 0),
                    tail);
  // As a whole, so that no more memory is taken than this.
  basis.bytes.resize(kept.size() + tail.size());
  std::ranges::copy(tail, std::ranges::copy(kept, basis.bytes.begin()).out);
  if (broken.has_count) {
    const auto count = std::bit_cast<std::array<uint8_t, 4>>(
        static_cast<int32_t>(broken.keys));
    std::ranges::copy(count, basis.bytes.begin() +
                                 static_cast<ptrdiff_t>(broken.count_offset()));
    basis.edits.push_back({broken.count_offset(), count.size(), count.size()});
  }
  basis.edits.push_back({tail_offset, bytes.size() - tail_offset, tail.size()});
  return basis;
}

}  // namespace

std::optional<Basis> CompleteCutFile(std::span<const uint8_t> bytes,
                                     const mrtk::ReadOptions& read,
                                     ChangeLog& log) {
  const auto parts = mrtk::ReadFileParts(bytes);
  if (!parts) return std::nullopt;
  std::string refusal;
  const auto broken =
      FindBreak(bytes, *parts, read, parts->body == mrtk::kHeaderSize, refusal);
  const auto code = broken && broken->has_count ? FindingCode::kKeyCountTooLarge
                                                : FindingCode::kFileTruncated;
  if (broken && !broken->any_key) {
    log.Refuse(code, {parts->body, bytes.size() - parts->body}, "curves",
               "the file ends before its first key: nothing of it is left");
    return std::nullopt;
  }
  if (!broken) {
    log.Refuse(FindingCode::kKeyCountTooLarge, {parts->body, 0}, "curves",
               refusal);
    return std::nullopt;
  }
  const uint64_t begin =
      broken->has_count ? broken->count_offset() : broken->tail();
  const auto rest = bytes.subspan(static_cast<size_t>(begin));
  // So an empty marker list is written: then something is missing before it.
  const bool is_list =
      !broken->has_count &&
      std::ranges::equal(rest, std::array<uint8_t, sizeof(int32_t)>{});
  const bool added = log.Add(code, !is_list, {begin, rest.size()}, [&] {
    ChangeText text;
    text.path =
        broken->slot.Path() + (broken->has_count ? ".keyCount" : ".preWrap");
    text.before =
        broken->has_count
            ? absl::StrCat(broken->count, " keys, of which ", broken->keys,
                           broken->keys == 1 ? " is" : " are", " there")
            : absl::StrCat(rest.size(), " bytes of a curve's header");
    text.after = broken->has_count ? absl::StrCat(Count(broken->keys, "key"),
                                                  ", and empty curves after "
                                                  "that")
                                   : "empty curves";
    text.lost = LossOf(*parts, *broken);
    if (is_list) {
      text.note =
          "perhaps they are the marker list, and curves before it are missing";
    }
    return text;
  });
  if (!added) return std::nullopt;
  return Completed(bytes, *parts, *broken);
}

std::optional<Basis> CompleteUnwritten(const mrtk::InputAnimationView& view,
                                       const mrtk::ReadOptions& read,
                                       ChangeLog& log) {
  const std::span<const uint8_t> bytes = view.bytes();
  const auto unwritten = mrtk::FindUnwrittenEnd(view);
  const auto parts = mrtk::ReadFileParts(bytes);
  if (!unwritten || !parts) return std::nullopt;
  std::string refusal;
  const auto find = [&](uint64_t end) {
    return FindBreak(
        bytes.first(static_cast<size_t>(std::min<uint64_t>(end, bytes.size()))),
        *parts, read, parts->body == mrtk::kHeaderSize, refusal);
  };
  auto broken = find(unwritten->offset);
  if (broken && broken->tail() < unwritten->offset) {
    // A key, or a header, that begins before the zeros may end in its own.
    broken =
        find(broken->tail() +
             (broken->has_count ? broken->key_size : mrtk::kCurveHeaderSize));
  }
  if (!broken || !broken->any_key) return std::nullopt;
  log.Add(FindingCode::kTrailingBytes, /*safe=*/true,
          {unwritten->offset, bytes.size() - unwritten->offset}, [&] {
            return ChangeText{.path = "end",
                              .before = absl::StrCat(
                                  "zeros from byte ", unwritten->offset,
                                  " on: the end of the file was not written"),
                              .after = "empty curves, and the end",
                              .lost = LossOf(*parts, *broken)};
          });
  return Completed(bytes, *parts, *broken);
}

std::optional<Basis> CorrectNumber(std::span<const uint8_t> bytes,
                                   const mrtk::ReadOptions& read,
                                   const FoundCodes& found, ChangeLog& log) {
  const auto code = std::ranges::find_if(
      mrtk::kMisfits, [&](FindingCode c) { return found.Has(c); });
  if (code == mrtk::kMisfits.end()) return std::nullopt;
  const auto wrong = mrtk::FindWrongNumber(bytes, read);
  if (!wrong) return std::nullopt;
  log.Add(*code, /*safe=*/true, wrong->bytes, [&] {
    return ChangeText{.path = wrong->path,
                      .before = absl::StrCat(wrong->given),
                      .after = absl::StrCat(wrong->right),
                      .note =
                          "with this number alone the file is a recording "
                          "to its last byte"};
  });
  Basis basis;
  basis.bytes.assign(bytes.begin(), bytes.end());
  const auto right =
      std::bit_cast<std::array<uint8_t, sizeof(int32_t)>>(wrong->right);
  std::ranges::copy(
      std::span(right).first(wrong->bytes.length),
      basis.bytes.begin() + static_cast<ptrdiff_t>(wrong->bytes.offset));
  basis.edits.push_back(
      {wrong->bytes.offset, wrong->bytes.length, wrong->bytes.length});
  basis.layout = wrong->layout;
  return basis;
}

std::optional<Basis> CorrectMagic(std::span<const uint8_t> bytes,
                                  const mrtk::ReadOptions& read,
                                  ChangeLog& log) {
  constexpr size_t kSize = mrtk::kMagicBytes.size();
  if (bytes.size() < kSize) return std::nullopt;
  size_t wrong = 0;
  for (size_t i = 0; i < kSize; ++i) {
    wrong += bytes[i] != mrtk::kMagicBytes[i] ? 1 : 0;
  }
  if (wrong == 0 || wrong > kMostWrongMagicBytes) return std::nullopt;
  Basis basis;
  basis.bytes.assign(bytes.begin(), bytes.end());
  std::ranges::copy(mrtk::kMagicBytes, basis.bytes.begin());
  basis.edits.push_back({0, kSize, kSize});
  FindingList findings;
  if (!mrtk::ReadInputAnimation(basis.bytes, read, findings)) {
    log.Refuse(FindingCode::kMagicMismatch, {0, kSize}, "header.magic",
               "the rest of the file is no recording either");
    return std::nullopt;
  }
  log.Add(FindingCode::kMagicMismatch, /*safe=*/true, {0, kSize}, [&] {
    return ChangeText{
        .path = "header.magic",
        .before = absl::StrCat(wrong, " of the eight bytes ", "wrong"),
        .after = "c6 42 9e 0f 6e af 8f 6a",
        .note = "the rest is a recording to its last byte"};
  });
  return basis;
}

}  // namespace clipguard::actions
