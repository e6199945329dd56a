// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard play: a Forge animation state machine, step by step.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/files/inputs.h"
#include "cli/files/run_files.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/time_plan.h"
#include "cli/formats/forge_resources.h"
#include "cli/formats/forge_sample.h"
#include "cli/io/line_reader.h"
#include "cli/io/suggest.h"
#include "cli/play/machine_player.h"
#include "cli/play/script_step.h"
#include "cli/play/step_output.h"
#include "cli/run/one_file.h"
#include "parser/forge/state_machine.h"
#include "parser/limits.h"

namespace clipguard::cli {
namespace {

struct PlayFlags {
  ReadFlags read;
  TimeFlags times;
  std::string format;
  std::string joints;
  std::string script;
  std::vector<std::string> settings;
};

// Model clips that move nothing, for nobody knows their armatures.
void SayMissingClips(const forge::StateMachine& machine,
                     ForgeResources* resources, Environment& env) {
  constexpr size_t kMostSaid = 5;
  std::set<std::string_view> missing;
  for (const forge::Expression& e : machine.expressions) {
    if (e.kind != forge::ExpressionKind::kModelClip) continue;
    const std::string_view text = machine.texts[e.text];
    const auto name = forge::ReadModelClip(text);
    if (!name) continue;
    const forge::Armature* found = resources == nullptr || name->has_variant
                                       ? nullptr
                                       : resources->Find(*name);
    if (found != nullptr && found->FindClip(name->clip) != nullptr) continue;
    if (!missing.insert(text).second || missing.size() > kMostSaid) continue;
    if (resources == nullptr) continue;
    env.Say(absl::StrFormat(
        "the clip '%s' moves nothing: %s", ToPrintable(text),
        name->has_variant  ? "it has a variant"
        : found != nullptr ? "the armature has none of that name"
                           : "there is no usable file " +
                                 ToPrintable(resources->PathOf(*name))));
  }
  if (resources == nullptr && !missing.empty()) {
    env.Say(absl::StrFormat(
        "%s: --resources=DIR says where armatures are",
        missing.size() == 1
            ? "1 clip of a model moves nothing"
            : Grouped(missing.size()) + " clips of models move nothing"));
  } else if (missing.size() > kMostSaid) {
    env.Say(absl::StrFormat("so do %d more", missing.size() - kMostSaid));
  }
}

// Plays a script, line by line, and gives the exit code.
int PlayScript(int fd, bool at_once, std::string_view name,
               MachinePlayer& player, Environment& env) {
  LineReader lines(fd);
  std::string_view line;
  uint64_t bad = 0;
  for (uint64_t number = 1; lines.Next(&line); ++number) {
    const size_t begin = line.find_first_not_of(" \t\r");
    if (begin == line.npos || line[begin] == '#') continue;
    if (line.substr(begin).starts_with("//")) continue;
    const absl::StatusOr<Step> step =
        lines.too_long()
            ? absl::InvalidArgumentError(absl::StrFormat(
                  "longer than %d bytes", LineReader::kLongestLine))
            : ParseStep(line);
    if (step.ok()) {
      player.Play(*step);
    } else {
      ++bad;
      player.SayMalformed(absl::StrFormat(
          "line %d: %s", number, std::string(step.status().message())));
    }
    // Standard input may be typed: show the result before the next step.
    if (at_once) env.out.Flush();
    if (env.out.error() != 0) return kExitOk;
  }
  if (lines.error() != 0) {
    env.Say(absl::StrFormat("--script: %s: %s", ToPrintable(name),
                            ErrorText(lines.error())));
    return kExitFailed;
  }
  if (bad != 0) {
    env.Say(absl::StrFormat(
        "%s of the script %s, such as {\"set\": {\"NAME\": 1.5}}, "
        "{\"transition\": \"STATE\"} or {\"apply\": 1.5}",
        Count(bad, "line"), bad == 1 ? "is no step" : "are no steps"));
    return kExitUsage;
  }
  return player.limit_exceeded() ? kExitFindings : kExitOk;
}

// Up to a few of the names, and how many more there are.
std::string SomeNames(const forge::StateMachine& machine,
                      std::span<const forge::Text> names) {
  constexpr size_t kMostShown = 12;
  constexpr size_t kLongestShown = 60;
  std::string out;
  for (size_t i = 0; i < std::min(names.size(), kMostShown); ++i) {
    absl::StrAppend(&out, i == 0 ? "" : ", ",
                    Shortened(machine.texts[names[i]], kLongestShown));
  }
  if (names.size() > kMostShown) {
    absl::StrAppend(&out, " and ", names.size() - kMostShown, " more");
  }
  return names.empty() ? "none" : out;
}

// Bad usage that says what there is to play.
int SayWhatToPlay(const forge::StateMachine& machine, Environment& env) {
  std::vector<forge::Text> states;
  for (const auto& state : machine.states) states.push_back(state.name);
  std::string start;
  if (machine.start != forge::kNowhere) {
    start = absl::StrFormat(
        ", from %s",
        Shortened(machine.texts[machine.states[machine.start].name], 60));
  }
  return BadUsage(
      "play",
      absl::InvalidArgumentError(absl::StrFormat(
          "say what to play: --script=FILE, or --to=T for 60 steps a second%s\n"
          "  states that a script may ask for: %s\n"
          "  values that --set=NAME=FLOAT may set: %s",
          start, SomeNames(machine, states),
          SomeNames(machine, machine.inputs))),
      env);
}

// Applies the times of --fps, --from and --to, or of --times.
absl::StatusOr<std::vector<float>> TimesToApply(TimeFlags flags) {
  constexpr double kPlayedFps = 60;
  if (flags.times.empty() && !flags.fps) flags.fps = kPlayedFps;
  const auto plan = ParseTimes(flags);
  if (!plan.ok()) return plan.status();
  return MakeTimes(*plan, {.endless = true, .any_time = true});
}

// The steps of a file, or of standard input ("-"), where each is answered at
// once. The exit code.
int PlayScriptOf(const std::string& path, MachinePlayer& player,
                 Environment& env) {
  const bool standard_input = path == "-";
  const int fd =
      standard_input ? env.in_fd : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    env.Say("--script: " + ToPrintable(path) + ": " + ErrorText(errno));
    return kExitFailed;
  }
  struct stat about = {};
  if (RunFiles* const run = RunFiles::Current();
      run != nullptr && fstat(fd, &about) == 0) {
    run->AddRead(about);
  }
  const int exit_code =
      PlayScript(fd, /*at_once=*/standard_input,
                 standard_input ? "standard input" : path, player, env);
  if (!standard_input) close(fd);
  return exit_code;
}

int PlayTimes(std::span<const float> times, MachinePlayer& player,
              Environment& env) {
  for (const float time : times) {
    if (env.out.error() != 0) break;
    Step step;
    step.time = time;
    player.Play(step);
  }
  return player.limit_exceeded() ? kExitFindings : kExitOk;
}

// People read text, and programs JSON.
std::unique_ptr<StepOutput> OutputOf(const std::string& format,
                                     const Limits& limits, Environment& env) {
  if (format == "csv") return CsvSteps(limits.step_bytes, env.out);
  const bool text =
      format.empty() ? env.out_terminal.is_terminal : format == "text";
  return (text ? TextSteps : JsonSteps)(limits.step_bytes, env.out);
}

// Checks for flags that contradict each other.
absl::Status CheckPlayFlags(const PlayFlags& flags) {
  if (flags.read.paths.size() > 1) {
    return absl::InvalidArgumentError("play takes one file");
  }
  if (flags.script == "-" && flags.read.paths[0] == "-") {
    return absl::InvalidArgumentError("standard input can be read only once");
  }
  if (!flags.script.empty() && (!flags.times.times.empty() || flags.times.fps ||
                                flags.times.from || flags.times.to)) {
    return absl::InvalidArgumentError(
        "a script has its own times: --script excludes --times, --fps, --from "
        "and --to");
  }
  return absl::OkStatus();
}

}  // namespace

int PlayCommand(const Args& args, Environment& env) {
  PlayFlags flags;
  CommandLine line("play");
  line.Value("--format", &flags.format);
  line.Value("--joints", &flags.joints);
  line.Value("--script", &flags.script);
  line.Values("--set", &flags.settings);
  flags.times.AddTo(line);
  flags.read.AddTo(line);
  if (const auto done = ParseOrEnd(line, args, env)) return *done;
  CheckOptions check;
  absl::Status s = flags.read.ToOptions(&check);
  if (s.ok()) s = CheckPlayFlags(flags);
  if (s.ok()) s = flags.read.CheckFiles();
  if (!s.ok()) return BadUsage("play", s, env);
  const bool scripted = !flags.script.empty();
  if (!scripted && flags.times.times.empty() && !flags.times.fps &&
      !flags.times.to) {
    return WithStateMachine("play", flags.read.paths[0], check, "is not played",
                            env, [&](const forge::StateMachine& machine) {
                              return SayWhatToPlay(machine, env);
                            });
  }
  std::vector<float> times;
  if (!scripted) {
    auto made = TimesToApply(flags.times);
    if (!made.ok()) return BadUsage("play", made.status(), env);
    times = *std::move(made);
  }
  const auto inputs = ParseSettings(flags.settings);
  if (!inputs.ok()) return BadUsage("play", inputs.status(), env);

  return WithStateMachine(
      "play", flags.read.paths[0], check, "is not played", env,
      [&](const forge::StateMachine& machine) {
        if (machine.start == forge::kNowhere) {
          env.Say("it is not played: there is no start state");
          return int{kExitFindings};
        }
        const std::vector<std::string> joints = SplitNames(flags.joints);
        const Limits& limits = check.read.limits;
        MachinePlayer player(machine, check.resources.get(), joints, limits);
        SayMissingClips(machine, check.resources.get(), env);
        if (absl::Status s = player.CheckJoints(); !s.ok()) {
          return BadUsage("play", s, env);
        }
        player.WriteTo(OutputOf(flags.format, limits, env));
        SayUnused(machine, *inputs, env);
        player.Set(*inputs);
        return scripted ? PlayScriptOf(flags.script, player, env)
                        : PlayTimes(times, player, env);
      });
}

}  // namespace clipguard::cli
