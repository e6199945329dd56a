// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/context.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "bench/build_flags.h"
#include "simd/kernel.h"

namespace clipguard::bench {
namespace {

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The first line that a command of the shell prints.
std::string FirstLineOf(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  std::array<char, 256> buffer{};
  std::string line;
  if (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) {
    line = buffer.data();
  }
  pclose(pipe);
  while (!line.empty() && line.back() == '\n') line.pop_back();
  return line;
}

std::string Commit() {
  std::string commit = Environment("CLIPGUARD_COMMIT");
  if (commit.empty() && !Environment("BUILD_WORKSPACE_DIRECTORY").empty()) {
    commit = FirstLineOf(
        "git -C \"$BUILD_WORKSPACE_DIRECTORY\" describe --always --dirty "
        "--abbrev=12 --exclude='*' 2>/dev/null");
  }
  return commit.empty() ? "unknown" : commit;
}

std::string Cpu() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "unknown";
}

std::string Compiler() {
#if defined(__clang__)
  return __VERSION__;
#else
  return "g++ " __VERSION__;
#endif
}

}  // namespace

std::vector<std::pair<std::string, std::string>> BenchmarkContext() {
  return {
      {"kernel", std::string(KernelName(ActiveKernel()))},
      {"cpu", Cpu()},
      {"compiler", Compiler()},
      {"flags", kBuildFlags},
      {"commit", Commit()},
  };
}

}  // namespace clipguard::bench
