// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/mrtk/generator.h"

#include "corpus/mrtk/builder.h"

namespace clipguard::corpus {

std::vector<CorpusFile> MrtkCorpus() {
  FileSet files;
  AddValid(files);
  AddStructure(files);
  AddMarkers(files);
  AddKeys(files);
  AddMeaning(files);
  AddSeveral(files);
  AddTargets(files);
  return files.Take();
}

}  // namespace clipguard::corpus
