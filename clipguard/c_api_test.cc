// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The C interface returns the same bytes as the program prints and writes.

#include "clipguard/c_api.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/test_util.h"
#include "gtest/gtest.h"
#include "testing/sanitizers.h"
#include "testing/temp_folder.h"

namespace clipguard {
namespace {

namespace fs = std::filesystem;

using Args = std::vector<std::string>;
using Files = std::map<std::string, std::string>;

struct Ran {
  int exit_code = 0;
  std::string out;
  std::string err;
  Files written;

  friend bool operator==(const Ran&, const Ran&) = default;
};

Ran Take(clipguard_result* result) {
  Ran ran;
  ran.exit_code = clipguard_exit_code(result);
  size_t size = 0;
  const char* text = clipguard_output(result, &size);
  ran.out.assign(text, size);
  text = clipguard_messages(result, &size);
  ran.err.assign(text, size);
  for (size_t i = 0; i < clipguard_written_count(result); ++i) {
    const auto* bytes =
        reinterpret_cast<const char*>(clipguard_written(result, i, &size));
    ran.written[clipguard_written_path(result, i)].assign(bytes, size);
  }
  clipguard_free(result);
  return ran;
}

// Both are to outlive it.
clipguard_file FileOf(const char* path, std::string_view bytes) {
  return {.path = path,
          .kind = CLIPGUARD_FILE,
          .bytes = reinterpret_cast<const uint8_t*>(bytes.data()),
          .size = bytes.size(),
          .problem = nullptr};
}

Ran RunModule(const Args& args, std::vector<clipguard_file> files,
              const char* folder = nullptr) {
  std::vector<const char*> words;
  for (const std::string& arg : args) words.push_back(arg.c_str());
  const clipguard_input input = {.args = words.data(),
                                 .arg_count = words.size(),
                                 .files = files.data(),
                                 .file_count = files.size(),
                                 .folder = folder,
                                 .load = nullptr,
                                 .context = nullptr};
  return Take(clipguard_run(&input));
}

Ran RunModule(const Args& args, const Files& files,
              const char* folder = nullptr) {
  std::vector<clipguard_file> list;
  for (const auto& [path, bytes] : files) {
    list.push_back(FileOf(path.c_str(), bytes));
  }
  return RunModule(args, list, folder);
}

// Runs the program in a folder of its own. The files that it writes to out/ are
// kept.
Ran RunProgram(const Args& args) {
  fs::create_directory("out");
  const cli::RunResult result = cli::RunProgram(args);
  Ran ran{result.exit_code, result.out, result.err, {}};
  for (const auto& entry : fs::recursive_directory_iterator("out")) {
    if (!entry.is_regular_file()) continue;
    ran.written[entry.path().string()] = ReadFile(entry.path());
  }
  fs::remove_all("out");
  return ran;
}

// Files in an empty working directory, where the program finds them as well.
class InFolder : public testing::Test {
 protected:
  InFolder() : before_(fs::current_path()) { fs::current_path(temp_.path()); }
  ~InFolder() override { fs::current_path(before_); }

  void Add(const std::string& path, const std::string& bytes) {
    temp_.Write(path, bytes);
    files_[path] = bytes;
  }

  void ExpectSame(const Args& args) {
    std::string said;
    for (const std::string& arg : args) absl::StrAppend(&said, " ", arg);
    SCOPED_TRACE(said);
    const Ran program = RunProgram(args);
    const Ran module = RunModule(args, files_, temp_.path().c_str());
    EXPECT_EQ(module.exit_code, program.exit_code);
    EXPECT_EQ(module.out, program.out);
    EXPECT_EQ(module.err, program.err);
    EXPECT_TRUE(module.written == program.written)
        << module.written.size() << " and " << program.written.size();
  }

  const fs::path before_;
  TempFolder temp_;
  Files files_;
};

// The corpus, each file under its own name in the folder of its format.
class CorpusThroughModule : public InFolder {
 protected:
  void AddCorpus() {
    for (const auto& entry :
         fs::recursive_directory_iterator(before_ / "corpus")) {
      if (entry.path().extension() == ".cc" || !entry.is_regular_file()) {
        continue;
      }
      Add(entry.path().lexically_relative(before_).string(),
          ReadFile(entry.path()));
    }
    ASSERT_GT(files_.size(), 300u);
  }

  // With each file alone; under sanitizers, with every fourth.
  void ExpectSameOfEach(const Args& args) {
    size_t at = 0;
    for (const auto& [path, bytes] : files_) {
      if (CLIPGUARD_SANITIZED && at++ % 4 != 0) continue;
      Args with_path = args;
      with_path.push_back(path);
      ExpectSame(with_path);
      if (HasFailure()) return;
    }
  }
};

TEST_F(CorpusThroughModule, Validates) {
  AddCorpus();
  ExpectSame({"validate", "corpus"});
  for (const char* format : {"json", "sarif", "junit", "gitlab"}) {
    ExpectSame({"validate", absl::StrCat("--format=", format), "corpus/"});
  }
  ExpectSame({"validate", "-q", "--output=json:out/r.json",
              "--include=corpus/mrtk/**", "corpus"});
  ExpectSameOfEach({"validate", "--format=json"});
}

TEST_F(CorpusThroughModule, ShowsWhatIsInFiles) {
  AddCorpus();
  ExpectSame({"info", "corpus"});
  ExpectSame({"info", "--format=json", "corpus"});
}

TEST_F(CorpusThroughModule, Samples) {
  AddCorpus();
  for (const char* format : {"npy", "npz", "csv", "ndjson"}) {
    const std::string as = absl::StrCat("--format=", format);
    ExpectSame({"sample", "--times=0,0.5", as, "-o", "out/", "corpus/mrtk",
                "corpus/m3d"});
    ExpectSame({"sample", "--times=0,0.5", as, "--shape=long", "corpus"});
  }
  ExpectSameOfEach({"sample", "--times=0,0.5,7"});
}

TEST_F(CorpusThroughModule, Converts) {
  AddCorpus();
  for (const char* to : {"glb", "json", "csv", "mrtk", "m3d", "bedrock"}) {
    ExpectSame({"convert", absl::StrCat("--to=", to), "--format=json",
                "--lossy", "-o", "out/", "corpus"});
  }
}

TEST_F(CorpusThroughModule, Repairs) {
  AddCorpus();
  ExpectSame({"repair", "--format=json", "-o", "out/", "corpus"});
  ExpectSame({"repair", "--unsafe", "--dry-run", "corpus"});
  ExpectSame({"optimize", "--dry-run", "corpus/m3d"});
}

TEST_F(CorpusThroughModule, Reports) {
  AddCorpus();
  ExpectSame({"report", "-o", "out/page.html", "corpus/forge/warnings"});
  ExpectSame(
      {"report", "-o", "out/pages/", "--max-size=1M", "corpus/m3d/warnings"});
}

TEST_F(CorpusThroughModule, Compares) {
  AddCorpus();
  const std::string* before = nullptr;
  size_t at = 0;
  for (const auto& [path, bytes] : files_) {
    if (before != nullptr && (!CLIPGUARD_SANITIZED || at++ % 4 == 0)) {
      ExpectSame({"diff", "--format=json", *before, path});
      if (HasFailure()) return;
    }
    before = &path;
  }
}

TEST_F(InFolder, ExplainsAndHelps) {
  for (const char* format : {"text", "json", "markdown"}) {
    ExpectSame({"explain", absl::StrCat("--format=", format)});
  }
  ExpectSame({"explain", "KEY_TIME_NOT_FINITE"});
  ExpectSame({"help", "validate"});
  ExpectSame({"--version"});
  ExpectSame({"valdate"});
  ExpectSame({});
}

TEST_F(InFolder, SaysWhatIsWrongWithPathsAndFlags) {
  Add("a.bin", cli::CameraRecording());
  Add("d/b.bin", cli::BadRecording());
  Add("d/.hidden/c.bin", cli::CameraRecording());
  Add("d/picture.png", "\x89PNG\r\n\x1a\n");
  Add("empty.json", "");
  Add("rules.toml", "ignore = [\"KEY_TIME_NOT_FINITE\"]\n");
  ExpectSame({"validate", "missing.bin"});
  ExpectSame({"validate", "d"});
  ExpectSame({"validate", "--hidden", "d"});
  ExpectSame({"validate", "d/picture.png", "empty.json"});
  ExpectSame({"validate", "--config=rules.toml", "d"});
  ExpectSame({"validate", "--config=missing.toml", "d"});
  ExpectSame({"validate", "--limit=file-bytes=10", "a.bin"});
  ExpectSame({"validate", "--as=forge-asm", "a.bin"});
  ExpectSame({"validate", "--nonsense", "a.bin"});
  ExpectSame({"validate"});
  ExpectSame({"convert", "--to=glb", "a.bin", "-o", "a.bin"});
  ExpectSame({"convert", "--to=glb", "a.bin", "d/b.bin"});
  ExpectSame({"sample", "a.bin"});
  ExpectSame({"sample", "--fps=60", "d"});
  ExpectSame({"repair", "a.bin"});
  ExpectSame({"diff", "a.bin", "d/b.bin"});
  ExpectSame({"report", "a.bin"});
  ExpectSame({"report", "-o", "a.bin", "a.bin"});
  ExpectSame({"report", "-o", "out/page.html", "--against=a.bin", "d/b.bin"});
  ExpectSame(
      {"report", "-o", "out/page.html", "--against=empty.json", "a.bin"});
}

TEST_F(InFolder, MendsInPlace) {
  const Files files = {{"a.bin", cli::BadRecording()},
                       {"d/b.bin", cli::BadRecording()}};
  for (const auto& [path, bytes] : files) Add(path, bytes);
  const Args args = {"repair", "--unsafe", "--in-place", "a.bin", "d"};
  const Ran module = RunModule(args, files_, temp_.path().c_str());
  const Ran program = RunProgram(args);
  EXPECT_EQ(module.out, program.out);
  EXPECT_EQ(module.exit_code, program.exit_code);
  for (const auto& [path, bytes] : module.written) {
    EXPECT_EQ(bytes, ReadFile(path)) << path;
  }
}

TEST_F(InFolder, KnowsForgesFilesByTheirPlace) {
  const std::string path = "assets/mod/armatures/block/a.json";
  Add(path, "[]");
  ExpectSame({"validate", path});
  const std::string bytes = "[]";
  const Ran inside =
      RunModule({"validate", "--format=json", "a.json"}, {{"a.json", bytes}},
                "/w/assets/mod/armatures/block");
  EXPECT_NE(inside.out.find("forge-armature"), std::string::npos) << inside.out;
}

TEST(CApi, ReadsStandardInput) {
  const std::string text(10'000, 'x');
  for (const std::string& bytes : {text, cli::CameraRecording()}) {
    const cli::RunResult program =
        cli::RunProgram({"validate", "--format=json", "-"}, bytes);
    const Ran module =
        RunModule({"validate", "--format=json", "-"}, {{"-", bytes}});
    EXPECT_EQ(module.out, program.out);
    EXPECT_EQ(module.exit_code, program.exit_code);
  }
}

TEST(CApi, RefusesWhatNeedsASystem) {
  for (const Args& args : std::vector<Args>{{"view", "a"},
                                            {"validate", "--jobs=2", "a"},
                                            {"validate", "--shard", "1/2", "a"},
                                            {"validate", "--format=shard"},
                                            {"validate", "--format", "shard"},
                                            {"validate", "--output=shard:s"}}) {
    const Ran ran = RunModule(args, Files());
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_NE(ran.err.find("the program alone"), std::string::npos) << ran.err;
  }
}

TEST(CApi, LoadsWhatIsRead) {
  struct Host {
    std::string bytes;
    int loads = 0;
  } host{.bytes = cli::CameraRecording()};
  const char* args[] = {"validate", "--format=json", "a.bin"};
  const clipguard_file files[] = {
      {"b.bin", CLIPGUARD_FILE, nullptr, 7, nullptr},
      // The size that it had is not the one that counts.
      {"a.bin", CLIPGUARD_FILE, nullptr, host.bytes.size() + 9, nullptr}};
  clipguard_input input = {
      args,
      3,
      files,
      2,
      nullptr,
      [](void* context, size_t index, size_t* size) -> uint8_t* {
        auto& to = *static_cast<Host*>(context);
        EXPECT_EQ(index, 1u);
        ++to.loads;
        uint8_t* const bytes = clipguard_allocate(to.bytes.size());
        std::copy(to.bytes.begin(), to.bytes.end(), bytes);
        *size = to.bytes.size();
        return bytes;
      },
      &host};
  EXPECT_EQ(Take(clipguard_run(&input)),
            RunModule({"validate", "--format=json", "a.bin"},
                      {{"a.bin", host.bytes}}));
  EXPECT_EQ(host.loads, 1);

  input.load = [](void*, size_t, size_t*) -> uint8_t* { return nullptr; };
  const Ran failed = Take(clipguard_run(&input));
  EXPECT_EQ(failed.exit_code, 3);
  EXPECT_NE(failed.out.find("FILE_UNREADABLE"), std::string::npos);
}

// A host that writes results to their paths must not lose a file.
TEST(CApi, NoResultHasThePlaceOfAFileThatIsRead) {
  const std::string recording = cli::CameraRecording();
  for (const char* place : {"a.bin", "./a.bin", "x/../a.bin", "/a.bin"}) {
    const Ran ran =
        RunModule({"convert", "--to=mrtk-full", "-o", place, "a.bin"},
                  Files{{"a.bin", recording}});
    EXPECT_EQ(ran.exit_code, 2) << place;
    EXPECT_TRUE(ran.written.empty()) << place;
    EXPECT_NE(ran.err.find("' is to be read"), std::string::npos);
  }
  const Ran apart =
      RunModule({"convert", "--to=mrtk-full", "-o", "b.bin", "a.bin"},
                Files{{"a.bin", recording}, {"./b.bin", recording}});
  EXPECT_EQ(apart.exit_code, 0);
  EXPECT_EQ(apart.written.size(), 1u);
}

TEST(CApi, SaysWhyAFileCannotBeRead) {
  clipguard_file file = FileOf("a.bin", "");
  file.problem = "it was gone";
  const Ran ran =
      RunModule({"validate", "a.bin"}, std::vector<clipguard_file>{file});
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_NE(ran.err.find("it was gone"), std::string::npos) << ran.err;
}

TEST(CApi, RefusesNull) {
  const char* args[] = {"validate", nullptr};
  clipguard_file file = FileOf("a.bin", "");
  clipguard_input input = {args, 2, &file, 1, nullptr, nullptr, nullptr};
  const Ran word = Take(clipguard_run(&input));
  EXPECT_EQ(word.exit_code, 2);
  EXPECT_EQ(word.err, "clipguard: args[1] is null\n");
  args[1] = "a.bin";
  file.path = nullptr;
  const Ran path = Take(clipguard_run(&input));
  EXPECT_EQ(path.exit_code, 3);
  EXPECT_EQ(path.err, "clipguard: files[0].path is null\n");
}

TEST(CApi, PassesOverLinks) {
  const std::string bytes = cli::CameraRecording();
  std::vector<clipguard_file> files = {
      FileOf("d/a.bin", bytes), FileOf("d/link", ""), FileOf("d/out", ""),
      FileOf("d/pipe", "")};
  files[1].kind = CLIPGUARD_FOLDER_LINK;
  files[2].kind = CLIPGUARD_LINK_OUT;
  files[3].kind = CLIPGUARD_OTHER;
  const Ran ran = RunModule({"validate", "d"}, files);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  for (const char* note :
       {"d/link: skipped, a link to a folder", "1 link out of the folder",
        "d/pipe: skipped, neither a file nor a folder"}) {
    EXPECT_NE(ran.err.find(note), std::string::npos) << ran.err;
  }
}

TEST(CApi, GivesNothingOfWhatThereIsNot) {
  clipguard_free(nullptr);
  clipguard_release(nullptr);
  size_t size = 1;
  EXPECT_EQ(clipguard_exit_code(nullptr), 3);
  EXPECT_STREQ(clipguard_output(nullptr, &size), "");
  EXPECT_EQ(size, 0u);
  EXPECT_STREQ(clipguard_messages(nullptr, nullptr), "");
  EXPECT_EQ(clipguard_written_count(nullptr), 0u);
  EXPECT_EQ(clipguard_written_path(nullptr, 0), nullptr);
  const char* const args[] = {"sample", "--times=0", "-o", "t.csv", "a.bin"};
  const std::string bytes = cli::CameraRecording();
  const clipguard_file file = FileOf("a.bin", bytes);
  const clipguard_input input = {args, 5, &file, 1, nullptr, nullptr, nullptr};
  clipguard_result* const result = clipguard_run(&input);
  ASSERT_EQ(clipguard_written_count(result), 1u);
  EXPECT_STREQ(clipguard_written_path(result, 0), "t.csv");
  size = 1;
  EXPECT_EQ(clipguard_written_path(result, 1), nullptr);
  EXPECT_EQ(clipguard_written(result, 1, &size), nullptr);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(clipguard_written(result, SIZE_MAX, nullptr), nullptr);
  clipguard_free(result);
}

TEST(CApi, TellsItsVersion) { EXPECT_STREQ(clipguard_version(), "0.1.0"); }

}  // namespace
}  // namespace clipguard
