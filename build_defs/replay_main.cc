// main() for a fuzz target built without a fuzzing engine: runs it once on each
// file named and on each file below each folder named. Arguments that start
// with '-' are an engine's flags and are skipped; but where no file or folder
// is named, the folders of cc_fuzz_test's --default-seeds=FOLDER count.
//
// Exit status: 0 all inputs replayed, 2 an input cannot be read, 3 there was no
// input at all. A target that finds a fault aborts.
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
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* argc,
                                                          char*** argv);

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  std::vector<fs::path> seeds;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    constexpr std::string_view kSeeds = "--default-seeds=";
    if (arg.starts_with(kSeeds)) {
      seeds.push_back(fs::absolute(arg.substr(kSeeds.size())));
    }
  }
  // `bazel run` starts a program in its runfiles folder.
  if (const char* dir = std::getenv("BUILD_WORKING_DIRECTORY")) {
    if (chdir(dir) != 0) return 2;
  }
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);

  std::vector<fs::path> named;
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] != '-') named.emplace_back(argv[i]);
  }
  std::vector<fs::path> files;
  for (const fs::path& arg : named.empty() ? seeds : named) {
    std::error_code error;
    if (fs::is_directory(arg, error)) {
      for (const auto& entry : fs::recursive_directory_iterator(arg)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
      }
    } else {
      files.push_back(arg);
    }
  }
  std::sort(files.begin(), files.end());

  LLVMFuzzerTestOneInput(nullptr, 0);  // libFuzzer always tries this one, too
  for (const fs::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    if (!in) {
      std::fprintf(stderr, "cannot read %s\n", file.c_str());
      return 2;
    }
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    // Named before it runs, so that a crash names its input.
    std::fprintf(stderr, "%s (%zu bytes)\n", file.c_str(), bytes.size());
    // A heap block of exactly this size: the address sanitizer sees a read of
    // one byte too many.
    const auto block = std::make_unique<uint8_t[]>(bytes.size());
    std::copy(bytes.begin(), bytes.end(), block.get());
    LLVMFuzzerTestOneInput(block.get(), bytes.size());
  }
  std::fprintf(stderr, "replayed %zu inputs\n", files.size());
  return files.empty() ? 3 : 0;  // a corpus that is not there is a failure
}
