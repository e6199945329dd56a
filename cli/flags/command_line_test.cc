// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/flags/command_line.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Parsed {
  bool ok = false;
  std::string message;
  bool help = false;
  bool strict = false;
  std::string format = "text";
  std::vector<std::string> limits;
  std::vector<std::string> paths;
};

Parsed Parse(const std::vector<std::string>& args) {
  Parsed parsed;
  CommandLine line("validate");
  line.Flag("--strict", &parsed.strict);
  line.Value("--format", &parsed.format);
  line.Values("--limit", &parsed.limits);
  line.Paths(&parsed.paths);
  const absl::Status status = line.Parse(args);
  parsed.ok = status.ok();
  parsed.message = {status.message().data(), status.message().size()};
  parsed.help = line.help();
  return parsed;
}

TEST(CommandLineTest, TakesFlagsAnywhere) {
  const Parsed parsed = Parse({"a", "--format=json", "b", "--strict", "c",
                               "--limit", "x=1", "--limit=y=2", "d"});
  EXPECT_TRUE(parsed.ok) << parsed.message;
  EXPECT_EQ(parsed.format, "json");
  EXPECT_TRUE(parsed.strict);
  EXPECT_THAT(parsed.limits, ElementsAre("x=1", "y=2"));
  EXPECT_THAT(parsed.paths, ElementsAre("a", "b", "c", "d"));
}

TEST(CommandLineTest, NumbersAreWithinTheRangeOfTheirFlag) {
  const auto parse = [](std::string_view command, const std::string& arg) {
    std::optional<double> number;
    CommandLine line(command);
    line.Number(arg.substr(0, arg.find('=')), &number);
    const absl::Status s = line.Parse({arg});
    EXPECT_EQ(s.ok(), number.has_value());
    return number ? absl::StrCat(*number) : std::string(s.message());
  };
  EXPECT_EQ(parse("validate", "--jobs=3"), "3");
  EXPECT_EQ(parse("validate", "--jobs=0"),
            "--jobs takes a whole number from 1 on, not '0'");
  EXPECT_EQ(parse("validate", "--jobs=1.5"),
            "--jobs takes a whole number from 1 on, not '1.5'");
  EXPECT_EQ(parse("convert", "--fov=179.999"), "179.999");
  EXPECT_EQ(parse("convert", "--fov=180"),
            "--fov takes a number from 0.001 to 179.999, not '180'");
  EXPECT_EQ(parse("optimize", "--degrees=0"),
            "--degrees takes a number above 0, up to 180, not '0'");
  EXPECT_EQ(parse("diff", "--degrees=0"), "0");
  EXPECT_EQ(parse("diff", "--point=-1"),
            "--point takes a number above 0, not '-1'");
  EXPECT_EQ(parse("sample", "--to=-5"), "-5");
  EXPECT_EQ(parse("sample", "--to=3.4028235e38"), "3.40282e+38");
  EXPECT_EQ(parse("sample", "--to=1e39"),
            "--to takes a number from -3.4028235e+38 to 3.4028235e+38, not "
            "'1e39'");
  EXPECT_EQ(parse("diff", "--tolerance=1e39"), "1e+39");
}

TEST(CommandLineTest, HelpTakesAnything) {
  EXPECT_TRUE(Parse({"--help=all"}).help);
  EXPECT_TRUE(Parse({"-h", "--nonsense"}).help);
}

TEST(CommandLineTest, AListMayBeEmpty) {
  std::vector<std::string> names;
  std::vector<std::string> paths;
  CommandLine line("validate");
  line.Names("--inputs", &names);
  line.Paths(&paths);
  ASSERT_TRUE(line.Parse({"--inputs=", "a"}).ok());
  EXPECT_THAT(names, ElementsAre(""));
  EXPECT_THAT(paths, ElementsAre("a"));
  EXPECT_FALSE(line.Parse({"--inputs"}).ok());
}

TEST(CommandLineTest, LastValueWins) {
  EXPECT_EQ(Parse({"--format=json", "--format=sarif"}).format, "sarif");
}

TEST(CommandLineTest, DefaultsStay) {
  const Parsed parsed = Parse({});
  EXPECT_TRUE(parsed.ok);
  EXPECT_EQ(parsed.format, "text");
  EXPECT_FALSE(parsed.strict);
  EXPECT_THAT(parsed.paths, IsEmpty());
}

TEST(CommandLineTest, PathsMayLookLikeAnything) {
  const std::vector<std::string> names = {"-",  "[a,b]", "{}", "%%",   "",
                                          "++", "a=b",   "\n", "\xFF", "help"};
  EXPECT_EQ(Parse(names).paths, names);
  EXPECT_THAT(Parse({"--strict", "--", "--format=x", "-y", "--"}).paths,
              ElementsAre("--format=x", "-y", "--"));
}

TEST(CommandLineTest, UnknownFlags) {
  EXPECT_EQ(Parse({"a", "--fromat=json"}).message,
            "unknown flag '--fromat'; did you mean '--format'?");
  EXPECT_EQ(Parse({"--stric"}).message,
            "unknown flag '--stric'; did you mean '--strict'?");
  EXPECT_FALSE(Parse({"-x"}).ok);
  EXPECT_FALSE(Parse({"-1"}).ok);
}

TEST(CommandLineTest, NamesOfValuesAreThoseOfTheTable) {
  EXPECT_EQ(Parse({"--format=jsn"}).message,
            "unknown report format 'jsn'; did you mean 'json'?");
  EXPECT_FALSE(Parse({"--format", ""}).ok);
  std::string as;
  CommandLine line("validate");
  line.Value("--as", &as);
  EXPECT_FALSE(line.Parse({"--as", ""}).ok());
  EXPECT_FALSE(line.Parse({"--as="}).ok());
  EXPECT_EQ(Parse({"--strict="}).message, "--strict needs a value");
}

TEST(CommandLineTest, APlaceIsNotEmpty) {
  std::string out;
  CommandLine line("convert");
  line.Value("--out", &out);
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"--out", ""}, {"--out="}, {"-o", ""}}) {
    EXPECT_EQ(line.Parse(args).message(), "--out needs a value");
  }
}

TEST(CommandLineTest, AFlagOfOtherCommandsIsToldToHaveNoEffect) {
  std::string layout;
  CommandLine line("play");
  line.Value("--layout", &layout);
  EXPECT_EQ(line.Parse({"--layout=full"}).message(),
            "--layout has no effect on play");
}

TEST(CommandLineTest, Letters) {
  bool quiet = false;
  bool verbose = false;
  std::string out;
  std::vector<std::string> paths;
  CommandLine line("validate");
  line.Flag("--quiet", &quiet);
  line.Flag("--verbose", &verbose);
  line.Paths(&paths);
  ASSERT_TRUE(line.Parse({"-qv", "a"}).ok());
  EXPECT_TRUE(quiet && verbose);
  CommandLine report("report");
  report.Value("--out", &out);
  report.Paths(&paths);
  ASSERT_TRUE(report.Parse({"a", "-o", "-"}).ok());
  EXPECT_EQ(out, "-");
  EXPECT_EQ(report.Parse({"-o"}).message(), "--out needs a value");
  EXPECT_FALSE(report.Parse({"-ob"}).ok());
}

TEST(CommandLineTest, YesOrNo) {
  EXPECT_TRUE(Parse({"--strict=yes"}).strict);
  EXPECT_FALSE(Parse({"--strict", "--strict=OFF"}).strict);
}

TEST(CommandLineTest, MissingValues) {
  EXPECT_EQ(Parse({"--format"}).message, "--format needs a value");
  EXPECT_EQ(Parse({"--format=", "a"}).message, "--format needs a value");
  EXPECT_FALSE(Parse({"--strict=maybe"}).ok);
}

TEST(CommandLineTest, HelpOverridesFaults) {
  EXPECT_TRUE(Parse({"--nonsense", "--help"}).help);
  EXPECT_TRUE(Parse({"-h"}).help);
  EXPECT_FALSE(Parse({"--", "--help"}).help);
}

}  // namespace
}  // namespace clipguard::cli
