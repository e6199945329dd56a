// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <optional>
#include <string>
#include <variant>

#include "corpus/corpus_file.h"
#include "corpus/mrtk/generator.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::corpus {
namespace {

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
    .generate = MrtkCorpus,
    .read_as = [](const CorpusFile&) { return Format::kMrtk; },
    .format_of = FormatOf,
    .rewrite = Rewrite,
};

}  // namespace clipguard::corpus
