// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The corpus of MRTK recordings: what corpus_test does with a file.

#ifndef CLIPGUARD_CORPUS_MRTK_CORPUS_H_
#define CLIPGUARD_CORPUS_MRTK_CORPUS_H_

#include "corpus/corpus_file.h"

namespace clipguard::corpus {

extern const CorpusFormat kMrtkCorpus;

}  // namespace clipguard::corpus

#endif  // CLIPGUARD_CORPUS_MRTK_CORPUS_H_
