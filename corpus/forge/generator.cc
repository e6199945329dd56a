// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/forge/generator.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "corpus/forge/example_files.h"
#include "parser/finding_catalog.h"

namespace clipguard::corpus {
namespace {

// By the worst that is expected.
std::string Folder(const forge::Example& example) {
  if (example.findings.empty()) return "valid";
  for (const forge::ExampleFinding& f : example.findings) {
    const auto code = FindCode(f.code);
    if (code && GetCodeInfo(*code).severity == Severity::kError) {
      return "invalid";
    }
  }
  return "warnings";
}

}  // namespace

std::vector<CorpusFile> ForgeCorpus() {
  std::vector<CorpusFile> files;
  for (const forge::Example& example : forge::ExampleFiles()) {
    CorpusFile file;
    file.name = absl::StrCat("forge/", Folder(example), "/", example.place,
                             example.name,
                             !example.place.empty() ? ""
                             : example.is_armature  ? ".armature"
                                                    : ".asm",
                             ".json");
    file.title = example.title;
    file.bytes.assign(example.text.begin(), example.text.end());
    for (const forge::ExampleFinding& f : example.findings) {
      file.findings.push_back(
          {f.code, f.bytes.offset, f.bytes.length, f.path, f.count});
    }
    if (!example.limit.empty()) {
      file.limits.push_back({example.limit, example.limit_value});
    }
    file.inputs = example.inputs;
    file.target = example.target;
    file.model_elements = example.model_elements;
    file.missing_model = example.missing_model;
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace clipguard::corpus
