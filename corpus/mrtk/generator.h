// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The corpus of MRTK input recordings, corpus/mrtk.
//
// Three folders: valid (no findings), warnings (no errors) and invalid. A
// damaged file is named after the finding it triggers, then the variant:
// invalid/key-time-not-finite.infinity.bin. The findings expected of a file are
// those that the generator planted in it; no validator is asked.

#ifndef CLIPGUARD_CORPUS_MRTK_GENERATOR_H_
#define CLIPGUARD_CORPUS_MRTK_GENERATOR_H_

#include <vector>

#include "corpus/corpus_file.h"

namespace clipguard::corpus {

// All files, sorted by name; the names begin with "mrtk/".
std::vector<CorpusFile> MrtkCorpus();

}  // namespace clipguard::corpus

#endif  // CLIPGUARD_CORPUS_MRTK_GENERATOR_H_
