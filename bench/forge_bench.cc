// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Forge animation. Results are checked before anything is timed.
//
//   ForgeRead     a file, with all checks, beside reading its JSON alone; an
//                 item is a file. CLIPGUARD_BENCH_BIG in the environment adds
//                 a machine of a million parameters
//   ForgeTime     time values, many at once and one by one,
//                 beside walking a tree; an item is a value
//   ForgeMachine  steps of a state machine, transitions, joints' matrices
//   ForgePose     the same matrices without a machine

#include <benchmark/benchmark.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/cold.h"
#include "bench/rivals/json_rival.h"
#include "bench/rivals/rival.h"
#include "bench/rivals/time_tree.h"
#include "bench/workloads/forge_text.h"
#include "bench/workloads/workloads.h"
#include "eval/machine/animation_machine.h"
#include "eval/machine/pose.h"
#include "eval/machine/time/time_values.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/json/json_document.h"
#include "simd/kernel.h"

namespace clipguard::bench {
namespace {

using forge::Armature;
using forge::StateMachine;

// ---- Reading ----------------------------------------------------------------

// `reader` is as RegisterSubject()'s.
template <typename Reader>
auto ReadSound(const std::string& text, Reader reader) {
  FindingList findings;
  auto file = reader(text, {}, findings);
  if (!file || !findings.findings().empty()) Fail("a file", "is not sound");
  return *std::move(file);
}

size_t ReadJson(const std::string& text) {
  FindingList findings;
  const auto json = ReadJson(text, {}, findings);
  return json ? json->size() : 0;
}

using Text = std::shared_ptr<const std::string>;

// Each iteration starts from nothing, as a program that loads a file does.
void RegisterReading(const std::string& name, const Text& text,
                     const std::function<void(const std::string&)>& check,
                     const std::function<void(const std::string&)>& read) {
  Register("ForgeRead/" + name, [=](benchmark::State& state) {
    check(*text);
    for (auto _ : state) read(*text);
    SetItems(state, 1);
    SetBytes(state, text->size());
  });
}

// `reader` is forge::ReadStateMachine() or forge::ReadArmature().
template <typename Reader>
void RegisterSubject(const std::string& name, std::string made, Reader reader) {
  const auto text = std::make_shared<const std::string>(std::move(made));
  RegisterReading(
      name + "/clipguard", text,
      [=](const std::string& of) { ReadSound(of, reader); },
      [=](const std::string& of) {
        FindingList findings;
        benchmark::DoNotOptimize(reader(of, {}, findings));
      });
  RegisterReading(
      name + "/clipguard-json", text,
      [](const std::string& of) {
        if (ReadJson(of) == 0) Fail("clipguard-json", "reads nothing");
      },
      [](const std::string& of) { benchmark::DoNotOptimize(ReadJson(of)); });
  for (const JsonRival& rival : JsonRivals()) {
    RegisterReading(
        name + "/" + rival.name, text,
        [=](const std::string& of) {
          const bool tokens =
              std::string_view(rival.name).starts_with("rapidjson-sax");
          const size_t found = rival.read(of);
          if (found == 0 || (tokens && found != ReadJson(of))) {
            Fail(rival.name, "does not read the file");
          }
        },
        [=](const std::string& of) {
          benchmark::DoNotOptimize(rival.read(of));
        });
  }
}

// ---- Time values ------------------------------------------------------------

struct TimeValue {
  const char* name;
  // Parameters; the value is that of "value".
  const char* parameters;
};

constexpr TimeValue kTimeValues[] = {
    // Eight operators with numbers: the ones that published files use, and one
    // that rounds.
    {"chain8", R"("value": ["-/Mm*+r-", 0.25, 1.5, 0.0, 0.99999, 3, 0.125,
                             0.0625, 1.75])"},
    // Those that round, which are the longest.
    {"rounding8", R"("value": ["frFRfrFR", 0.7, 0.3, 0.9, 0.2, 0.11, 0.13, 0.17,
                               0.19])"},
    // A published file's: a clip's progress.
    {"progress", R"("value": ["-/Mm", "#act_time", "#length", 0.0, 0.99999])"},
    // Functions of functions, six deep.
    {"compose", R"("a": ["compose", ["*", 0.5], ["+", 1]],
                   "b": ["compose", "#a", ["compose", "#a", ["-", 3]]],
                   "value": ["compose", "#b", ["compose", "#b", "#b"]])"},
    // Operands that are parameters, each used twice.
    {"references", R"("a": ["+*", 1, 0.5], "b": ["+-", "#a", "#a"],
                      "c": ["*+", "#b", "#a"], "value": ["m+-*", "#c", "#b",
                      "#c", "#length"])"},
};

constexpr float kInputValue = 1.25f;

// A machine, compiled, with the times of the workload.
struct TimeRun {
  explicit TimeRun(const TimeValue& value)
      : machine(
            ReadSound("{\"parameters\": {" + std::string(value.parameters) +
                          "}, \"clips\": {\"a\": \"#identity\"}, \"states\": "
                          "[\"a\"], \"transitions\": {}, \"start_state\": "
                          "\"a\"}",
                      forge::ReadStateMachine)),
        values(machine),
        inputs(machine),
        numbers(machine.inputs.size(), kInputValue) {
    for (const forge::Text name : machine.inputs) {
      inputs.Set(machine.texts[name], kInputValue);
    }
    expression = machine.parameters[machine.FindParameter("value")].expression;
    const auto found = values.Find(expression);
    if (!found) Fail(value.name, "has no code");
    entry = *found;
  }
  TimeRun(const TimeRun&) = delete;
  TimeRun& operator=(const TimeRun&) = delete;

  StateMachine machine;
  eval::TimeValues values;
  eval::TimeInputs inputs;
  std::vector<float> numbers;
  forge::ExpressionIndex expression;
  eval::TimeValues::Entry entry;
};

const std::vector<float>& Times() {
  static const std::vector<float>& times = *[] {
    auto* all = new std::vector<float>(kTimes);
    Random random(11);
    for (float& time : *all) {
      time = static_cast<float>(10 * random.Unit() - 3);
    }
    return all;
  }();
  return times;
}

using Evaluation =
    std::function<void(std::span<const float> x, std::span<float> y)>;

// Compares values all over with what one by one gives, to the bit.
void CheckValues(const std::string& name, const TimeRun& run,
                 const Evaluation& evaluate) {
  const std::vector<float>& x = Times();
  std::vector<float> y(x.size());
  evaluate(x, y);
  for (size_t i = 0; i < x.size(); i += 37) {
    float want = 0;
    if (!run.values.Evaluate(run.entry, x[i], run.inputs, &want) ||
        std::isnan(want) ||
        std::bit_cast<uint32_t>(want) != std::bit_cast<uint32_t>(y[i])) {
      Fail(name, "value " + std::to_string(y[i]) + " at " +
                     std::to_string(x[i]) + ", not " + std::to_string(want));
    }
  }
}

void RegisterEvaluation(
    const TimeValue& value, const std::string& who,
    const std::function<Evaluation(const TimeRun& run)>& make) {
  const std::string name = std::string("ForgeTime/") + value.name + "/" + who;
  Register(name, [=](benchmark::State& state) {
    const TimeRun run(value);
    const Evaluation evaluate = make(run);
    CheckValues(name, run, evaluate);
    std::vector<float> y(kTimes);
    for (auto _ : state) {
      evaluate(Times(), y);
      benchmark::DoNotOptimize(y.data());
      benchmark::ClobberMemory();
    }
    SetItems(state, kTimes);
  });
}

void RegisterTimeValue(const TimeValue& value) {
  RegisterEvaluation(value, "clipguard", [](const TimeRun& run) -> Evaluation {
    return [&](std::span<const float> x, std::span<float> y) {
      run.values.Evaluate(run.entry, x, run.inputs, y);
    };
  });
  RegisterEvaluation(value, "one-by-one", [](const TimeRun& run) -> Evaluation {
    return [&](std::span<const float> x, std::span<float> y) {
      for (size_t i = 0; i < x.size(); ++i) {
        run.values.Evaluate(run.entry, x[i], run.inputs, &y[i]);
      }
    };
  });
  if (!HasRivals()) return;
  RegisterEvaluation(
      value, "tree-virtual", [](const TimeRun& run) -> Evaluation {
        std::shared_ptr<TimeTree> tree =
            MakeTimeTree(run.machine, run.expression, run.numbers);
        return [tree = std::move(tree)](std::span<const float> x,
                                        std::span<float> y) {
          tree->Values(x, y);
        };
      });
}

// ---- The machine ------------------------------------------------------------

// A machine like published ones, and an armature with all clips of it.
struct Playing {
  Playing()
      : file(
            ReadSound(MakeMachineText(kSmallMachine), forge::ReadStateMachine)),
        armature(ReadSound(
            R"({"joints": {"lid": {"0": [1]}}, "clips": {)" +
                Clip("disabled", "true", R"("0.25": "creak", "0.75": "bang")") +
                ", " + Clip("enabled", "true", R"("0.5": "hum")") + ", " +
                Clip("starting", "false", R"("0.5": "clank")") + ", " +
                Clip("stopping", "false", R"("0.5": "clunk")") + "}}",
            forge::ReadArmature)),
        machine(file, [this](const forge::ModelClip&) { return &armature; }) {
    machine.SetInput("act_time", 0);
    machine.SetInput("length", 1);
  }
  Playing(const Playing&) = delete;
  Playing& operator=(const Playing&) = delete;

  static std::string Clip(const char* name, const char* loop,
                          const char* events) {
    const std::string variable =
        R"({"variable": "$", "type": "uniform", "interpolation": "linear",
            "samples": [0.25, 15, 45, 75, 90]})";
    std::string variables;
    for (const char* v : {"axis_x", "angle", "offset_y", "scale"}) {
      if (!variables.empty()) variables += ", ";
      variables += std::string(variable).replace(variable.find('$'), 1, v);
    }
    return "\"" + std::string(name) + "\": {\"loop\": " + loop +
           ", \"joint_clips\": {\"lid\": [" + variables + "]}, \"events\": {" +
           events + "}}";
  }

  StateMachine file;
  Armature armature;
  eval::AnimationMachine machine;
};

// The game's 20 steps a second, and frames between.
constexpr float kStep = 1.0f / 60;

// Frame by frame in one state, whose clip has two events a second.
void Apply(benchmark::State& state) {
  Playing playing;
  eval::AnimationMachine& machine = playing.machine;
  size_t events = 0;
  float time = 0;
  const auto step = [&] {
    const auto result = machine.Apply(time);
    if (!result.ok()) Fail("ForgeMachine/apply", "a step fails");
    events += result->events.size();
    // Not for ever: floats become sparse.
    time += kStep;
    if (time > 1000) time -= 1000;
  };
  for (size_t i = 0; i < 600; ++i) step();
  if (events < 18 || events > 20) Fail("ForgeMachine/apply", "lost events");
  for (auto _ : state) step();
  SetItems(state, 1);
}

// The same, when nothing of it is in a cache.
void ColdApply(benchmark::State& state) {
  Playing playing;
  std::vector<float> times;
  for (size_t i = 0; i < kColdSteps; ++i) {
    times.push_back(static_cast<float>(i) * kStep);
  }
  RunCold(
      state,
      [&](float time) {
        if (!playing.machine.Apply(time).ok()) {
          Fail("ForgeMachine/cold", "a step fails");
        }
      },
      times, 1);
}

// Started and stopped twice a second, so that clips end by themselves and
// events change the state.
void Cycle(benchmark::State& state) {
  constexpr size_t kFrames = 30;
  Playing playing;
  eval::AnimationMachine& machine = playing.machine;
  machine.SetInput("length", 0.25f);
  size_t frame = 0;
  size_t starts = 0;
  size_t changes = 0;
  const auto step = [&] {
    const float time = static_cast<float>(frame % 60'000) * kStep;
    if (frame % kFrames == 0) {
      machine.SetInput("act_time", time);
      const bool on = machine.state() == "enabled0";
      if (!machine.Transition(on ? "stopping0" : "starting0").ok()) {
        Fail("ForgeMachine/cycle", "a transition fails");
      }
      ++starts;
    }
    ++frame;
    const std::string_view before = machine.state();
    if (!machine.Apply(time).ok()) Fail("ForgeMachine/cycle", "a step fails");
    changes += machine.state() != before;
  };
  for (size_t i = 0; i < 600; ++i) step();
  if (changes != starts) {
    Fail("ForgeMachine/cycle", std::to_string(changes) + " changes of state");
  }
  for (auto _ : state) step();
  SetItems(state, 1);
}

// From one state to another and back, by name, in the large machine.
void Transition(benchmark::State& state) {
  const StateMachine file =
      ReadSound(MakeMachineText(kLargeMachine), forge::ReadStateMachine);
  eval::AnimationMachine machine(file, nullptr);
  const std::string_view names[] = {"starting0", "disabled0"};
  size_t i = 0;
  for (auto _ : state) {
    if (!machine.Transition(names[i]).ok()) {
      Fail("ForgeMachine/transition", "a transition fails");
    }
    i ^= 1;
  }
  SetItems(state, 1);
}

bool IsSound(const eval::Matrix& matrix) {
  bool moved = false;
  for (size_t i = 0; i < 16; ++i) {
    if (!std::isfinite(matrix[i])) return false;
    moved |= matrix[i] != eval::kIdentityMatrix[i];
  }
  return moved;
}

// A joint after a step, as a renderer asks for it.
void Joint(benchmark::State& state) {
  Playing playing;
  if (!playing.machine.Apply(0.3f).ok()) Fail("ForgeMachine/joint", "fails");
  const auto checked = playing.machine.JointPose("lid");
  if (!checked.ok() || !IsSound(*checked)) Fail("ForgeMachine/joint", "fails");
  for (auto _ : state) {
    benchmark::DoNotOptimize(playing.machine.JointPose("lid"));
  }
  SetItems(state, 1);
}

void PoseJoint(benchmark::State& state) {
  const Playing playing;
  const Armature& armature = playing.armature;
  const Armature::Clip& clip = armature.clips[0];
  const Armature::JointClip& joint = armature.JointClips(clip)[0];
  if (!IsSound(eval::JointMatrix(armature, clip, joint, 0.3f))) {
    Fail("ForgePose/joint", "fails");
  }
  float time = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(eval::JointMatrix(armature, clip, joint, time));
    time = time < 100 ? time + kStep : 0;
  }
  SetItems(state, 1);
}

void PoseSlerp(benchmark::State& state) {
  const Playing playing;
  const Armature& armature = playing.armature;
  const auto at = [&](float time) {
    return eval::JointMatrix(armature, armature.clips[0], "lid", time);
  };
  const eval::Matrix from = at(0.1f);
  const eval::Matrix to = at(0.4f);
  if (!IsSound(eval::Slerp(from, to, 0.5f))) Fail("ForgePose/slerp", "fails");
  float progress = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(eval::Slerp(from, to, progress));
    progress = progress < 1 ? progress + kStep : 0;
  }
  SetItems(state, 1);
}

}  // namespace

void RegisterForgeBenchmarks() {
  RegisterSubject("machine-small", MakeMachineText(kSmallMachine),
                  forge::ReadStateMachine);
  RegisterSubject("machine-large", MakeMachineText(kLargeMachine),
                  forge::ReadStateMachine);
  RegisterSubject("armature-small", MakeArmatureText(kSmallArmature),
                  forge::ReadArmature);
  RegisterSubject("armature-large", MakeArmatureText(kLargeArmature),
                  forge::ReadArmature);
  if (std::getenv("CLIPGUARD_BENCH_BIG") != nullptr) {
    RegisterSubject("parameters-million", MakeParametersText(1'000'000),
                    forge::ReadStateMachine);
  }
  for (const TimeValue& value : kTimeValues) RegisterTimeValue(value);
  Register("ForgeMachine/apply", &Apply);
  Register("ForgeMachine/cycle", &Cycle);
  RegisterCold("ForgeMachine/cold", &ColdApply);
  Register("ForgeMachine/transition", &Transition);
  Register("ForgeMachine/joint", &Joint);
  Register("ForgePose/joint", &PoseJoint);
  Register("ForgePose/slerp", &PoseSlerp);
}

}  // namespace clipguard::bench
