// Uses clipguard as a library, and looks whether its values are the bits that
// they are everywhere: with every kernel of this machine, and whatever flags
// this workspace asks for.

#include <bit>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clipguard/eval/curve/compiled_clip.h"
#include "clipguard/eval/machine/time/time_values.h"
#include "clipguard/eval/skeleton/skeleton_clip.h"
#include "clipguard/eval/skeleton/skeleton_sampler.h"
#include "clipguard/parser/finding.h"
#include "clipguard/parser/forge/state_machine.h"
#include "clipguard/parser/m3d/checks/validate.h"
#include "clipguard/parser/mrtk/checks/validate.h"
#include "clipguard/simd/float_environment.h"
#include "clipguard/simd/kernel.h"
#include "clipguard/version.h"
#include "parser/arguments.h"

namespace {

// Any change of any bit changes it.
class BitsHash {
 public:
  void Add(std::span<const float> values) {
    for (const float value : values) {
      hash_ ^= std::bit_cast<uint32_t>(value);
      hash_ *= 0x100000001b3;
      hash_ ^= hash_ >> 29;
    }
  }
  uint64_t value() const { return hash_; }

 private:
  uint64_t hash_ = 0xcbf29ce484222325;
};

// Exact, however it is compiled.
float Time(int i) { return static_cast<float>(i) / 128; }

std::span<const uint8_t> Bytes(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

uint64_t HashOfRecording(const std::string& file, clipguard::Kernel kernel) {
  clipguard::FindingList findings;
  const auto view = clipguard::mrtk::ReadAndValidate(Bytes(file), {}, findings);
  if (!view) return 0;
  const clipguard::eval::CompiledClip clip(*view, kernel);
  clipguard::eval::PoseSampler sampler(clip);
  std::vector<float> pose(clip.channels());
  BitsHash hash;
  for (int i = -64; i < 1000; ++i) {
    sampler.Sample(Time(i), pose);
    hash.Add(pose);
  }
  return hash.value();
}

uint64_t HashOfCharacter(const std::string& file, clipguard::Kernel kernel) {
  clipguard::FindingList findings;
  const auto character =
      clipguard::m3d::ReadAndValidate(Bytes(file), {}, findings);
  if (!character) return 0;
  const clipguard::eval::SkeletonClip clip(*character, character->clips[0],
                                           kernel);
  clipguard::eval::SkeletonSampler sampler(clip);
  std::vector<clipguard::m3d::Matrix> transforms(clip.bones());
  BitsHash hash;
  for (int i = -64; i < 1000; ++i) {
    sampler.Sample(Time(i), transforms);
    for (const clipguard::m3d::Matrix& matrix : transforms) hash.Add(matrix);
  }
  return hash.value();
}

uint64_t HashOfStateMachine(const std::string& file) {
  clipguard::FindingList findings;
  const auto machine = clipguard::forge::ReadStateMachine(file, {}, findings);
  if (!machine) return 0;
  const clipguard::eval::TimeValues values(*machine);
  clipguard::eval::TimeInputs inputs(*machine);
  inputs.Set("input", 0.3f);
  std::vector<float> x(1000);
  for (int i = 0; i < 1000; ++i) x[i] = Time(i - 500);
  std::vector<float> y(x.size());
  BitsHash hash;
  for (const auto& parameter : machine->parameters) {
    const auto entry = values.Find(parameter.expression);
    if (!entry || !values.Evaluate(*entry, x, inputs, y)) return 0;
    hash.Add(y);
  }
  return hash.value();
}

bool Agrees(const char* what, const char* kernel, uint64_t hash,
            uint64_t expected) {
  std::printf("%-14s %-8s %016llx%s\n", what, kernel,
              static_cast<unsigned long long>(hash),
              hash == expected ? "" : "  WRONG");
  return hash == expected;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  std::printf("clipguard %s\n", CLIPGUARD_VERSION_STRING);
  std::printf("This thread: %s\n",
              clipguard::CheckFloatEnvironment().ToString().c_str());
  // In a program that may have been linked with -ffast-math.
  const clipguard::ScopedFloatEnvironment exact;
  if (!clipguard::CheckFloatEnvironment().ok()) return 1;

  const std::string recording = ReadFile(argv[1]);
  const std::string character = ReadFile(argv[2]);
  const std::string machine = ReadFile(argv[3]);
  bool good = true;
  for (const char* name : {"scalar", "neon", "sse2", "avx2", "avx512"}) {
    const auto kernel = clipguard::ParseKernel(name);
    if (!kernel.ok()) continue;
    good &= Agrees("recording", name, HashOfRecording(recording, *kernel),
                   0x444c238bc00a66c3);
    good &= Agrees("character", name, HashOfCharacter(character, *kernel),
                   0xf9f693092db868cf);
  }
  good &= Agrees("state machine", "", HashOfStateMachine(machine),
                 0x53a67760f39cab14);
  return good ? 0 : 1;
}
