// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests of the rules for findings: flags, configuration, baseline.

#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
using ::testing::Not;

class RuleFlagsTest : public ::testing::Test {
 protected:
  TempFolder folder_;
  // One error, KEY_TIME_NOT_FINITE; one warning, PRESENCE_BYTE_UNUSUAL.
  const std::string bad_ = folder_.Write("d/bad.bin", BadRecording());
  const std::string odd_ = folder_.Write("d/odd.bin", UnusualRecording());
};

TEST_F(RuleFlagsTest, Codes) {
  Exits(0, "validate --ignore=KEY_TIME_NOT_FINITE", bad_);
  Exits(0, "validate --warn=key-time-not-finite", bad_);
  Exits(1, "validate --error=PRESENCE_BYTE_UNUSUAL", odd_);
  Exits(0, "validate --only=FILE_TRUNCATED,MAGIC_MISMATCH", bad_);
  Exits(1, "validate --only=KEY_TIME_NOT_FINITE", bad_);
  const rapidjson::Document json = Json(
      Clipguard("validate --format=json --ignore=KEY_TIME_NOT_FINITE", bad_)
          .out);
  EXPECT_TRUE(json["valid"].GetBool());
  EXPECT_EQ(json["ignored"].GetUint(), 1u);
  EXPECT_TRUE(json["findings"].Empty());
}

TEST_F(RuleFlagsTest, CodesThatDoNotExist) {
  EXPECT_THAT(Exits(2, "validate --ignore=KEY_TIME_NOT_FINIT", bad_).err,
              Has("--ignore: there is no finding 'KEY_TIME_NOT_FINIT'; "
                  "did you mean KEY_TIME_NOT_FINITE?"));
  Exits(2, "validate --ignore=,", bad_);
  EXPECT_THAT(
      Clipguard("validate --ignore=FILE_TRUNCATED --warn=FILE_TRUNCATED", bad_)
          .err,
      Has("in both 'ignore' and 'warn'"));
}

// All reports and the exit code are of one mind.
TEST_F(RuleFlagsTest, StrictIsOneVerdict) {
  for (const std::string flag : {"--strict", "--fail-on=warning"}) {
    Exits(1, "validate", flag, odd_);
    EXPECT_THAT(Clipguard("validate", flag, odd_).out,
                Has("INVALID", "1 error"));
    const rapidjson::Document json =
        Json(Clipguard("validate", flag, "--format=json", odd_).out);
    EXPECT_FALSE(json["valid"].GetBool());
    EXPECT_STREQ(json["findings"][0]["severity"].GetString(), "error");
    EXPECT_THAT(
        Clipguard("validate", flag, "--format=junit", odd_).out,
        Has("failures=\"1\"", "<failure type=\"PRESENCE_BYTE_UNUSUAL\""));
    EXPECT_THAT(Clipguard("validate", flag, "--format=sarif", odd_).out,
                Has("\"level\":\"error\",\"message\":{\"text\":\""));
    // Who names a code means it.
    Exits(0, "validate", flag, "--warn=PRESENCE_BYTE_UNUSUAL", odd_);
  }
  Exits(2, "validate --strict --fail-on=error", odd_);
  Exits(2, "validate --fail-on=warnings", odd_);
}

TEST_F(RuleFlagsTest, FailOnNothing) {
  EXPECT_THAT(Exits(0, "validate --fail-on=none", bad_).out, Has("INVALID"));
  Exits(3, "validate --fail-on=none", folder_ / "none");
}

TEST_F(RuleFlagsTest, AConfigurationByName) {
  const std::string config = folder_.Write("c.toml", R"(
fail-on = "warning"
exclude = ["d/odd.bin"]
[[override]]
paths = ["d/bad.*"]
ignore = ["KEY_TIME_NOT_FINITE"]
)");
  const std::string flag = "--config=" + config;
  Exits(0, "validate", flag, bad_);
  Exits(1, "validate", flag, odd_);
  Exits(0, "validate", flag, "--fail-on=error", odd_);
  EXPECT_THAT(Clipguard("validate", flag, folder_ / "d").out,
              Not(Has("odd.bin")));
  // Flags outrank it.
  Exits(1, "validate", flag, "--error=KEY_TIME_NOT_FINITE", bad_);
  Exits(2, "validate", flag, "--no-config", bad_);
}

TEST_F(RuleFlagsTest, ConfigurationsThatAreNotInOrder) {
  const std::string config = folder_.Write("c.toml", "ignore = [\n1]");
  EXPECT_THAT(Refusal(2, "validate", "--config=" + config, bad_),
              Has("c.toml:2:1: 'ignore' is a list of texts"));
  EXPECT_THAT(
      Clipguard("validate", "--config=" + folder_ / "no.toml", bad_).err,
      Has("--config: "));
  EXPECT_THAT(Clipguard("validate --config=/dev/zero", bad_).err,
              Has("longer than"));
}

TEST_F(RuleFlagsTest, AConfigurationIsFoundUpwards) {
  folder_.Write("clipguard.toml", "ignore = [\"KEY_TIME_NOT_FINITE\"]");
  // A configuration beside the checked files is not used: it may be a
  // stranger's.
  folder_.Write("d/clipguard.toml", "warn = [\"KEY_TIME_NOT_FINITE\"]");
  const auto before = std::filesystem::current_path();
  Exits(1, "validate", bad_);
  std::filesystem::create_directories(folder_ / "x/y");
  std::filesystem::current_path(folder_ / "x/y");
  EXPECT_THAT(Clipguard("validate --format=json", bad_).out,
              Has("\"ignored\":1"));
  Exits(1, "validate --no-config", bad_);
  std::filesystem::current_path(folder_ / "d");
  EXPECT_THAT(Clipguard("validate --format=json", bad_).out,
              Has("\"warnings\":1"));
  // A folder or link of its name is not passed over; a pipe is not opened.
  std::filesystem::current_path(folder_ / "x/y");
  ASSERT_EQ(mkfifo("clipguard.toml", 0600), 0);
  const RunResult pipe = Exits(2, "validate", bad_);
  EXPECT_EQ(pipe.out, "");
  EXPECT_THAT(pipe.err, Has("clipguard.toml: it is a pipe or a device, "
                            "not a file (--no-config"));
  Exits(1, "validate --no-config", bad_);
  std::filesystem::current_path(before);
}

TEST_F(RuleFlagsTest, ABaselineKnowsWhatWasThere) {
  const std::string baseline = folder_ / "b.json";
  const RunResult written =
      Exits(0, "validate", "--write-baseline=" + baseline, folder_ / "d");
  EXPECT_THAT(written.err, Has("b.json: knows 2 findings of 2 files"));
  EXPECT_THAT(ReadFile(baseline),
              Has(R"({"file":"d/bad.bin","code":"KEY_TIME_NOT_FINITE",)"
                  R"("path":"camera.position.x.keys[].time","count":1})"));
  const std::string flag = "--baseline=" + baseline;
  const RunResult known = Exits(0, "validate", flag, "--strict", folder_ / "d");
  EXPECT_THAT(known.out, Has("2 in the baseline"));
  EXPECT_EQ(known.err, "");
  EXPECT_EQ(
      Json(Clipguard("validate", flag, "--format=json", bad_).out)["baselined"]
          .GetInt(),
      1);
  EXPECT_THAT(
      Clipguard("validate", "--write-baseline=" + bad_ + "/b", bad_).err,
      Has("bad.bin' is a file, not a folder"));
  // A new finding is reported.
  folder_.Write("d/new.bin", BadRecording());
  Exits(1, "validate", flag, folder_ / "d");
}

TEST_F(RuleFlagsTest, ABaselineSaysWhatWasFixed) {
  const std::string baseline = folder_ / "b.json";
  Clipguard("validate", "--write-baseline=" + baseline, folder_ / "d");
  folder_.Write("d/bad.bin", CameraRecording());
  EXPECT_THAT(Exits(0, "validate", "--baseline=" + baseline, folder_ / "d").err,
              AllOf(Has("fixed since it was written",
                        "d/bad.bin: KEY_TIME_NOT_FINITE camera.position"),
                    Not(Has("odd.bin"))));
  // Written again, it forgets that, but not what was not looked at.
  Clipguard("validate", "--write-baseline=" + baseline, bad_);
  EXPECT_THAT(ReadFile(baseline), AllOf(Not(Has("bad.bin")), Has("odd.bin")));
  // Unless that is gone.
  std::filesystem::remove(odd_);
  Clipguard("validate", "--write-baseline=" + baseline, bad_);
  EXPECT_THAT(ReadFile(baseline), Not(Has("odd.bin")));
}

TEST_F(RuleFlagsTest, ABaselineSaysAllThatItKnows) {
  const std::string flag = "--write-baseline=" + folder_ / "b.json";
  Clipguard("validate", flag, folder_ / "d");
  EXPECT_THAT(Clipguard("validate", flag, bad_).err,
              Has("knows 2 findings of 2 files"));
}

TEST_F(RuleFlagsTest, StandardInputIsInNoBaseline) {
  const std::string file = folder_ / "b.json";
  const RunResult written = PipedExits(1, BadRecording(), "validate",
                                       "--write-baseline=" + file, "-");
  EXPECT_THAT(written.err, Has("knows 0 findings"));
}

TEST_F(RuleFlagsTest, APipeIsNoBaseline) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(Exits(2, "validate", "--write-baseline=" + pipe, bad_).err,
              Has("pipe is no file"));
}

TEST_F(RuleFlagsTest, WhatIsNoBaselineIsNotOverwritten) {
  const std::string content = ReadFile(bad_);
  for (const std::string flag : {"--baseline=", "--write-baseline="}) {
    const RunResult result = Exits(2, "validate", flag + bad_, odd_);
    EXPECT_THAT(result.err, Has("bad.bin:1:1: "));
  }
  EXPECT_EQ(ReadFile(bad_), content);
  // The path was meant to be checked, and was taken for the file.
  EXPECT_THAT(Clipguard("validate --write-baseline", folder_ / "").err,
              Has("--write-baseline=FILE: "));
  Exits(2, "validate", "--baseline=" + folder_ / "no", odd_);
  Exits(2, "validate --baseline=a --write-baseline=b", odd_);
  Exits(2, "validate --write-baseline=b --shard=1/2", odd_);
  Exits(2, "validate --write-baseline=-", odd_);
}

TEST_F(RuleFlagsTest, ABaselineIsNotWrittenByHalf) {
  const std::string baseline = folder_ / "b.json";
  std::filesystem::create_symlink("broken", folder_ / "d/broken");
  const RunResult unread =
      Exits(3, "validate", "--write-baseline=" + baseline, folder_ / "d");
  EXPECT_THAT(unread.err, Has("not written"));
  EXPECT_FALSE(std::filesystem::exists(baseline));
  // Where it cannot be written at all.
  Exits(3, "validate", "--write-baseline=" + folder_ / "no/b", bad_);
  // A finding that was not kept is not in the baseline.
  EXPECT_THAT(Exits(1, "validate --limit=findings-kept=0",
                    "--write-baseline=" + baseline, bad_)
                  .err,
              Has("1 more finding beyond"));
}

TEST_F(RuleFlagsTest, TheConfigurationNamesABaseline) {
  const std::string config = folder_.Write("c.toml", "baseline = \"b.json\"");
  Clipguard("validate --no-config", "--write-baseline=" + folder_ / "b.json",
            bad_);
  Exits(0, "validate", "--config=" + config, bad_);
  std::filesystem::remove(folder_ / "b.json");
  EXPECT_THAT(Exits(2, "validate", "--config=" + config, bad_).err,
              Has(config + ":1:12: ", "b.json: No such file"));
}

}  // namespace
}  // namespace clipguard::cli
