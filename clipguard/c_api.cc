// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "clipguard/c_api.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/text.h"
#include "cli/clipguard.h"
#include "cli/flags/common_flags.h"
#include "cli/io/environment.h"
#include "cli/io/given_files.h"
#include "clipguard/version.h"
#include "simd/float_environment.h"

namespace {

// Adds to a text.
class TextOutput : public clipguard::cli::Output {
 public:
  explicit TextOutput(std::string& text) : text_(text) {}
  void Write(std::string_view text) override { text_ += text; }

 private:
  std::string& text_;
};

}  // namespace

struct clipguard_result {
  int exit_code = clipguard::cli::kExitFailed;
  std::string output;
  std::string messages;
  clipguard::cli::GivenFiles::Written written;
};

namespace clipguard {
namespace {

// Commands and flags that need other files, processes or threads, which the
// module has none of.
constexpr std::array<std::string_view, 5> kRefusedCommands = {
    "view", "merge", "play", "graph", "reduce"};
constexpr std::array<std::string_view, 4> kRefusedFlags = {
    "--resources", "--shard", "--write-baseline", "--jobs"};

// Whether a report is asked for that another run is to read.
bool AsksForShard(const std::string& arg, const std::string& next) {
  return arg == "--format=shard" || arg.starts_with("--output=shard:") ||
         (arg == "--format" && next == "shard") ||
         (arg == "--output" && next.starts_with("shard:"));
}

// Why this is not done; empty: it is.
std::string Refusal(const cli::Args& args) {
  if (args.empty()) return {};
  if (std::ranges::count(kRefusedCommands, args.front()) != 0) {
    return absl::StrCat(args.front(),
                        " is done by the program alone, not by its module");
  }
  for (size_t i = 0; i < args.size() && args[i] != "--"; ++i) {
    const std::string& arg = args[i];
    if (AsksForShard(arg, i + 1 < args.size() ? args[i + 1] : "")) {
      return "a shard report is for the program alone, not for its module";
    }
    const std::string_view flag =
        std::string_view(arg).substr(0, arg.find('='));
    if (std::ranges::count(kRefusedFlags, flag) == 0) continue;
    return absl::StrCat(std::string(flag),
                        " is for the program alone, not for its module");
  }
  return {};
}

cli::GivenKind KindOf(int32_t kind) {
  switch (kind) {
    case CLIPGUARD_FILE:
      return cli::GivenKind::kFile;
    case CLIPGUARD_FOLDER:
      return cli::GivenKind::kFolder;
    case CLIPGUARD_FOLDER_LINK:
      return cli::GivenKind::kFolderLink;
    case CLIPGUARD_LINK_OUT:
      return cli::GivenKind::kLinkOut;
    default:
      return cli::GivenKind::kOther;
  }
}

void AddFiles(const clipguard_input& input, cli::GivenFiles& files) {
  for (size_t i = 0; i < input.file_count; ++i) {
    const clipguard_file& from = input.files[i];
    cli::GivenFile file{.path = from.path,
                        .kind = KindOf(from.kind),
                        .size = from.size,
                        .problem = from.problem != nullptr ? from.problem : ""};
    if (from.bytes != nullptr) {
      file.bytes = {from.bytes, static_cast<size_t>(from.size)};
    } else if (input.load != nullptr) {
      file.load =
          [&input,
           i](std::span<const uint8_t>& bytes) -> std::shared_ptr<const void> {
        size_t size = 0;
        uint8_t* const loaded = input.load(input.context, i, &size);
        bytes = {loaded, loaded == nullptr ? 0 : size};
        return {loaded, clipguard_release};
      };
    }
    files.Add(std::move(file));
  }
}

// Is a word or a path null? Then `result` says which.
bool HasNull(const clipguard_input& input, clipguard_result& result) {
  for (size_t i = 0; i < input.arg_count; ++i) {
    if (input.args[i] != nullptr) continue;
    result.exit_code = cli::kExitUsage;
    result.messages = absl::StrCat("clipguard: args[", i, "] is null\n");
    return true;
  }
  for (size_t i = 0; i < input.file_count; ++i) {
    if (input.files[i].path != nullptr) continue;
    result.exit_code = cli::kExitFailed;
    result.messages = absl::StrCat("clipguard: files[", i, "].path is null\n");
    return true;
  }
  return false;
}

void Run(const clipguard_input& input, clipguard_result& result) {
  if (HasNull(input, result)) return;
  // Whatever program this is a part of: values are the same bits everywhere.
  const ScopedFloatEnvironment exact;
  const cli::Args args(input.args, input.args + input.arg_count);
  cli::GivenFiles files(input.folder != nullptr ? input.folder : "/");
  AddFiles(input, files);
  const cli::GivenFiles::Use use(files);
  TextOutput out(result.output);
  TextOutput err(result.messages);
  cli::Environment env{.out = out, .err = err, .in_fd = -1};
  const std::string refusal = Refusal(args);
  result.exit_code =
      refusal.empty()
          ? cli::RunClipguard(args, env)
          : cli::BadUsage({}, absl::InvalidArgumentError(refusal), env);
  result.written = files.TakeWritten();
}

const char* TextOf(const std::string& text, size_t* size) {
  if (size != nullptr) *size = text.size();
  return text.c_str();
}

const char* Nothing(const char* nothing, size_t* size) {
  if (size != nullptr) *size = 0;
  return nothing;
}

}  // namespace
}  // namespace clipguard

clipguard_result* clipguard_run(const clipguard_input* input) {
  auto* const result = new (std::nothrow) clipguard_result;
  if (result == nullptr) return nullptr;
  try {
    clipguard::Run(*input, *result);
  } catch (const std::bad_alloc&) {
    // A message this short needs no memory of its own.
    result->exit_code = clipguard::cli::kExitFailed;
    result->output.clear();
    result->written.clear();
    result->messages = clipguard::cli::kOutOfMemory;
  }
  return result;
}

int clipguard_exit_code(const clipguard_result* result) {
  return result != nullptr ? result->exit_code
                           : int{clipguard::cli::kExitFailed};
}

const char* clipguard_output(const clipguard_result* result, size_t* size) {
  return result != nullptr ? clipguard::TextOf(result->output, size)
                           : clipguard::Nothing("", size);
}

const char* clipguard_messages(const clipguard_result* result, size_t* size) {
  return result != nullptr ? clipguard::TextOf(result->messages, size)
                           : clipguard::Nothing("", size);
}

size_t clipguard_written_count(const clipguard_result* result) {
  return result != nullptr ? result->written.size() : 0;
}

const char* clipguard_written_path(const clipguard_result* result,
                                   size_t index) {
  if (index >= clipguard_written_count(result)) return nullptr;
  return result->written[index].first.c_str();
}

const uint8_t* clipguard_written(const clipguard_result* result, size_t index,
                                 size_t* size) {
  return reinterpret_cast<const uint8_t*>(
      index < clipguard_written_count(result)
          ? clipguard::TextOf(result->written[index].second, size)
          : clipguard::Nothing(nullptr, size));
}

void clipguard_free(clipguard_result* result) { delete result; }

uint8_t* clipguard_allocate(size_t size) {
  return static_cast<uint8_t*>(std::malloc(size));
}

void clipguard_release(uint8_t* bytes) { std::free(bytes); }

const char* clipguard_version(void) { return CLIPGUARD_VERSION_STRING; }
