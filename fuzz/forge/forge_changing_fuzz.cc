// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A text that is overwritten while it is parsed, checked and written, as a
// mapped file may be: between the steps, before each finding, and at any time
// by another thread. Nothing outside the text is read.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "fuzz/forge/forge_file.h"
#include "fuzz/forge/fuzz_format.h"
#include "fuzz/shared/changing_bytes.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/json/json_document.h"
#include "parser/forge/json/json_reporter.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/writer.h"
#include "testing/guarded_memory.h"

namespace clipguard {
namespace {

using forge::JsonDocument;
using forge::JsonKind;
using forge::JsonNode;

constexpr size_t kMaxSize = 1 << 16;

// All that can be asked of a document.
size_t Use(const JsonDocument& json) {
  size_t sum = 0;
  FindingList findings;
  forge::JsonReporter reporter(json, findings);
  for (JsonNode node = 0; node < json.size(); ++node) {
    const ByteRange range = json.range(node);
    CLIPGUARD_CHECK(range.offset + range.length <= json.text().size());
    CLIPGUARD_CHECK(json.After(node) > node);
    CLIPGUARD_CHECK(json.After(node) <= json.size());
    switch (json.kind(node)) {
      case JsonKind::kString:
        sum += forge::Quoted(json.string(node)).size();
        break;
      case JsonKind::kNumber:
        sum += json.number(node) > 0;
        break;
      case JsonKind::kArray:
        sum += json.CountElements(node);
        break;
      case JsonKind::kObject:
        for (const auto [key, value] : json.Members(node)) sum += value - key;
        continue;
      default:
        break;
    }
    if (node < 500) sum += reporter.PointerTo(node).size();
  }
  return sum;
}

void Read(std::string_view text, FindingSink& sink) {
  if (const auto machine = forge::ReadDamagedStateMachine(text, {}, sink)) {
    CLIPGUARD_STAGE("a state machine");
    CLIPGUARD_CHECK(machine->Reachable().size() == machine->states.size());
    if (const auto written = forge::WriteStateMachine(*machine); written.ok()) {
      CLIPGUARD_STAGE("written");
    }
  }
  if (const auto armature = forge::ReadDamagedArmature(text, {}, sink)) {
    CLIPGUARD_STAGE("an armature");
    if (const auto written = forge::WriteArmature(*armature); written.ok()) {
      CLIPGUARD_STAGE("written");
    }
  }
}

void RunAt(std::span<uint8_t> bytes) {
  const std::string_view text = fuzz::TextOf(bytes);
  fuzz::VersionWriter writer(bytes);
  FindingList findings;
  if (const auto json = forge::ReadJson(text, {}, findings)) {
    CLIPGUARD_STAGE("JSON");
    for (int version = 0; version < 13; ++version) {
      writer.WriteNext();
      Use(*json);
    }
  }
  writer.Restore();
  fuzz::ChangingSink changing(writer);
  Read(text, changing);
  writer.Restore();
  const fuzz::BackgroundWriter background(writer);
  FindingList any;
  if (const auto json = forge::ReadJson(text, {}, any)) Use(*json);
  Read(text, any);
}

void Run(std::span<const uint8_t> bytes) {
  static GuardedMemory memory(kMaxSize);
  if (bytes.size() > kMaxSize) return;
  CLIPGUARD_STAGE("executed");
  RunAt(memory.CopyToEnd(bytes));
  RunAt(memory.CopyToBegin(bytes));
}

CLIPGUARD_FUZZ_PROPERTY(forge_changing, Run, fuzz::kForgeFuzzing.inputs);

}  // namespace
}  // namespace clipguard
