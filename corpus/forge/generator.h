// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The files of corpus/forge/: Forge state machines (NAME.asm.json) and
// armatures (NAME.armature.json), sound and damaged.

#ifndef CLIPGUARD_CORPUS_FORGE_GENERATOR_H_
#define CLIPGUARD_CORPUS_FORGE_GENERATOR_H_

#include <vector>

#include "corpus/corpus_file.h"

namespace clipguard::corpus {

// In the order of the manifest. What they are is in
// corpus/forge/example_files.cc, where the readers' tests use them, too.
std::vector<CorpusFile> ForgeCorpus();

}  // namespace clipguard::corpus

#endif  // CLIPGUARD_CORPUS_FORGE_GENERATOR_H_
