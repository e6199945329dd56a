// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/cli/cli_input.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "absl/strings/str_split.h"
#include "base/text_of.h"
#include "fuzz/formats.h"
#include "fuzz/shared/mutator.h"
#include "fuzz/shared/random.h"
#include "parser/detect/format.h"

namespace clipguard::fuzz {
namespace {

constexpr std::string_view kMark = "\n$clipguard";

constexpr const char* kCommands[] = {
    "validate", "validate", "info",    "sample", "play",     "graph",
    "repair",   "repair",   "convert", "diff",   "optimize", "merge",
    "explain",  "help",     "report",  "valdate"};
constexpr std::string_view kWords =
    "- -- --help --version no-such-file KEY_TIME_NOT_FINITE all validate "
    "--format=text --format=json --format=json --format=sarif --format=sarif "
    "--format=junit --format=github --format=gitlab --format=markdown "
    "--format=shard --findings-page=https://a --format=csv --format=ndjson "
    "--format=npy --format=npz --shape=long --shape=wide "
    "--only=camera,*.IndexTip --only=joints,bones.* --only=[ --list-columns "
    "--copy-unrepaired --require-files --format=mermaid --format --strict "
    "--dry-run --exact --all --quiet --point=1 --degrees=1 --to=glb --to=json "
    "--to=csv --to=bedrock --to=mrtk --to=m3d --to=forge --lossy "
    "--tolerance=0.001 --degrees=1 --unsafe -q -v --color=always "
    "--strict=perhaps --fail-on=none --fail-on=warning "
    "--ignore=KEY_TIME_NOT_FINITE --warn=FORMAT_UNKNOWN,LABEL_MISMATCH "
    "--error=ROTATION_W_LOST --only=JSON_SYNTAX --ignore=x "
    "--for=mrtk-2.5,d3d11-book,forge-1.8 --for=mrtk-2.8,d3d12-book,forge-1.12 "
    "--for=help --for=x --unrecognised=ignore --unrecognised=warn --no-config "
    "--include=*.bin --exclude=[ --shard=auto --shard=auto/2 --follow-symlinks "
    "limits --curves --raw-rotation --max-size=1M --handedness=left --jobs=1 "
    "--jobs=3 --jobs=0 --jobs=99999999999999999999 --shard=1/1 --shard=2/3 "
    "--shard=0/0 --as=mrtk --as=m3d --as=forge-asm --as=forge-armature "
    "--as=xr-hands --layout=compact --layout=full --layout=both "
    "--limit=file-bytes=10 --limit=keys-per-curve=2 --limit=markers=1 "
    "--limit=name-bytes=1 --limit=findings-kept=1 --limit=findings-kept=0 "
    "--limit=json-bytes=9 --limit=json-depth=2 --limit=expression-depth=1 "
    "--limit=x --limit --times=0 --times=0,0.5,1e9 --times=nan "
    "--times=-inf,inf, --times=, --fps=1 --fps=90 --fps=-1 --fps=1e-30 "
    "--from=0.25 --from=-1e9 --to=0.5 --to=x --clip=0 --value=end,progress "
    "--set=click_time=1 --set=open_speed=NaN --set=x --joints=lid,a "
    "--resources=no-such-folder --script=no-such-file";

// Whether a flag is about another file than the one that is checked.
bool IsFileFlag(std::string_view arg) {
  constexpr std::array<std::string_view, 10> kFlags = {
      "--script",   "--files-from",     "--config",
      "--baseline", "--write-baseline", "--output",
      "--out",      "--in-place",       "-o",
      "--against"};
  return std::any_of(kFlags.begin(), kFlags.end(), [&](std::string_view flag) {
    return arg.starts_with(flag);
  });
}

void MutateArgs(std::vector<std::string>& args, Random& random) {
  for (size_t left = random.Few(); left != 0; --left) {
    const size_t at = random.Below(args.size() + 1);
    switch (random.Below(4)) {
      case 0:
        if (at < args.size()) {
          args.erase(args.begin() + static_cast<ptrdiff_t>(at));
        }
        break;
      case 1:
        if (args.empty()) args.emplace_back();
        args[0] = random.Pick(kCommands);
        break;
      default:
        args.insert(args.begin() + static_cast<ptrdiff_t>(at),
                    random.PickWord(kWords));
    }
  }
  if (!random.OneIn(4)) args.emplace_back("-");
}

}  // namespace

CliInput SplitCliInput(std::span<const uint8_t> bytes) {
  const std::string_view text = TextOf(bytes);
  const size_t mark = text.rfind(kMark);
  if (mark == std::string_view::npos) {
    return {bytes, {"validate", "--format=json", "-"}};
  }
  return {bytes.first(mark),
          absl::StrSplit(std::string(text.substr(mark + kMark.size())), ' ',
                         absl::SkipEmpty())};
}

std::vector<std::string> Defused(const std::vector<std::string>& args) {
  std::vector<std::string> safe;
  bool samples = !args.empty() && args[0] == "play";
  for (const std::string& arg : args) {
    std::error_code error;
    const bool exists = std::filesystem::exists(arg, error);
    samples = samples || arg.starts_with("--fps");
    // Files that may be endless or are written, and output that differs from
    // run to run.
    if (IsFileFlag(arg) || arg.starts_with("--stats")) continue;
    safe.push_back(exists || error ? "-" : arg);
  }
  if (samples) {
    // The last one counts; before "--", or it would be a path.
    const auto end = std::find(safe.begin(), safe.end(), "--");
    const std::vector<std::string> few = {"--fps=50", "--to=2",
                                          "--limit=evaluation-steps=1000"};
    safe.insert(end, few.begin(), few.end());
  }
  return safe;
}

size_t MutateCliInput(uint8_t* data, size_t size, size_t max_size,
                      uint32_t seed, ByteMutator mutate_bytes) {
  Random random(seed);
  if (random.OneIn(8)) return mutate_bytes(data, size, max_size);
  CliInput input = SplitCliInput({data, size});
  std::vector<uint8_t> file(input.file.begin(), input.file.end());
  if (random.OneIn(2)) {
    MutateArgs(input.args, random);
  } else {
    const size_t old_size = file.size();
    file.resize(std::max<size_t>(max_size, 1));
    const std::optional<Format> format = DetectFormat(input.file);
    const auto fits = [&](const FuzzFormat* known) {
      return format && known->formats.Contains(*format);
    };
    const auto known = std::ranges::find_if(AllFormats(), fits);
    const FuzzFormat& any =
        known != AllFormats().end() ? **known : *AllFormats().front();
    file.resize(any.inputs.mutate(file.data(), old_size, file.size(),
                                  static_cast<uint32_t>(random.Next()),
                                  mutate_bytes));
  }
  std::string tail(kMark);
  for (const std::string& arg : input.args) tail += " " + arg;
  file.insert(file.end(), tail.begin(), tail.end());
  if (file.size() > max_size) return mutate_bytes(data, size, max_size);
  std::ranges::copy(file, data);
  return file.size();
}

}  // namespace clipguard::fuzz
