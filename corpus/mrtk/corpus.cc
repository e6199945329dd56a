// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/corpus_file.h"
#include "corpus/mrtk/generator.h"
#include "parser/mrtk/checks/target_check.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::corpus {
namespace {

mrtk::ReadOptions OptionsOf(const CorpusFile& file) {
  mrtk::ReadOptions options;
  options.limits = LimitsOf(file);
  if (file.layout) {
    options.layout = *file.layout == "full" ? mrtk::KeyLayout::kFull
                                            : mrtk::KeyLayout::kCompact;
  }
  return options;
}

std::optional<Format> FormatOf(const CorpusFile& file) {
  if (IsUnknown(file)) return std::nullopt;
  return Format::kMrtk;
}

void Validate(const CorpusFile& file, FindingSink& sink) {
  const auto view =
      mrtk::ReadDamagedAndValidate(file.bytes, OptionsOf(file), sink);
  const auto target = TargetOf(file);
  if (view && target) mrtk::CheckTarget(*view, *target, sink);
}

std::string Rewrite(const CorpusFile& file) {
  FindingList findings;
  const auto view =
      mrtk::ReadInputAnimation(file.bytes, OptionsOf(file), findings);
  if (!view) return "it cannot be read";
  const auto bytes =
      mrtk::WriteInputAnimation(mrtk::CopyOf(*view), mrtk::LayoutOf(*view));
  if (!bytes.ok()) return bytes.status().ToString();
  return *bytes == file.bytes ? "" : "its bytes change";
}

}  // namespace

const CorpusFormat kMrtkCorpus = {
    .folder = "mrtk",
    .generate = MrtkCorpus,
    .format_of = FormatOf,
    .validate = Validate,
    .rewrite = Rewrite,
};

}  // namespace clipguard::corpus
