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
#include "fuzz/shared/property.h"
#include "fuzz/xrhands/fuzz_format.h"

namespace clipguard::fuzz {
namespace {

constexpr Inputs kRecordings = CostInputs<kMrtkFuzzing>(
    "corpus/mrtk fuzz/corpus/mrtk fuzz/regressions", "fuzz/mrtk/mrtk.dict");
constexpr Inputs kCharacters = CostInputs<kM3dFuzzing>(
    "corpus/m3d fuzz/corpus/m3d fuzz/regressions", "fuzz/m3d/m3d.dict");
constexpr Inputs kCaptures = CostInputs<kXrHandsFuzzing>(
    "corpus/xrhands fuzz/regressions", "fuzz/xrhands/xrhands.dict");
// A machine, an armature, or a machine with the armature that it uses.
constexpr Inputs kForgeFiles = CostInputs<kForgeFuzzing>(
    "corpus/forge fuzz/corpus/forge fuzz/regressions fuzz/corpus/cost_forge",
    "fuzz/forge/forge.dict");

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
CLIPGUARD_COST_PROPERTY(cost_mrtk_read, kMrtkFuzzing, kReadMrtk, kRecordings);

constexpr CostCommand kSampleMrtk[] = {
    SaysMends("sample --as=mrtk --times=0,0.3,7,1e9"),
    SaysMends("sample --as=mrtk --times=-1,0.5 --format=csv --raw-rotation"),
    SaysMends("sample --as=mrtk --list-columns"),
    SaysMends("sample --as=mrtk --times=0 --only=nope,left.Wirst"),
};
CLIPGUARD_COST_PROPERTY(cost_mrtk_sample, kMrtkFuzzing, kSampleMrtk,
                        kRecordings);

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
CLIPGUARD_COST_PROPERTY(cost_mrtk_report, kMrtkFuzzing, kReportMrtk,
                        kRecordings);

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
CLIPGUARD_COST_PROPERTY(cost_mrtk_change, kMrtkFuzzing, kChangeMrtk,
                        kRecordings);

// At the frames of a capture.
constexpr CostCommand kFramesOfMrtk[] = {
    {"convert --as=mrtk --to=handsbin --lossy -o -"},
    {"convert --as=mrtk --to=iwer --lossy -o -"},
};
CLIPGUARD_COST_PROPERTY(cost_mrtk_frames, kMrtkFuzzing, kFramesOfMrtk,
                        kRecordings);

constexpr CostCommand kReadXrHands[] = {
    {"validate --as=xr-hands --jobs=1 --format=json"},
    ReadAgain("validate --as=xr-hands"),
    ReadAgain("info --as=xr-hands --curves"),
};
CLIPGUARD_COST_PROPERTY(cost_xrhands_read, kXrHandsFuzzing, kReadXrHands,
                        kCaptures);

constexpr CostCommand kSampleXrHands[] = {
    SaysMends("sample --as=xr-hands --times=0,0.3,7,1e9"),
    SaysMends("sample --as=xr-hands --times=-1,0.01 --format=csv --true-times"),
    SaysMends("sample --as=xr-hands --times=0 --only=nope,left.Wirst"),
};
CLIPGUARD_COST_PROPERTY(cost_xrhands_sample, kXrHandsFuzzing, kSampleXrHands,
                        kCaptures);

constexpr CostCommand kReportXrHands[] = {
    Page("report --as=xr-hands --max-size=1M -o -"),
};
CLIPGUARD_COST_PROPERTY(cost_xrhands_report, kXrHandsFuzzing, kReportXrHands,
                        kCaptures);

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
CLIPGUARD_COST_PROPERTY(cost_xrhands_change, kXrHandsFuzzing, kChangeXrHands,
                        kCaptures);

// `diff` looks at captures as recordings, in which a turn between two frames
// has up to 24 keys.
constexpr CostCommand kCompareXrHands[] = {
    {.words = "diff --as=xr-hands --all OTHER",
     .spare_operations = 20'000'000,
     .operations_per_byte = 1'400},
    Page("report --as=xr-hands --max-size=1M --against=OTHER -o -"),
};
CLIPGUARD_COST_PROPERTY(cost_xrhands_compare, kXrHandsFuzzing, kCompareXrHands,
                        kCaptures);

constexpr CostCommand kReadM3d[] = {
    {"validate --as=m3d --jobs=1 --format=json"},
    ReadAgain("validate --as=m3d"),
    ReadAgain("info --as=m3d"),
    {"validate --as=m3d --jobs=1 --format=json --resources=TEXTURES "
     "--config=CONFIG --baseline=BASELINE"},
};
CLIPGUARD_COST_PROPERTY(cost_m3d_read, kM3dFuzzing, kReadM3d, kCharacters);

constexpr CostCommand kSampleM3d[] = {
    SaysMends("sample --as=m3d --times=0,0.3,7,1e9"),
    SaysMends("sample --as=m3d --times=-1,0.5 --format=csv"),
    SaysMends(
        "sample --as=m3d --times=0,9 --shape=long --format=csv --only=bones.9"),
    SaysMends("sample --as=m3d --list-columns"),
    SaysMends("sample --as=m3d --times=0 --only=nope"),
    SaysMends("sample --as=m3d --times=0 --clip=nope"),
};
CLIPGUARD_COST_PROPERTY(cost_m3d_sample, kM3dFuzzing, kSampleM3d, kCharacters);

constexpr CostCommand kReportM3d[] = {
    Page("report --as=m3d --max-size=1M -o -"),
};
CLIPGUARD_COST_PROPERTY(cost_m3d_report, kM3dFuzzing, kReportM3d, kCharacters);

constexpr CostCommand kCompareMrtk[] = {
    SaysMends("diff --as=mrtk --all OTHER"),
    Page("report --as=mrtk --max-size=1M --against=OTHER -o -"),
};
CLIPGUARD_COST_PROPERTY(cost_mrtk_compare, kMrtkFuzzing, kCompareMrtk,
                        kRecordings);

constexpr CostCommand kChangeM3d[] = {
    {.words = "convert --as=m3d --to=glb --lossy -o -", .holds_result = true},
    {.words = "convert --as=m3d --to=glb --lossy --textures=TEXTURES -o -",
     .holds_result = true},
    {"convert --as=m3d --to=json --lossy -o -"},
    {"convert --as=m3d --to=csv --lossy -o -"},
    {"convert --as=m3d --to=m3d-d3d11 --lossy -o -"},
    ReadAgain("repair --as=m3d --unsafe -o -"),
};
CLIPGUARD_COST_PROPERTY(cost_m3d_change, kM3dFuzzing, kChangeM3d, kCharacters);

constexpr CostCommand kReadForge[] = {
    {"validate --jobs=1 --format=json"},
    {"validate --jobs=1 --format=json --resources=DIR"},
    {"validate --jobs=1 --format=json",
     /*armature=*/true},
    ReadAgain("validate"),
    ReadAgain("validate", /*armature=*/true),
    ReadAgain("info"),
    ReadAgain("info", /*armature=*/true),
};
CLIPGUARD_COST_PROPERTY(cost_forge_read, kForgeFuzzing, kReadForge,
                        kForgeFiles);

constexpr CostCommand kSampleForge[] = {
    SaysMends(
        "sample --times=0,0.3,nan,1e9 --set=input=0.5 --set=click_time=1"),
    SaysMends("sample --times=0,0.3,0.9 --format=csv",
              /*armature=*/true),
    SaysMends("sample --times=0 --shape=long --format=csv",
              /*armature=*/true),
    SaysMends("sample --list-columns",
              /*armature=*/true),
    SaysMends("sample --times=0 --only=nope,joints.ldi",
              /*armature=*/true),
    SaysMends("sample --times=0 --clip=nope",
              /*armature=*/true),
    SaysMends("sample --times=0 --value=nope --set=nope=1"),
};
CLIPGUARD_COST_PROPERTY(cost_forge_sample, kForgeFuzzing, kSampleForge,
                        kForgeFiles);

constexpr CostCommand kReportForge[] = {
    Page("report --as=forge-asm --resources=DIR --max-size=1M -o -"),
    Page("report --as=forge-armature --max-size=1M -o -",
         /*armature=*/true),
};
CLIPGUARD_COST_PROPERTY(cost_forge_report, kForgeFuzzing, kReportForge,
                        kForgeFiles);

constexpr CostCommand kCompareM3d[] = {
    SaysMends("diff --as=m3d --all OTHER"),
    Page("report --as=m3d --max-size=1M --against=OTHER -o -"),
};
CLIPGUARD_COST_PROPERTY(cost_m3d_compare, kM3dFuzzing, kCompareM3d,
                        kCharacters);

constexpr CostCommand kChangeForge[] = {
    {.words = "convert --as=forge-armature --to=glb --lossy --model=MODEL -o -",
     .armature = true,
     .holds_result = true},
    {.words = "convert --as=forge-armature --to=bedrock --lossy -o -",
     .armature = true,
     .holds_result = true},
    {"convert --as=forge-armature --to=csv --lossy -o -",
     /*armature=*/true},
    {"convert --as=forge-asm --to=json --lossy -o -"},
    {"convert --as=forge-asm --to=forge --lossy -o -"},
    ReadAgain("repair --as=forge-asm --unsafe -o -"),
    ReadAgain("repair --as=forge-armature --unsafe -o -",
              /*armature=*/true),
};
CLIPGUARD_COST_PROPERTY(cost_forge_change, kForgeFuzzing, kChangeForge,
                        kForgeFiles);

constexpr CostCommand kCompareForge[] = {
    SaysMends("diff --as=forge-asm --all OTHER"),
    SaysMends("diff --as=forge-armature --all OTHER",
              /*armature=*/true),
    Page("report --as=forge-armature --max-size=1M --against=OTHER -o -",
         /*armature=*/true),
};
CLIPGUARD_COST_PROPERTY(cost_forge_compare, kForgeFuzzing, kCompareForge,
                        kForgeFiles);

constexpr CostCommand kPlay[] = {
    {"play --as=forge-asm --resources=DIR --times=-1,0.3,0.9 --set=input=0.5 "
     "--set=click_time=0 --set=progress=0.5 --set=open_speed=1"},
    {"play --as=forge-asm --resources=DIR --script=SCRIPT"},
    {"play --as=forge-asm --times=-1,0,0.9"},
    {"play --format=csv --as=forge-asm --resources=DIR --script=SCRIPT"},
};
CLIPGUARD_COST_PROPERTY(cost_forge_play, kForgeFuzzing, kPlay, kForgeFiles);

constexpr CostCommand kGraph[] = {
    {.words = "graph --as=forge-asm", .holds_result = true},
    {.words = "graph --format=mermaid --as=forge-asm", .holds_result = true},
    {.words = "graph --as=forge-asm --resources=DIR", .holds_result = true},
};
CLIPGUARD_COST_PROPERTY(cost_forge_graph, kForgeFuzzing, kGraph, kForgeFiles);

}  // namespace
}  // namespace clipguard::fuzz
