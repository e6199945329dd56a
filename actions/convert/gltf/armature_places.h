// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where an armature's text moves joints. Thread-compatible.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_ARMATURE_PLACES_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_ARMATURE_PLACES_H_

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "parser/finding.h"
#include "parser/limits.h"

namespace clipguard::actions::gltf {

class ArmaturePlaces {
 public:
  // The text must outlive it, and is not read before a place is asked for.
  ArmaturePlaces(std::string_view text, const Limits& limits)
      : text_(text), limits_(limits) {}

  // The bytes of the name of a joint that a clip moves; 0 and 0 if they are
  // not found.
  ByteRange Find(std::string_view clip, std::string_view joint);

  // The path of the same.
  static std::string PathOf(std::string_view clip, std::string_view joint);

 private:
  void Read();
  // The same for as long as this is there.
  std::string_view Kept(std::string_view name);

  const std::string_view text_;
  const Limits limits_;
  bool read_ = false;
  std::map<std::pair<std::string_view, std::string_view>, ByteRange> places_;
  // Names that are written with escapes. Never moved.
  std::deque<std::string> names_;
};

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_ARMATURE_PLACES_H_
