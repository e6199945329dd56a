// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Inputs of the command line's target: a file, and the arguments to run with.
//
//   ...bytes of the file...\n$clipguard info --curves -
//
// The arguments stand at the end, so that every file of the corpus is an input
// already; without them it is validated as JSON. Arguments that could reach out
// of the target (a path that exists) or take long (many samples) are defused.

#ifndef CLIPGUARD_FUZZ_CLI_CLI_INPUT_H_
#define CLIPGUARD_FUZZ_CLI_CLI_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fuzz/shared/mutator.h"

namespace clipguard::fuzz {

struct CliInput {
  std::span<const uint8_t> file;  // content of "-"
  std::vector<std::string> args;
};

CliInput SplitCliInput(std::span<const uint8_t> bytes);

// The arguments as they may be run: existing paths become "-", --fps and play
// are held to a hundred samples, and nothing is drawn or played from a script.
std::vector<std::string> Defused(const std::vector<std::string>& args);

// Changes the arguments or the file of an input, or its bytes.
size_t MutateCliInput(uint8_t* data, size_t size, size_t max_size,
                      uint32_t seed, ByteMutator mutate_bytes);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_CLI_CLI_INPUT_H_
