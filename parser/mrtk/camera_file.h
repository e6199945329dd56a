// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests of Validate(): a recording of a camera, to be spoilt field by
// field.

#ifndef CLIPGUARD_PARSER_MRTK_CAMERA_FILE_H_
#define CLIPGUARD_PARSER_MRTK_CAMERA_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "parser/mrtk/test_files.h"

namespace clipguard::mrtk {

inline constexpr KeyLayout kLayouts[] = {KeyLayout::kCompact, KeyLayout::kFull};

// Keys for several blocks of the scan, and places at the ends of blocks and of
// the curve.
inline constexpr size_t kManyKeys = 3000;
inline constexpr size_t kPlaces[] = {1,    2,    1022, 1023, 1024,
                                     1025, 2047, 2048, 2999};

enum Field {
  kTime,
  kValue,
  kInTangent,
  kOutTangent,
  kInWeight,
  kOutWeight,
  kMode
};
inline constexpr const char* kFieldNames[] = {
    "time",     "value",     "inTangent",   "outTangent",
    "inWeight", "outWeight", "weightedMode"};
inline constexpr const char* kCameraCurves[] = {
    "camera.position.x", "camera.position.y", "camera.position.z",
    "camera.rotation.x", "camera.rotation.y", "camera.rotation.z",
    "camera.rotation.w"};

// A 1.1 file with a camera only, all of whose curves have `keys` keys.
class CameraFile {
 public:
  CameraFile(KeyLayout layout, size_t keys)
      : keys_(keys),
        key_size_(layout == KeyLayout::kFull ? 28 : 8),
        bytes_(
            MustWrite(MakeRecording({.keys = keys}), {{1, 1}, layout, true})) {}

  // 16 bytes of header and 3 presence bytes; then 12 and the keys for each.
  uint64_t Curve(uint64_t curve) const {
    return 19 + curve * (12 + keys_ * key_size_);
  }
  uint64_t Key(uint64_t curve, uint64_t key, Field field = kTime) const {
    return Curve(curve) + 12 + key * key_size_ + 4 * uint64_t{field};
  }
  float Float(uint64_t curve, uint64_t key, Field field) const {
    return Get<float>(bytes_, Key(curve, key, field));
  }

  template <typename T>
  CameraFile& Set(uint64_t curve, uint64_t key, Field field, T value) {
    static_assert(sizeof(T) == 4);
    Put(bytes_, Key(curve, key, field), value);
    return *this;
  }

  // The expected finding at that field.
  Seen At(FindingCode code, uint64_t curve, uint64_t key, Field field) const {
    return {code,
            {Key(curve, key, field), 4},
            std::string(kCameraCurves[curve]) + ".keys[" + std::to_string(key) +
                "]." + kFieldNames[field]};
  }

  std::vector<uint8_t>& bytes() { return bytes_; }
  const std::vector<uint8_t>& bytes() const { return bytes_; }

 private:
  size_t keys_;
  size_t key_size_;
  std::vector<uint8_t> bytes_;
};

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_CAMERA_FILE_H_
