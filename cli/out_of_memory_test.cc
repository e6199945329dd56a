// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// There is no memory: exit code 3 and a message, or the same result as ever,
// whichever allocation it is that fails.

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include "actions/optimize/recording/test_recordings.h"
#include "cli/clipguard.h"
#include "cli/io/environment.h"
#include "cli/io/process.h"
#include "cli/test_util.h"
#include "corpus/m3d/figures.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/mrtk/input_animation.h"
#include "testing/sanitizers.h"
#include "testing/temp_folder.h"

namespace {

// How many allocations still succeed; negative: all do.
std::atomic<int64_t> allocations_left{-1};
std::atomic<bool> fails_once{false};  // and then there is memory again
std::atomic<uint64_t> allocations{0};

}  // namespace

#if !CLIPGUARD_SANITIZED

namespace {

bool MayAllocate() {
  ++allocations;
  int64_t left = allocations_left.load();
  do {
    if (left < 0) return true;
    if (left == 0 && !fails_once) return false;
  } while (!allocations_left.compare_exchange_weak(left, left - 1));
  return left != 0;
}

}  // namespace

// glibc's functions under their other names.
extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);

void* malloc(size_t size) {
  if (MayAllocate()) return __libc_malloc(size);
  errno = ENOMEM;
  return nullptr;
}
void* calloc(size_t count, size_t size) {
  if (MayAllocate()) return __libc_calloc(count, size);
  errno = ENOMEM;
  return nullptr;
}
void* realloc(void* block, size_t size) {
  if (MayAllocate()) return __libc_realloc(block, size);
  errno = ENOMEM;
  return nullptr;
}
}  // extern "C"

#endif

namespace clipguard::cli {
namespace {

// Keeps the text without allocating memory. Text that does not fit is dropped.
class FixedOutput : public Output {
 public:
  FixedOutput() { text_.reserve(size_t{8} << 20); }
  void Write(std::string_view text) override {
    text_.append(text.substr(0, text_.capacity() - text_.size()));
  }
  std::string& text() { return text_; }

 private:
  std::string text_;
};

// A state machine that plays a clip of an armature, and draws everything.
constexpr std::string_view kMachine = R"({
  "parameters": {"speed": 2, "end": ["/", "speed", "#time"]},
  "clips": {"walk": "demo:legs@walk",
            "\u202Eslow": ["apply", "walk", ["*", 0.5, "speed"]],
            "stop": ["trigger_positive", "#walk", "end", "!transition:still"]},
  "states": ["still", "moving", "lost"],
  "transitions": {"still": "moving", "moving": ["still", "moving"]},
  "start_state": "moving"
})";
constexpr std::string_view kArmature = R"({
  "joints": {"hip": {"2": [1.0]}, "knee": {"3": [0.5]}},
  "clips": {"walk": {"loop": true, "joint_clips": {"hip": [
      {"variable": "offset_x", "type": "uniform", "interpolation": "linear",
       "samples": [0, 1, 2, 3]}]}, "events": {"0.5": "step"}}}
})";

// Returns a recording of which keys can be removed.
std::string Motion() {
  const auto bytes = mrtk::WriteInputAnimation(
      actions::MakeMotion({.seed = 1, .keys = 20}, true), mrtk::kRecorder11);
  return {bytes->begin(), bytes->end()};
}

using Words = std::vector<std::string>;

// Runs, each as its words.
std::vector<Words> Cases(const TempFolder& folder) {
  const std::string good = folder.Write("in/good.bin", CameraRecording());
  const std::string bad = folder.Write("in/bad.bin", BadRecording());
  const std::string motion = folder.Write("motion.bin", Motion());
  const std::string arm =
      folder.Write("in/arm.m3d", corpus::TextOf(corpus::Arm()));
  const std::string legs =
      folder.Write("assets/demo/armatures/legs.json", kArmature);
  const std::string machine = folder.Write("in/machine.json", kMachine);
  folder.Write("in/text", "nothing that is known");
  const std::string resources = "--resources=" + (folder / "assets");
  std::vector<Words> cases;
  const auto add = [&](const auto&... words) {
    cases.push_back(AsTyped(words...));
  };
  for (const char* format : {"text", "json", "sarif", "junit"}) {
    const std::string flag = std::string("--format=") + format;
    add("validate --jobs=1", flag, folder / "in");
    add("validate --jobs=3", flag, folder / "in");
  }
  for (const std::string& path : {good, bad, arm, legs, machine}) {
    add("validate", resources, path);
    add("info --curves", path);
    add("info --format=json", path);
    add("sample --times=0,1", path);
    add("sample --times=0,1 --format=csv", path);
  }
  // Repairs of each family, written and not.
  const std::string comma = folder.Write("broken/comma.m3d", [] {
    std::string text = corpus::TextOf(corpus::Arm());
    for (char& c : text) c = c == '.' ? ',' : c;
    return text;
  }());
  const std::string loose =
      folder.Write("broken/loose.json",
                   "{'joints': {}, \"clips\": {\"a\": {\"loop\": \"true\",}}}");
  for (const std::string& path : {bad, comma, loose}) {
    add("repair --dry-run --unsafe", path);
    add("repair", "--out=" + (folder / "out/"), path);
    add("validate --format=sarif --jobs=1", path);
  }
  add("optimize --tolerance=0.001 -o", folder / "small.bin", good);
  add("optimize --tolerance=0.001 --dry-run", motion);
  add("reduce --finding=KEY_TIME_NOT_FINITE --max-tries=9",
      "--out=" + (folder / "least.bin"), bad);
  add("reduce --finding=KEY_TIME_NOT_FINITE --max-tries=9 --format=json",
      "--out=" + (folder / "least.bin"), bad);
  for (const std::string& path : {good, bad, arm}) {
    add("convert --to=glb --keep-original --dry-run", path);
  }
  for (const std::string& path : {good, bad, arm, legs, machine}) {
    add("diff", path, path);
    add("diff --format=json", good, path);
    add("convert --to=json --lossy --dry-run", path);
    add("convert --to=csv --lossy --dry-run", path);
  }
  add("convert --to=bedrock --lossy --dry-run", legs);
  add("play --to=1", resources, machine);
  add("graph", resources, machine);
  add("graph", machine);
  add("explain FILE_TRUNCATED");
  add("explain --format=json FILE_TRUNCATED");
  add("help validate");
  add("validate --strcit", good);
  return cases;
}

// A run that may allocate `allowed` times.
int RunWith(const std::vector<std::string>& args, int64_t allowed,
            FixedOutput& out, FixedOutput& err) {
  out.text().clear();
  err.text().clear();
  Environment env{.out = out, .err = err};
  allocations_left = allowed;
  const int code = RunClipguard(args, env);
  allocations_left = -1;
  return code;
}

// Whether `check` holds in a process of its own, where all may end: "good" too
// if it ends for lack of memory.
template <typename Check>
std::string InChild(Check check) {
  const pid_t child = fork();
  if (child == 0) {
    EndWithoutMemory();
    // Its message is not for the test's log.
    dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
    _exit(check() ? 0 : 9);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child) return "lost";
  if (!WIFEXITED(status)) return "signal " + std::to_string(WTERMSIG(status));
  const int code = WEXITSTATUS(status);
  return code == 0 || code == kExitFailed ? "good" : "wrong";
}

using OutOfMemoryTest = TestInFolder;

TEST_F(OutOfMemoryTest, AtAnyAllocation) {
#if CLIPGUARD_SANITIZED
  GTEST_SKIP() << "the sanitizer owns malloc";
#endif
  FixedOutput out;
  FixedOutput err;
  for (const Words& args : Cases(folder)) {
    const std::string name = ::testing::PrintToString(args);
    // Once for what is made once a process.
    RunWith(args, -1, out, err);
    const uint64_t before = allocations;
    const int expected = RunWith(args, -1, out, err);
    const auto all = static_cast<int64_t>(allocations - before);
    const std::string expected_out = out.text();
    for (const bool once : {false, true}) {
      fails_once = once;
      // Each of the first, then fewer.
      for (int64_t n = 0; n < all; n += 1 + n / 4) {
        EXPECT_EQ(InChild([&] {
                    const int code = RunWith(args, n, out, err);
                    if (code == kExitFailed) return !err.text().empty();
                    return code == expected && out.text() == expected_out;
                  }),
                  "good")
            << name << (once ? " without allocation " : " from ") << n;
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST_F(OutOfMemoryTest, IsSaid) {
  FixedOutput out;
  FixedOutput err;
  fails_once = false;
#if CLIPGUARD_SANITIZED
  GTEST_SKIP() << "the sanitizer owns malloc";
#endif
  EXPECT_EQ(RunWith({"help"}, 0, out, err), 3);
  EXPECT_EQ(err.text(), "clipguard: out of memory\n");
}

// ---- A process with little address space
// -------------------------------------

struct Ending {
  int status = 0;
  std::string err;
};

Ending RunWithin(rlim_t bytes, const std::vector<std::string>& args,
                 const TempFolder& folder) {
  const std::string program = std::filesystem::absolute("cli/clipguard");
  const std::string err = folder / "err";
  std::vector<std::string> words = {program};
  words.insert(words.end(), args.begin(), args.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    const int messages =
        open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    dup2(null, 0);
    dup2(null, 1);
    dup2(messages, 2);
    const rlimit limit = {bytes, bytes};
    if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(126);
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  Ending ending;
  EXPECT_EQ(waitpid(child, &ending.status, 0), child);
  ending.err = ReadFile(err);
  return ending;
}

// Files of a few MB, so that the limits below hit every stage.
std::string LargeArmature() {
  std::string text = R"({"joints": {}, "clips": {)";
  for (size_t i = 0; i < 4000; ++i) {
    text += (i == 0 ? "" : ", ") + ("\"clip" + std::to_string(i)) +
            R"(": {"loop": false, "joint_clips": {"a": [{"variable":
"offset_x", "type": "uniform", "interpolation": "linear", "samples": [)";
    for (size_t k = 0; k < 100; ++k) text += k == 0 ? "0.25" : ", 0.25";
    text += R"(]}]}, "events": {}})";
  }
  return text + "}}";
}

std::string LargeMachine() {
  std::string states;
  std::string clips;
  std::string transitions;
  for (size_t i = 0; i < 20'000; ++i) {
    const std::string comma = i == 0 ? "" : ", ";
    const std::string name = "\"state" + std::to_string(i) + "\"";
    states += comma + name;
    clips += comma + name + ": \"demo:model" + std::to_string(i) + "@clip\"";
    transitions += comma + name + ": \"state0\"";
  }
  return R"({"parameters": {}, "clips": {)" + clips + R"(}, "states": [)" +
         states + R"(], "transitions": {)" + transitions +
         R"(}, "start_state": "state0"})";
}

std::string LargeRecording() {
  mrtk::InputAnimation animation;
  animation.has_camera = true;
  for (const auto part :
       {mrtk::kPositionX, mrtk::kPositionY, mrtk::kPositionZ, mrtk::kRotationX,
        mrtk::kRotationY, mrtk::kRotationZ, mrtk::kRotationW}) {
    auto& keys = animation.curve(mrtk::CurveSlot::Camera(part)).keys;
    for (size_t i = 0; i < 20'000; ++i) {
      keys.push_back({.time = static_cast<float>(i), .value = 1});
    }
  }
  return Encoded(animation);
}

TEST_F(OutOfMemoryTest, InAProcessWithLittleAddressSpace) {
#if CLIPGUARD_SANITIZED
  GTEST_SKIP() << "sanitizers need terabytes of address space";
#endif
  const std::string recording = folder.Write("in/rec.bin", LargeRecording());
  const std::string machine = folder.Write("in/asm.json", LargeMachine());
  const std::string armature = folder.Write("in/arm.json", LargeArmature());
  std::string text = corpus::TextOf(corpus::Biped());
  const std::string character = folder.Write("in/biped.m3d", text);
  std::vector<Words> runs = {
      AsTyped("validate --jobs=1", folder / "in"),
      AsTyped("validate --jobs=200 --format=junit", folder / "in"),
      AsTyped("play --to=1", machine), AsTyped("graph", machine)};
  for (const std::string& path : {recording, machine, armature, character}) {
    for (const char* run :
         {"info --format=json", "info --curves", "sample --times=0,1"}) {
      runs.push_back(AsTyped(run, path));
    }
    runs.push_back({"diff", path, path});
  }
  // Below this, the system cannot even start it.
  constexpr rlim_t kStep = 256 * 1024;
  rlim_t least = kStep;
  while (RunWithin(least, {"--version"}, folder).status != 0) {
    ASSERT_LT(least, rlim_t{1} << 30);
    least += kStep;
  }
  bool failed = false;
  for (const auto& args : runs) {
    for (rlim_t more = 0; more <= rlim_t{48} << 20; more = more * 2 + kStep) {
      SCOPED_TRACE(::testing::PrintToString(args) + " within " +
                   std::to_string(least + more));
      const Ending ending = RunWithin(least + more, args, folder);
      ASSERT_TRUE(WIFEXITED(ending.status))
          << "signal " << WTERMSIG(ending.status);
      const int code = WEXITSTATUS(ending.status);
      EXPECT_LE(code, 3);
      if (code != 3) continue;
      failed = true;
      EXPECT_THAT(ending.err, ::testing::AnyOf(Has("out of memory"),
                                               Has("Cannot allocate memory")));
    }
  }
  EXPECT_TRUE(failed);
}

}  // namespace
}  // namespace clipguard::cli
