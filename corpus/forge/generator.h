// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The files of corpus/forge/: Forge state machines (NAME.asm.json) and
// armatures (NAME.armature.json), sound and damaged.

#ifndef CLIPGUARD_CORPUS_FORGE_GENERATOR_H_
#define CLIPGUARD_CORPUS_FORGE_GENERATOR_H_

#include <string>
#include <vector>

#include "corpus/corpus_file.h"

namespace clipguard::corpus {

// In the order of the manifest: first the sound ones. Tests of the readers use
// them, too.
std::vector<CorpusFile> ForgeCorpus();

std::string TextOf(const CorpusFile& file);
// By the file's name.
bool IsArmature(const CorpusFile& file);

}  // namespace clipguard::corpus

#endif  // CLIPGUARD_CORPUS_FORGE_GENERATOR_H_
