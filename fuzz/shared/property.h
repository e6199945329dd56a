// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A property: what holds for every input. The file that defines one ends with
// its entry in the table of the program that it is linked into:
//
//   CLIPGUARD_FUZZ_PROPERTY(mrtk_naive, Run, fuzz::kMrtkFuzzing.inputs);
//
// Run(bytes) aborts if the property does not hold. There is a program for each
// folder, //fuzz/FOLDER:fuzz. It checks the property that --property=NAME says,
// or the one that the program's own file is named after; --list-properties
// prints the table. An engine runs it (engine.cc), or it replays files
// (replay_main.cc).

#ifndef CLIPGUARD_FUZZ_SHARED_PROPERTY_H_
#define CLIPGUARD_FUZZ_SHARED_PROPERTY_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "fuzz/shared/mutator.h"

namespace clipguard::fuzz {

// The inputs of a property. Paths begin at the workspace; words of a list stand
// between blanks.
struct Inputs {
  std::string_view seeds;  // folders
  std::string_view dictionary = {};
  // The engine's own, where they are null.
  size_t (*mutate)(uint8_t* data, size_t size, size_t max_size, uint32_t seed,
                   ByteMutator mutate_bytes) = nullptr;
  size_t (*cross_over)(std::span<const uint8_t> a, std::span<const uint8_t> b,
                       uint8_t* out, size_t max_size, uint32_t seed) = nullptr;
  // Flags of libFuzzer, unless the command line says otherwise.
  std::string_view flags = {};
};

// Whether the program replays its inputs, each once, where an engine makes ever
// new ones.
extern const bool kReplays;

// Exists for as long as the program runs.
class Property {
 public:
  // Adds it to the table.
  Property(std::string_view name, void (*run)(std::span<const uint8_t> bytes),
           const Inputs& inputs);
  Property(const Property&) = delete;
  Property& operator=(const Property&) = delete;

  std::string_view name() const { return name_; }
  const Inputs& inputs() const { return inputs_; }
  void Run(std::span<const uint8_t> bytes) const { run_(bytes); }

 private:
  std::string_view name_;
  void (*run_)(std::span<const uint8_t> bytes);
  const Inputs& inputs_;
};

// The properties that a command line asks for: one, or without a name all, in
// the order of their names. Ends the program if there is no such property, and
// after --list-properties. That prints a line for each: its name, "-dict=" and
// the dictionary if it has one, and its folders of seeds.
std::vector<const Property*> AskedFor(int argc, const char* const* argv);

// The words of a list.
std::vector<std::string_view> WordsOf(std::string_view list);

}  // namespace clipguard::fuzz

#define CLIPGUARD_FUZZ_PROPERTY(name, run, inputs) \
  const ::clipguard::fuzz::Property name##_property(#name, run, inputs)

#endif  // CLIPGUARD_FUZZ_SHARED_PROPERTY_H_
