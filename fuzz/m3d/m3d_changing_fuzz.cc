// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A file that changes while it is looked at, as a mapped one may: whenever
// something is reported, and after it was read, other parts of the input are
// written over it. Whatever comes of it, nothing outside the bytes is read.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/skeleton/skeleton_sampler.h"
#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/reader/read_character.h"
#include "parser/m3d/write_character.h"
#include "testing/guarded_memory.h"

namespace clipguard {
namespace {

constexpr size_t kMaxSize = 1 << 18;

// Keeps findings, and overwrites a part of the file at each.
class ChangingSink : public FindingSink {
 public:
  ChangingSink(std::span<uint8_t> file, std::span<const uint8_t> other)
      : file_(file), other_(other) {}

  void Report(const Occurrence& occurrence) override {
    Change();
    findings_.Report(occurrence);
    Change();
  }

 private:
  // A piece of the other text, somewhere ahead of the last one.
  void Change() {
    if (other_.empty()) return;
    const size_t size = std::min<size_t>(file_.size() / 8 + 1, other_.size());
    at_ = (at_ + size / 2 + 1) % (file_.size() - size + 1);
    from_ = (from_ + size) % (other_.size() - size + 1);
    std::ranges::copy(other_.subspan(from_, size),
                      file_.subspan(at_, size).begin());
  }

  std::span<uint8_t> file_;
  std::span<const uint8_t> other_;
  size_t at_ = 0;
  size_t from_ = 0;
  FindingList findings_;
};

void Use(std::span<const uint8_t> file, const m3d::Character& character,
         const m3d::CharacterPlaces& places) {
  FindingList findings;
  Validate(file, character, places, findings);
  // Nothing need come of it.
  static_cast<void>(WriteCharacter(character).ok());
  std::vector<m3d::Matrix> transforms(character.bones());
  for (const m3d::Clip& clip : character.clips) {
    eval::SampleSkeleton(character, clip, 0.5f, transforms);
  }
}

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  static GuardedMemory memory(kMaxSize);
  if (bytes.empty() || bytes.size() > kMaxSize) return;
  const auto tail = bytes.subspan(bytes.size() / 2);
  for (const bool to_end : {true, false}) {
    const auto copy = [&] {
      return to_end ? memory.CopyToEnd(bytes) : memory.CopyToBegin(bytes);
    };
    std::span<uint8_t> file = copy();
    m3d::CharacterPlaces places;
    ChangingSink while_read(file, tail);
    m3d::ReadAndValidate(file, {}, while_read);

    file = copy();
    FindingList findings;
    const auto read = m3d::ReadCharacter(file, {}, findings, &places);
    if (!read) continue;
    const m3d::Character& character = *read;
    CLIPGUARD_STAGE("readable");
    ChangingSink while_validated(file, tail);
    Validate(file, character, places, while_validated);
    file = copy();
    std::ranges::copy(tail, file.begin());
    Use(file, character, places);
    std::ranges::fill(file, uint8_t{' '});
    Use(file, character, places);
    std::ranges::fill(file, uint8_t{0xff});
    Use(file, character, places);
  }
}

CLIPGUARD_FUZZ_PROPERTY(m3d_changing, Run, fuzz::kM3dFuzzing.inputs);

}  // namespace
}  // namespace clipguard
