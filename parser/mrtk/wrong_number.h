// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Finds the one number that is wrong in a recording whose structure does not
// end at its last byte: a presence byte, the minor version, or a key count.
//
//   if (const auto wrong = FindWrongNumber(bytes, options)) {
//     Print(wrong->path, wrong->given, wrong->right);
//   }

#ifndef CLIPGUARD_PARSER_MRTK_WRONG_NUMBER_H_
#define CLIPGUARD_PARSER_MRTK_WRONG_NUMBER_H_

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::mrtk {

// Findings that say: the structure does not end at the file's last byte.
inline constexpr std::array kMisfits = {
    FindingCode::kKeyCountNegative,
    FindingCode::kKeyCountTooLarge,
    FindingCode::kMarkerCountNegative,
    FindingCode::kMarkerCountTooLarge,
    FindingCode::kMarkerNameLengthMalformed,
    FindingCode::kMarkerNameLengthTooLarge,
    FindingCode::kMarkerNamePastEnd,
    FindingCode::kFileTruncated,
    FindingCode::kTrailingBytes,
};

// The parts that a file has.
struct FileParts {
  int32_t minor = 0;  // of the version
  bool camera = true;
  bool hands = true;
  bool gaze = false;
  size_t body = kHeaderSize;  // where its curves begin

  bool Has(CurveSlot slot) const {
    return slot.is_camera() ? camera : slot.is_hand() ? hands : gaze;
  }
};

// Nullopt if the header is cut, or of no version that exists.
std::optional<FileParts> ReadFileParts(std::span<const uint8_t> bytes);

// Whether a time or a state is none: a small integer, such as a count or a wrap
// mode, that is read as a float.
inline bool IsMisreadInteger(float number) {
  return std::fpclassify(number) == FP_SUBNORMAL;
}

// Keys, read one after the other. Whatever is misread as keys soon has times
// out of order.
class KeyScan {
 public:
  // `key_size`: kCompactKeySize or kFullKeySize.
  explicit KeyScan(uint64_t key_size) : key_size_(key_size) {}

  // Reads the next key; false if the file ends inside it, or it can be no key.
  bool Next(ByteCursor& in);

  // Whether all that was read can be keys, the last of them perhaps cut.
  bool could_go_on() const { return could_go_on_; }

  float last_time() const { return last_time_; }
  float last_value() const { return last_value_; }
  // Whether no two keys so far are at one time.
  bool ascending() const { return ascending_; }
  // Whether a key so far was none by IsMisreadInteger().
  bool misread() const { return misread_; }

 private:
  uint64_t key_size_;
  float last_time_ = -INFINITY;
  float last_value_ = 0;
  bool ascending_ = true;
  bool misread_ = false;
  bool could_go_on_ = true;
};

struct WrongNumber {
  ByteRange bytes;
  std::string path;
  int32_t given = 0;
  int32_t right = 0;
  // The layout in which the file fits; none if no float curve has keys.
  std::optional<KeyLayout> layout = std::nullopt;
};

// The number that alone, if it is replaced by `right`, makes the file a
// recording to its last byte, with a marker list, orderly keys and the same
// wrap modes everywhere. Nullopt if there is none, or more than one.
//
// REQUIRES: the structure does not end at the last byte as it is. Time is
// linear in the size of the file.
std::optional<WrongNumber> FindWrongNumber(std::span<const uint8_t> bytes,
                                           const ReadOptions& options);

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_WRONG_NUMBER_H_
