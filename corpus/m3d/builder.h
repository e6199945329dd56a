// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How the files of the corpus are written down: texts of small figures,
// changed, and what is to be found in them.

#ifndef CLIPGUARD_CORPUS_M3D_BUILDER_H_
#define CLIPGUARD_CORPUS_M3D_BUILDER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_replace.h"
#include "corpus/corpus_file.h"
#include "corpus/m3d/figures.h"

// The corpora of other formats have classes and functions of these names.
namespace clipguard::corpus::characters {

// A text that is changed before it becomes a file.
class Text {
 public:
  explicit Text(std::string text) : text_(std::move(text)) {}

  const std::string& text() const { return text_; }

  // The offset of `what`, the first after `behind`.
  size_t Find(std::string_view what, std::string_view behind = {}) const {
    const size_t from = text_.find(behind);
    if (from == std::string::npos) std::abort();
    const size_t at = text_.find(what, from + behind.size());
    if (at == std::string::npos) std::abort();
    return at;
  }

  Text& Replace(std::string_view from, std::string_view to,
                std::string_view behind = {}) {
    text_.replace(Find(from, behind), from.size(), to);
    return *this;
  }
  Text& Append(std::string_view text) {
    text_ += text;
    return *this;
  }
  Text& Prepend(std::string_view text) {
    text_.insert(0, text);
    return *this;
  }

 private:
  std::string text_;
};

inline Text ArmText() { return Text(TextOf(Arm())); }
inline Text CrateText() { return Text(TextOf(Crate())); }

// The arm's file with another count, whose label is "#Vertices" or the like.
inline Text ArmWithCount(std::string_view label, std::string_view count) {
  Text text = ArmText();
  const std::string start = std::string(label) + " ";
  const size_t at = text.Find(start) + start.size();
  return text.Replace(start + text.text().substr(at, 1),
                      start + std::string(count));
}

// A finding of some text: the first `what` after `behind`.
inline ExpectedFinding At(std::string_view code, const Text& text,
                          std::string_view what, std::string_view path,
                          std::string_view behind = {}, uint64_t count = 1) {
  return {std::string(code), text.Find(what, behind), what.size(),
          std::string(path), count};
}

// The files, as they are added.
class FileSet {
 public:
  // A file without findings.
  void Valid(std::string_view name, std::string_view title,
             std::string_view text) {
    Add(name, title, text, {});
  }

  // A file with one finding, or several in the order of the report. It is named
  // for the first.
  void Damaged(std::string_view variant, std::string_view title,
               const Text& text, std::vector<ExpectedFinding> findings) {
    const std::string name = NameAfter(findings[0].code, variant);
    Add(name, title, text.text(), std::move(findings));
  }
  // The same with one finding, At() its place.
  void Damaged(std::string_view code, std::string_view variant,
               std::string_view title, const Text& text, std::string_view what,
               std::string_view path, std::string_view behind = {},
               uint64_t count = 1) {
    Damaged(variant, title, text, {At(code, text, what, path, behind, count)});
  }

  // The program that the file that was added last is meant for.
  void For(std::string_view target) { files_.back().target = target; }

  // The textures that there are for it.
  void Textures(std::vector<std::string> names) {
    files_.back().textures = std::move(names);
  }

  std::vector<CorpusFile> Take() {
    std::ranges::sort(files_, {}, &CorpusFile::name);
    return std::move(files_);
  }

  // Limits for the file that was added last.
  void Limit(std::string_view name, uint64_t value) {
    files_.back().limits.push_back({std::string(name), value});
  }

 private:
  void Add(std::string_view name, std::string_view title, std::string_view text,
           std::vector<ExpectedFinding> findings) {
    CorpusFile file;
    file.name = PathOf("m3d", std::string(name) + ".m3d", findings);
    file.title = title;
    file.bytes.assign(text.begin(), text.end());
    file.findings = std::move(findings);
    files_.push_back(std::move(file));
  }

  std::vector<CorpusFile> files_;
};

// The parts of the corpus. These are about the text: encodings, programs that
// cannot read a dialect, counts, banners, labels.
void AddEncodings(FileSet& files);
void AddTargets(FileSet& files);
void AddStructure(FileSet& files);
// These are about the content: numbers and names, the mesh, the skeleton and
// its clips.
void AddValues(FileSet& files);
void AddMesh(FileSet& files);
void AddSkeleton(FileSet& files);

}  // namespace clipguard::corpus::characters

#endif  // CLIPGUARD_CORPUS_M3D_BUILDER_H_
