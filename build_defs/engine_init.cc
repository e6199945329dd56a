// What `bazel run` needs so that a fuzzer works as it is: libFuzzer calls this
// before it reads its flags.
//
// A program starts in its runfiles folder, but the folders and files named on
// the command line are the caller's; so the folder is changed to the caller's.
// What cc_fuzz_test adds to the command line lies in the runfiles:
//
//   --default-dict=FILE   the dictionary, unless the caller names one
//   --default-seeds=DIR   further folders of inputs
//   --default-work=NAME   without a folder from the caller, what is found goes
//                         to fuzz-work/NAME/corpus in the workspace, and
//                         crashes to fuzz-work/NAME/crashes/
//
// A caller who names a file wants to replay it, and one who merges or minimises
// names all inputs: nothing is added then.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Defaults {
  std::string dict;
  std::vector<std::string> seeds;
  std::string work;
};

// What follows `name` in `arg`, in `value`.
bool Takes(std::string_view arg, std::string_view name, std::string* value) {
  if (!arg.starts_with(name)) return false;
  *value = arg.substr(name.size());
  return true;
}

// Takes our own flags away from `args`; paths become absolute.
Defaults TakeDefaults(std::vector<std::string>& args) {
  Defaults defaults;
  std::vector<std::string> others;
  std::error_code ignored;
  for (const std::string& arg : args) {
    std::string value;
    if (Takes(arg, "--default-dict=", &value)) {
      defaults.dict = fs::absolute(value, ignored);
    } else if (Takes(arg, "--default-seeds=", &value)) {
      defaults.seeds.push_back(fs::absolute(value, ignored));
    } else if (!Takes(arg, "--default-work=", &defaults.work)) {
      others.push_back(arg);
    }
  }
  args = others;
  return defaults;
}

// Adds what the caller left open. False, after a message, if a folder cannot
// be made.
bool AddDefaults(const Defaults& defaults, std::vector<std::string>& args) {
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
  if (!has_dict && !defaults.dict.empty()) {
    args.push_back("-dict=" + defaults.dict);
  }
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (!has_folder && workspace != nullptr && !defaults.work.empty()) {
    const fs::path work = fs::path(workspace) / "fuzz-work" / defaults.work;
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
  args.insert(args.end(), defaults.seeds.begin(), defaults.seeds.end());
  return true;
}

}  // namespace

// libFuzzer's own std::vector<std::string> is not annotated, and the linker
// keeps one copy of each function: reports of container-overflow would be
// false. The replay of all inputs, in which there is no engine, has them.
extern "C" const char* __asan_default_options() {
  return "detect_container_overflow=0";
}

// Weak: a fuzz target with its own initialisation wins.
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* argc,
                                                          char*** argv) {
  std::vector<std::string> args(*argv, *argv + *argc);
  const Defaults defaults = TakeDefaults(args);
  if (const char* dir = std::getenv("BUILD_WORKING_DIRECTORY")) {
    if (chdir(dir) != 0) std::exit(1);
    if (!AddDefaults(defaults, args)) std::exit(1);
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
  return 0;
}
