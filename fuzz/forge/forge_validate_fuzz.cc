// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes, as either kind of file: findings lie in it, where their line,
// column and path lead; the same bytes elsewhere in memory say the same.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "fuzz/forge/forge_file.h"
#include "fuzz/forge/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/findings.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"

namespace clipguard {
namespace {

// Whether it is sound.
template <typename Model, typename Options>
bool Check(std::span<const uint8_t> bytes,
           std::optional<Model> (*read)(std::string_view, const Options&,
                                        FindingSink&)) {
  FindingList findings;
  const bool model = read(fuzz::TextOf(bytes), {}, findings).has_value();
  fuzz::CheckPlaces(findings, bytes.size(), /*pointers=*/true);
  fuzz::CheckLines(findings, bytes);
  fuzz::CheckPointers(findings, fuzz::TextOf(bytes));
  CLIPGUARD_CHECK(model || findings.errors() == 1);

  // One byte further on, so that nothing is aligned alike.
  std::vector<uint8_t> copy(bytes.size() + 1);
  std::ranges::copy(bytes, copy.begin() + 1);
  FindingList again;
  CLIPGUARD_CHECK(model ==
                  read(fuzz::TextOf(copy).substr(1), {}, again).has_value());
  CLIPGUARD_CHECK(fuzz::Same(findings, again));
  return findings.errors() == 0;
}

// The same, and that what has errors is handed out to nobody who did not ask
// for it.
template <typename Model, typename Options>
bool Check(std::span<const uint8_t> bytes,
           std::optional<Model> (*read_damaged)(std::string_view,
                                                const Options&, FindingSink&),
           std::optional<Model> (*read)(std::string_view, const Options&,
                                        FindingSink&)) {
  const bool sound = Check(bytes, read_damaged);
  FindingList findings;
  CLIPGUARD_CHECK(read(fuzz::TextOf(bytes), {}, findings).has_value() == sound);
  CLIPGUARD_CHECK((findings.errors() == 0) == sound);
  return sound;
}

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  const bool machine =
      Check(bytes, forge::ReadDamagedStateMachine, forge::ReadStateMachine);
  const bool armature =
      Check(bytes, forge::ReadDamagedArmature, forge::ReadArmature);
  CLIPGUARD_CHECK(!machine || !armature);
  Check(bytes, fuzz::ReadInKnownWorld);
  Check(bytes, fuzz::ReadForOldGame);
  if (machine) CLIPGUARD_STAGE("a sound state machine");
  if (armature) CLIPGUARD_STAGE("a sound armature");
}

CLIPGUARD_FUZZ_PROPERTY(forge_validate, Run, fuzz::kForgeFuzzing.inputs);

}  // namespace
}  // namespace clipguard
