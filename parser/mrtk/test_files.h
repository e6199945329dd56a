// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests: recordings, made field by field or as a whole, and findings in a
// form that can be compared.

#ifndef CLIPGUARD_PARSER_MRTK_TEST_FILES_H_
#define CLIPGUARD_PARSER_MRTK_TEST_FILES_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::mrtk {

inline constexpr int32_t kMaxInt = std::numeric_limits<int32_t>::max();
inline constexpr int32_t kMinInt = std::numeric_limits<int32_t>::min();

// ---- Findings ---------------------------------------------------------------

// The stable parts of a finding.
struct Seen {
  FindingCode code;
  ByteRange bytes;
  std::string path;

  friend bool operator==(const Seen&, const Seen&) = default;
};
std::ostream& operator<<(std::ostream& out, const Seen& seen);

std::vector<Seen> SeenIn(const FindingList& list);

// The view that ReadDamagedInputAnimation() gives, whatever it finds.
std::optional<InputAnimationView> ReadDamaged(std::span<const uint8_t> bytes,
                                              const ReadOptions& options = {});

// The findings of ReadInputAnimation(), and of ReadAndValidate().
std::vector<Seen> ReadFindings(std::span<const uint8_t> bytes,
                               const ReadOptions& options = {});
std::vector<Seen> AllFindings(std::span<const uint8_t> bytes,
                              const ReadOptions& options = {});

// ---- Bytes ------------------------------------------------------------------

// Writes a file field by field.
class FileWriter {
 public:
  // Magic and version.
  FileWriter& Header(int32_t major, int32_t minor);
  // Three presence bytes.
  FileWriter& Presence(uint8_t camera, uint8_t hands, uint8_t gaze);
  FileWriter& Byte(int value);
  FileWriter& Bytes(std::initializer_list<int> values);
  FileWriter& Int(int32_t value);
  FileWriter& Float(float value);
  FileWriter& Text(std::string_view text);
  // A curve's twelve bytes.
  FileWriter& CurveHeader(int32_t pre_wrap, int32_t post_wrap, int32_t count);
  // `count` curves without keys, wrap modes 8.
  FileWriter& EmptyCurves(size_t count);
  // A curve with `count` keys at times 1, 2 ..., all else 0.125.
  FileWriter& FullCurve(int32_t count);
  FileWriter& CompactCurve(int32_t count);
  // REQUIRES: name.size() < 128.
  FileWriter& Marker(float time, std::string_view name);

  size_t size() const { return bytes_.size(); }
  const std::vector<uint8_t>& bytes() const { return bytes_; }
  // A range of bytes, so that it becomes a span where one is wanted.
  const uint8_t* begin() const { return bytes_.data(); }
  const uint8_t* end() const { return bytes_.data() + bytes_.size(); }

 private:
  std::vector<uint8_t> bytes_;
};

// A 1.1 file up to its presence bytes: 19 bytes.
FileWriter Begin11(uint8_t camera, uint8_t hands, uint8_t gaze);

// A 1.1 file up to its marker list, with no curves: 19 bytes.
FileWriter NoCurves();

// REQUIRES: size <= file.size().
std::span<const uint8_t> First(const FileWriter& file, size_t size);

// Overwrites what lies at `offset`.
template <typename T>
void Put(std::vector<uint8_t>& bytes, uint64_t offset, T value) {
  if (offset > bytes.size() || sizeof(T) > bytes.size() - offset) std::abort();
  std::memcpy(bytes.data() + offset, &value, sizeof(value));
}

template <typename T>
T Get(std::span<const uint8_t> bytes, uint64_t offset) {
  if (offset > bytes.size() || sizeof(T) > bytes.size() - offset) std::abort();
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(value));
  return value;
}

// ---- Recordings -------------------------------------------------------------

struct RecordingParts {
  bool camera = true;
  bool hands = false;
  bool gaze = false;
  size_t keys = 4;  // of each float curve; joint "None" has none
  size_t markers = 0;
};

// A recording about which Validate() has nothing to say: 60 keys a second,
// everything in motion, quaternions of length 1.
InputAnimation MakeRecording(const RecordingParts& parts);

// The recording in a layout. Aborts if it cannot be written.
std::vector<uint8_t> MustWrite(const InputAnimation& animation,
                               const FileLayout& layout);

inline constexpr FileLayout kCompact11 = kRecorder11;
inline constexpr FileLayout kFull11 = {{1, 1}, KeyLayout::kFull, true};
inline constexpr FileLayout kFull10 = kRecorder10;

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_TEST_FILES_H_
