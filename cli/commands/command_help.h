// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Help texts of the commands: the purpose and examples of each. The flags are
// in cli/flags/flag_table.cc.

#ifndef CLIPGUARD_CLI_COMMANDS_COMMAND_HELP_H_
#define CLIPGUARD_CLI_COMMANDS_COMMAND_HELP_H_

#include <string_view>

namespace clipguard::cli {

inline constexpr std::string_view kValidateHelp =
    R"(clipguard validate [FLAGS] PATH...

Says whether each file can be trusted, and what is wrong with it.

  clipguard validate recording.bin
  clipguard validate --format=json uploads/ > report.ndjson
  clipguard validate --output=sarif:report.sarif --strict assets/
  curl -s URL | clipguard validate -
)";

inline constexpr std::string_view kReportHelp =
    R"(clipguard report [FLAGS] -o PLACE PATH...

Writes a page that shows what was checked: the verdict, each finding with what
it means and where it is, the curves of recordings, what moves in three
dimensions, state machines that can be played, and the bytes. The page is one
file, needs no network, and can be sent to whoever made the files. A folder gets
a page for each file, and index.html, which lists them.

  clipguard report -o report.html recording.bin
  clipguard report -o report.html --resources=assets assets/
  clipguard report -o report.html --max-size=40M --exclude='**/old/' uploads/
  clipguard report -o pages/ uploads/
  clipguard report -o report.html --against=before.bin after.bin
)";

inline constexpr std::string_view kViewHelp =
    R"(clipguard view [FLAGS] PATH...

Writes the page of clipguard report to a temporary folder, which stays, and
opens it in the browser: that of the variable BROWSER, or the system's.

  clipguard view recording.bin
  clipguard view --resources=assets assets/example/asms/door.json
)";

inline constexpr std::string_view kMergeHelp =
    R"(clipguard merge [FLAGS] REPORT...

Joins the reports of several processes into one, the same as if one process had
checked all files. Each is a file, or - for standard input.

  clipguard validate --shard=1/2 --output=shard:1.ndjson uploads/
  clipguard validate --shard=2/2 --output=shard:2.ndjson uploads/
  clipguard merge --output=sarif:report.sarif 1.ndjson 2.ndjson

Reports of --format=shard say which part of which run they are: a part that is
missing, torn, there twice or of another run is named, and nothing is written.
Reports of --format=json are taken, too, each as complete; they lack the content
of files that text, sarif and github show.
)";

inline constexpr std::string_view kInfoHelp =
    R"(clipguard info [FLAGS] PATH...

Shows what is in each file: of recordings version, duration, curves and
markers; of characters materials, clips and the skeleton as a tree; of armatures
joints and clips; of state machines states, transitions, clips and parameters.
A file with errors is shown as far as it can be read; a character with errors
is not shown.

  clipguard info recording.bin
  clipguard info --curves character.m3d | less
  clipguard info --format=json uploads/ | jq .duration
)";

inline constexpr std::string_view kSampleHelp =
    R"(clipguard sample [FLAGS] PATH...

Writes what a recording does at given times, or a character's bones or an
armature's joints do in one of its clips, or what a state machine's time values
are: of one file, or of many as one table. A recording or character with errors
is not sampled. In a Forge file that is sampled alone, parts with errors are
left out and the rest is sampled. The page docs/sample.md in the sources says
what the numbers mean.

  clipguard sample --fps=60 -o table.csv recordings/
  clipguard sample --fps=60 --only=camera,IndexTip -o table.csv recordings/
  clipguard sample --fps=60 -o tables/ recordings/
  clipguard sample --times=0,0.5,1 recording.bin
  clipguard sample --clip=walk --fps=30 character.m3d
  clipguard sample --fps=60 --format=csv recording.bin > poses.csv
  clipguard sample --fps=10 --from=2 --to=3.5 recording.bin
  clipguard sample --value=progress --set=click_time=1 --times=1,2 asm.json
)";

inline constexpr std::string_view kPlayHelp =
    R"(clipguard play [FLAGS] ASM

Runs an animation state machine as the game would, and says on a terminal what
each step changes: the state, events, how joints are moved and turned. Elsewhere
it writes a line of JSON for each step: the state before and after, the events,
and the joints' matrices. A step that fails says why, and the run goes on.

  clipguard play --resources=assets --to=2 assets/example/asms/door.json
  clipguard play --resources=assets --script=steps.ndjson asm.json
  clipguard play --resources=assets --script=- --joints=lid asm.json
  clipguard play --resources=assets --to=2 --format=csv asm.json > poses.csv
)";

inline constexpr std::string_view kGraphHelp =
    R"(clipguard graph [FLAGS] ASM

Draws an animation state machine: its states and what they show, the
transitions and what makes them happen. A transition without words is left to
the game's code. States that cannot be reached stand apart.

  clipguard graph asm.json > door.dot
  clipguard graph --resources=assets asm.json | dot -Tsvg > door.svg
  clipguard graph --format=mermaid asm.json >> page.md
)";

inline constexpr std::string_view kRepairHelp =
    R"(clipguard repair [FLAGS] PATH...

Mends what can be mended, and says what it changes and what is lost. A repair
is safe if the rest of the file proves it, or if nothing is lost that a reader
could use; other repairs are guesses, and are made only with --unsafe. All else
keeps its bits.

  clipguard repair --dry-run recording.bin
  clipguard repair -o mended.bin recording.bin
  clipguard repair -o mended/ recordings/
  clipguard repair --in-place recordings/
)";

inline constexpr std::string_view kDiffHelp =
    R"(clipguard diff [FLAGS] A B

Compares the meaning of two files of one kind, of any version, layout and
dialect: how far poses are apart at most, and when; keys, markers, materials,
clips, states that were added, moved or lost. A .glb stands for the file that
convert --keep-original puts into it.

  clipguard diff before.bin after.bin
  clipguard diff --tolerance=0.0005 --degrees=0.1 before.bin after.bin
)";

inline constexpr std::string_view kDiffExitCodes = R"(
Exit codes: 0 the same, 1 different, 2 not comparable (or wrong usage), 3 some
file could not be read
)";

inline constexpr std::string_view kConvertHelp =
    R"(clipguard convert --to=FORMAT [FLAGS] PATH...

Writes files in another format. If a file would lose something, or move or look
different there, convert reports it and does not write it, unless --lossy is
given. A note says which parts the format can never hold. A file with errors is
not converted.

  clipguard convert --to=glb recording.bin
  clipguard convert --to=glb --dry-run recording.bin
  clipguard convert --to=glb -o glb/ recordings/
  clipguard convert --to=glb --tolerance=0.001 -o walk.glb recording.bin
  clipguard convert --to=glb --rig -o hands.glb recording.bin
  clipguard convert --to=glb --keep-original -o soldier.glb soldier.m3d
  clipguard convert --to=m3d -o again.m3d soldier.glb

Formats:
  glb                  glTF 2.0 in one binary file: all files
  mrtk, mrtk-full, mrtk-1.0
                       recordings in their other versions and layouts; each
                       with -unmarked added: without a list of markers
  handsbin, handsbin-1 captures of XR Hands, versions 2 and 1: captures,
                       recordings; mrtk makes recordings of captures
  iwer                 JSON that the emulator of WebXR plays: captures,
                       recordings
  m3d, m3d-d3d11, m3d-dashed
                       canonical text of a dialect, m3d of D3D12: characters
  m3d-d3d10            the same of D3D10 files
  forge                canonical text: armatures, state machines
  json                 the model, with every bit: all files. mrtk, handsbin
                       and m3d read it back, in the layout, version or dialect
                       that it names
  csv                  a row for each key: all but state machines
  bedrock              animations of Bedrock and GeckoLib (JSON): armatures
  mrtk, handsbin, m3d and forge also give back the file that a .glb keeps, byte
  for byte.
)";

inline constexpr std::string_view kOptimizeHelp =
    R"(clipguard optimize [FLAGS] PATH...

Writes MRTK recordings with fewer keys, which play the same within a tolerance.
That is proven from the curves, not only sampled. Everything else stays: layout,
markers, steps; first and last keys. A file with errors is refused. So are other
files: make a .glb of them (clipguard convert --to=glb), and that smaller with
gltfpack -af 0 -ac -kn -ke, or gltf-transform's resample({tolerance: 1e-6}) and
prune({keepLeaves: true}).

  clipguard optimize --tolerance=0.001 --dry-run recording.bin
  clipguard optimize --tolerance=0.001 -o small.bin recording.bin
  clipguard optimize --tolerance=0.0001 -o small/ recordings/
)";

inline constexpr std::string_view kReduceHelp =
    R"(clipguard reduce --finding=CODE --out=PLACE [FLAGS] FILE

Writes the smallest file found that still has a finding at the same kind of
place (the same code, and the same path but for indices). Parts of the format
are cut out first, then bytes. The file itself stays as it is.

  clipguard reduce --finding=KEY_TIME_NOT_FINITE -o small.bin recording.bin
)";

inline constexpr std::string_view kExplainHelp =
    R"(clipguard explain [FLAGS] [CODE...]

Explains findings: what they mean, where they come from, what to do. Without a
code: lists all.

  clipguard explain KEY_TIME_NOT_FINITE
  clipguard explain --format=markdown > findings.md
)";

inline constexpr std::string_view kHelpHelp =
    R"(clipguard help [COMMAND | flags | limits | bash | fish | zsh]

Explains the program, one of its commands, the flags that most of them share, or
the limits that --limit sets. For bash, fish and zsh: writes what that shell
needs to complete the command line.
)";

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_COMMANDS_COMMAND_HELP_H_
