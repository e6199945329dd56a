// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Entry points that a fuzzing engine finds by name: the entry, mutation and
// cross-over of the property that is asked for, and the set-up before the
// engine reads its flags.
//
// `bazel run` starts a program in its runfiles folder, but the folders and
// files named on the command line are the caller's; so the folder is changed to
// the caller's, and the command line gets the property's dictionary and seeds,
// which lie in the runfiles. Without a folder from the caller, what is found
// goes to fuzz-work/NAME/corpus in the workspace, and crashes go to
// fuzz-work/NAME/crashes/.
//
// A caller who names a file wants to replay it, and one who merges or minimises
// names all inputs: nothing is added then.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "fuzz/shared/property.h"

namespace clipguard::fuzz {

const bool kReplays = false;

namespace {

namespace fs = std::filesystem;

const Property* property = nullptr;

// Adds what the caller left open. False, after a message, if a folder cannot
// be made.
bool AddDefaults(const fs::path& runfiles, std::vector<std::string>& args) {
  bool fuzzing = true;
  bool has_dict = false;
  bool has_folder = false;
  bool has_prefix = false;
  std::error_code error;
  for (size_t i = 1; i < args.size(); ++i) {
    const std::string_view arg = args[i];
    if (arg.starts_with("-")) {
      has_dict = has_dict || arg.starts_with("-dict=");
      has_prefix = has_prefix || arg.starts_with("-artifact_prefix=");
      fuzzing = fuzzing && !arg.starts_with("-merge=1") &&
                !arg.starts_with("-minimize_crash=1") &&
                !arg.starts_with("-cleanse_crash=1") &&
                !arg.starts_with("-set_cover_merge=1");
    } else if (fs::is_regular_file(args[i], error)) {
      fuzzing = false;
    } else {
      has_folder = true;
    }
  }
  if (!fuzzing) return true;
  const Inputs& inputs = property->inputs();
  if (!has_dict && !inputs.dictionary.empty()) {
    args.push_back("-dict=" + (runfiles / inputs.dictionary).string());
  }
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (!has_folder && workspace != nullptr) {
    const fs::path work = fs::path(workspace) / "fuzz-work" / property->name();
    for (const char* folder : {"corpus", "crashes"}) {
      fs::create_directories(work / folder, error);
      if (error) {
        std::fprintf(stderr, "cannot make %s\n", (work / folder).c_str());
        return false;
      }
    }
    args.push_back(work / "corpus");
    if (!has_prefix) {
      args.push_back("-artifact_prefix=" + (work / "crashes/").string());
    }
    std::fprintf(stderr, "what is found goes to %s\n", work.c_str());
  }
  for (const std::string_view seeds : WordsOf(inputs.seeds)) {
    args.push_back(runfiles / seeds);
  }
  return true;
}

void Initialize(int* argc, char*** argv) {
  const std::vector<const Property*> asked = AskedFor(*argc, *argv);
  if (asked.size() != 1) {
    std::fprintf(stderr,
                 "which property? --property=NAME; --list-properties says "
                 "which there are\n");
    std::exit(2);
  }
  property = asked.front();
  const std::string name(property->name());
  std::fprintf(stderr, "property: %s\n", name.c_str());
  std::vector<std::string> args(*argv, *argv + *argc);
  // The engine takes the later of two equal flags. It would turn its control of
  // lengths off, as all targets have a mutation.
  auto first = args.begin() + (args.empty() ? 0 : 1);
  for (const std::string_view flag : WordsOf(property->inputs().flags)) {
    first = args.emplace(first, flag) + 1;
  }
  if (property->inputs().mutate == nullptr) {
    args.emplace(first, "-len_control=100");
  }
  if (const char* dir = std::getenv("BUILD_WORKING_DIRECTORY")) {
    std::error_code error;
    const fs::path runfiles = fs::current_path(error);
    if (error || chdir(dir) != 0) std::exit(1);
    if (!AddDefaults(runfiles, args)) std::exit(1);
    // The engine starts itself again, with these arguments.
    unsetenv("BUILD_WORKING_DIRECTORY");
  }
  // For as long as the process lives, as the engine keeps the pointers.
  static std::vector<std::string> kept;
  static std::vector<char*> pointers;
  kept = args;
  pointers.clear();
  for (std::string& arg : kept) pointers.push_back(arg.data());
  *argc = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);
  *argv = pointers.data();
}

}  // namespace
}  // namespace clipguard::fuzz

extern "C" {

// libFuzzer's own std::vector<std::string> is not annotated, and the linker
// keeps one copy of each function: reports of container-overflow would be
// false. The replay of all inputs, in which there is no engine, has them.
const char* __asan_default_options() { return "detect_container_overflow=0"; }

// The engine's own mutation; not every engine has one.
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t* data, size_t size,
                                              size_t max_size);

int LLVMFuzzerInitialize(int* argc, char*** argv) {
  clipguard::fuzz::Initialize(argc, argv);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  clipguard::fuzz::property->Run({data, size});
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                               unsigned seed) {
  const auto mutate = clipguard::fuzz::property->inputs().mutate;
  return mutate == nullptr
             ? LLVMFuzzerMutate(data, size, max_size)
             : mutate(data, size, max_size, seed, LLVMFuzzerMutate);
}

// 0: the engine does something else.
size_t LLVMFuzzerCustomCrossOver(const uint8_t* a, size_t a_size,
                                 const uint8_t* b, size_t b_size, uint8_t* out,
                                 size_t max_size, unsigned seed) {
  const auto cross_over = clipguard::fuzz::property->inputs().cross_over;
  return cross_over == nullptr
             ? 0
             : cross_over({a, a_size}, {b, b_size}, out, max_size, seed);
}

}  // extern "C"
