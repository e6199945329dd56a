// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/workloads/forge_text.h"

#include <cstddef>
#include <string>

#include "bench/workloads/character_text.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"

namespace clipguard::bench {
namespace {

// The first finding, or nothing.
std::string First(const FindingList& list) {
  if (list.findings().empty()) return "";
  return list.findings()[0].path + ": " + list.findings()[0].message;
}

forge::StateMachine Machine(const std::string& text) {
  FindingList findings;
  auto machine = forge::ReadStateMachine(text, {}, findings);
  EXPECT_TRUE(machine.has_value());
  EXPECT_EQ(First(findings), "");
  return machine.has_value() ? *std::move(machine) : forge::StateMachine();
}

forge::Armature Armature(const std::string& text) {
  FindingList findings;
  auto armature = forge::ReadArmature(text, {}, findings);
  EXPECT_TRUE(armature.has_value());
  EXPECT_EQ(First(findings), "");
  return armature.has_value() ? *std::move(armature) : forge::Armature();
}

TEST(ForgeTextTest, MachinesAreSound) {
  const std::string small = MakeMachineText(kSmallMachine);
  EXPECT_GT(small.size(), 1000u);
  EXPECT_LT(small.size(), 1500u);
  EXPECT_EQ(Machine(small).states.size(), 4u);
  const auto large = Machine(MakeMachineText(kLargeMachine));
  EXPECT_EQ(large.states.size(), 100u);
  EXPECT_EQ(large.clips.size(), 1000u);
  EXPECT_EQ(large.parameters.size(), 500u);
  EXPECT_EQ(large.transitions.size(), 300u);
}

TEST(CharacterTextTest, IsAboutAsLargeAsTheRealOne) {
  const size_t size = MakeCharacterText({}).size();
  EXPECT_GT(size, 3'700'000u);
  EXPECT_LT(size, 4'300'000u);
}

TEST(ForgeTextTest, ParametersAreSound) {
  EXPECT_EQ(Machine(MakeParametersText(1000)).parameters.size(), 1000u);
}

TEST(ForgeTextTest, ArmaturesAreSound) {
  const auto small = Armature(MakeArmatureText(kSmallArmature));
  EXPECT_EQ(small.joints.size(), 2u);
  EXPECT_EQ(small.clips.size(), 3u);
  EXPECT_EQ(small.joint_clips.size(), 6u);
  EXPECT_EQ(small.events.size(), 4u);
  EXPECT_EQ(Armature(MakeArmatureText(kLargeArmature)).joint_clips.size(),
            1000u);
}

}  // namespace
}  // namespace clipguard::bench
