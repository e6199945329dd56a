// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/flags/flag_table.h"

#include <cmath>
#include <vector>

#include "absl/strings/str_format.h"
#include "actions/convert/targets/conversion_targets.h"
#include "cli/formats/format_registry.h"
#include "cli/rows/row_writer.h"
#include "cli/rules/config.h"

namespace clipguard::cli {
namespace {

constexpr auto kFiles = FlagGroup::kFiles;
constexpr auto kReading = FlagGroup::kReading;

constexpr std::string_view kReportNames[] = {
    "text", "json", "sarif", "junit", "github", "gitlab", "markdown", "shard"};
constexpr std::string_view kCatalogueNames[] = {"text", "json", "markdown"};
constexpr std::string_view kInfoNames[] = {"text", "json", "csv"};
constexpr std::string_view kShapeNames[] = {"wide", "long"};
constexpr std::string_view kDrawingNames[] = {"dot", "mermaid"};
constexpr std::string_view kColorNames[] = {"auto", "always", "never"};
constexpr std::string_view kJointNames[] = {"mrtk", "webxr"};
constexpr std::string_view kJumpNames[] = {"two-keys", "pre-post"};
constexpr std::string_view kHandNames[] = {"auto", "left", "right"};

constexpr FlagValues kAny = {};
constexpr FlagValues kReports = {"report format", kReportNames};
constexpr FlagValues kCatalogues = {"report format", kCatalogueNames};
constexpr FlagValues kTextOrJson = {"report format",
                                    std::span(kCatalogueNames).first(2)};
constexpr FlagValues kTextJsonOrCsv = {"report format", kInfoNames};
constexpr FlagValues kShapes = {"shape", kShapeNames};
constexpr FlagValues kDrawings = {"output format", kDrawingNames};
constexpr FlagValues kColors = {"colour", kColorNames};
constexpr FlagValues kJoints = {"joint names", kJointNames};
constexpr FlagValues kJumps = {"form of jumps", kJumpNames};
constexpr FlagValues kHands = {"handedness", kHandNames};
constexpr FlagValues kSeverities = {"--fail-on", kFailOnNames};
constexpr FlagValues kUnrecognised = {"--unrecognised", kUnrecognisedNames};

// The decimal number that a float32 still rounds to a finite one.
constexpr double kMostSeconds = 3.4028235e38;

// Numbers. No fit is as close as the smallest tolerance of `convert`.
constexpr FlagValues kSeconds = {
    .range = FlagRange{.least = -kMostSeconds, .most = kMostSeconds}};
constexpr FlagValues kJobs = {.range = FlagRange{.least = 1, .whole = true}};
constexpr FlagValues kNotNegative = {.range = FlagRange{.least = 0}};
constexpr FlagValues kAboveZero = {.range =
                                       FlagRange{.least = 0, .above = true}};
constexpr FlagValues kTolerances = {.range =
                                        FlagRange{.least = 1e-30, .most = 1e6}};
constexpr FlagValues kDegrees = {.range =
                                     FlagRange{.least = 1e-30, .most = 180}};
constexpr FlagValues kMostApart = {
    .range = FlagRange{.least = 0, .most = 1e6, .above = true}};
constexpr FlagValues kMostTurned = {
    .range = FlagRange{.least = 0, .most = 180, .above = true}};
constexpr FlagValues kScales = {.range =
                                    FlagRange{.least = 1e-30, .most = 1e30}};
constexpr FlagValues kViewAngles = {
    .range = FlagRange{.least = 0.001, .most = 179.999}};
constexpr FlagValues kFrameRates = {.range =
                                        FlagRange{.least = 0.001, .most = 1e5}};
constexpr FlagValues kSampleRates = {
    .range = FlagRange{.least = 0, .most = kMostTimes, .above = true}};
constexpr FlagValues kTries = {
    .range = FlagRange{.least = 1, .most = 1e7, .whole = true}};

constexpr std::string_view kReaders =
    "validate report view info sample play graph repair diff convert optimize "
    "reduce";
constexpr std::string_view kFolders =
    "validate report view info sample repair convert optimize";

std::span<const std::string_view> TargetNames() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> list;
    for (const auto& target : actions::AllConversionTargets()) {
      list.push_back(target.name);
    }
    return list;
  }();
  return names;
}

}  // namespace

bool FlagRange::Contains(double number) const {
  return (above ? number > least : number >= least) && number <= most &&
         (!whole || number == std::floor(number));
}

std::string FlagRange::Text() const {
  const FlagRange all;
  std::string out = whole ? "a whole number" : "a number";
  if (least != all.least) {
    absl::StrAppendFormat(&out, "%s %.15g", above ? " above" : " from", least);
  }
  if (most != all.most) {
    absl::StrAppendFormat(&out, "%s %.15g", above ? ", up to" : " to", most);
  } else if (least != all.least && !above) {
    out += " on";
  }
  return out;
}

bool HasWord(std::string_view words, std::string_view word) {
  const auto padded = [](std::string_view text) {
    return " " + std::string(text) + " ";
  };
  return padded(words).find(padded(word)) != std::string::npos;
}

std::string_view FlagSpec::name() const {
  const std::string_view flag = usage.substr(usage.find("--"));
  return flag.substr(0, flag.find('='));
}

std::string_view FlagSpec::value() const {
  const size_t equals = usage.find('=');
  return equals == std::string_view::npos ? "" : usage.substr(equals + 1);
}

char FlagSpec::letter() const {
  return usage.starts_with("--") ? other_letter : usage[1];
}

bool FlagSpec::takes_path() const {
  const std::string_view what = value();
  return what == "FILE" || what == "PLACE" || what == "DIR";
}

bool FlagSpec::IsOf(std::string_view command) const {
  return commands.empty() || HasWord(commands, command);
}

std::string FlagSpec::Joined(std::string_view between) const {
  std::string out;
  for (const std::string_view name : values.names) {
    if (!out.empty()) out += between;
    out += name;
  }
  return out;
}

const FlagSpec* FindFlag(std::string_view command, std::string_view name) {
  const FlagSpec* found = nullptr;
  for (const FlagSpec& flag : AllFlags()) {
    if (flag.name() != name) continue;
    if (flag.IsOf(command)) return &flag;
    if (found == nullptr) found = &flag;
  }
  return found;
}

std::span<const FlagSpec> AllFlags() {
  // Those that are known at run time only.
  static const FlagValues targets = {"target", TargetNames()};
  static const FlagValues formats = {"format", kFormatNames};
  static const FlagValues layouts = {"layout", LayoutNames()};
  static const FlagValues tables = {"output format", TableFormatNames()};
  static const FlagSpec kFlags[] = {
      // Commands that convert a file into another.
      {"convert", "--to=FORMAT", "what it becomes", targets},
      {"convert", "--out=PLACE",
       "the file for the result (-o PLACE), or - for standard output. Without "
       "it: the file's name with the format's extension, in the same folder, "
       "if nothing has that name. For several files a folder, which exists or "
       "ends in /",
       kAny, 'o'},
      {"convert", "--lossy", "write the rest although something is lost"},
      {"convert", "--keep-original",
       "of glb: put the file itself into the result, too, so that nothing is "
       "lost"},
      {"convert", "--dry-run", "write nothing, and say what would be lost"},
      {"convert", "--tolerance=D",
       "of glb: how far its curves may be from those of the file, in their "
       "own units (metres); 0.0001 without it. For bedrock: how far joints may "
       "be off between keys, in blocks; 1/256 without it",
       kTolerances},
      {"diff", "--tolerance=D",
       "ignore differences up to this, in the file's units (metres in "
       "recordings). Default: 0",
       kNotNegative},
      {"optimize", "--tolerance=T",
       "how far a position may be from where it was, at any time, in metres; "
       "for hands, of any point 3 cm off a joint. 0.0001 without it",
       kMostApart},
      {"convert", "--degrees=A",
       "the same for rotations, in degrees; 0.01 without it", kDegrees},
      {"diff", "--degrees=A", "the same for angles, in degrees; 0 without it",
       kNotNegative},
      {"optimize", "--degrees=D",
       "how far a rotation or direction may be turned (0.1)", kMostTurned},
      {"convert", "--cubic",
       "of glb, recordings: smaller curves, for players of CUBICSPLINE such as "
       "three.js. Blender, Godot and Assimp play these wrong"},
      {"convert", "--linear", ""},
      {"convert", "--fps=F",
       "of glb: F samples a second instead (60 without --fps), joined by "
       "lines; nothing is proven of them; of handsbin and iwer: F frames a "
       "second",
       kFrameRates},
      {"convert", "--rig",
       "of glb, recordings: each hand as a skeleton with a skin"},
      {"convert", "--joint-names=NAMES",
       "of glb, recordings: hand_left_IndexTip and the like (mrtk), or WebXR's",
       kJoints},
      {"convert", "--fixed-bones",
       "of --rig: bones keep their median length, and it is said what that "
       "costs"},
      {"convert", "--scale=F", "of glb: F times as large", kScales},
      {"convert", "--fov=DEGREES",
       "of glb, recordings: the camera's vertical angle of view (40.107, 0.7 "
       "radians, without it)",
       kViewAngles},
      {"convert", "--model=FILE",
       "of glb, armatures: the block model whose elements become boxes; "
       "--resources finds it, too"},
      {"convert", "--from-zero",
       "of glb: move a recording, or each clip of a character, so that it "
       "begins at 0"},
      {"convert", "--textures=DIR",
       "of glb, characters: where their textures are, beside those beside the "
       "file. DDS becomes PNG"},
      {"convert", "--jumps=FORM",
       "of bedrock: two-keys a millisecond apart (the default; all players "
       "read these), or pre-post in one key, for Blockbench",
       kJumps},
      {"convert", "--handedness=HAND",
       "of glb, of characters: auto (the default: what triangles and normals "
       "tell), left or right",
       kHands},
      {"repair optimize", "--dry-run",
       "write nothing, and say what would change"},
      {"repair", "--out=PLACE",
       "the file for the result (-o PLACE); or a folder that exists, or whose "
       "name ends in /, where files keep their paths below the folder that is "
       "searched; or - for standard output. Files without faults are copied",
       kAny, 'o'},
      {"optimize", "--out=PLACE",
       "the file for the result (-o PLACE); or a folder that exists, or whose "
       "name ends in /, where files keep their paths below the folder that is "
       "searched; or - for standard output. A file that cannot be smaller is "
       "copied",
       kAny, 'o'},
      {"repair", "--copy-unrepaired",
       "into a folder, also write files that have errors left"},
      {"repair", "--in-place",
       "replace the files that are repaired, each as a whole, or not at all"},
      {"optimize", "--in-place",
       "replace the files that get smaller, each as a whole, or not at all"},
      {"repair", "--unsafe", "make the guesses, too"},
      {"repair convert optimize", "--jobs=N", "work on N files at a time",
       kJobs},
      {"repair", "-q, --quiet",
       "only files that have errors left, and the summary"},
      {"convert", "-q, --quiet",
       "of several files only those that are refused, and the summary"},
      {"optimize", "-q, --quiet",
       "only files that are refused, and the summary"},
      {"diff", "--point=DISTANCE",
       "measure how far a point moves that is this far from its joint. "
       "Default: 0.03 m in recordings, a sixtieth of a character's size",
       kAboveZero},
      {"diff", "--exact",
       "also count what means the same and is only written in\nanother way"},
      {"diff", "--all", "all differences and notes, not only the worst"},
      {"diff", "--quiet", "print nothing: the exit code says it"},
      {"diff", "--format=FORMAT", "text (the default) or json (one object)",
       kTextOrJson},
      {"reduce", "--finding=CODE",
       "the finding to keep; of several, the first one's place"},
      {"reduce", "--max-tries=N", "how many files are tried at most (5000)",
       kTries},
      {"reduce", "--out=PLACE",
       "the file for the result (-o PLACE), or - for standard output", kAny,
       'o'},
      {"convert reduce", "--format=FORMAT",
       "text (the default) or json (an object on a line)", kTextOrJson},
      // Commands that show the contents of files and their motion.
      {"repair optimize", "--format=FORMAT",
       "text (the default) or json (an object a line)", kTextOrJson},
      {"info", "--format=FORMAT",
       "text (the default; of several files a table), json (an object a line) "
       "or csv (a row a file)",
       kTextJsonOrCsv},
      {"info", "--curves",
       "as text: every single curve; of characters every material, clip and "
       "bone. For several files all that is said of one, not a table"},
      {"sample", "--times=T,T,...",
       "at these times, in seconds; of Forge's files NaN and Infinity are "
       "times, too. --times=keys: at all times of the file's own keys"},
      {"sample", "--fps=F",
       "at F times a second, from 0 to the end, or from a clip's start to its "
       "end; an armature's clips go from 0 to 1",
       kSampleRates},
      {"sample", "--from=T", "", kSeconds},
      {"sample", "--to=T",
       "with --fps: begin at the first time, and end at the second, which is "
       "sampled only if a step ends there.\nTime values have no end, and need "
       "--to. So does a file\nwhose own times are absurdly far apart: there "
       "are at most\nten million times",
       kSeconds},
      {"sample", "--out=PLACE",
       "the file for the table (-o PLACE); or a folder that exists, or whose "
       "name ends in /, for a table of each file, below the same paths; or - "
       "for standard output",
       kAny, 'o'},
      {"sample", "--format=FORMAT",
       "csv, json, ndjson (an object a row), npy or npz (NumPy); without it, "
       "what the name of --out ends in; else json of one file, and csv of "
       "several",
       tables},
      {"sample", "--shape=SHAPE",
       "wide (a row a time; of characters and armatures a row a time and "
       "joint): the default of one file; or long (a row for each time and "
       "joint): that of several, and of npy",
       kShapes},
      {"sample", "--only=PATTERN,...",
       "only these parts and joints: camera, right.IndexTip, Palm (of both "
       "hands), right.*.position; may be given more than once"},
      {"sample", "--list-columns",
       "show what --only can choose in these files"},
      {"sample", "--jobs=N",
       "sample N files at a time; the table is the same for any N", kJobs},
      {"sample", "-q, --quiet",
       "name files that are left out, and say nothing else"},
      {"sample", "-v, --verbose",
       "also name files with nothing recorded, state machines, and files that "
       "are left out because the run writes them"},
      {"sample", "--raw-rotation",
       "rotations and gaze directions as a recording's curves have them, not "
       "normalised"},
      {"sample", "--true-times",
       "of XR Hands captures: the times at which frames were recorded; version "
       "2 stamps each with that of the one before"},
      {"sample", "--clip=NAME",
       "of characters and armatures: which clip; without it,\nall in a table "
       "that has a column for them, else the first"},
      {"sample", "--value=NAME,...",
       "of state machines: these parameters; without it, all"},
      {"sample", "--set=NAME=FLOAT",
       "of state machines: a value that the game's code would supply; may be "
       "given more than once"},
      {"play", "--format=FORMAT",
       "text (the default on a terminal: what is different from the step "
       "before), json (else: an object a line) or csv (a row for each step and "
       "joint)",
       kTextJsonOrCsv},
      {"play", "--script=FILE",
       "the steps, one a line: {\"set\": {\"name\": 1.5}}, {\"transition\": "
       "\"open\"} or {\"apply\": 0.25}; - is standard input, where each step "
       "is answered at once. Lines that begin with # or // are comments"},
      {"play", "--to=T",
       "without a script: apply 60 times a second from 0 to T", kSeconds},
      {"play", "--fps=F", "", kSampleRates},
      {"play", "--from=T", "with --to: apply F times a second; begin at T",
       kSeconds},
      {"play", "--times=T,T,...", "without a script: apply at these times"},
      {"play", "--joints=a,b,...",
       "show these joints; without it, all of the armatures\nthat are used"},
      {"play", "--set=NAME=FLOAT",
       "a value that the game's code would supply, from the start"},
      {"graph", "--format=FORMAT",
       "dot (the default), the language of Graphviz, which makes pictures of "
       "it: clipguard graph FILE | dot -Tsvg; or mermaid, a diagram for a page "
       "of a code host",
       kDrawings},
      {"explain", "--format=FORMAT",
       "text (the default), json (an object a line) or markdown", kCatalogues},
      // Commands that write HTML pages.
      {"report", "--out=PLACE",
       "where the page goes (-o PLACE): a file; - is standard output; a folder "
       "gets a page for each file",
       kAny, 'o'},
      {"report", "--against=FILE",
       "compare with this file: both motions, and how far they are apart",
       kAny},
      {"view", "--against=FILE", "compare with this file", kAny},
      {"report view", "--model=FILE",
       "of armatures: the block model whose elements they move; --resources "
       "finds it, too"},
      {"report", "--max-size=SIZE",
       "how large the page may be, 20,000,000 bytes without it; k, M and G "
       "after a number are powers of 1024. The page leaves out the parts that "
       "do not fit, and names them. 1M at least"},
      {"view", "--max-size=SIZE",
       "how large the page may be, 20,000,000 bytes without it"},
      {"report view", "--handedness=HAND",
       "of characters: auto (the default: what triangles and normals tell), "
       "left or right",
       kHands},
      {"validate", "--format=FORMAT",
       "text (the default), json (an object a line), sarif (2.1.0), junit, "
       "github (commands of a workflow), gitlab (Code Quality), markdown (a "
       "summary) or shard (for clipguard merge)",
       kReports},
      {"merge", "--format=FORMAT",
       "text (the default), or what validate writes: json, sarif, junit, "
       "github, gitlab, markdown or shard",
       kReports},
      {"validate merge", "--output=FORMAT:FILE",
       "write this report to a file, too; may be given more than once"},
      {"validate merge", "--findings-page=URL",
       "where docs/findings.md is on the web: what sarif links to"},
      {"validate merge", "-q, --quiet",
       "one line for each file with something wrong, and nothing if there is "
       "none"},
      {"validate", "-v, --verbose",
       "every file and every finding; without it, the first few of a file, "
       "and if there are more than ten files, only those with something wrong. "
       "Also files that are left out because the run writes them"},
      {"merge", "-v, --verbose", "every file and every finding"},
      {"report repair convert optimize", "-v, --verbose",
       "name files that are left out because the run writes them, and of "
       "several that repair or optimize reads those that are sound"},
      {"validate merge info", "--color=WHEN",
       "auto (the default: on a terminal), always or never", kColors},
      {"validate repair convert optimize", "--stats",
       "say on standard error how much was read, and how fast"},
      // Severity of findings.
      {"validate", "--for=TARGET,...",
       "do the files load, and play right, in these programs: mrtk-2.8, "
       "d3d12-book, forge-1.12 ...? --for=help lists them"},
      {"report", "--for=TARGET,...",
       "do the files load, and play right, in these programs: mrtk-2.8, "
       "d3d12-book, forge-1.12 ...?"},
      {"view", "--for=TARGET,...",
       "do the files load, and play right, in these programs?"},
      {"validate report", "--fail-on=SEVERITY",
       "error (the default), warning (count warnings as errors), or none (let "
       "the exit code say nothing about findings)",
       kSeverities},
      {"view", "--fail-on=SEVERITY", "error (the default), warning or none",
       kSeverities},
      {"merge", "--fail-on=SEVERITY",
       "error, warning (count all warnings as errors), or none (let the exit "
       "code say nothing about findings). Without it: as the runs were told",
       kSeverities},
      {"validate report view merge", "--strict",
       "the same as --fail-on=warning"},
      {"validate report view", "--ignore=CODE,...",
       "do not report these codes, only how many there are"},
      {"validate report view", "--error=CODE,...",
       "count these codes as errors"},
      {"validate report view", "--warn=CODE,...",
       "count these codes as warnings, --strict or not"},
      {"validate report view", "--only=CODE,...", "ignore all other codes"},
      {"validate report", "--config=FILE",
       "take settings from this file, and not from the nearest clipguard.toml "
       "in the working directory or above it"},
      {"view", "--config=FILE", "take settings from this file"},
      {"validate report view", "--no-config", "take no settings from a file"},
      {"validate", "--write-baseline=FILE",
       "write a list of the present findings to this file"},
      {"validate", "--baseline=FILE",
       "report only findings that are not in this list, and say which of the "
       "list were fixed since"},
      {"report view", "--baseline=FILE",
       "show only findings that are not in this list"},
      {"validate", "--unrecognised=WHAT",
       "what to do with files of other formats: ignore, warn or error. "
       "Without it, such a file is an error if it was named, and only counted "
       "if it was found in a folder",
       kUnrecognised},
      {"report", "--unrecognised=WHAT",
       "what to do with files of other formats: ignore, warn or error",
       kUnrecognised},
      {"view", "--unrecognised=WHAT", "ignore, warn or error", kUnrecognised},
      {"validate", "--jobs=N",
       "check N files at a time (256 at most). Without it: one for each CPU, "
       "or fewer, so that the open files together do not exceed the largest "
       "file or 4 MiB. The output is the same for any N",
       kJobs},
      {"report", "--jobs=N",
       "check N files at a time; the page is the same for any N", kJobs},
      {"view", "--jobs=N", "check N files at a time", kJobs},
      {"validate", "--shard=I/N",
       "check the I-th of N parts of the files only. --shard=auto: the part "
       "that Bazel, Slurm, GitLab or CLIPGUARD_SHARD_INDEX and _TOTAL say; "
       "--shard=auto/N: Kubernetes, which does not say how many there are"},
      {"", "--help", "show this text"},
      // Which files of a folder or list are looked at.
      {kFolders, "--include=PATTERN",
       "only files that fit one of these patterns; * is any name, ** any "
       "folders: --include='*.m3d' --include='assets/**/asms/*.json'",
       kAny, 0, kFiles},
      {kFolders, "--exclude=PATTERN",
       "no files or folders that fit one of these", kAny, 0, kFiles},
      {kFolders, "--hidden", "folders whose names begin with a dot, too", kAny,
       0, kFiles},
      {kFolders, "--files-from=FILE",
       "the files of a list, one a line; - is standard input", kAny, 0, kFiles},
      {kFolders, "--null",
       "the list's names end in NUL (as from find -print0), even if there is "
       "no NUL in it",
       kAny, 0, kFiles},
      {kFolders, "--require-files",
       "exit with 1 if there is no file that clipguard reads", kAny, 0, kFiles},
      // How files are read.
      {kReaders, "--as=FORMAT", ": what it is", formats, 0, kReading,
       ": treat every file as this, whatever is in it"},
      {"validate report view info sample repair diff convert optimize reduce",
       "--layout=LAYOUT", "auto (the default), compact or full: of MRTK's keys",
       layouts, 0, kReading,
       "auto (the default), compact or full: the key layout of MRTK "
       "recordings"},
      {kReaders, "--limit=NAME=VALUE",
       "refuse what asks for more: clipguard help limits", kAny, 0, kReading,
       "refuse what asks for more than this; k, M and G after a number are "
       "powers of 1024. clipguard help limits lists names, units and defaults"},
      {kReaders, "--resources=DIR",
       "a mod's assets, where models and their armatures are;\nor the folder "
       "of a character's textures",
       kAny, 0, kReading,
       "for animation state machines and armatures: a folder of game "
       "resources, where the armature domain:path is "
       "DIR/domain/armatures/path.json and its model "
       "DIR/domain/models/path.json; for characters: the folder of their "
       "textures"},
      {kReaders, "--follow-symlinks",
       "read links that lead out of a folder, too", kAny, 0, kReading,
       "read links that lead out of a folder that is searched, or of "
       "--resources; what is named directly is read anyway"},
      {kReaders, "--inputs=NAME,...",
       "what the game's code supplies to state machines; other names are then "
       "errors",
       kAny, 0, kReading,
       "for animation state machines: the values that the game's code "
       "supplies; any other name that is not a parameter\nis then an error. "
       "--inputs= is for none"},
      {kReaders, "--special-events=NAME,...",
       "events !NAME:... that the mod's own machine knows", kAny, 0, kReading,
       "for Forge's files: events !NAME or !NAME:... that a machine of the "
       "mod's own understands, and that are no FORGE_SPECIAL_EVENT_UNKNOWN"},
  };
  return kFlags;
}

}  // namespace clipguard::cli
