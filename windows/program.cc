// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The program begins here, calls that of cli/main.cc, and has what the process
// is on Windows: cli/io/process.h and cli/io/browser.h.

#include <windows.h>

// After it: it needs its types.
#include <shellapi.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "cli/io/browser.h"
#include "cli/io/environment.h"
#include "cli/io/process.h"
#include "windows/path.h"
#include "windows/posix.h"

// That of cli/main.cc.
int ClipguardMain(int argc, char** argv);

// The C library puts the files in the place of "*.bin", as a shell does
// elsewhere.
extern "C" {
int _dowildcard = -1;
}

namespace clipguard::cli {
namespace {

UINT output_before = 0;
UINT input_before = 0;

// Input and output are UTF-8; the console gets its own code pages back.
void UseUtf8() {
  output_before = GetConsoleOutputCP();
  input_before = GetConsoleCP();
  SetConsoleOutputCP(CP_UTF8);
  SetConsoleCP(CP_UTF8);
  std::atexit([] {
    if (output_before != 0) SetConsoleOutputCP(output_before);
    if (input_before != 0) SetConsoleCP(input_before);
  });
}

}  // namespace

bool OpenMissingStreams() { return true; }

std::string CallerOfBazelRun() { return {}; }

// The system has an exception of its own for a stack that cannot grow.
void ReserveStack() {}

void ReturnLargeBlocks() {}

void EndWithoutMemory() {
  std::set_terminate([] {
    try {
      if (const auto thrown = std::current_exception()) {
        std::rethrow_exception(thrown);
      }
    } catch (const std::bad_alloc&) {
      SayOutOfMemory();
      _exit(kExitFailed);
    } catch (...) {
    }
    std::abort();
  });
}

void SayOutOfMemory() {
  for (const std::string_view text : {std::string_view("clipguard: "),
                                      kOutOfMemory, std::string_view("\n")}) {
    if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;
  }
}

bool OpenInBrowser(const std::string& page) {
  std::wstring wide;
  if (!windows::Wide(page, &wide)) return false;
  std::ranges::replace(wide, L'/', L'\\');
  const HINSTANCE result = ShellExecuteW(nullptr, L"open", wide.c_str(),
                                         nullptr, nullptr, SW_SHOWNORMAL);
  return reinterpret_cast<INT_PTR>(result) > 32;
}

}  // namespace clipguard::cli

extern "C" int wmain(int argc, wchar_t** argv) {
  clipguard::cli::UseUtf8();
  std::vector<std::string> words;
  std::vector<char*> pointers;
  words.reserve(static_cast<size_t>(argc));
  for (int i = 0; i < argc; ++i) {
    std::string& word = words.emplace_back(clipguard::windows::Utf8(argv[i]));
    // All paths have "/" from here on.
    std::ranges::replace(word, '\\', '/');
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  return ClipguardMain(argc, pointers.data());
}
