// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Compares evaluation, and its specification, with what the game's own code
// makes of state machines and armatures. Needs the folder of sample files in
// the environment variable CLIPGUARD_DATA.

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "eval/machine/animation_machine.h"
#include "eval/machine/pose.h"
#include "eval/machine/reference.h"
#include "eval/machine/time/time_values.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "simdjson.h"
#include "testing/sample_files.h"

namespace clipguard::eval {
namespace {

namespace dom = simdjson::dom;
namespace fs = std::filesystem;
using forge::Armature;
using forge::StateMachine;

std::string Text(dom::element json) {
  return std::string(std::string_view(json));
}

// Infinities and NaN, which JSON cannot write as numbers, are strings.
float Number(dom::element json) {
  if (json.is_string()) {
    const std::string_view name = json;
    if (name == "Infinity") return std::numeric_limits<float>::infinity();
    if (name == "-Infinity") return -std::numeric_limits<float>::infinity();
    return std::numeric_limits<float>::quiet_NaN();
  }
  return static_cast<float>(json.get_double().value());
}

bool Same(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

// Collects the worst difference.
class Worst {
 public:
  // Allowed: 2e-6, plus 2e-6 of the expected value.
  template <typename AnyMatrix>
  void Compare(const AnyMatrix& got, dom::element want,
               const std::string& what) {
    for (size_t i = 0; i < 16; ++i) {
      const float expected = Number(want.at(i));
      ++compared_;
      const double part = got[i];
      if (part == double{expected} ||
          (std::isnan(part) && std::isnan(expected))) {
        continue;
      }
      const double error = std::abs(part - double{expected});
      EXPECT_LE(error, 2e-6 + 2e-6 * std::abs(expected))
          << what << "[" << i << "]: " << got[i] << ", expected " << expected;
      if (error > error_) {
        error_ = error;
        what_ = what;
      }
    }
  }

  size_t compared() const { return compared_; }
  void Print(const char* title) const {
    std::printf("%s: %zu values, worst error %.3g %s\n", title, compared_,
                error_, what_.c_str());
  }

 private:
  size_t compared_ = 0;
  double error_ = 0;
  std::string what_;
};

// The armatures of a test, by "domain:path".
class Armatures {
 public:
  void Add(const std::string& name, const std::string& text) {
    FindingList findings;
    auto armature = forge::ReadDamagedArmature(text, {}, findings);
    ASSERT_TRUE(armature.has_value()) << name;
    all_.push_back(*std::move(armature));
    by_name_[name] = &all_.back();
  }
  const Armature* Find(const forge::ModelClip& clip) const {
    const auto found = by_name_.find(clip.domain + ":" + clip.path);
    return found == by_name_.end() ? nullptr : found->second;
  }

 private:
  std::deque<Armature> all_;
  std::map<std::string, const Armature*> by_name_;
};

std::string MinimalMachine(const std::string& parameters,
                           const std::string& clips, const std::string& start) {
  return absl::StrCat("{\"parameters\": ", parameters, ", \"clips\": ", clips,
                      ", \"states\": [\"", start,
                      "\"], \"transitions\": {}, \"start_state\": \"", start,
                      "\"}");
}

void CompareEvents(const std::vector<PastEvent>& got, dom::array want,
                   const std::string& what) {
  ASSERT_EQ(got.size(), want.size()) << what;
  size_t i = 0;
  for (const dom::element event : want) {
    EXPECT_EQ(got[i].name, std::string_view(event.at(0))) << what;
    const float offset = Number(event.at(1));
    EXPECT_TRUE(Same(WithOneNan(got[i].offset), offset))
        << what << ": " << got[i].offset << ", expected " << offset;
    ++i;
  }
}

class GoldenTest : public RealForgeTest {
 protected:
  dom::element Load(const std::string& table) {
    dom::element json;
    const std::string path = folder() / "golden" / table;
    EXPECT_EQ(parser_.load(path).get(json), simdjson::SUCCESS) << table;
    return json;
  }

 private:
  dom::parser parser_;
};

TEST_F(GoldenTest, TimeValues) {
  const dom::element table = Load("timevalues.json");
  std::vector<float> inputs;
  for (const dom::element x : dom::array(table["inputs"])) {
    inputs.push_back(Number(x));
  }
  size_t compared = 0;
  for (const dom::element test : dom::array(table["cases"])) {
    const std::string name = Text(test["name"]);
    SCOPED_TRACE(name);
    // The expression is a parameter of a name that nothing refers to.
    std::string parameters = "{";
    dom::object object;
    if (test["parameters"].get(object) == simdjson::SUCCESS) {
      const std::string given = simdjson::minify(object);
      parameters = given.substr(0, given.size() - 1) + ", ";
    }
    absl::StrAppend(&parameters, "\"the expression\": ",
                    simdjson::minify(dom::element(test["expr"])), "}");
    FindingList findings;
    const auto machine = forge::ReadDamagedStateMachine(
        MinimalMachine(parameters, "{\"a\": \"#identity\"}", "a"), {},
        findings);
    ASSERT_TRUE(machine.has_value());
    TimeInputs supplied(*machine);
    ReferenceInputs reference(machine->inputs.size());
    if (test["external"].get(object) == simdjson::SUCCESS) {
      for (const auto field : object) {
        if (!supplied.Set(field.key, Number(field.value))) continue;
        reference[machine->FindInput(field.key)] = Number(field.value);
      }
    }
    const auto expression =
        machine->parameters[machine->FindParameter("the expression")]
            .expression;
    size_t at = 0;
    for (const dom::element want : dom::array(test["outputs"])) {
      const float x = inputs[at++];
      const auto got = EvaluateTimeValue(*machine, expression, x, reference);
      EXPECT_EQ(got.has_value(), !want.is_null());
      EXPECT_TRUE(want.is_null() ||
                  Same(WithOneNan(got.value_or(0)), Number(want)))
          << "specification, at " << x << ": " << got.value_or(0);
    }
    const TimeValues values(*machine);
    const auto entry = values.Find(expression);
    ASSERT_TRUE(entry.has_value());
    std::vector<float> all(inputs.size());
    const bool done = values.Evaluate(*entry, inputs, supplied, all);
    size_t i = 0;
    for (const dom::element want : dom::array(test["outputs"])) {
      float one = 0;
      EXPECT_EQ(values.Evaluate(*entry, inputs[i], supplied, &one), done);
      EXPECT_EQ(done, !want.is_null());
      if (!want.is_null()) {
        const float expected = Number(want);
        EXPECT_TRUE(Same(one, expected))
            << "at " << inputs[i] << ": " << one << ", expected " << expected;
        EXPECT_TRUE(Same(all[i], expected))
            << "at " << inputs[i] << ": " << all[i] << ", expected "
            << expected;
      }
      ++compared;
      ++i;
    }
  }
  std::printf("time values: %zu\n", compared);
  EXPECT_GT(compared, 1900u);
}

TEST_F(GoldenTest, JointMatrices) {
  const dom::element table = Load("armatures.json");
  std::vector<float> times;
  for (const dom::element t : dom::array(table["times"])) {
    times.push_back(Number(t));
  }
  Worst worst;
  for (const dom::element test : dom::array(table["cases"])) {
    const std::string name = Text(test["name"]);
    SCOPED_TRACE(name);
    dom::element given;
    std::string text;
    if (test["armature"].get(given) == simdjson::SUCCESS) {
      text = simdjson::minify(given);
    } else {
      text = ReadFile(folder() / Text(test["file"]));
    }
    FindingList findings;
    const auto armature = forge::ReadDamagedArmature(text, {}, findings);
    ASSERT_TRUE(armature.has_value());
    for (const auto clip : dom::object(test["clips"])) {
      const Armature::Clip* c = armature->FindClip(clip.key);
      ASSERT_NE(c, nullptr) << clip.key;
      for (const auto joint : dom::object(clip.value)) {
        const std::string what =
            absl::StrCat(std::string(clip.key), " ", std::string(joint.key));
        if (joint.value.is_string()) {
          EXPECT_EQ(std::string_view(joint.value), "identity at every time");
          for (const float time : times) {
            EXPECT_EQ(JointMatrix(*armature, *c, joint.key, time),
                      kIdentityMatrix)
                << what;
          }
          continue;
        }
        dom::array rows;
        if (joint.value.is_object()) {
          if (joint.value["matrices"].get(rows) != simdjson::SUCCESS) continue;
        } else {
          rows = dom::array(joint.value);
        }
        size_t i = 0;
        for (const dom::element want : rows) {
          const float time = times[i++];
          // The game threw.
          if (want.is_null()) continue;
          worst.Compare(JointMatrix(*armature, *c, joint.key, time), want,
                        absl::StrCat(what, " at ", time));
          for (const auto& j : armature->JointClips(*c)) {
            if (armature->texts[j.joint] != std::string_view(joint.key)) {
              continue;
            }
            const auto expected = EvaluateJoint(*armature, *c, j, time);
            if (!std::isfinite(expected.largest)) continue;
            worst.Compare(expected.matrix, want,
                          absl::StrCat("specification: ", what, " at ", time));
          }
        }
      }
    }
  }
  worst.Print("joint matrices");
  EXPECT_GT(worst.compared(), 20'000u);
}

TEST_F(GoldenTest, ElementMatrices) {
  Worst worst;
  for (const dom::element test : dom::array(Load("weights.json")["cases"])) {
    const std::string name = Text(test["name"]);
    SCOPED_TRACE(name);
    FindingList findings;
    const std::string text = simdjson::minify(dom::element(test["armature"]));
    const auto armature = forge::ReadDamagedArmature(text, {}, findings);
    ASSERT_TRUE(armature.has_value());
    const Armature::Clip* clip = armature->FindClip("c");
    ASSERT_NE(clip, nullptr);
    for (const dom::element result : dom::array(test["results"])) {
      const float time = Number(result["time"]);
      std::vector<Matrix> joints;
      for (const Armature::Joint& joint : armature->joints) {
        const std::string_view joint_name = armature->texts[joint.name];
        joints.push_back(JointMatrix(*armature, *clip, joint_name, time));
        worst.Compare(joints.back(), result["joints"][joint_name], "joint");
      }
      for (const auto element : dom::object(result["elements"])) {
        const auto got = ElementMatrix(
            *armature, joints, std::atoi(std::string(element.key).c_str()));
        if (element.value.is_object()) {
          // The game threw: the reader has said so.
          EXPECT_NE(findings.errors(), 0u);
        } else if (element.value.is_null()) {
          EXPECT_FALSE(got.has_value()) << element.key;
        } else {
          ASSERT_TRUE(got.has_value()) << element.key;
          worst.Compare(*got, element.value, "element");
          const auto mean = EvaluateElement(
              *armature, joints, std::atoi(std::string(element.key).c_str()));
          ASSERT_TRUE(mean.has_value()) << element.key;
          worst.Compare(*mean, element.value, "element");
        }
      }
    }
  }
  worst.Print("element matrices");
  EXPECT_GT(worst.compared(), 100u);
}

TEST_F(GoldenTest, ArmatureEvents) {
  size_t compared = 0;
  size_t hangs = 0;
  for (const dom::element test : dom::array(Load("events.json")["cases"])) {
    FindingList findings;
    const std::string text = simdjson::minify(dom::element(test["armature"]));
    const auto armature = forge::ReadDamagedArmature(text, {}, findings);
    ASSERT_TRUE(armature.has_value());
    const Armature::Clip* clip =
        armature->FindClip(std::string_view(test["clip"]));
    ASSERT_NE(clip, nullptr);
    for (const dom::element row : dom::array(test["last_time_events"])) {
      const float last = Number(row.at(0));
      const float now = Number(row.at(1));
      std::vector<PastEvent> events;
      AppendPastEvents(*armature, *clip, last, now, events);
      const std::string what =
          absl::StrCat(Text(test["name"]), " from ", last, " to ", now);
      const dom::element want = row.at(2);
      if (want.is_string()) {
        ++hangs;
        // At least the first, and each once.
        EXPECT_GE(events.size(), 1u) << what;
        EXPECT_LE(events.size(), clip->events.count) << what;
        continue;
      }
      CompareEvents(events, want, what);
      ++compared;
    }
  }
  std::printf("events: %zu windows, and %zu at which the game hangs\n",
              compared, hangs);
  EXPECT_GT(compared, 500u);
}

// Decomposition and blending.
TEST_F(GoldenTest, Blending) {
  Worst worst;
  for (const dom::element test : dom::array(Load("trsr.json")["cases"])) {
    const std::string name = Text(test["name"]);
    // Which way round is decided by the last bits.
    if (name.find(" 180 ") != std::string::npos) continue;
    // A quaternion of zeros cannot come from a matrix; halfway between turns
    // that are half a turn apart.
    if (name.starts_with("zero quaternion") || name == "scale negative svd") {
      continue;
    }
    const auto matrix = [](dom::element json) {
      Matrix m;
      for (size_t i = 0; i < 16; ++i) m[i] = Number(json.at(i));
      return m;
    };
    const Matrix from = matrix(test["from_trsr"]["matrix"]);
    const Matrix to = matrix(test["to_trsr"]["matrix"]);
    for (const dom::element step : dom::array(test["slerp"])) {
      const float progress = Number(step["progress"]);
      worst.Compare(Slerp(from, to, progress), step["matrix"],
                    absl::StrCat(name, " ", progress));
    }
  }
  worst.Print("blending");
  EXPECT_GT(worst.compared(), 2000u);
}

void SetInputs(dom::element test, const char* key, TimeInputs& inputs) {
  dom::object object;
  if (test[key].get(object) != simdjson::SUCCESS) return;
  for (const auto field : object) inputs.Set(field.key, Number(field.value));
}

// Rows where the README says that noise decides.
bool IllConditioned(const std::string& test, const std::string& clip,
                    dom::element row, float progress) {
  const float time = Number(row["time"]);
  if (test == "slerp progress external") {
    return clip == "const_ends" && progress > 0 && progress < 1;
  }
  if (test != "slerp events and time inputs") return false;
  return (clip == "a" && time == 0.5f) ||
         (clip == "input_doubled" && (time == 0.25f || time == 0.75f)) ||
         (clip == "with_trigger" && (time == 0.5f || time == 2.5f));
}

TEST_F(GoldenTest, Clips) {
  const dom::element table = Load("clips.json");
  Armatures armatures;
  for (const auto armature : dom::object(table["armatures"])) {
    armatures.Add(std::string(armature.key), simdjson::minify(armature.value));
  }
  Worst worst;
  size_t compared = 0;
  for (const dom::element test : dom::array(table["cases"])) {
    const std::string name = Text(test["name"]);
    std::string parameters = "{}";
    dom::object object;
    if (test["parameters"].get(object) == simdjson::SUCCESS) {
      parameters = simdjson::minify(object);
    }
    const dom::object clips = test["clips"];
    FindingList findings;
    const auto machine = forge::ReadDamagedStateMachine(
        MinimalMachine(parameters, simdjson::minify(clips),
                       std::string((*clips.begin()).key)),
        {}, findings);
    ASSERT_TRUE(machine.has_value());
    const ClipPlayer player(*machine, [&](const forge::ModelClip& clip) {
      return armatures.Find(clip);
    });
    for (const auto result : dom::object(test["results"])) {
      const std::string clip(result.key);
      TimeInputs inputs(*machine);
      SetInputs(test, "external", inputs);
      float progress = 0;
      const uint32_t index = machine->FindClip(clip);
      ASSERT_NE(index, forge::kNowhere) << clip;
      const auto expression = machine->clips[index].expression;
      for (const dom::element row : dom::array(result.value)) {
        SetInputs(row, "set", inputs);
        dom::element set;
        if (row["set"]["prog"].get(set) == simdjson::SUCCESS) {
          progress = Number(set);
        }
        const float time = Number(row["time"]);
        float last = time;
        if (row["last"].get(set) == simdjson::SUCCESS) last = Number(set);
        const std::string what = absl::StrCat(name, ", ", clip, " from ", last,
                                              " to ", time, " at ", progress);
        const auto events = player.Events(expression, last, time, inputs);
        if (row["error"].get(set) == simdjson::SUCCESS) {
          EXPECT_FALSE(events.ok()) << what;
          continue;
        }
        ASSERT_TRUE(events.ok()) << what << ": " << events.status();
        CompareEvents(*events, row["events"], what);
        ++compared;
        dom::object matrices;
        if (row["matrices"].get(matrices) != simdjson::SUCCESS) continue;
        for (const auto joint : matrices) {
          if (joint.key == "j" && IllConditioned(name, clip, row, progress)) {
            continue;
          }
          const auto pose =
              player.JointPose(expression, joint.key, time, inputs);
          ASSERT_TRUE(pose.ok()) << what << ": " << pose.status();
          worst.Compare(*pose, joint.value,
                        absl::StrCat(what, " ", std::string(joint.key)));
        }
      }
    }
  }
  worst.Print("clips");
  std::printf("clips: events at %zu times\n", compared);
  EXPECT_GT(worst.compared(), 5000u);
}

TEST_F(GoldenTest, StateMachines) {
  Worst worst;
  size_t steps = 0;
  for (const dom::element test : dom::array(Load("scripts.json")["cases"])) {
    const std::string name = Text(test["name"]);
    SCOPED_TRACE(name);
    std::string text;
    dom::element given;
    if (test["asm"].get(given) == simdjson::SUCCESS) {
      text = simdjson::minify(given);
    } else {
      text = ReadFile(folder() / "real" / Text(test["file"]).substr(5));
    }
    Armatures armatures;
    dom::object object;
    if (test["armatures"].get(object) == simdjson::SUCCESS) {
      for (const auto armature : object) {
        armatures.Add(std::string(armature.key),
                      simdjson::minify(armature.value));
      }
    }
    if (test["armature_files"].get(object) == simdjson::SUCCESS) {
      for (const auto armature : object) {
        armatures.Add(std::string(armature.key),
                      ReadFile(folder() / Text(armature.value)));
      }
    }
    FindingList findings;
    const auto file = forge::ReadDamagedStateMachine(text, {}, findings);
    ASSERT_TRUE(file.has_value());
    ASSERT_NE(file->start, forge::kNowhere);
    const auto find = [&](const forge::ModelClip& clip) {
      return armatures.Find(clip);
    };
    AnimationMachine machine(*file, find);
    ReferenceMachine reference(*file, find);
    EXPECT_EQ(machine.state(), std::string_view(test["load"]["current_state"]));
    const auto set_all = [&](dom::object values) {
      for (const auto field : values) {
        machine.SetInput(field.key, Number(field.value));
        reference.SetInput(field.key, Number(field.value));
      }
    };
    if (test["external"].get(object) == simdjson::SUCCESS) set_all(object);
    for (const dom::element step : dom::array(test["steps"])) {
      const std::string what = simdjson::minify(step).substr(0, 200);
      ++steps;
      if (step["set"].get(object) == simdjson::SUCCESS) {
        set_all(object);
      } else if (step["transition"].get(given) == simdjson::SUCCESS) {
        const absl::Status s = machine.Transition(std::string_view(given));
        EXPECT_EQ(s.ok(), step["ok"].error() == simdjson::SUCCESS)
            << what << ": " << s;
        EXPECT_EQ(s.ok(), reference.Transition(std::string_view(given)))
            << what;
      } else if (step["apply"].get(given) == simdjson::SUCCESS) {
        const std::string before(machine.state());
        EXPECT_EQ(before, std::string_view(step["state_before"])) << what;
        const auto applied = machine.Apply(Number(given));
        const auto specified = reference.Apply(Number(given));
        EXPECT_EQ(applied.ok(), specified.has_value()) << what;
        dom::element error;
        if (step["error"].get(error) == simdjson::SUCCESS) {
          const std::string_view message = error["message"];
          if (message.starts_with("HANG")) {
            EXPECT_TRUE(applied.ok()) << what;
          } else {
            EXPECT_FALSE(applied.ok()) << what;
          }
        } else {
          ASSERT_TRUE(applied.ok()) << what << ": " << applied.status();
          EXPECT_EQ(applied->state_before, before);
          CompareEvents(applied->events, step["events"], what);
          ASSERT_TRUE(specified.has_value()) << what;
          CompareEvents(specified->events, step["events"], what);
          EXPECT_EQ(applied->dropped, specified->dropped) << what;
          EXPECT_EQ(applied->dropped.empty(),
                    step["log"].error() != simdjson::SUCCESS)
              << what;
        }
        if (step["matrices"].get(object) == simdjson::SUCCESS) {
          for (const auto joint : object) {
            const auto pose = machine.JointPose(joint.key);
            ASSERT_TRUE(pose.ok()) << what << ": " << pose.status();
            worst.Compare(*pose, joint.value,
                          absl::StrCat(what, " ", std::string(joint.key)));
            const auto specified_pose = reference.JointPose(joint.key);
            ASSERT_TRUE(specified_pose.has_value()) << what;
            worst.Compare(*specified_pose, joint.value,
                          absl::StrCat("specification: ", what));
          }
        }
      }
      EXPECT_EQ(reference.state(), machine.state()) << what;
      EXPECT_EQ(machine.state(), std::string_view(step["state"])) << what;
    }
  }
  worst.Print("state machines");
  std::printf("state machines: %zu steps\n", steps);
  EXPECT_GE(steps, 378u);
}

}  // namespace
}  // namespace clipguard::eval
