// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/mrtk/scene_section.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/result_budget.h"
#include "actions/motion/motion_difference.h"
#include "actions/repair/mrtk/recording.h"
#include "actions/repair/repair.h"
#include "parser/finding.h"
#include "parser/limits.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "report/html/detail_writer.h"
#include "report/html/scene_glb.h"

namespace clipguard::report {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimationView;

constexpr size_t kMostRepairedBytes = size_t{32} << 20;
// Poses of 48 minutes at 60 frames a second would be 280 MB. The page holds all
// of them in memory, so there is a limit beside the budget.
constexpr uint64_t kMostBytes = uint64_t{32} << 20;
constexpr double kMostFps = 60;
constexpr double kMostSamples = 1e5;
// Bytes that a curve takes in the JSON, and a sample of it with its share of
// the times.
constexpr double kTextOfCurve = 150;
constexpr double kBytesOfSample = 6;

// The motion after all safe repairs.
struct Ghost {
  SceneGlb glb;
  float begin = 0;
  size_t changes = 0;
};

// The samples a second for which there is room, of all curves.
double FpsOf(const InputAnimationView& view, uint64_t most_bytes) {
  size_t curves = 1;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    if (!view.curve(CurveSlot(i)).empty()) ++curves;
  }
  const double text = kTextOfCurve * static_cast<double>(curves);
  const double samples = (static_cast<double>(most_bytes) - text) /
                         (kBytesOfSample * static_cast<double>(curves));
  return std::min(kMostFps,
                  std::clamp(samples - 2, 1.0, kMostSamples) /
                      std::max(double{view.Duration()} - view.Begin(), 1e-3));
}

// Leaves nodes that move: the page has shapes of its own.
void LeaveOutShapes(actions::gltf::Scene& scene) {
  scene.meshes.clear();
  scene.about.clear();
  for (actions::gltf::Node& node : scene.nodes) {
    node = {.name = std::move(node.name), .children = std::move(node.children)};
  }
}

struct Motion {
  SceneGlb glb;
  double fps = 0;  // of all curves, if there is no room for their keys
};

// Makes the .glb as `convert` does, but that curves with errors become samples.
absl::StatusOr<SceneGlb> GlbOf(const InputAnimationView& view,
                               const Limits& limits, uint64_t most_bytes,
                               double damaged_fps, double fps) {
  const Limits room{.result_bytes = most_bytes};
  const actions::ResultBudget budget(room, /*source_bytes=*/0);
  FindingList losses;
  std::vector<actions::ConversionFact> facts;
  auto scene = actions::gltf::SceneFromZero(
      view, {.fps = fps}, losses, facts, budget, limits,
      {.joints = view.joint_names(), .damaged_fps = damaged_fps});
  if (!scene.ok()) return scene.status();
  if (scene->animations.empty()) return absl::NotFoundError("nothing moves");
  LeaveOutShapes(*scene);
  return SceneGlb::Of(*std::move(scene));
}

absl::StatusOr<Motion> MotionOf(const InputAnimationView& view,
                                const Limits& limits, uint64_t most_bytes) {
  const uint64_t most = MostBytesOfGlb(most_bytes, view.bytes().size());
  const double fps = FpsOf(view, most);
  // A curve that is alone takes more than its share.
  for (const double share : {0.0, 1.0, 0.3}) {
    auto glb = GlbOf(view, limits, most, fps, share * fps);
    if (glb.ok() && glb->size() <= most_bytes) {
      return Motion{*std::move(glb), share * fps};
    }
    if (!glb.ok() && !absl::IsResourceExhausted(glb.status())) {
      return glb.status();
    }
  }
  return absl::ResourceExhaustedError("it does not fit");
}

bool SameCurves(const InputAnimationView& a, const InputAnimationView& b) {
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    if (!actions::SameCurve(a.curve(CurveSlot(i)), b.curve(CurveSlot(i)))) {
      return false;
    }
  }
  return true;
}

// Returns the motion after all safe repairs; nothing if that is the same.
std::optional<Ghost> RepairedMotion(const InputAnimationView& view,
                                    const SectionRequest& request,
                                    uint64_t most_bytes) {
  if (request.findings.empty()) return std::nullopt;
  const mrtk::ReadOptions read{.layout = view.layout(),
                               .limits = request.limits};
  actions::Repaired repaired = actions::RepairRecording(view.bytes(), read, {});
  if (!repaired.changed()) return std::nullopt;
  FindingList ignored;
  const auto other = mrtk::ReadInputAnimation(repaired.bytes, read, ignored);
  if (!other || SameCurves(view, *other)) return std::nullopt;
  auto motion = MotionOf(*other, request.limits, most_bytes);
  if (!motion.ok()) return std::nullopt;
  return Ghost{std::move(motion->glb), other->Begin(), repaired.changes.size()};
}

void WriteGhost(const Ghost& ghost, DetailWriter& json) {
  json.BeginObject("ghost");
  json.Field("begin", ghost.begin);
  ghost.glb.Write("glb", json);
  json.Field("changes", uint64_t{ghost.changes});
  json.EndObject();
}

}  // namespace

void WriteScene(const InputAnimationView& view, const SectionRequest& request,
                Budget& budget, DetailWriter& json) {
  const uint64_t most = std::min(budget.left() / 2, kMostBytes);
  constexpr uint64_t kText = 4096;
  if (most < kText) return budget.LeftOut("the replay in 3D");
  const auto motion = MotionOf(view, request.limits, most);
  if (absl::IsNotFound(motion.status())) return;
  if (!motion.ok()) {
    return budget.LeftOut(absl::StrCat("the replay in 3D: ",
                                       std::string(motion.status().message())));
  }
  if (!budget.Take(kText + motion->glb.size())) {
    return budget.LeftOut("the replay in 3D: it does not fit");
  }
  std::optional<Ghost> ghost;
  if (view.bytes().size() <= kMostRepairedBytes) {
    ghost = RepairedMotion(view, request, most / 2);
    if (ghost && !budget.Take(ghost->glb.size())) {
      budget.LeftOut("the repaired motion");
      ghost.reset();
    }
  } else if (!request.findings.empty()) {
    budget.LeftOut("the repaired motion, because the file is large");
  }
  if (motion->fps > 0) {
    budget.LeftOut(absl::StrFormat(
        "the replay has %.3g poses a second: there is no room for all keys",
        motion->fps));
  }

  json.BeginObject("scene");
  json.Field("kind", "recording");
  json.Field("duration", view.Duration());
  json.Field("begin", view.Begin());
  json.Strings("jointNames", view.joint_names());
  motion->glb.Write("glb", json);
  if (ghost) {
    WriteGhost(*ghost, json);
  } else {
    json.Key("ghost");
    json.Null();
  }
  json.EndObject();
}

}  // namespace clipguard::report
