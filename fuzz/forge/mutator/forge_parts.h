// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A grammar of Forge's files: pieces of state machines and armatures, by
// chance, mostly sound, with names that are there.

#ifndef CLIPGUARD_FUZZ_FORGE_MUTATOR_FORGE_PARTS_H_
#define CLIPGUARD_FUZZ_FORGE_MUTATOR_FORGE_PARTS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "fuzz/forge/mutator/json_tree.h"
#include "fuzz/shared/random.h"

namespace clipguard::fuzz {

// As they stand in the file, without '#'.
struct ForgeNames {
  std::vector<std::string> parameters;
  std::vector<std::string> clips;
  std::vector<std::string> states;
  std::vector<std::string> joints;
};
ForgeNames NamesIn(JsonTree& root);

class ForgeParts {
 public:
  ForgeParts(const ForgeNames& names, Random& random)
      : names_(names), random_(random) {}

  // `depth` is how many levels there may be below.
  JsonTree TimeValue(size_t depth);
  JsonTree Clip(size_t depth);
  JsonTree Target();  // of a transition
  JsonTree Elements();
  JsonTree VariableClip();
  JsonTree JointClip();
  JsonTree Events();
  JsonTree ArmatureClip();

  std::string EventName();
  std::string EventTime();
  JsonTree Number();
  std::string NewName();
  std::string Operators();

  // One of the list, or a new name if there is none.
  std::string Any(const std::vector<std::string>& names);

 private:
  const ForgeNames& names_;
  Random& random_;
};

// Where time values, clips and so on are.
struct ForgePlaces {
  std::vector<JsonTree*> time_values;
  std::vector<JsonTree*> clips;
  std::vector<JsonTree*> targets;
  std::vector<JsonTree*> joints;
  std::vector<JsonTree*> armature_clips;
  std::vector<JsonTree*> joint_clips;  // lists of variables
  std::vector<JsonTree*> variables;
  std::vector<JsonTree*> events;  // objects of them
};
ForgePlaces PlacesIn(JsonTree& root);

bool IsArmature(JsonTree& root);

// Mends what would be an error: names that are not there, cycles, arguments
// that are missing, keys, and what is of the wrong type.
void MendForge(JsonTree& root, Random& random);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_FORGE_MUTATOR_FORGE_PARTS_H_
