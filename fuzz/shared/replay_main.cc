// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// main() of a fuzz program without an engine. Checks the property that it is
// asked for, or else each one, with the files and the files below the folders
// that are named, or else with the property's seeds; and with no bytes at all,
// which an engine always tries. Any other argument that begins with '-' is an
// engine's flag and is skipped. A test's shards have a share each.
//
// Exit status: 0 all inputs replayed, 2 an input cannot be read, 3 a property
// without inputs. A property that does not hold aborts.
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "fuzz/shared/property.h"

namespace clipguard::fuzz {

const bool kReplays = true;

namespace {

namespace fs = std::filesystem;

// Reads a variable that Bazel sets for a test with a shard_count.
size_t FromEnvironment(const char* name, size_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoul(text, nullptr, 10);
}

std::vector<fs::path> FilesOf(const std::vector<std::string_view>& paths) {
  std::vector<fs::path> files;
  for (const std::string_view path : paths) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
      for (const auto& entry : fs::recursive_directory_iterator(path)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
      }
    } else {
      files.emplace_back(path);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

int Replay(const Property& property, const std::vector<fs::path>& files) {
  const std::string name(property.name());
  for (const fs::path& file : files) {
    std::string bytes;
    if (!file.empty()) {
      std::ifstream in(file, std::ios::binary);
      if (!in) {
        std::fprintf(stderr, "cannot read %s\n", file.c_str());
        return 2;
      }
      bytes.assign(std::istreambuf_iterator<char>(in), {});
    }
    // Named before it runs, so that a crash names its property and its input.
    std::fprintf(stderr, "%s: %s (%zu bytes)\n", name.c_str(),
                 file.empty() ? "nothing" : file.c_str(), bytes.size());
    // A heap block of exactly this size: the address sanitizer sees a read of
    // one byte too many.
    const auto block = std::make_unique<uint8_t[]>(bytes.size());
    std::copy(bytes.begin(), bytes.end(), block.get());
    property.Run(file.empty() ? std::span<const uint8_t>()
                              : std::span(block.get(), bytes.size()));
  }
  return 0;
}

int Main(int argc, char** argv) {
  const size_t shards = FromEnvironment("TEST_TOTAL_SHARDS", 1);
  const size_t shard = FromEnvironment("TEST_SHARD_INDEX", 0);
  if (const char* told = std::getenv("TEST_SHARD_STATUS_FILE")) {
    const std::ofstream we_know_of_shards(told);
  }
  std::vector<std::string_view> named;
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] != '-') named.emplace_back(argv[i]);
  }
  // `bazel run` starts a program in its runfiles folder.
  const char* dir = std::getenv("BUILD_WORKING_DIRECTORY");
  if (!named.empty() && dir != nullptr && chdir(dir) != 0) return 2;

  size_t next = 0;
  size_t replayed = 0;
  for (const Property* property : AskedFor(argc, argv)) {
    std::vector<fs::path> files =
        FilesOf(named.empty() ? WordsOf(property->inputs().seeds) : named);
    if (files.empty()) return 3;  // a corpus that is not there is a failure
    files.insert(files.begin(), fs::path());
    std::erase_if(files,
                  [&](const fs::path&) { return next++ % shards != shard; });
    if (const int status = Replay(*property, files); status != 0) return status;
    replayed += files.size();
  }
  std::fprintf(stderr, "replayed %zu inputs\n", replayed);
  return 0;
}

}  // namespace
}  // namespace clipguard::fuzz

int main(int argc, char** argv) { return clipguard::fuzz::Main(argc, argv); }
