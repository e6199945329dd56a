// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Writes the corpus: `bazel run //corpus:generate [-- FOLDER]`. The folder is
// the workspace's corpus/ unless given. Files that are no longer part of the
// corpus are removed from its folders.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "corpus/corpus_file.h"
#include "corpus/formats.h"

namespace clipguard::corpus {
namespace {

namespace fs = std::filesystem;

void WriteFile(const fs::path& path, std::span<const char> bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) throw std::runtime_error("cannot write " + path.string());
}

// Writes a format's files and its manifest.
void WriteFormat(const fs::path& corpus, std::string_view format,
                 std::span<const CorpusFile> files) {
  std::set<fs::path> folders;
  std::set<fs::path> written;
  for (const CorpusFile& file : files) {
    const fs::path path = corpus / file.name;
    folders.insert(path.parent_path());
    fs::create_directories(path.parent_path());
    WriteFile(path, {reinterpret_cast<const char*>(file.bytes.data()),
                     file.bytes.size()});
    written.insert(path);
  }
  WriteFile(corpus / format / "manifest.json", ManifestJson(files));
  std::vector<fs::path> stale;
  for (const fs::path& folder : folders) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.is_directory()) continue;
      if (!written.contains(entry.path())) stale.push_back(entry.path());
    }
  }
  for (const fs::path& path : stale) fs::remove(path);
}

int Main(int argc, char** argv) {
  fs::path corpus;
  if (argc == 2 && *argv[1] != '-') {
    // `bazel run` starts elsewhere than where the user is.
    const char* from = std::getenv("BUILD_WORKING_DIRECTORY");
    corpus = from != nullptr ? fs::path(from) / argv[1] : fs::path(argv[1]);
  } else if (const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
             argc == 1 && workspace != nullptr) {
    corpus = fs::path(workspace) / "corpus";
  } else {
    std::fprintf(stderr, "usage: bazel run //corpus:generate [-- FOLDER]\n");
    return 2;
  }
  try {
    for (const CorpusFormat* format : AllFormats()) {
      WriteFormat(corpus, format->folder, format->generate());
    }
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace clipguard::corpus

int main(int argc, char** argv) { return clipguard::corpus::Main(argc, argv); }
