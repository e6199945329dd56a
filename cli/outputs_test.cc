// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// No command writes to a file that it reads, and each does the same when it is
// run again.

#include <fcntl.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/clipguard.h"
#include "cli/commands/commands.h"
#include "cli/flags/flag_table.h"
#include "cli/test_util.h"
#include "corpus/m3d/figures.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

namespace fs = std::filesystem;

using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::string_view kDoor = R"({
  "parameters": {"progress": ["-", "#click_time"]},
  "clips": {"shut": ["apply", "example:block/door@swing", 0],
            "open": ["apply", "example:block/door@swing", "#progress"],
            "gone": ["apply", "example:block/door@nope", 0]},
  "states": ["shut", "open", "gone"],
  "transitions": {"shut": "open", "open": "gone", "gone": "shut"},
  "start_state": "shut"
})";

constexpr std::string_view kDoorArmature = R"({
  "joints": {"lid": {"0": [1]}},
  "clips": {"swing": {"loop": false, "joint_clips": {
    "lid": [{"variable": "offset_x", "type": "uniform",
             "interpolation": "linear", "samples": [0, 1, 2]}]},
    "events": {"0.5": "creak"}}}
})";

constexpr std::string_view kDoorModel = R"({
  "elements": [{"from": [0, 0, 0], "to": [16, 16, 16]}]
})";

// One pixel.
constexpr std::string_view kPng(
    "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x8\6\0\0\0\x1f\x15\xc4\x89"
    "\0\0\0\rIDATx\xda\x63\xfc\xcf\xc0P\xf\0\4\x85\1\x80\x84\xa9\x8c!"
    "\0\0\0\0IEND\xae\x42\x60\x82",
    70);

// Changes the working directory while it exists.
class WorkingFolder {
 public:
  explicit WorkingFolder(const std::string& path)
      : before_(fs::current_path()) {
    fs::current_path(path);
  }
  ~WorkingFolder() { fs::current_path(before_); }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;

 private:
  const fs::path before_;
};

bool Contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// All files in a folder, with what is in them.
std::map<std::string, std::string> FilesIn(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      files[entry.path().lexically_relative(folder)] = ReadFile(entry.path());
    }
  }
  return files;
}

// ---- What is read -----------------------------------------------------------

// Notes which files in a folder are opened, by asking the system.
class OpenedFiles {
 public:
  explicit OpenedFiles(const std::string& folder)
      : fd_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    Watch(folder, "");
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (!entry.is_directory()) continue;
      Watch(entry.path(),
            entry.path().lexically_relative(folder).string() + "/");
    }
  }
  ~OpenedFiles() { close(fd_); }
  OpenedFiles(const OpenedFiles&) = delete;
  OpenedFiles& operator=(const OpenedFiles&) = delete;

  std::set<std::string> Take() {
    std::set<std::string> files;
    alignas(inotify_event) std::array<char, 1 << 16> events;
    for (;;) {
      const ssize_t size = read(fd_, events.data(), events.size());
      if (size <= 0) return files;
      for (ssize_t at = 0; at < size;) {
        inotify_event event;
        std::memcpy(&event, events.data() + at, sizeof(event));
        if ((event.mask & IN_ISDIR) == 0 && event.len != 0) {
          files.insert(folders_[event.wd] +
                       (events.data() + at + sizeof(event)));
        }
        at += static_cast<ssize_t>(sizeof(event) + event.len);
      }
    }
  }

 private:
  void Watch(const std::string& path, const std::string& prefix) {
    const int watch = inotify_add_watch(fd_, path.c_str(), IN_OPEN);
    EXPECT_GE(watch, 0) << path;
    folders_[watch] = prefix;
  }

  const int fd_;
  std::map<int, std::string> folders_;
};

using Words = std::vector<std::string>;

// Runs that together read all that a command can read. Each has one result.
const std::vector<Words> kRuns = {
    AsTyped(
        "validate --files-from=list --resources=assets --config=c.toml f.bin"),
    AsTyped("validate --baseline=known.json f.bin"),
    AsTyped("report --files-from=list --resources=assets --config=c.toml "
            "--baseline=known.json assets/example/armatures/block/door.json"),
    AsTyped("report --model=model.json --no-config "
            "assets/example/armatures/block/door.json"),
    AsTyped("report --against=g.bin f.bin"),
    AsTyped("sample --format=csv --times=0 --set=click_time=1 "
            "--files-from=list --resources=assets f.bin"),
    AsTyped("sample --format=csv --times=0 f.bin"),
    AsTyped("convert --to=glb --files-from=armatures --resources=assets"),
    AsTyped("convert --to=glb --model=model.json "
            "assets/example/armatures/block/door.json"),
    AsTyped("convert --to=glb --lossy --textures=textures arm.m3d"),
    AsTyped("repair --files-from=list --resources=assets"),
    AsTyped("optimize --files-from=recordings --resources=assets"),
    AsTyped("reduce --finding=ASM_MODEL_CLIP_MISSING --resources=assets "
            "door.asm.json"),
    AsTyped("merge 1.ndjson 2.ndjson"),
};

bool IsOutput(const FlagSpec& flag) {
  return flag.name() == "--out" || flag.name() == "--output" ||
         flag.name() == "--write-baseline";
}

// A flag as it names a file as an output.
std::string Naming(const FlagSpec& flag, const std::string& file) {
  return std::string(flag.name()) +
         (flag.name() == "--output" ? "=json:" : "=") + file;
}

std::vector<const FlagSpec*> OutputsOf(std::string_view command) {
  std::vector<const FlagSpec*> flags;
  for (const FlagSpec& flag : AllFlags()) {
    if (flag.IsOf(command) && IsOutput(flag)) flags.push_back(&flag);
  }
  return flags;
}

class WhatIsReadTest : public ::testing::Test {
 protected:
  WhatIsReadTest() {
    folder_.Write("f.bin", CameraRecording());
    folder_.Write("g.bin", CameraRecording("other"));
    folder_.Write("door.asm.json", kDoor);
    folder_.Write("assets/example/armatures/block/door.json", kDoorArmature);
    folder_.Write("assets/example/models/block/door.json", kDoorModel);
    folder_.Write("model.json", kDoorModel);
    folder_.Write("list", "door.asm.json\n");
    folder_.Write("recordings", "f.bin\n");
    folder_.Write("armatures", "assets/example/armatures/block/door.json\n");
    folder_.Write("c.toml", "exclude = [\"old/\"]\n");
    folder_.Write("clipguard.toml", "exclude = [\"older/\"]\n");
    folder_.Write("arm.m3d", corpus::TextOf(corpus::Arm()));
    folder_.Write("skin.png", kPng);
    folder_.Write("textures/skin_nmap.png", kPng);
    Run("validate --write-baseline=known.json f.bin");
    Run("validate --shard=1/2 --output=shard:1.ndjson f.bin g.bin");
    Run("validate --shard=2/2 --output=shard:2.ndjson f.bin g.bin");
  }

  template <typename... Args>
  RunResult Run(const Args&... args) const {
    const WorkingFolder here(folder_.path());
    return Clipguard(args...);
  }

  // The same, with its result in another folder, if it must have one.
  std::set<std::string> OpenedBy(Words words) const {
    const TempFolder elsewhere;
    const std::vector<const FlagSpec*> outputs = OutputsOf(words[0]);
    words.push_back(Naming(*outputs[0], elsewhere / "out"));
    OpenedFiles opened(folder_.path());
    const RunResult result = Run(words);
    EXPECT_THAT(result.exit_code, ::testing::AnyOf(0, 1)) << result.err;
    return opened.Take();
  }

  TempFolder folder_;
};

TEST_F(WhatIsReadTest, IsNotWritten) {
  const auto before = FilesIn(folder_.path());
  std::set<std::string> all;
  size_t tried = 0;
  for (const Words& run : kRuns) {
    const std::set<std::string> opened = OpenedBy(run);
    EXPECT_THAT(opened, Not(IsEmpty())) << run[0];
    all.insert(opened.begin(), opened.end());
    for (const FlagSpec* flag : OutputsOf(run[0])) {
      const bool has_baseline = run[1].starts_with("--baseline");
      const bool is_baseline = flag->name() == "--write-baseline";
      if (has_baseline && is_baseline) continue;  // one of them can be given
      for (const std::string& file : opened) {
        const std::string link = folder_ / "link";
        fs::create_symlink(file, link);
        for (const std::string& name :
             {file, "./assets/../" + file, std::string("link")}) {
          Words words = run;
          words.push_back(Naming(*flag, name));
          SCOPED_TRACE(run[0] + " " + run[1] + " " + words.back());
          const RunResult result = Run(words);
          EXPECT_EQ(result.exit_code, 2) << result.err << result.out;
          // Nearly no file is a baseline.
          if (!is_baseline) {
            EXPECT_THAT(result.err, Has("is to be read"));
          }
          ++tried;
        }
        fs::remove(link);
        ASSERT_TRUE(FilesIn(folder_.path()) == before)
            << run[0] << " " << flag->name() << " " << file;
      }
    }
  }
  // Each of these is read by one of the commands.
  for (const auto& [file, content] : before) {
    EXPECT_TRUE(all.contains(file)) << file << " is not read";
  }
  EXPECT_GT(tried, 100u);
}

// A new flag that names a file needs a run above.
TEST_F(WhatIsReadTest, ByAllFlagsThatNameAFile) {
  for (const Command& command : AllCommands()) {
    if (OutputsOf(command.name).empty()) continue;
    for (const FlagSpec& flag : AllFlags()) {
      const std::string_view value = flag.value();
      const bool names = value.ends_with("FILE") || value.ends_with("DIR") ||
                         value.ends_with("PLACE");
      if (!names || !flag.IsOf(command.name) || IsOutput(flag)) continue;
      EXPECT_TRUE(std::ranges::any_of(
          kRuns,
          [&](const Words& run) {
            return run[0] == command.name &&
                   std::ranges::any_of(run, [&](const std::string& word) {
                     return word.starts_with(std::string(flag.name()) + "=");
                   });
          }))
          << "no run of " << command.name << " has " << flag.name();
    }
  }
}

TEST_F(WhatIsReadTest, IsNotWrittenAsOneOfMany) {
  fs::copy(folder_ / "model.json", folder_ / "door.glb");
  fs::copy(folder_ / "assets/example/armatures/block/door.json",
           folder_ / "door.json");
  folder_.Write("f.csv", "f.bin\n");
  folder_.Write("f.bin.html", kDoorModel);
  const auto before = FilesIn(folder_.path());
  for (const char* words :
       {"convert --to=glb --model=door.glb -o . door.json", "repair -o . f.bin",
        "optimize -o ./ f.bin g.bin",
        "sample --times=0 -o f.csv --files-from=f.csv",
        "sample --times=0 -o . --format=csv --files-from=f.csv",
        "report -o . --model=f.bin.html f.bin",
        "validate --write-baseline=known.json --files-from=known.json",
        "validate --write-baseline=known.json known.json",
        "merge --output=json:1.ndjson 1.ndjson 2.ndjson"}) {
    SCOPED_TRACE(words);
    const RunResult result = Run(words);
    EXPECT_EQ(result.exit_code, 2) << result.err << result.out;
    EXPECT_TRUE(FilesIn(folder_.path()) == before);
  }
}

TEST_F(WhatIsReadTest, IsNotWrittenByWayOfStandardInput) {
  const WorkingFolder here(folder_.path());
  const std::string content = ReadFile("f.bin");
  const int in = open("f.bin", O_RDONLY | O_CLOEXEC);
  StringOutput out;
  StringOutput err;
  Environment env{.out = out, .err = err, .in_fd = in};
  EXPECT_EQ(RunClipguard({"repair", "-o", "f.bin", "-"}, env), 2);
  EXPECT_EQ(RunClipguard({"validate", "--output=json:f.bin", "-"}, env), 2);
  EXPECT_THAT(out.text(), IsEmpty());
  EXPECT_EQ(ReadFile("f.bin"), content);
  close(in);
}

TEST_F(WhatIsReadTest, NoTwoOutputsAreOneFile) {
  fs::create_directory(folder_ / "d");
  fs::create_directory_symlink("d", folder_ / "link");
  const auto before = FilesIn(folder_.path());
  for (const auto& [first, second] :
       std::vector<std::pair<std::string, std::string>>{
           {"--output=json:r", "--output=sarif:./r"},
           {"--output=json:d/r", "--output=sarif:link/r"},
           {"--output=json:r", "--output=json:r"},
           {"--write-baseline=o", "--output=json:o"},
           {"--output=json:d/../o", "--write-baseline=o"}}) {
    const RunResult result = Run("validate", first, second, "f.bin");
    EXPECT_EQ(result.exit_code, 2) << first << " " << second;
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_TRUE(FilesIn(folder_.path()) == before);
  }
  EXPECT_EQ(
      Run("validate --output=json:/dev/null --output=sarif:/dev/null f.bin")
          .exit_code,
      0);
}

TEST_F(WhatIsReadTest, NorAreTwoOfMerge) {
  ASSERT_EQ(Run("validate --output=shard:s.nd f.bin").exit_code, 0);
  const auto before = FilesIn(folder_.path());
  for (const std::string second :
       {"--output=sarif:./r", "--output=sarif:s.nd"}) {
    const RunResult result = Run("merge --output=json:r", second, "s.nd");
    EXPECT_EQ(result.exit_code, 2) << second;
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_TRUE(FilesIn(folder_.path()) == before);
  }
}

// A texture is only looked for, and yet not lost.
TEST_F(WhatIsReadTest, TexturesThatAreLookedForAreNotWritten) {
  folder_.Write("t/arm.m3d", corpus::TextOf(corpus::Arm()));
  folder_.Write("tx/skin.dds", "a picture");
  const RunResult result =
      Run("validate --resources=tx --output=json:tx/skin.dds t/arm.m3d");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, Has("tx/skin.dds: it is to be read"));
  EXPECT_EQ(ReadFile(folder_ / "tx/skin.dds"), "a picture");
}

// ---- Twice ------------------------------------------------------------------

class TwiceTest : public ::testing::Test {
 protected:
  TwiceTest() {
    for (const std::string name : {"recording.bin", "uploads/a.bin",
                                   "recordings/b/c.bin", "before.bin"}) {
      folder_.Write(name, CameraRecording());
    }
    folder_.Write("after.bin", CameraRecording("after"));
    folder_.Write("uploads/bad.bin", BadRecording());
    folder_.Write("recordings/unusual.bin", UnusualRecording());
    folder_.Write("character.m3d", corpus::TextOf(corpus::Arm()));
    folder_.Write("soldier.m3d", corpus::TextOf(corpus::Arm()));
    folder_.Write("asm.json", kDoor);
    folder_.Write("assets/example/asms/door.json", kDoor);
    folder_.Write("assets/example/armatures/block/door.json", kDoorArmature);
    folder_.Write("steps.ndjson", "{\"apply\": 0.25}\n");
    folder_.Write("page.md", "Below, a diagram.\n");
    // A mixture, in which others have the same names.
    folder_.Write("in/a.bin", CameraRecording());
    folder_.Write("in/a.txt", "notes");
    folder_.Write("in/sub/unusual.bin", UnusualRecording());
    folder_.Write("in/arm.m3d", corpus::TextOf(corpus::Arm()));
    folder_.Write("in/arm.png", kPng);
    fs::create_symlink(fs::absolute("cli/clipguard"), programs_ / "clipguard");
  }

  struct Outcome {
    int status = 0;
    std::string out;
    std::string err;
    std::map<std::string, std::string> files;

    bool operator==(const Outcome&) const = default;
  };

  // Runs a line in a shell, in a folder, and returns the outcome.
  Outcome Run(const std::string& line, const std::string& folder) const {
    const TempFolder said;
    const std::string shell = absl::StrCat(
        "cd '", folder, "' && PATH='", programs_.path(), "':\"$PATH\" && { ",
        line, "\n} >'", said / "out", "' 2>'", said / "err", "' </dev/null");
    Outcome outcome;
    outcome.status = std::system(shell.c_str());
    outcome.out = ReadFile(said / "out");
    outcome.err = ReadFile(said / "err");
    outcome.files = FilesIn(folder);
    return outcome;
  }

  // The first run and the second.
  std::pair<Outcome, Outcome> RunTwice(const std::string& line) const {
    const TempFolder copy;
    fs::copy(folder_.path(), copy.path(),
             fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    Outcome first = Run(line, copy.path());
    return {std::move(first), Run(line, copy.path())};
  }

  void ExpectTheSame(const std::string& line) const {
    SCOPED_TRACE(line);
    const auto [first, second] = RunTwice(line);
    EXPECT_EQ(first.status, second.status) << second.err;
    EXPECT_EQ(first.out, second.out);
    EXPECT_EQ(first.err, second.err);
    for (const auto& [file, content] : second.files) {
      const auto before = first.files.find(file);
      EXPECT_TRUE(before != first.files.end() && before->second == content)
          << file;
    }
    EXPECT_EQ(first.files.size(), second.files.size());
  }

  TempFolder folder_;
  TempFolder programs_;
};

TEST_F(TwiceTest, EveryExampleOfTheHelp) {
  size_t examples = 0;
  for (const Command& command : AllCommands()) {
    std::string before;  // lines that an example of merge needs
    const std::string help = Clipguard("help", std::string(command.name)).out;
    for (const std::string& line : Lines(help)) {
      if (!line.starts_with("  clipguard ") && !line.starts_with("  curl ")) {
        continue;
      }
      ++examples;
      if (Contains(line, "clipguard view")) continue;  // a new file
      if (command.name == "merge" && !Contains(line, "merge ")) {
        absl::StrAppend(&before, line, ";");
        continue;
      }
      if (Contains(line, "--in-place") || Contains(line, ">>")) {
        const auto [first, second] = RunTwice(line);
        EXPECT_EQ(first.status, second.status) << line;
        continue;
      }
      if (line == "  clipguard convert --to=glb recording.bin") {
        // A file that was not named is never replaced.
        const auto [first, second] = RunTwice(line);
        EXPECT_EQ(first.status, 0);
        EXPECT_TRUE(first.files == second.files);
        continue;
      }
      ExpectTheSame(before + line);
    }
  }
  EXPECT_GT(examples, 40u);
}

TEST_F(TwiceTest, WhatIsWrittenIsNotReadAgain) {
  for (const std::string line :
       {"clipguard validate --output=json:in/r.json in",
        "clipguard validate --write-baseline=in/b.json in",
        "find in | sort | clipguard validate --output=json:in/r --files-from=-",
        "clipguard sample --fps=10 -o in/table.csv in",
        "clipguard sample --fps=10 -o in/tables/ in",
        "clipguard sample --fps=10 --format=json -o in/ in",
        "clipguard convert --to=glb -o in/glb/ in",
        "clipguard convert --to=glb -o in in",
        "clipguard convert --to=json -o in/ in",
        "clipguard convert --to=json -o in/json/ in",
        "clipguard report -o in/r.html in", "clipguard report -o in/pages/ in",
        "clipguard report -o in in", "clipguard repair -o in/fixed/ in",
        "clipguard optimize -o in/small/ in",
        "clipguard repair -o in/sub/ in/sub",
        "clipguard reduce --finding=PRESENCE_BYTE_UNUSUAL -o in/small.bin "
        "in/sub/unusual.bin"}) {
    ExpectTheSame(line);
  }
}

// ---- Files that meet --------------------------------------------------------

class MeetTest : public ::testing::Test {
 protected:
  TempFolder folder_;
};

TEST_F(MeetTest, FilesOfOthersHaveNoResult) {
  const std::string in = folder_ / "in";
  folder_.Write("in/arm.m3d", corpus::TextOf(corpus::Arm()));
  folder_.Write("in/arm.png", kPng);
  Exits(0, "convert --to=glb -o", folder_ / "glb/", in);
  Exits(0, "sample --times=0 -o", folder_ / "tables/", in);
  EXPECT_TRUE(fs::exists(folder_ / "glb/arm.glb"));
  EXPECT_TRUE(fs::exists(folder_ / "tables/arm.csv"));
}

// A .glb that does not hold its original becomes nothing.
TEST_F(MeetTest, AFileBesideItsGlbIsConverted) {
  folder_.Write("in/a.bin", CameraRecording());
  const std::string in = folder_ / "in";
  Exits(0, "convert --to=glb", in + "/a.bin");
  ASSERT_TRUE(fs::exists(in + "/a.glb"));
  Exits(0, "convert --to=mrtk -o", folder_ / "out/", in);
  EXPECT_TRUE(fs::exists(folder_ / "out/a.bin"));
}

TEST_F(MeetTest, TwoThatWouldBecomeOneAreNamedAndTheOthersDone) {
  const std::string in = folder_ / "in";
  folder_.Write("in/a.bin", CameraRecording());
  folder_.Write("in/a.dat", CameraRecording());
  folder_.Write("in/b.bin", CameraRecording());
  for (const Words& words :
       {AsTyped("convert --to=glb -o", folder_ / "out/", in),
        AsTyped("sample --times=0 -o", folder_ / "out/", in),
        AsTyped("repair -o", folder_ / "out/", in + "/a.bin",
                folder_.Write("other/a.bin", CameraRecording()),
                in + "/b.bin")}) {
    SCOPED_TRACE(words[0]);
    const RunResult result = Exits(1, words);
    EXPECT_THAT(result.err, Has("left out, because they would become one file",
                                "in/a.bin, "));
    const auto files = FilesIn(folder_ / "out");
    ASSERT_EQ(files.size(), 1u);
    EXPECT_THAT(files.begin()->first, ::testing::StartsWith("b."));
    fs::remove_all(folder_ / "out");
  }
}

// Beside its source, a result replaces no file that would be read.
TEST_F(MeetTest, AFileOfOursIsNotTakenForAResult) {
  folder_.Write("arm.m3d", corpus::TextOf(corpus::Arm()));
  folder_.Write("arm.json", kDoorArmature);
  const RunResult result =
      Exits(2, "convert --to=json -o", folder_.path(), folder_.path());
  EXPECT_THAT(result.err, Has("is to be read"));
  EXPECT_EQ(ReadFile(folder_ / "arm.json"), kDoorArmature);
}

TEST_F(MeetTest, VerboseNamesWhatIsLeftOut) {
  const std::string in = folder_ / "in";
  folder_.Write("in/a.bin", CameraRecording());
  folder_.Write("in/fixed/a.bin", CameraRecording());
  folder_.Write("in/r.json", "{}");
  const std::string left_out = "left out, because this run writes it";
  EXPECT_THAT(Clipguard("repair -v -o", in + "/fixed/", in).err,
              Has("in/fixed/a.bin: " + left_out));
  EXPECT_THAT(Clipguard("repair -o", in + "/fixed/", in).err,
              Not(Has(left_out)));
  EXPECT_THAT(
      Clipguard("validate -v", "--output=json:" + in + "/r.json", in).err,
      Has("in/r.json: " + left_out));
}

}  // namespace
}  // namespace clipguard::cli
