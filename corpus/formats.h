// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The formats that the corpus has files of: one line for each.

#ifndef CLIPGUARD_CORPUS_FORMATS_H_
#define CLIPGUARD_CORPUS_FORMATS_H_

#include <span>

#include "corpus/corpus_file.h"

namespace clipguard::corpus {

std::span<const CorpusFormat* const> AllFormats();

}  // namespace clipguard::corpus

#endif  // CLIPGUARD_CORPUS_FORMATS_H_
