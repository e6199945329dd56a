// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Makes the .m3d part of the corpus: sound characters of every dialect, and for
// each finding of the format the smallest file that triggers it. A damaged file
// is named after the finding it triggers, then the variant:
// invalid/label-mismatch.glued.m3d. The findings expected of a file are those
// that the generator planted in it; no validator is asked.

#ifndef CLIPGUARD_CORPUS_M3D_GENERATOR_H_
#define CLIPGUARD_CORPUS_M3D_GENERATOR_H_

#include <vector>

#include "corpus/corpus_file.h"

namespace clipguard::corpus {

// All files, sorted by name; the names begin with "m3d/".
std::vector<CorpusFile> M3dCorpus();

}  // namespace clipguard::corpus

#endif  // CLIPGUARD_CORPUS_M3D_GENERATOR_H_
