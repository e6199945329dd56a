// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A Forge joint clip as keys of a bone in Bedrock's sense: rotation, position
// and scale, each with straight lines between its keys.
//
// Bedrock turns, moves and scales a bone about its pivot. Here that is Forge's
// own point, the middle of the block: 0 8 0 in pixels. The signs are those of
// Bedrock's files, whose x points the other way: with x, y and z in Forge's
// directions the rotation r is Rz(r.z) Ry(-r.y) Rx(-r.x), and the position p
// moves by (-p.x, p.y, p.z) / 16 blocks.

#ifndef CLIPGUARD_ACTIONS_CONVERT_FORMS_BEDROCK_KEYS_H_
#define CLIPGUARD_ACTIONS_CONVERT_FORMS_BEDROCK_KEYS_H_

#include <array>
#include <vector>

#include "parser/forge/armature.h"

namespace clipguard::actions {

using BedrockVector = std::array<float, 3>;

struct BedrockKey {
  double time = 0;  // 0 to 1
  // The value up to this time, and the one from it on.
  BedrockVector before{};
  BedrockVector after{};
};

// A channel without keys stays as the model has it.
struct BedrockKeys {
  std::vector<BedrockKey> rotation;  // degrees
  std::vector<BedrockKey> position;  // pixels, a sixteenth of a block
  std::vector<BedrockKey> scale;
  // Whether the lines between keys are what the game shows; the keys are.
  bool rotation_is_exact = true;
  bool position_is_exact = true;
  // If it was asked for, how far off those lines are at three times between
  // each two keys: the largest difference met, of an element of the matrix by
  // which the game moves the joint about the block's middle (blocks).
  double rotation_off = 0;
  double position_off = 0;
};

// In ascending order of times, which differ; the first is 0, and the last is 1
// if there are several. Not finite where samples are not. `measure`: says how
// far off lines are that are not exact.
BedrockKeys BedrockKeysOf(const forge::Armature& armature,
                          const forge::Armature::Clip& clip,
                          const forge::Armature::JointClip& joint,
                          bool measure = false);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_FORMS_BEDROCK_KEYS_H_
