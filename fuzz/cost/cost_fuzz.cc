// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Checks the cost of commands: in proportion to the bytes of the file and of
// the result, and no more than the limits on steps and on a step's result
// allow.

#include <cstdint>
#include <string_view>

#include "fuzz/cost/cost_target.h"
#include "fuzz/forge/fuzz_format.h"
#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/xrhands/fuzz_format.h"

namespace clipguard::fuzz {
namespace {

// It is an armature that the command reads, of a machine with the one that it
// uses.
constexpr bool kArmature = true;

// Costs of `repair`, and of commands that tell people what it would mend: a
// file with errors is read again and again, and misspelt names are compared
// each time.
constexpr CostCommand ReadAgain(std::string_view words, bool armature = false) {
  return {.words = words,
          .armature = armature,
          .spare_operations = 100'000'000,
          .operations_per_byte = 700};
}

// `diff` and `sample` refuse a file with errors, and read it again and again to
// say what would be mended. `diff` narrows bounds for some milliseconds.
constexpr CostCommand SaysMends(std::string_view words, bool armature = false) {
  return {.words = words,
          .armature = armature,
          .spare_operations = 20'000'000,
          .operations_per_byte = 700};
}

constexpr CostCommand kReadMrtk[] = {
    {"validate --as=mrtk --jobs=1 --format=json"},
    ReadAgain("validate --as=mrtk"),
    ReadAgain("info --as=mrtk --curves"),
};
CLIPGUARD_COST_PROPERTY(cost_mrtk_read, kMrtkFuzzing, kReadMrtk);

constexpr CostCommand kSampleMrtk[] = {
    SaysMends("sample --as=mrtk --times=0,0.3,7,1e9"),
    SaysMends("sample --as=mrtk --times=-1,0.5 --format=csv --raw-rotation"),
    SaysMends("sample --as=mrtk --list-columns"),
    SaysMends("sample --as=mrtk --times=0 --only=nope,left.Wirst"),
};
CLIPGUARD_COST_PROPERTY(cost_mrtk_sample, kMrtkFuzzing, kSampleMrtk);

// Costs of a `report`: a page has budgets of its own, for samples between keys
// and for drawings of machines.
constexpr CostCommand Page(std::string_view words, bool armature = false) {
  return {.words = words,
          .armature = armature,
          .spare_operations = 100'000'000,
          .spare_bytes = uint64_t{24} << 20};
}

// Costs of a recording's `convert` to glb: curves are fitted or sampled, up to
// 16 bytes of the result for a byte.
constexpr CostCommand RecordingToGlb(std::string_view words) {
  return {.words = words, .holds_result = true, .operations_per_byte = 2'000};
}

constexpr CostCommand kReportMrtk[] = {
    Page("report --as=mrtk --max-size=1M -o -"),
};
CLIPGUARD_COST_PROPERTY(cost_mrtk_report, kMrtkFuzzing, kReportMrtk);

constexpr CostCommand kChangeMrtk[] = {
    RecordingToGlb("convert --as=mrtk --to=glb --lossy -o -"),
    RecordingToGlb(
        "convert --as=mrtk --to=glb --rig --fixed-bones --lossy -o -"),
    RecordingToGlb("convert --as=mrtk --to=glb --linear --fps=60 --lossy -o -"),
    {"convert --as=mrtk --to=json --lossy -o -"},
    {"convert --as=mrtk --to=csv --lossy -o -"},
    {.words = "optimize --as=mrtk --tolerance=0.001 -o -",
     .operations_per_byte = 1'200},
    ReadAgain("repair --as=mrtk --unsafe -o -"),
};
CLIPGUARD_COST_PROPERTY(cost_mrtk_change, kMrtkFuzzing, kChangeMrtk);

// At the frames of a capture.
constexpr CostCommand kFramesOfMrtk[] = {
    {"convert --as=mrtk --to=handsbin --lossy -o -"},
    {"convert --as=mrtk --to=iwer --lossy -o -"},
};
CLIPGUARD_COST_PROPERTY(cost_mrtk_frames, kMrtkFuzzing, kFramesOfMrtk);

constexpr CostCommand kReadXrHands[] = {
    {"validate --as=xr-hands --jobs=1 --format=json"},
    ReadAgain("validate --as=xr-hands"),
    ReadAgain("info --as=xr-hands --curves"),
};
CLIPGUARD_COST_PROPERTY(cost_xrhands_read, kXrHandsFuzzing, kReadXrHands);

constexpr CostCommand kSampleXrHands[] = {
    SaysMends("sample --as=xr-hands --times=0,0.3,7,1e9"),
    SaysMends("sample --as=xr-hands --times=-1,0.01 --format=csv --true-times"),
    SaysMends("sample --as=xr-hands --times=0 --only=nope,left.Wirst"),
};
CLIPGUARD_COST_PROPERTY(cost_xrhands_sample, kXrHandsFuzzing, kSampleXrHands);

constexpr CostCommand kReportXrHands[] = {
    Page("report --as=xr-hands --max-size=1M -o -"),
};
CLIPGUARD_COST_PROPERTY(cost_xrhands_report, kXrHandsFuzzing, kReportXrHands);

constexpr CostCommand kChangeXrHands[] = {
    RecordingToGlb("convert --as=xr-hands --to=glb --lossy -o -"),
    {"convert --as=xr-hands --to=json --lossy -o -"},
    {"convert --as=xr-hands --to=csv --lossy -o -"},
    {"convert --as=xr-hands --to=mrtk --lossy -o -"},
    {"convert --as=xr-hands --to=handsbin --lossy -o -"},
    {"convert --as=xr-hands --to=handsbin-1 --lossy -o -"},
    {"convert --as=xr-hands --to=iwer --lossy -o -"},
    ReadAgain("repair --as=xr-hands --unsafe -o -"),
};
CLIPGUARD_COST_PROPERTY(cost_xrhands_change, kXrHandsFuzzing, kChangeXrHands);

// `diff` looks at captures as recordings, in which a turn between two frames
// has up to 24 keys.
constexpr CostCommand kCompareXrHands[] = {
    {.words = "diff --as=xr-hands --all OTHER",
     .spare_operations = 20'000'000,
     .operations_per_byte = 1'400},
    Page("report --as=xr-hands --max-size=1M --against=OTHER -o -"),
};
CLIPGUARD_COST_PROPERTY(cost_xrhands_compare, kXrHandsFuzzing, kCompareXrHands);

constexpr CostCommand kReadM3d[] = {
    {"validate --as=m3d --jobs=1 --format=json"},
    ReadAgain("validate --as=m3d"),
    ReadAgain("info --as=m3d"),
    {"validate --as=m3d --jobs=1 --format=json --resources=TEXTURES "
     "--config=CONFIG --baseline=BASELINE"},
};
CLIPGUARD_COST_PROPERTY(cost_m3d_read, kM3dFuzzing, kReadM3d);

constexpr CostCommand kSampleM3d[] = {
    SaysMends("sample --as=m3d --times=0,0.3,7,1e9"),
    SaysMends("sample --as=m3d --times=-1,0.5 --format=csv"),
    SaysMends(
        "sample --as=m3d --times=0,9 --shape=long --format=csv --only=bones.9"),
    SaysMends("sample --as=m3d --list-columns"),
    SaysMends("sample --as=m3d --times=0 --only=nope"),
    SaysMends("sample --as=m3d --times=0 --clip=nope"),
};
CLIPGUARD_COST_PROPERTY(cost_m3d_sample, kM3dFuzzing, kSampleM3d);

constexpr CostCommand kReportM3d[] = {
    Page("report --as=m3d --max-size=1M -o -"),
};
CLIPGUARD_COST_PROPERTY(cost_m3d_report, kM3dFuzzing, kReportM3d);

constexpr CostCommand kCompareMrtk[] = {
    SaysMends("diff --as=mrtk --all OTHER"),
    Page("report --as=mrtk --max-size=1M --against=OTHER -o -"),
};
CLIPGUARD_COST_PROPERTY(cost_mrtk_compare, kMrtkFuzzing, kCompareMrtk);

constexpr CostCommand kChangeM3d[] = {
    {.words = "convert --as=m3d --to=glb --lossy -o -", .holds_result = true},
    {.words = "convert --as=m3d --to=glb --lossy --textures=TEXTURES -o -",
     .holds_result = true},
    {"convert --as=m3d --to=json --lossy -o -"},
    {"convert --as=m3d --to=csv --lossy -o -"},
    {"convert --as=m3d --to=m3d-d3d11 --lossy -o -"},
    ReadAgain("repair --as=m3d --unsafe -o -"),
};
CLIPGUARD_COST_PROPERTY(cost_m3d_change, kM3dFuzzing, kChangeM3d);

constexpr CostCommand kReadForge[] = {
    {"validate --jobs=1 --format=json"},
    {"validate --jobs=1 --format=json --resources=DIR"},
    {"validate --jobs=1 --format=json", kArmature},
    ReadAgain("validate"),
    ReadAgain("validate", kArmature),
    ReadAgain("info"),
    ReadAgain("info", kArmature),
};
CLIPGUARD_COST_PROPERTY(cost_forge_read, kForgeFuzzing, kReadForge);

constexpr CostCommand kSampleForge[] = {
    SaysMends(
        "sample --times=0,0.3,nan,1e9 --set=input=0.5 --set=click_time=1"),
    SaysMends("sample --times=0,0.3,0.9 --format=csv", kArmature),
    SaysMends("sample --times=0 --shape=long --format=csv", kArmature),
    SaysMends("sample --list-columns", kArmature),
    SaysMends("sample --times=0 --only=nope,joints.ldi", kArmature),
    SaysMends("sample --times=0 --clip=nope", kArmature),
    SaysMends("sample --times=0 --value=nope --set=nope=1"),
};
CLIPGUARD_COST_PROPERTY(cost_forge_sample, kForgeFuzzing, kSampleForge);

constexpr CostCommand kReportForge[] = {
    Page("report --as=forge-asm --resources=DIR --max-size=1M -o -"),
    Page("report --as=forge-armature --max-size=1M -o -", kArmature),
};
CLIPGUARD_COST_PROPERTY(cost_forge_report, kForgeFuzzing, kReportForge);

constexpr CostCommand kCompareM3d[] = {
    SaysMends("diff --as=m3d --all OTHER"),
    Page("report --as=m3d --max-size=1M --against=OTHER -o -"),
};
CLIPGUARD_COST_PROPERTY(cost_m3d_compare, kM3dFuzzing, kCompareM3d);

constexpr CostCommand kChangeForge[] = {
    {.words = "convert --as=forge-armature --to=glb --lossy --model=MODEL -o -",
     .armature = kArmature,
     .holds_result = true},
    {.words = "convert --as=forge-armature --to=bedrock --lossy -o -",
     .armature = kArmature,
     .holds_result = true},
    {"convert --as=forge-armature --to=csv --lossy -o -", kArmature},
    {"convert --as=forge-asm --to=json --lossy -o -"},
    {"convert --as=forge-asm --to=forge --lossy -o -"},
    ReadAgain("repair --as=forge-asm --unsafe -o -"),
    ReadAgain("repair --as=forge-armature --unsafe -o -", kArmature),
};
CLIPGUARD_COST_PROPERTY(cost_forge_change, kForgeFuzzing, kChangeForge);

constexpr CostCommand kCompareForge[] = {
    SaysMends("diff --as=forge-asm --all OTHER"),
    SaysMends("diff --as=forge-armature --all OTHER", kArmature),
    Page("report --as=forge-armature --max-size=1M --against=OTHER -o -",
         kArmature),
};
CLIPGUARD_COST_PROPERTY(cost_forge_compare, kForgeFuzzing, kCompareForge);

constexpr CostCommand kPlay[] = {
    {"play --as=forge-asm --resources=DIR --times=-1,0.3,0.9 --set=input=0.5 "
     "--set=click_time=0 --set=progress=0.5 --set=open_speed=1"},
    {"play --as=forge-asm --resources=DIR --script=SCRIPT"},
    {"play --as=forge-asm --times=-1,0,0.9"},
    {"play --format=csv --as=forge-asm --resources=DIR --script=SCRIPT"},
};
CLIPGUARD_COST_PROPERTY(cost_forge_play, kForgeFuzzing, kPlay);

constexpr CostCommand kGraph[] = {
    {.words = "graph --as=forge-asm", .holds_result = true},
    {.words = "graph --format=mermaid --as=forge-asm", .holds_result = true},
    {.words = "graph --as=forge-asm --resources=DIR", .holds_result = true},
};
CLIPGUARD_COST_PROPERTY(cost_forge_graph, kForgeFuzzing, kGraph);

}  // namespace
}  // namespace clipguard::fuzz
