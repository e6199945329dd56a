// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Mutations of any JSON text: of its keys, numbers, strings, lists and spaces.

#ifndef CLIPGUARD_FUZZ_FORGE_MUTATOR_JSON_MUTATION_H_
#define CLIPGUARD_FUZZ_FORGE_MUTATOR_JSON_MUTATION_H_

#include <cstddef>
#include <string>
#include <vector>

#include "fuzz/forge/mutator/forge_parts.h"
#include "fuzz/forge/mutator/json_tree.h"
#include "fuzz/shared/mutator.h"
#include "fuzz/shared/random.h"

namespace clipguard::fuzz {

// A mutation of one JSON text. Derived classes know what the text means.
class JsonMutation {
 protected:
  JsonMutation(JsonText& text, Random& random, ByteMutator mutate_bytes)
      : t_(text), random_(random), mutate_bytes_(mutate_bytes) {}
  ~JsonMutation() = default;

  // One change of any kind.
  void ChangeAnything();

  // ---- Choosing -------------------------------------------------------------

  template <typename Predicate>
  JsonTree* AnyThat(Predicate predicate) {
    std::vector<JsonTree*> all = AllIn(t_.root);
    std::erase_if(all, [&](JsonTree* tree) { return !predicate(*tree); });
    return AnyOf(all);
  }

  JsonTree* AnyOf(const std::vector<JsonTree*>& trees) {
    return trees.empty() ? nullptr : trees[random_.Below(trees.size())];
  }

  // An array or object with something in it.
  JsonTree* AnyList() {
    return AnyThat([](const JsonTree& tree) { return !tree.children.empty(); });
  }

  JsonTree* AnyString() {
    return AnyThat([](const JsonTree& tree) { return tree.is_string(); });
  }

  // One letter less, or another one.
  void Misspell(std::string& name);

  JsonText& t_;
  Random& random_;
  ForgeNames names_;  // in the text; the derived class looks them up
  ForgeParts parts_{names_, random_};

 private:
  using Step = void (JsonMutation::*)();

  void DropChildren();
  void RepeatChild();
  // Mostly all but their keys.
  void SwapChildren();
  void CopySubtree();
  void ChangeNumber();
  void ChangeString();
  void ChangeText(std::string& text);
  void ChangeKey();
  // Numbers and strings, arrays of one, and what was in one.
  void ChangeType();
  void ChangeWord();
  // Some letters as \u0061.
  void EscapeString();
  void ChangeSpacing();
  void AddTrailing();
  void AddKey();
  // To the other kind, or to another format's.
  void ChangeRoot();
  // An object as [[key, value], ...].
  void MakePairs();
  // To lengths around the blocks that are worked in.
  void GrowList();
  // In any direction.
  void Grow();

  ByteMutator mutate_bytes_;
};

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_FORGE_MUTATOR_JSON_MUTATION_H_
