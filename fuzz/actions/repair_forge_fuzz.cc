// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties of a repair of a state machine or an armature: bytes outside its
// edits are those of the original, the findings that it says it mends are gone,
// and a second repair changes nothing. Besides, it takes no more memory than a
// small multiple of the file.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "actions/convert/forms/forms.h"
#include "actions/convert/test_converted.h"
#include "actions/repair/forge/forge.h"
#include "base/text_of.h"
#include "fuzz/actions/repair_promises.h"
#include "fuzz/forge/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/heap_promise.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/format_set.h"
#include "parser/limits.h"
#include "rapidjson/document.h"

namespace clipguard {
namespace {

// Heap limit: nodes and models of a text that has little but brackets in it.
constexpr uint64_t kBytesPerByte = 96;
// A sample of two bytes becomes a key of up to three channels, in vectors: of
// one joint at a time, and never as text. Output that is not in the file has a
// limit.
constexpr fuzz::HeapPromise kBedrockHeap = {uint64_t{2} << 20, 256};
constexpr uint64_t kResultBytes = uint64_t{1} << 16;
constexpr uint64_t kResultBytesPerByte = 32;

void CheckBedrock(std::span<const uint8_t> bytes) {
  FindingList findings;
  const bool sound =
      forge::ReadArmature(TextOf(bytes), {}, findings).has_value();
  FindingList losses;
  Limits limits;
  limits.result_bytes = kResultBytes;
  uint64_t size = 0;
  const auto converted = fuzz::WithinHeap(kBedrockHeap, bytes.size(), [&] {
    auto bedrock = actions::ConvertToBedrock(
        actions::Parsed(bytes, Format::kForgeArmature, limits), {}, losses);
    if (bedrock.ok()) {
      (*bedrock)->WriteTo(
          [&](std::span<const uint8_t> piece) { size += piece.size(); });
    }
    return bedrock;
  });
  if (absl::IsResourceExhausted(converted.status())) {
    CLIPGUARD_STAGE("too large for Bedrock");
    CLIPGUARD_CHECK(losses.errors() != 0);
    return;
  }
  CLIPGUARD_CHECK(converted.ok() == sound);
  if (!converted.ok()) return;
  CLIPGUARD_STAGE("became Bedrock");
  CLIPGUARD_CHECK(size <=
                  4 * (kResultBytes + kResultBytesPerByte * bytes.size()));
  std::string text;
  (*converted)->WriteTo([&](std::span<const uint8_t> piece) {
    text.append(piece.begin(), piece.end());
  });
  rapidjson::Document json;
  json.Parse<rapidjson::kParseIterativeFlag |
             rapidjson::kParseValidateEncodingFlag>(text.data(), text.size());
  CLIPGUARD_CHECK(!json.HasParseError());
  CLIPGUARD_CHECK(json.HasMember("animations"));
}

void Run(std::span<const uint8_t> bytes) {
  CheckBedrock(bytes);
  fuzz::CheckRepair(bytes, kBytesPerByte, actions::RepairStateMachine,
                    forge::ReadDamagedStateMachine);
  fuzz::CheckRepair(bytes, kBytesPerByte, actions::RepairArmature,
                    forge::ReadDamagedArmature);
}

CLIPGUARD_FUZZ_PROPERTY(repair_forge, Run, fuzz::kForgeFuzzing.inputs);

}  // namespace
}  // namespace clipguard
