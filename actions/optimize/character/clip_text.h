// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Takes keyframes out of a character's text.
//
//   ClipText text(bytes);
//   text.KeepKeys(offset, stays);   // of each bone, in the file's order
//   Use(text.Finish());
//
// Internal to actions/optimize. Thread-compatible.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_CLIP_TEXT_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_CLIP_TEXT_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace clipguard::actions {

class ClipText {
 public:
  explicit ClipText(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  // Bytes of one bone's keyframes, from the '{' to the '}'.
  struct Sizes {
    uint64_t before = 0;
    uint64_t after = 0;
  };

  // Of a bone's keyframes, which begin after the '{' that ends at `offset`,
  // those stay that `stays` has other than 0. The number before the '{'
  // follows. Nothing if the text is not as that of a sound character is; then
  // this must not be used any more. REQUIRES: offset <= bytes.size(); it
  // is not before that of the last call.
  std::optional<Sizes> KeepKeys(uint64_t offset,
                                std::span<const uint8_t> stays);

  // The whole text. To be called once, at the end.
  std::vector<uint8_t> Finish();

 private:
  // Writes the number of keyframes anew.
  bool PutCount(uint64_t offset, uint64_t before, uint64_t after);
  void CopyUntil(uint64_t offset);

  std::span<const uint8_t> bytes_;
  uint64_t done_ = 0;  // bytes of the original that are dealt with
  std::vector<uint8_t> out_;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_CLIP_TEXT_H_
