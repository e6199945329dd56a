// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Damaged anywhere, examples give findings at most. The sanitizers watch.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "corpus/corpus_file.h"
#include "corpus/forge/generator.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "testing/sanitizers.h"

namespace clipguard::corpus {
namespace {

void Validate(const CorpusFile& file) {
  FindingList findings;
  Parse(kForgeCorpus, file, findings);
}

TEST(ExampleFilesTest, CutAnywhereGiveAtMostFindings) {
  for (const CorpusFile& file : ForgeCorpus()) {
    CorpusFile cut = file;
    while (!cut.bytes.empty()) {
      cut.bytes.pop_back();
      Validate(cut);
    }
  }
}

TEST(ExampleFilesTest, WithAnyByteChangedGiveAtMostFindings) {
  constexpr size_t kStep = CLIPGUARD_SANITIZED ? 7 : 1;
  for (const CorpusFile& file : ForgeCorpus()) {
    CorpusFile changed = file;
    for (size_t i = 0; i < file.bytes.size(); i += kStep) {
      for (const char c : {'\0', '"', '{', ']', '0', ',', '#', '\x80'}) {
        changed.bytes[i] = static_cast<uint8_t>(c);
        Validate(changed);
      }
      changed.bytes[i] = file.bytes[i];
    }
  }
}

}  // namespace
}  // namespace clipguard::corpus
