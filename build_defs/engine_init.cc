// Under `bazel run` a program starts in its runfiles folder, but the folders
// given to a fuzzer are the caller's. libFuzzer calls this before it reads its
// flags.
#include <unistd.h>

#include <cstdlib>

// Weak: a fuzz target with its own initialisation wins.
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* /*argc*/,
                                                          char*** /*argv*/) {
  if (const char* dir = std::getenv("BUILD_WORKING_DIRECTORY")) {
    if (chdir(dir) != 0) return 1;
  }
  return 0;
}
