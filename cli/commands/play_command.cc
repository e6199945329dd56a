// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard play: a Forge animation state machine, step by step.

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/commands/commands.h"
#include "cli/commands/one_file.h"
#include "cli/files/inputs.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/suggest.h"
#include "cli/flags/time_plan.h"
#include "cli/formats/forge_resources.h"
#include "cli/formats/forge_sample.h"
#include "cli/formats/step_rows.h"
#include "cli/io/line_reader.h"
#include "cli/io/text.h"
#include "cli/reports/json.h"
#include "cli/reports/report_json.h"
#include "eval/machine/animation_machine.h"
#include "parser/float_text.h"
#include "parser/forge/json_document.h"
#include "parser/forge/json_fields.h"
#include "parser/forge/json_reporter.h"
#include "parser/forge/name_table.h"
#include "parser/limits.h"

namespace clipguard::cli {
namespace {

using eval::AnimationMachine;
using forge::JsonDocument;
using forge::JsonKind;

// Names that were mistyped and for which another is looked for.
constexpr size_t kMostSuggestions = 16;

constexpr std::array<std::string_view, 2> kFormats = {"json", "csv"};

struct Flags {
  ReadFlags read;
  TimeFlags times;
  std::string format = "json";
  std::string joints;
  std::string script;
  std::vector<std::string> settings;
};

// What a line of the script asks for.
struct Step {
  enum class Kind : uint8_t { kSet, kTransition, kApply };
  Kind kind = Kind::kApply;
  std::vector<InputSetting> settings;
  std::string state;
  float time = 0;
};

// {"set": {"name": 1.5}}, {"transition": "open"} or {"apply": 0.25}.
absl::StatusOr<Step> ParseStep(std::string_view line) {
  constexpr std::string_view kForms =
      R"({"set": {"name": 1.5}}, {"transition": "open"} or {"apply": 0.25})";
  FindingList findings;
  const auto json = forge::ReadJson(line, Limits(), findings);
  if (!json) {
    const Finding& finding = findings.findings().front();
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s (column %d)", finding.message, finding.bytes.offset + 1));
  }
  const auto unknown = [&] {
    return absl::InvalidArgumentError(
        absl::StrFormat("a step is one of %s", kForms));
  };
  if (json->kind(JsonDocument::kRoot) != JsonKind::kObject) return unknown();
  Step step;
  size_t members = 0;
  forge::JsonReporter report(*json, findings);
  const auto number = [&](forge::JsonNode node) -> std::optional<float> {
    const JsonKind kind = json->kind(node);
    if (kind != JsonKind::kNumber && kind != JsonKind::kString) return {};
    return forge::ReadFloat(report, node);
  };
  for (const auto [key, value] : json->Members(JsonDocument::kRoot)) {
    const std::string_view name = json->string(key);
    if (++members > 1) return unknown();
    if (name == "apply") {
      const auto time = number(value);
      if (!time) return unknown();
      step.kind = Step::Kind::kApply;
      step.time = *time;
    } else if (name == "transition") {
      if (json->kind(value) != JsonKind::kString) return unknown();
      step.kind = Step::Kind::kTransition;
      step.state = json->string(value);
    } else if (name == "set") {
      if (json->kind(value) != JsonKind::kObject) return unknown();
      step.kind = Step::Kind::kSet;
      for (const auto [input, setting] : json->Members(value)) {
        const auto to = number(setting);
        if (!to) return unknown();
        step.settings.push_back({std::string(json->string(input)), *to});
      }
    } else {
      return unknown();
    }
  }
  if (members == 0) return unknown();
  return step;
}

void WriteStep(const Step& step, JsonWriter& json) {
  json.Key("step");
  json.BeginObject();
  switch (step.kind) {
    case Step::Kind::kSet:
      json.Key("set");
      json.BeginObject();
      for (const InputSetting& setting : step.settings) {
        json.Field(ToUtf8(setting.name), setting.value);
      }
      json.EndObject();
      break;
    case Step::Kind::kTransition:
      json.Field("transition", step.state);
      break;
    case Step::Kind::kApply:
      json.Field("apply", step.time);
      break;
  }
  json.EndObject();
}

// The step without what it did.
PlayedStep Described(const Step& step) {
  PlayedStep row;
  switch (step.kind) {
    case Step::Kind::kSet:
      row.kind = "set";
      for (const InputSetting& setting : step.settings) {
        absl::StrAppend(&row.argument, row.argument.empty() ? "" : ";",
                        setting.name, "=", FloatText(setting.value));
      }
      break;
    case Step::Kind::kTransition:
      row.kind = "transition";
      row.argument = step.state;
      break;
    case Step::Kind::kApply:
      row.kind = "apply";
      row.argument = FloatText(step.time);
      break;
  }
  return row;
}

std::string_view CodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kNotFound:
      return "STATE_UNKNOWN";
    case absl::StatusCode::kFailedPrecondition:
      return "TRANSITION_NOT_LISTED";
    case absl::StatusCode::kUnavailable:
      return "INPUT_NOT_SET";
    case absl::StatusCode::kResourceExhausted:
      return "TOO_MANY_EVENTS";
    case absl::StatusCode::kOutOfRange:
      return "LIMIT_EXCEEDED";
    default:
      return "CLIP_BROKEN";
  }
}

// Names, each once. There may be so many to add.
struct Names {
  explicit Names(size_t most) : table(most) { list.reserve(most); }

  // False if it is there already.
  bool Add(std::string_view name) {
    const auto own = static_cast<uint32_t>(list.size());
    list.push_back(name);
    const bool is_new = table.Add(own, [&](uint32_t i) { return list[i]; }) ==
                        forge::NameTable::kNone;
    if (!is_new) list.pop_back();
    return is_new;
  }
  bool Has(std::string_view name) const {
    return table.Find(name, [&](uint32_t i) { return list[i]; }) !=
           forge::NameTable::kNone;
  }

  std::vector<std::string_view> list;
  forge::NameTable table;
};

// Plays one machine, and writes a line for each step.
class Player {
 public:
  // `joints` are those to show; none: all of the armatures that are used. The
  // names outlive the player.
  Player(const forge::StateMachine& machine, ForgeResources* resources,
         std::span<const std::string> joints, const Limits& limits, bool csv,
         Output& out)
      : m_(machine),
        csv_(csv),
        set_(machine.inputs.size()),
        step_bytes_(limits.step_bytes),
        machine_(
            machine,
            [&](const forge::ModelClip& clip) -> const forge::Armature* {
              if (resources == nullptr) return nullptr;
              const forge::Armature* found = resources->Find(clip);
              if (found != nullptr && seen_.insert(found).second) {
                armatures_.push_back(found);
              }
              return found;
            },
            limits),
        out_(out) {
    Names known = JointsOfArmatures();
    if (joints.empty()) {
      joints_ = std::move(known.list);
    } else {
      Names asked(joints.size());
      for (const std::string& joint : joints) {
        if (asked.Add(joint) && !known.Has(joint)) unknown_.push_back(joint);
      }
      joints_ = std::move(asked.list);
      known_ = std::move(known.list);
    }
    joint_set_ = machine_.FindJoints(joints_);
    if (csv_) out_.Write(StepHeader());
  }

  // Those that were asked for and that no armature has. They do not move.
  void SayUnknownJoints(Environment& env) const {
    size_t suggestions = kMostSuggestions;
    for (const std::string_view joint : unknown_) {
      const bool suggest = suggestions != 0;
      suggestions -= suggest;
      env.Say(suggest ? ToPrintable(UnknownName("joint", joint, known_))
                      : "unknown joint '" + ToPrintable(joint) + "'");
    }
  }

  // Whether a step took or gave more than a limit allows.
  bool limit_exceeded() const { return limit_exceeded_; }

  void Set(const std::vector<InputSetting>& settings) {
    for (const InputSetting& setting : settings) {
      machine_.SetInput(setting.name, setting.value);
      const uint32_t input = m_.FindInput(setting.name);
      if (input != forge::kNowhere) set_[input] = true;
    }
  }

  void Play(const Step& step) {
    const std::string before(machine_.state());
    AnimationMachine::Step applied;
    std::vector<eval::Matrix> poses;
    absl::Status done = Do(step, applied, poses);
    ++steps_;
    if (done.ok()) {
      if (csv_ ? WriteDoneRows(step, before, applied, poses)
               : WriteDoneLine(step, before, applied, poses)) {
        return;
      }
      done = absl::OutOfRangeError(absl::StrFormat(
          "%s: its events and joints are more bytes than the limit of %d for "
          "%s",
          machine_.ClipPath(), step_bytes_,
          std::string(LimitName(&Limits::step_bytes))));
    }
    limit_exceeded_ |= absl::IsOutOfRange(done);
    std::string message(done.message().data(), done.message().size());
    if (absl::IsUnavailable(done)) message += NotSet();
    if (csv_) {
      PlayedStep row = Described(step);
      row.before = before;
      WriteErrorRow(std::move(row), CodeOf(done), message);
      return;
    }
    JsonWriter json;
    json.BeginObject();
    WriteStep(step, json);
    WriteError(CodeOf(done), message, json);
    // What was done before it failed stays done.
    json.Field("state", machine_.state());
    json.EndObject();
    Write(json);
  }

  // A line of the script that is no step.
  void SayMalformed(std::string_view message) {
    constexpr std::string_view kCode = "STEP_MALFORMED";
    ++steps_;
    if (csv_) {
      WriteErrorRow({}, kCode, message);
      return;
    }
    JsonWriter json;
    json.BeginObject();
    json.Key("step");
    json.Null();
    WriteError(kCode, message, json);
    json.EndObject();
    Write(json);
  }

 private:
  void WriteErrorRow(PlayedStep row, std::string_view code,
                     std::string_view message) {
    row.number = steps_;
    row.state = machine_.state();
    row.error.append(code).append(": ").append(message);
    std::string rows;
    AppendRows(row, std::numeric_limits<uint64_t>::max(), rows);
    out_.Write(rows);
  }

  // False if it would be too long; then nothing is written.
  bool WriteDoneRows(const Step& step, std::string_view before,
                     const AnimationMachine::Step& applied,
                     std::span<const eval::Matrix> poses) {
    PlayedStep row = Described(step);
    row.number = steps_;
    row.before = before;
    row.state = machine_.state();
    row.events = applied.events;
    row.joints = joints_;
    row.poses = poses;
    std::string rows;
    if (!AppendRows(row, step_bytes_, rows)) return false;
    out_.Write(rows);
    return true;
  }

  bool WriteDoneLine(const Step& step, std::string_view before,
                     const AnimationMachine::Step& applied,
                     std::span<const eval::Matrix> poses) {
    JsonWriter json;
    if (!WriteDone(step, before, applied, poses, json)) return false;
    Write(json);
    return true;
  }

  // Inputs that the machine uses and that have no value yet: "; not set: a, b".
  std::string NotSet() const {
    constexpr size_t kMostShown = 8;
    constexpr size_t kLongestShown = 60;
    std::string out;
    size_t count = 0;
    for (size_t i = 0; i < set_.size(); ++i) {
      if (set_[i] || ++count > kMostShown) continue;
      absl::StrAppend(&out, count == 1 ? "; not set: " : ", ",
                      Shortened(m_.texts[m_.inputs[i]], kLongestShown));
    }
    if (count > kMostShown) {
      absl::StrAppend(&out, " and ", count - kMostShown, " more");
    }
    return out;
  }

  // The names that were set and that the machine does not use.
  void WriteUnused(const Step& step, JsonWriter& json) const {
    bool begun = false;
    for (const InputSetting& setting : step.settings) {
      if (m_.FindInput(setting.name) != forge::kNowhere) continue;
      if (!begun) {
        json.Key("unused");
        json.BeginArray();
        begun = true;
      }
      json.String(setting.name);
    }
    if (begun) json.EndArray();
  }

  // In the order of the armatures, and of each first those that it lists.
  Names JointsOfArmatures() const {
    size_t most = 0;
    for (const forge::Armature* armature : armatures_) {
      most += armature->joints.size() + armature->joint_clips.size();
    }
    Names names(most);
    for (const forge::Armature* armature : armatures_) {
      for (const forge::Armature::Joint& joint : armature->joints) {
        names.Add(armature->texts[joint.name]);
      }
      for (const forge::Armature::JointClip& joint : armature->joint_clips) {
        names.Add(armature->texts[joint.joint]);
      }
    }
    return names;
  }

  void Write(const JsonWriter& json) {
    out_.Write(json.text());
    out_.Write("\n");
  }

  // False if the line would be too long; then it is not complete.
  bool WriteDone(const Step& step, std::string_view before,
                 const AnimationMachine::Step& applied,
                 std::span<const eval::Matrix> poses, JsonWriter& json) const {
    const auto too_long = [&] { return json.size() > step_bytes_; };
    json.BeginObject();
    WriteStep(step, json);
    json.Field("state_before", before);
    json.Field("state", machine_.state());
    json.Key("events");
    json.BeginArray();
    for (const eval::PastEvent& event : applied.events) {
      json.BeginArray();
      json.String(event.name);
      json.Float(event.offset);
      json.EndArray();
      if (too_long()) return false;
    }
    json.EndArray();
    if (!applied.dropped.empty()) {
      json.Key("dropped");
      json.BeginArray();
      for (const std::string_view name : applied.dropped) {
        json.String(name);
        if (too_long()) return false;
      }
      json.EndArray();
    }
    WriteUnused(step, json);
    json.Key("joints");
    json.BeginObject();
    for (size_t i = 0; i < poses.size(); ++i) {
      json.Key(ToUtf8(joints_[i]));
      json.Floats(poses[i]);
      if (too_long()) return false;
    }
    json.EndObject();
    json.EndObject();
    return !too_long();
  }

  absl::Status Do(const Step& step, AnimationMachine::Step& applied,
                  std::vector<eval::Matrix>& poses) {
    switch (step.kind) {
      case Step::Kind::kSet:
        Set(step.settings);
        return absl::OkStatus();
      case Step::Kind::kTransition:
        return machine_.Transition(step.state);
      case Step::Kind::kApply:
        break;
    }
    auto result = machine_.Apply(step.time);
    if (!result.ok()) return result.status();
    applied = *std::move(result);
    poses.resize(joints_.size());
    return machine_.JointPoses(joint_set_, poses);
  }

  const forge::StateMachine& m_;
  const bool csv_;
  uint64_t steps_ = 0;     // so far
  std::vector<bool> set_;  // by input: whether it has a value
  const uint64_t step_bytes_;
  std::set<const forge::Armature*> seen_;
  std::vector<const forge::Armature*> armatures_;  // as they were met
  std::vector<std::string_view> joints_;           // that are shown
  std::vector<std::string_view> known_;    // of the armatures, if some were
  std::vector<std::string_view> unknown_;  // asked for, and those that are not
  AnimationMachine machine_;
  eval::JointSet joint_set_;
  bool limit_exceeded_ = false;
  Output& out_;
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
        name->has_variant ? "it has a variant"
        : found != nullptr
            ? "the armature has none of that name"
            : "there is no " + ToPrintable(resources->PathOf(*name))));
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

// Plays a script, line by line. False if a line was none, or reading failed.
bool PlayScript(int fd, bool at_once, std::string_view name, Player& player,
                Environment& env) {
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
    // Whoever types the next step wants to see what this one did.
    if (at_once) env.out.Flush();
    if (env.out.error() != 0) return true;
  }
  if (lines.error() != 0) {
    env.Say(absl::StrFormat("--script: %s: %s", ToPrintable(name),
                            ErrorText(lines.error())));
    return false;
  }
  if (bad != 0) {
    env.Say(absl::StrFormat("%s of the script %s", Count(bad, "line"),
                            bad == 1 ? "is no step" : "are no steps"));
  }
  return bad == 0;
}

// Applies the times of --fps, --from and --to, or of --times.
absl::StatusOr<std::vector<float>> TimesToApply(TimeFlags flags) {
  constexpr const char* kDefaultFps = "60";
  if (flags.times.empty() && flags.fps.empty()) {
    if (flags.to.empty()) {
      return absl::InvalidArgumentError(
          "say what to play: --script=FILE, or --to=T for 60 steps a second");
    }
    flags.fps = kDefaultFps;
  }
  const auto plan = ParseTimes(flags);
  if (!plan.ok()) return plan.status();
  return MakeTimes(*plan, {.endless = true, .any_time = true});
}

// The steps of a file, or of standard input ("-"), where each is answered at
// once. The exit code.
int PlayScriptOf(const std::string& path, Player& player, Environment& env) {
  const bool standard_input = path == "-";
  const int fd =
      standard_input ? env.in_fd : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    env.Say("--script: " + ToPrintable(path) + ": " + ErrorText(errno));
    return kExitFailed;
  }
  const bool read =
      PlayScript(fd, /*at_once=*/standard_input,
                 standard_input ? "standard input" : path, player, env);
  if (!standard_input) close(fd);
  if (!read) return kExitUsage;
  return player.limit_exceeded() ? kExitFindings : kExitOk;
}

int PlayTimes(std::span<const float> times, Player& player, Environment& env) {
  for (const float time : times) {
    if (env.out.error() != 0) break;
    Step step;
    step.time = time;
    player.Play(step);
  }
  return player.limit_exceeded() ? kExitFindings : kExitOk;
}

// What the flags say that goes together with nothing else.
absl::Status CheckFlags(const Flags& flags) {
  if (flags.read.paths.size() > 1) {
    return absl::InvalidArgumentError("play takes one file");
  }
  if (flags.script == "-" && flags.read.paths[0] == "-") {
    return absl::InvalidArgumentError("standard input can be read only once");
  }
  if (!flags.script.empty() &&
      !(flags.times.times + flags.times.fps + flags.times.from + flags.times.to)
           .empty()) {
    return absl::InvalidArgumentError(
        "a script has its own times: --script excludes --times, --fps, --from "
        "and --to");
  }
  return absl::OkStatus();
}

}  // namespace

int PlayCommand(const Args& args, Environment& env) {
  Flags flags;
  CommandLine line("play");
  line.Value("--format", &flags.format);
  line.Value("--joints", &flags.joints);
  line.Value("--script", &flags.script);
  line.Values("--set", &flags.settings);
  flags.times.AddTo(line);
  flags.read.AddTo(line);
  if (absl::Status s = line.Parse(args); !s.ok()) {
    return BadUsage("play", s, env);
  }
  if (line.help()) return HelpCommand({"play"}, env);
  CheckOptions check;
  absl::Status s = CheckName("output format", flags.format, kFormats);
  if (s.ok()) s = flags.read.ToOptions(&check);
  if (s.ok()) s = CheckFlags(flags);
  if (!s.ok()) return BadUsage("play", s, env);
  const bool scripted = !flags.script.empty();
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
        Player player(machine, check.resources.get(), joints, check.read.limits,
                      flags.format == "csv", env.out);
        SayUnused(machine, *inputs, env);
        SayMissingClips(machine, check.resources.get(), env);
        player.SayUnknownJoints(env);
        player.Set(*inputs);
        return scripted ? PlayScriptOf(flags.script, player, env)
                        : PlayTimes(times, player, env);
      });
}

}  // namespace clipguard::cli
