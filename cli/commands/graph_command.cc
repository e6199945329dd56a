// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard graph: a state machine's states and transitions as a drawing.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/formats/forge_resources.h"
#include "cli/io/graphviz.h"
#include "cli/play/state_graph.h"
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

int SayFailed(const Drawing& drawing, const absl::Status& s) {
  drawing.env.Say(std::string(s.message()));
  return kExitFailed;
}

int WriteText(const Drawing& drawing) {
  std::string text;
  std::optional<SpoolFile> file;
  const bool fits = Write(drawing, [&](std::string_view piece) {
    text += piece;
    if (text.size() <= kMostKept) return;
    if (!file) file.emplace();
    file->Write(text);
    text.clear();
  });
  if (!fits) return kExitFindings;
  const auto write = [&](std::string_view piece) {
    drawing.env.out.Write(piece);
  };
  if (file) {
    if (absl::Status s = file->Read(write); !s.ok()) {
      return SayFailed(drawing, s);
    }
  }
  write(text);
  return kExitOk;
}

int WritePicture(const Drawing& drawing) {
  SpoolFile dot;
  if (!Write(drawing, [&](std::string_view piece) { dot.Write(piece); })) {
    return kExitFindings;
  }
  SpoolFile picture;
  absl::Status s =
      Draw(dot, drawing.format, {.bytes = drawing.most_bytes}, picture);
  if (absl::IsResourceExhausted(s)) return SayTooLarge(drawing, "/states");
  if (s.ok()) {
    s = picture.Read(
        [&](std::string_view piece) { drawing.env.out.Write(piece); });
  }
  return s.ok() ? kExitOk : SayFailed(drawing, s);
}

}  // namespace

int GraphCommand(const Args& args, Environment& env) {
  ReadFlags read;
  std::string format = "dot";
  CommandLine line("graph");
  line.Value("--format", &format);
  read.AddTo(line);
  if (absl::Status s = line.Parse(args); !s.ok()) {
    return BadUsage("graph", s, env);
  }
  if (line.help()) return HelpCommand({"graph"}, env);
  CheckOptions check;
  absl::Status s = read.ToOptions(&check);
  if (s.ok() && read.paths.size() > 1) {
    s = absl::InvalidArgumentError("graph takes one file");
  }
  if (s.ok() && format == "png" && env.out_terminal.is_terminal) {
    s = absl::InvalidArgumentError(
        "--format=png writes no text: send it to a file, > machine.png");
  }
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
        // What was read for it.
        uint64_t bytes = about.bytes;
        if (check.resources != nullptr) bytes += check.resources->bytes_read();
        drawing.most_bytes += kBytesForEach * bytes;
        return format == "dot" || format == "mermaid" ? WriteText(drawing)
                                                      : WritePicture(drawing);
      });
}

}  // namespace clipguard::cli
