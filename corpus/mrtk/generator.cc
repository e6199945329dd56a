// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The corpus of MRTK input recordings, corpus/mrtk.
//
// Three folders: valid (no findings), warnings (no errors) and invalid. A
// damaged file is named after the finding it triggers, then the variant:
// invalid/key-time-not-finite.infinity.bin. The findings expected of a file are
// those that the generator planted in it; no validator is asked.

#include <algorithm>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "corpus/corpus_file.h"
#include "corpus/mrtk/builder.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::corpus {
namespace {

std::vector<CorpusFile> Generate() {
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

std::optional<Format> FormatOf(const CorpusFile& file) {
  if (IsUnknown(file)) return std::nullopt;
  return Format::kMrtk;
}

std::string Rewrite(const ParsedFile& file) {
  const auto& view = std::get<mrtk::InputAnimationView>(file.model);
  const auto bytes =
      mrtk::WriteInputAnimation(mrtk::CopyOf(view), mrtk::LayoutOf(view));
  if (!bytes.ok()) return bytes.status().ToString();
  return std::ranges::equal(*bytes, file.bytes) ? "" : "its bytes change";
}

}  // namespace

const CorpusFormat kMrtkCorpus = {
    .folder = "mrtk",
    .generate = Generate,
    .read_as = [](const CorpusFile&) { return Format::kMrtk; },
    .format_of = FormatOf,
    .rewrite = Rewrite,
};

}  // namespace clipguard::corpus
