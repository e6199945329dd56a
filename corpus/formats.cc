// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/formats.h"

#include "corpus/corpus_file.h"

namespace clipguard::corpus {

std::span<const CorpusFormat* const> AllFormats() {
  static const CorpusFormat* const formats[] = {
      &kForgeCorpus,
      &kM3dCorpus,
      &kMrtkCorpus,
      &kXrHandsCorpus,
  };
  return formats;
}

}  // namespace clipguard::corpus
