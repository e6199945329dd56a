// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The corpus of .m3d characters: what corpus_test does with a file.

#ifndef CLIPGUARD_CORPUS_M3D_CORPUS_H_
#define CLIPGUARD_CORPUS_M3D_CORPUS_H_

#include "corpus/corpus_file.h"

namespace clipguard::corpus {

extern const CorpusFormat kM3dCorpus;

}  // namespace clipguard::corpus

#endif  // CLIPGUARD_CORPUS_M3D_CORPUS_H_
