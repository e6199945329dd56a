// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard graph: a state machine's states and transitions as a drawing.

#include <array>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/common_flags.h"
#include "cli/graphviz.h"
#include "cli/one_file.h"
#include "cli/state_graph.h"

namespace clipguard::cli {
namespace {

constexpr std::array<std::string_view, 2> kFormats = {"dot", "svg"};

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
  absl::Status s = CheckName("output format", format, kFormats);
  if (s.ok()) s = read.ToOptions(&check);
  if (s.ok() && read.paths.size() > 1) {
    s = absl::InvalidArgumentError("graph takes one file");
  }
  if (!s.ok()) return BadUsage("graph", s, env);
  return WithStateMachine(
      "graph", read.paths[0], check, "is not drawn", env,
      [&](const forge::StateMachine& machine) {
        bool complete = true;
        const std::string dot =
            StateGraph(machine, check.resources.get(), &complete);
        if (!complete) {
          env.Say(
              "the clips are too large to look for the causes of all "
              "transitions; some labels are missing");
        }
        if (format == "dot") {
          env.out.Write(dot);
          return int{kExitOk};
        }
        const absl::StatusOr<std::string> svg = DrawSvg(dot);
        if (!svg.ok()) {
          env.Say(std::string(svg.status().message()));
          return int{kExitFailed};
        }
        env.out.Write(*svg);
        return int{kExitOk};
      });
}

}  // namespace clipguard::cli
