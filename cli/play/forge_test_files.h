// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A door for the tests of the commands on Forge's files: a state machine, its
// armature, and the resources that it is in.

#ifndef CLIPGUARD_CLI_PLAY_FORGE_TEST_FILES_H_
#define CLIPGUARD_CLI_PLAY_FORGE_TEST_FILES_H_

#include <string>
#include <string_view>
#include <vector>

#include "cli/test_util.h"
#include "gtest/gtest.h"

namespace clipguard::cli {

// A door: "click" is what the game's code supplies.
inline constexpr std::string_view kMachine = R"({
  // Comments are welcome.
  "parameters": {"since": ["-", "#click"], "twice": ["*", 2]},
  "clips": {
    "shut": ["apply", "example:block/door@swing", 0],
    "opening": ["trigger_positive",
                ["apply", "example:block/door@swing", "#since"],
                ["-", 2], "!transition:open"],
    "open": "example:block/door@wide"
  },
  "states": ["shut", "opening", "open"],
  "transitions": {"shut": "opening", "opening": "open", "open": "shut"},
  "start_state": "shut"
})";

inline constexpr std::string_view kArmature = R"({
  "joints": {"hinge": {"0": [1]}, "knob": {"1": [1]}},
  "clips": {
    "swing": {"loop": false,
      "joint_clips": {"hinge": [{"variable": "offset_x", "type": "uniform",
        "interpolation": "linear", "samples": [0, 1, 2]}]},
      "events": {"0.5": "creak"}},
    "wide": {"loop": true, "joint_clips": {"frame": []},
      "events": {"0.25": "!transition:shut"}}
  }
})";

class ForgeDoorTest : public testing::Test {
 protected:
  ForgeDoorTest()
      : machine_(folder_.Write("door.asm.json", kMachine)),
        armature_(folder_.Write("assets/example/armatures/block/door.json",
                                kArmature)),
        resources_("--resources=" + folder_ / "assets") {}

  // Plays a script of lines, and gives the lines of the answer.
  std::vector<std::string> Play(std::string_view script,
                                const std::vector<std::string>& flags = {}) {
    result_ = Piped(script, "play --script=-", resources_, flags, machine_);
    return Lines(result_.out);
  }

  TempFolder folder_;
  const std::string machine_;
  const std::string armature_;
  const std::string resources_;
  RunResult result_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_PLAY_FORGE_TEST_FILES_H_
