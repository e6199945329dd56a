// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard graph: a state machine's states and transitions as a drawing.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/formats/forge_resources.h"
#include "cli/play/state_machine_graph.h"
#include "cli/run/one_file.h"
#include "parser/limits.h"

namespace clipguard::cli {
namespace {

// Bytes that a drawing may have for each byte of input, beyond the limit.
constexpr uint64_t kBytesForEach = 16;
// Up to this size a graph is kept until all of it is there; a larger one is
// kept in a file.
constexpr size_t kMostKept = size_t{1} << 20;
// More than this Mermaid refuses, unless it is told otherwise (maxTextSize).
constexpr uint64_t kMostMermaid = 50'000;

struct Drawing {
  const forge::StateMachine& machine;
  ForgeResources* resources;
  std::string file;
  std::string title;
  uint64_t limit;       // as it was asked for
  uint64_t most_bytes;  // that follow from it
  std::string format;
  Environment& env;
};

int SayTooLarge(const Drawing& drawing, std::string_view path) {
  drawing.env.Say(absl::StrFormat(
      "%s: LIMIT_EXCEEDED: %s: the drawing has more than %s bytes "
      "(--limit=%s=%d, and 16 for each byte read)",
      drawing.file, path, Grouped(drawing.most_bytes),
      LimitName(&Limits::graph_bytes), drawing.limit));
  return kExitFindings;
}

// False, and the reason is said, if it is larger than the limit.
bool Write(const Drawing& drawing,
           absl::FunctionRef<void(std::string_view)> write) {
  const bool is_mermaid = drawing.format == "mermaid";
  const StateGraphResult result = WriteStateGraph(
      drawing.machine, drawing.resources,
      {.notation = is_mermaid ? GraphLanguage::kMermaid : GraphLanguage::kDot,
       .file = drawing.title,
       .most_bytes = drawing.most_bytes},
      write);
  if (!result.whole) {
    SayTooLarge(drawing, absl::StrFormat("/states/%d", result.state));
    return false;
  }
  if (!result.complete) {
    drawing.env.Say(
        "the clips are too large to look for the causes of all "
        "transitions; some labels are missing");
  }
  if (is_mermaid && result.bytes > kMostMermaid) {
    drawing.env.Say(
        "Mermaid draws no more than 50,000 characters, unless its maxTextSize "
        "is raised");
  }
  return true;
}

// Writes nothing unless the drawing is whole: a large one waits in a temporary
// file.
int WriteWhole(const Drawing& drawing) {
  std::string text;
  std::unique_ptr<FILE, int (*)(FILE*)> file(nullptr, &std::fclose);
  bool stored = true;
  const bool fits = Write(drawing, [&](std::string_view piece) {
    text += piece;
    if (text.size() <= kMostKept) return;
    if (!file) file.reset(std::tmpfile());
    stored =
        stored && file &&
        std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
    text.clear();
  });
  if (!fits) return kExitFindings;
  if (file) {
    stored = stored && std::fseek(file.get(), 0, SEEK_SET) == 0;
    std::vector<char> piece(stored ? kMostKept : 0);
    while (size_t got = std::fread(piece.data(), 1, piece.size(), file.get())) {
      drawing.env.out.Write({piece.data(), got});
    }
    stored = stored && std::ferror(file.get()) == 0;
  }
  if (!stored) {
    drawing.env.Say("temporary file: it cannot be written or read");
    return kExitFailed;
  }
  drawing.env.out.Write(text);
  return kExitOk;
}

}  // namespace

int GraphCommand(const Args& args, Environment& env) {
  ReadFlags read;
  std::string format = "dot";
  CommandLine line("graph");
  line.Value("--format", &format);
  read.AddTo(line);
  if (const auto done = ParseOrEnd(line, args, env)) return *done;
  CheckOptions check;
  absl::Status s = read.ToOptions(&check);
  if (s.ok() && read.paths.size() > 1) {
    s = absl::InvalidArgumentError("graph takes one file");
  }
  if (s.ok()) s = read.CheckFiles();
  if (!s.ok()) return BadUsage("graph", s, env);
  return WithStateMachine(
      "graph", read.paths[0], check, "is not drawn", env,
      [&](const forge::StateMachine& machine, const FileReport& about) {
        Drawing drawing = {
            .machine = machine,
            .resources = check.resources.get(),
            .file = ToPrintable(about.file),
            .title = about.file == "-" ? "standard input" : about.file,
            .limit = check.read.limits.graph_bytes,
            .most_bytes = check.read.limits.graph_bytes,
            .format = format,
            .env = env,
        };
        // The limit grows with the bytes that were read.
        uint64_t bytes = about.bytes;
        if (check.resources != nullptr) bytes += check.resources->bytes_read();
        drawing.most_bytes += kBytesForEach * bytes;
        return WriteWhole(drawing);
      });
}

}  // namespace clipguard::cli
