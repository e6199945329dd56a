// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/cost/cost_input.h"

#include <algorithm>
#include <vector>

#include "base/text_of.h"
#include "fuzz/cost/cost_reward.h"

namespace clipguard::fuzz {
namespace {

constexpr std::string_view kMark = "\n$armature\n";
constexpr std::string_view kArmature =
    R"({"joints":{"lid":{"1":[1]}},"clips":{"lid":{"loop":false,)"
    R"("joint_clips":{"lid":[{"variable":"angle","type":"uniform",)"
    R"("interpolation":"linear","samples":[0,90]}]},"events":{"0.5":"e"}}}})";

// Which of the two is to be changed: its text, and what comes before and after.
struct ChangedPart {
  std::string before;
  std::string_view text;
  std::string after;
};

ChangedPart AnyPart(const FuzzFormat& format, std::string_view input,
                    Random& random) {
  if (!format.pairs) return {"", input, ""};
  const auto [machine, armature] = SplitForgePair(input);
  if (armature.empty()) return {"", input, ""};
  if (random.OneIn(2)) {
    return {std::string(machine) + std::string(kMark), armature, ""};
  }
  return {"", machine, std::string(kMark) + std::string(armature)};
}

}  // namespace

ForgePair SplitForgePair(std::string_view input) {
  const size_t mark = input.find(kMark);
  if (mark == std::string_view::npos) return {input, ""};
  return {input.substr(0, mark), input.substr(mark + kMark.size())};
}

size_t MutateForCost(const FuzzFormat& format, uint8_t* data, size_t size,
                     size_t max_size, uint32_t seed, ByteMutator mutate_bytes) {
  Random random(seed);
  std::string input(TextOf({data, size}));
  // Half of the time the engine's choice, half of the time one of the dearest:
  // among all that covers something, they are few.
  const std::string_view dear = AnyDearInput(random);
  if (!dear.empty() && dear.size() <= max_size && random.OneIn(2)) {
    input = dear;
    size = dear.size();
    std::ranges::copy(dear, data);
  }
  if (format.pairs && random.OneIn(8) &&
      SplitForgePair(input).armature.empty() &&
      size + kMark.size() + kArmature.size() <= max_size) {
    std::ranges::copy(kMark, data + size);
    std::ranges::copy(kArmature, data + size + kMark.size());
    return size + kMark.size() + kArmature.size();
  }
  ChangedPart part = AnyPart(format, input, random);
  const size_t others = part.before.size() + part.after.size();
  std::string changed;
  if (!random.OneIn(4)) {
    changed = part.text;
    const size_t room = max_size > size ? max_size - size : 1;
    for (size_t left = 1 + random.Below(3); left != 0; --left) {
      const size_t most = std::min<size_t>(random.Below(15), 14);
      changed = format.grow(
          changed, std::min(size_t{2} << most, std::max<size_t>(room / 2, 1)),
          random);
    }
  }
  if (changed.empty() || changed.size() + others > max_size) {
    if (others >= max_size) return mutate_bytes(data, size, max_size);
    changed.assign(max_size - others, '\0');
    std::ranges::copy(part.text, changed.begin());
    changed.resize(format.inputs.mutate(
        reinterpret_cast<uint8_t*>(changed.data()), part.text.size(),
        changed.size(), static_cast<uint32_t>(random.Next()), mutate_bytes));
  }
  const std::string whole = part.before + changed + part.after;
  std::ranges::copy(whole, data);
  return std::max<size_t>(whole.size(), 1);
}

size_t CrossOverForCost(const FuzzFormat& format, std::span<const uint8_t> a,
                        std::span<const uint8_t> b, uint8_t* out,
                        size_t max_size, uint32_t seed) {
  if (!format.pairs) return format.inputs.cross_over(a, b, out, max_size, seed);
  const ForgePair one = SplitForgePair(TextOf(a));
  const ForgePair other = SplitForgePair(TextOf(b));
  const std::string_view armature =
      other.armature.empty() ? one.armature : other.armature;
  size_t size = format.inputs.cross_over(
      BytesOf(one.machine), BytesOf(other.machine), out, max_size, seed);
  if (!armature.empty() && size + kMark.size() + armature.size() <= max_size) {
    std::ranges::copy(kMark, out + size);
    std::ranges::copy(armature, out + size + kMark.size());
    size += kMark.size() + armature.size();
  }
  return size;
}

std::string Stretch(const FuzzFormat& format, std::string_view input,
                    size_t bytes, uint32_t seed) {
  std::string stretched(input);
  for (uint32_t way = 0; way < 2; ++way) {
    Random random(2 * uint64_t{seed} + way);
    const ChangedPart part = AnyPart(format, stretched, random);
    std::string grown = format.grow(part.text, bytes / 2, random);
    stretched = part.before + grown + part.after;
  }
  return stretched;
}

}  // namespace clipguard::fuzz
