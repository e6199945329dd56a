// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The program as a process: what it inherits from whoever starts it.

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::Not;

struct Start {
  std::vector<std::string> args;
  std::string folder = "/";
  std::map<std::string, std::string> environment = {};
  std::set<int> closed = {};    // of the standard streams
  rlim_t most = RLIM_INFINITY;  // bytes that a file may have (ulimit -f)
  std::string appends_to = {};  // standard output, if it is a file of its own
};

std::string Content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// In the process that is to become the program.
[[noreturn]] void Become(const std::string& program, const Start& start,
                         const std::string& out, const std::string& err) {
  for (const char* name : {"BUILD_WORKING_DIRECTORY",
                           "BUILD_WORKSPACE_DIRECTORY", "CLIPGUARD_KERNEL"}) {
    unsetenv(name);
  }
  for (const auto& [name, value] : start.environment) {
    setenv(name.c_str(), value.c_str(), 1);
  }
  const int streams[] = {
      open("/dev/null", O_RDONLY | O_CLOEXEC),
      open(out.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600),
      open(err.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};
  for (int fd = 0; fd < 3; ++fd) {
    if (dup2(streams[fd], fd) != fd) _exit(126);
    if (start.closed.contains(fd)) close(fd);
  }
  std::vector<std::string> words = {program};
  words.insert(words.end(), start.args.begin(), start.args.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  if (chdir(start.folder.c_str()) != 0) _exit(126);
  // Whatever the caller does with the signal.
  signal(SIGXFSZ, SIG_DFL);
  // A lower limit of the caller's stays.
  rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(126);
  limit.rlim_cur = std::min(limit.rlim_max, start.most);
  if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(126);
  execv(program.c_str(), argv.data());
  _exit(127);
}

RunResult RunProcess(const Start& start) {
  const std::string program = std::filesystem::absolute("cli/clipguard");
  TempFolder folder;
  const std::string out =
      start.appends_to.empty() ? folder / "out" : start.appends_to;
  const std::string err = folder / "err";
  const pid_t child = fork();
  if (child == 0) Become(program, start, out, err);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  return {.exit_code = WEXITSTATUS(status),
          .out = Content(out),
          .err = Content(err)};
}

// A shell's `>> file` and `1<> file` leave what is in the file.
TEST(StandardOutputTest, IsNoFileThatIsRead) {
  TempFolder folder;
  const std::string path = folder.Write("in/camera.bin", CameraRecording());
  for (const std::vector<std::string>& args :
       {AsTyped("sample --times=0", path), AsTyped("info", path),
        AsTyped("diff", path, path), AsTyped("convert --to=json -o -", path),
        AsTyped("repair -o -", path)}) {
    const RunResult result = RunProcess({.args = args, .appends_to = path});
    EXPECT_EQ(result.exit_code, kExitFailed) << args[0];
    EXPECT_THAT(result.err + result.out, Has("Standard output goes there"))
        << args[0];
    EXPECT_EQ(Content(path), CameraRecording()) << args[0];
  }
  // A log of an earlier run is no file of ours.
  const std::string log = folder.Write("in/log.txt", "before\n");
  const RunResult result =
      RunProcess({.args = {"validate", folder / "in"}, .appends_to = log});
  EXPECT_EQ(result.exit_code, kExitOk) << result.err;
  EXPECT_THAT(result.out, Has("before\nok "));
}

// ---- Signals ----------------------------------------------------------------

// Whether something lies in a folder, sooner or later.
bool Fills(const std::string& folder) {
  for (int i = 0; i < 3000; ++i) {
    if (!std::filesystem::is_empty(folder)) return true;
    usleep(10'000);
  }
  return false;
}

using SignalTest = TestInFolder;

TEST_F(SignalTest, LeavesNoTemporaryFile) {
  const std::string program = std::filesystem::absolute("cli/clipguard");
  for (const int number : {SIGHUP, SIGINT, SIGTERM}) {
    SCOPED_TRACE(number);
    const TempFolder scratch;
    const std::string out = scratch / "out";
    ASSERT_TRUE(std::filesystem::create_directory(out));
    // Nobody writes to it: the program waits, with its outputs open.
    const std::string pipe = scratch / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const Start start = {.args = {"validate", "--output=json:" + out + "/a",
                                  "--output=sarif:" + out + "/b", pipe}};
    const pid_t child = fork();
    if (child == 0) {
      signal(number, SIG_DFL);  // whatever the caller does with it
      Become(program, start, scratch / "stdout", scratch / "stderr");
    }
    EXPECT_TRUE(Fills(out));
    kill(child, number);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(WTERMSIG(status), number);
    EXPECT_TRUE(std::filesystem::is_empty(out));
  }
}

// Workers go on while the handler looks.
TEST_F(SignalTest, LeavesNoTemporaryFileOfManyWorkers) {
  const std::string program = std::filesystem::absolute("cli/clipguard");
  const std::string in = folder / "in";
  ASSERT_TRUE(std::filesystem::create_directory(in));
  for (int i = 0; i < 500; ++i) {
    std::filesystem::copy_file("corpus/mrtk/valid/hands-come-and-go.bin",
                               absl::StrFormat("%s/%d.bin", in, i));
  }
  for (int i = 0; i < 20; ++i) {
    SCOPED_TRACE(i);
    const std::string out = absl::StrFormat("%s/out%d", folder.path(), i);
    ASSERT_TRUE(std::filesystem::create_directory(out));
    const Start start = {
        .args = {"convert", "--to=csv", "-q", "--jobs=8", "-o", out, in}};
    const pid_t child = fork();
    if (child == 0) {
      signal(SIGTERM, SIG_DFL);
      Become(program, start, folder / "stdout", folder / "err");
    }
    EXPECT_TRUE(Fills(out));
    kill(child, SIGTERM);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    // On a quick machine it may have ended before.
    EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    for (const auto& entry : std::filesystem::directory_iterator(out)) {
      EXPECT_EQ(entry.path().extension(), ".csv") << entry.path();
    }
    EXPECT_EQ(ReadFile(folder / "err"), "");
  }
}

TEST_F(SignalTest, OneThatIsIgnoredStillIs) {
  const std::string program = std::filesystem::absolute("cli/clipguard");
  const std::string out = folder / "out";
  ASSERT_TRUE(std::filesystem::create_directory(out));
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const Start start = {
      .args = {"validate", "--output=json:" + out + "/a", pipe}};
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGHUP, SIG_IGN);
    Become(program, start, folder / "stdout", folder / "stderr");
  }
  EXPECT_TRUE(Fills(out));
  kill(child, SIGHUP);
  close(open(pipe.c_str(), O_WRONLY | O_CLOEXEC));
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_TRUE(std::filesystem::exists(out + "/a"));
}

// ---- The folder -------------------------------------------------------------

class FolderTest : public ::testing::Test {
 protected:
  FolderTest() {
    root_.Write("caller/of_caller", EmptyRecording());
    root_.Write("here/of_here", EmptyRecording());
    root_.Write("clipguard.runfiles/main/of_runfiles", EmptyRecording());
  }

  // Whether the program finds the file `name`.
  bool Finds(const std::string& name, const std::string& folder,
             const std::map<std::string, std::string>& environment) const {
    const RunResult result = RunProcess({.args = {"validate", name},
                                         .folder = root_ / folder,
                                         .environment = environment});
    EXPECT_THAT(result.exit_code, ::testing::AnyOf(0, 3)) << result.err;
    return result.exit_code == 0;
  }

  TempFolder root_;
  const std::string runfiles_ = "clipguard.runfiles/main";
};

TEST_F(FolderTest, UnderBazelRunIsTheCallers) {
  const std::map<std::string, std::string> environment = {
      {"BUILD_WORKING_DIRECTORY", root_ / "caller"},
      {"BUILD_WORKSPACE_DIRECTORY", root_ / "here"}};
  EXPECT_TRUE(Finds("of_caller", runfiles_, environment));
  EXPECT_FALSE(Finds("of_runfiles", runfiles_, environment));
}

TEST_F(FolderTest, IsItsOwnWhateverTheEnvironmentSays) {
  const std::map<std::string, std::string> both = {
      {"BUILD_WORKING_DIRECTORY", root_ / "caller"},
      {"BUILD_WORKSPACE_DIRECTORY", root_ / "caller"}};
  EXPECT_TRUE(Finds("of_here", "here", both));
  EXPECT_FALSE(Finds("of_caller", "here", both));
  const std::map<std::string, std::string> gone = {
      {"BUILD_WORKING_DIRECTORY", root_ / "gone"},
      {"BUILD_WORKSPACE_DIRECTORY", root_ / "gone"}};
  EXPECT_TRUE(Finds("of_here", "here", gone));
  // Bazel sets both.
  EXPECT_TRUE(Finds("of_runfiles", runfiles_,
                    {{"BUILD_WORKING_DIRECTORY", root_ / "caller"}}));
  EXPECT_TRUE(Finds("of_runfiles", runfiles_,
                    {{"BUILD_WORKSPACE_DIRECTORY", root_ / "caller"}}));
  EXPECT_TRUE(Finds("of_runfiles", runfiles_, {}));
}

TEST_F(FolderTest, MayBeGone) {
  const RunResult result = RunProcess(
      {.args = {"validate", "of_here"},
       .folder = root_ / runfiles_,
       .environment = {{"BUILD_WORKING_DIRECTORY", root_ / "gone"},
                       {"BUILD_WORKSPACE_DIRECTORY", root_ / "here"}}});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, Has("gone: No such file or directory"));
}

// ---- Streams that were closed -----------------------------------------------

// A closed stream is replaced by one that no file can take the place of.
TEST(ClosedStreamTest, IsOpenedOnNothing) {
  // Empty files are of no format.
  EXPECT_THAT(
      RunProcess({.args = {"validate", "/proc/self/fd/0"}, .closed = {0}}).out,
      Has("FORMAT_UNKNOWN"));
  EXPECT_THAT(
      RunProcess({.args = {"validate", "/proc/self/fd/2"}, .closed = {0, 2}})
          .out,
      Has("FORMAT_UNKNOWN"));
  EXPECT_THAT(
      RunProcess({.args = {"validate", "/proc/self/fd/1"}, .closed = {1}}).err,
      Not(Has("/proc/self/fd/1")));
}

TEST(ClosedStreamTest, IsUnreadableOrUnwritable) {
  TempFolder folder;
  const std::string file = folder.Write("f", CameraRecording());
  const RunResult in =
      RunProcess({.args = {"validate", file, "-"}, .closed = {0}});
  EXPECT_EQ(in.exit_code, 3);
  EXPECT_EQ(in.err, "clipguard: -: Bad file descriptor\n");
  const RunResult out = RunProcess({.args = {"validate", file}, .closed = {1}});
  EXPECT_EQ(out.exit_code, 3);
  EXPECT_EQ(out.err,
            "clipguard: cannot write the output: Bad file descriptor\n");
  const RunResult err = RunProcess({.args = {"validate", file}, .closed = {2}});
  EXPECT_EQ(err.exit_code, 0);
  EXPECT_THAT(err.out, Has(file));
  EXPECT_EQ(
      RunProcess({.args = {"validate", file}, .closed = {0, 1, 2}}).exit_code,
      3);
  EXPECT_EQ(Content(file), CameraRecording());
}

// ---- Files that may not grow ------------------------------------------------

using FileSizeTest = TestInFolder;

TEST_F(FileSizeTest, ALimitIsAnErrorAndLeavesNothing) {
  const std::string file = folder.Write("f.bin", CameraRecording());
  const std::vector<std::string> convert = {"convert", "--to=json", "-o",
                                            folder / "f.json", file};
  const RunResult result = RunProcess({.args = convert, .most = 500});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, Has("File too large"));
  EXPECT_EQ(Content(file), CameraRecording());
  const std::filesystem::directory_iterator files(folder.path());
  EXPECT_EQ(std::distance(files, {}), 1);
  EXPECT_EQ(RunProcess({.args = convert}).exit_code, 0);
  EXPECT_GT(Content(folder / "f.json").size(), 500U);
}

TEST_F(FileSizeTest, ALimitLeavesTheOriginal) {
  const std::string file = folder.Write("f.bin", UnusualRecording());
  const std::vector<std::string> repair = {"repair", "--in-place", file};
  EXPECT_EQ(RunProcess({.args = repair, .most = 20}).exit_code, 3);
  EXPECT_EQ(Content(file), UnusualRecording());
  const std::filesystem::directory_iterator files(folder.path());
  EXPECT_EQ(std::distance(files, {}), 1);
  EXPECT_EQ(RunProcess({.args = repair}).exit_code, 0);
  EXPECT_NE(Content(file), UnusualRecording());
}

// ---- CLIPGUARD_KERNEL -------------------------------------------------------

using KernelTest = TestInFolder;

TEST_F(KernelTest, ABadNameIsAnErrorOnlyWhereKernelsAreUsed) {
  const std::string file = folder.Write("f", CameraRecording());
  const auto run = [](const std::vector<std::string>& args) {
    return RunProcess(
        {.args = args, .environment = {{"CLIPGUARD_KERNEL", "avx1024"}}});
  };
  for (const std::vector<std::string>& args :
       {AsTyped("validate", file), AsTyped("info", file),
        AsTyped("sample --times=0", file)}) {
    const RunResult result = run(args);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err,
              "clipguard: CLIPGUARD_KERNEL: there is no kernel \"avx1024\" "
              "(scalar, neon, sse2, avx2 and avx512 exist)\n"
              "(clipguard help " +
                  args[0] + " shows how it is used)\n");
  }
  for (const char* words : {"help", "--help", "--version", "help validate",
                            "validate --help", "explain FILE_TRUNCATED"}) {
    const RunResult result = run(AsTyped(words));
    EXPECT_EQ(result.exit_code, 0) << words;
    EXPECT_EQ(result.err, "");
  }
}

TEST_F(KernelTest, AGoodNameIsObeyedAndChangesNothing) {
  const std::string file = folder.Write("f", CameraRecording());
  const RunResult best = RunProcess({.args = {"info", file}});
  const RunResult scalar =
      RunProcess({.args = {"info", file},
                  .environment = {{"CLIPGUARD_KERNEL", "scalar"}}});
  EXPECT_EQ(scalar.exit_code, 0);
  EXPECT_EQ(scalar.out, best.out);
}

}  // namespace
}  // namespace clipguard::cli
