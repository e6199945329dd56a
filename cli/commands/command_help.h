// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a user is told about each command: its purpose, its flags, examples. The
// flags that several commands have are in flags_help.h.

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

Flags:
  --format=FORMAT      text (the default), concise (a finding a line), json (an
                       object a line), sarif (2.1.0), junit, github (commands
                       of a workflow), gitlab (Code Quality) or shard (for
                       clipguard merge)
  --output=FORMAT:FILE write this report to a file, too; may be given more than
                       once
  --findings-page=URL  where docs/findings.md is on the web: what sarif links to
  -q, --quiet          one line for each file with something wrong, and nothing
                       if there is none
  -v, --verbose        every file and every finding; without it, the first few
                       of a file, and if there are more than ten files, only
                       those with something wrong
  --color=WHEN         auto (the default: on a terminal), always or never
  --stats              say on standard error how much was read, and how fast
  --for=TARGET,...     do the files load, and play right, in these programs:
                       mrtk-2.8, d3d12-book, forge-1.12 ...? --for=help lists
                       them
  --fail-on=SEVERITY   error (the default), warning (count warnings as errors),
                       or none (let the exit code say nothing about findings)
  --strict             the same as --fail-on=warning
  --ignore=CODE,...    do not report these codes, only how many there are
  --error=CODE,...     count these codes as errors
  --warn=CODE,...      count these codes as warnings, --strict or not
  --only=CODE,...      ignore all other codes
  --config=FILE        take settings from this file, and not from the nearest
                       clipguard.toml in the working directory or above it
  --no-config          take no settings from a file
  --write-baseline=FILE  write a list of the present findings to this file
  --baseline=FILE      report only findings that are not in this list, and say
                       which of the list were fixed since
  --unrecognised=WHAT  what to do with files of other formats: ignore, warn or
                       error. Without it, such a file is an error if it was
                       named, and only counted if it was found in a folder
  --jobs=N             check N files at a time (256 at most). Without it: one
                       for each CPU, or fewer, so that the open files together
                       do not exceed the largest file or 4 MiB. The output is
                       the same for any N
  --shard=I/N          check the I-th of N parts of the files only.
                       --shard=auto: the part that Bazel, Slurm, GitLab or
                       CLIPGUARD_SHARD_INDEX and _TOTAL say; --shard=auto/N:
                       Kubernetes, which does not say how many there are
  --resume=LEDGER      write each verdict to this file, and check no content
                       again that has a verdict there: a run that was killed
                       goes on where it stopped
  --help               show this text
)";

inline constexpr std::string_view kReportHelp =
    R"(clipguard report [FLAGS] -o FILE PATH...

Writes a page that shows what was checked: the verdict, each finding with what
it means and where it is, the curves of recordings, what moves in three
dimensions, state machines that can be played, and the bytes. The page is one
file, needs no network, and can be sent to whoever made the files.

  clipguard report -o report.html recording.bin
  clipguard report -o report.html --resources=assets assets/
  clipguard report -o report.html --max-size=4M --exclude='**/old/' uploads/

Flags:
  --out=FILE           where the page goes (-o FILE); - is standard output
  --max-size=SIZE      how large the page may be, 20,000,000 bytes without it;
                       k, M and G after a number are powers of 1024. What does
                       not fit is left out, and the page says what that is. 1M
                       at least
  --handedness=HAND    of characters: auto (the default: what triangles and
                       normals tell), left or right
  --for=TARGET,...     do the files load, and play right, in these programs:
                       mrtk-2.8, d3d12-book, forge-1.12 ...?
  --fail-on=SEVERITY   error (the default), warning (count warnings as errors),
                       or none (let the exit code say nothing about findings)
  --strict             the same as --fail-on=warning
  --ignore=CODE,...    do not report these codes, only how many there are
  --error=CODE,...     count these codes as errors
  --warn=CODE,...      count these codes as warnings, --strict or not
  --only=CODE,...      ignore all other codes
  --config=FILE        take settings from this file, and not from the nearest
                       clipguard.toml in the working directory or above it
  --no-config          take no settings from a file
  --baseline=FILE      show only findings that are not in this list
  --unrecognised=WHAT  what to do with files of other formats: ignore, warn or
                       error
  --jobs=N             check N files at a time; the page is the same for any N
  --help               show this text
)";

inline constexpr std::string_view kViewHelp =
    R"(clipguard view [FLAGS] PATH...

Writes the page of clipguard report to a temporary file, which stays, and opens
it in the browser: that of the variable BROWSER, or the system's.

  clipguard view recording.bin
  clipguard view --resources=assets assets/example/asms/door.json

Flags:
  --max-size=SIZE      how large the page may be, 20,000,000 bytes without it
  --handedness=HAND    of characters: auto (the default: what triangles and
                       normals tell), left or right
  --for=TARGET,...     do the files load, and play right, in these programs?
  --fail-on=SEVERITY   error (the default), warning or none
  --strict             the same as --fail-on=warning
  --ignore=CODE,...    do not report these codes, only how many there are
  --error=CODE,...     count these codes as errors
  --warn=CODE,...      count these codes as warnings, --strict or not
  --only=CODE,...      ignore all other codes
  --config=FILE        take settings from this file
  --no-config          take no settings from a file
  --baseline=FILE      show only what such a file does not know
  --unrecognised=WHAT  ignore, warn or error
  --jobs=N             check N files at a time
  --help               show this text
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

Flags:
  --format=FORMAT      text (the default), or what validate writes: concise,
                       json, sarif, junit, github, gitlab or shard
  --output=FORMAT:FILE write this report to a file, too; may be given more than
                       once
  --findings-page=URL  where docs/findings.md is on the web: what sarif links to
  -q, --quiet          one line for each file with something wrong, and nothing
                       if there is none
  -v, --verbose        every file and every finding
  --color=WHEN         auto (the default: on a terminal), always or never
  --fail-on=SEVERITY   error, warning (count all warnings as errors), or none
                       (let the exit code say nothing about findings). Without
                       it: as the runs were told
  --strict             the same as --fail-on=warning
  --help               show this text
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

Flags:
  --format=FORMAT      text (the default) or json (an object a line)
  --curves             as text: every single curve; of characters every
                       material, clip and bone
  --color=WHEN         auto (the default: on a terminal), always or never
  --help               show this text
)";

inline constexpr std::string_view kSampleHelp =
    R"(clipguard sample [FLAGS] FILE

Writes what a recording does at given times, or a character's bones or an
armature's joints do in one of its clips, or what a state machine's time values
are. A recording or character with errors is not sampled. In a Forge file, parts
with errors are left out and the rest is sampled.

  clipguard sample --times=0,0.5,1 recording.bin
  clipguard sample --clip=walk --fps=30 character.m3d
  clipguard sample --fps=60 --format=csv recording.bin > poses.csv
  clipguard sample --fps=10 --from=2 --to=3.5 recording.bin
  clipguard sample --value=progress --set=click_time=1 --times=1,2 asm.json

Flags:
  --times=T,T,...      at these times, in seconds; of Forge's files NaN and
                       Infinity are times, too
  --fps=F              at F times a second, from 0 to the end, or from a clip's
                       start to its end; an armature's clips go from 0 to 1
  --from=T --to=T      with --fps: begin at the first time, and end at the
                       second, which is sampled only if a step ends there.
                       Time values have no end, and need --to. A file whose own
                       times are absurdly far apart needs them, too: there are
                       at most ten million times
  --format=FORMAT      json (the default) or csv (a row a time; of characters
                       and armatures a row a time and bone or joint)
  --raw-rotation       rotations and gaze directions as a recording's curves
                       have them, not normalised
  --clip=NAME          of characters and armatures: which clip; without it,
                       the first
  --value=NAME,...     of state machines: these parameters; without it, all
  --set=NAME=FLOAT     of state machines: a value that the game's code would
                       supply; may be given more than once
  --help               show this text
)";

inline constexpr std::string_view kPlayHelp =
    R"(clipguard play [FLAGS] ASM

Runs an animation state machine as the game would, and writes a line of JSON for
each step: the state before and after, the events, and the joints' matrices. A
step that fails says why, and the run goes on.

  clipguard play --resources=assets --to=2 assets/example/asms/door.json
  clipguard play --resources=assets --script=steps.ndjson asm.json
  clipguard play --resources=assets --script=- --joints=lid asm.json
  clipguard play --resources=assets --to=2 --format=csv asm.json > poses.csv

Flags:
  --format=FORMAT      json (the default: an object a line) or csv (a row for
                       each step and joint)
  --script=FILE        the steps, one a line: {"set": {"name": 1.5}},
                       {"transition": "open"} or {"apply": 0.25}; - is standard
                       input, where each step is answered at once. Lines that
                       begin with # or // are comments
  --to=T               without a script: apply 60 times a second from 0 to T
  --fps=F --from=T     with --to: apply F times a second; begin at T
  --times=T,T,...      without a script: apply at these times
  --joints=a,b,...     show these joints; without it, all of the armatures
                       that are used
  --set=NAME=FLOAT     a value that the game's code would supply, from the start
  --help               show this text
)";

inline constexpr std::string_view kGraphHelp =
    R"(clipguard graph [FLAGS] ASM

Draws an animation state machine: its states and what they show, the
transitions and what makes them happen. A transition without words is left to
the game's code. States that cannot be reached stand apart.

  clipguard graph asm.json > door.dot
  clipguard graph --format=svg --resources=assets asm.json > door.svg
  clipguard graph --format=mermaid asm.json >> page.md

Flags:
  --format=FORMAT      dot (the default), svg, png or mermaid: Graphviz's
                       language; a picture, laid out by Graphviz (package
                       graphviz), which gets a minute and 1 GiB of memory; a
                       diagram for a page of a code host
  --help               show this text
)";

inline constexpr std::string_view kRepairHelp =
    R"(clipguard repair [FLAGS] PATH...

Mends what can be mended, and says what it changes and what is lost. A repair
is safe if the rest of the file proves it, or if nothing is lost that a reader
could use; other repairs are guesses, and are made only with --unsafe. What is
not repaired keeps its bits.

  clipguard repair --dry-run recording.bin
  clipguard repair -o mended.bin recording.bin
  clipguard repair -o mended/ recordings/
  clipguard repair --in-place recordings/

Flags:
  --dry-run            write nothing, and say what would change
  --out=PLACE          the file for the result (-o PLACE); or a folder that
                       exists, or whose name ends in /, where files keep their
                       paths below the folder that is searched; or - for
                       standard output. Files without faults are copied
  --in-place           replace the files that are repaired, each as a whole, or
                       not at all
  --unsafe             make the guesses, too
  --format=FORMAT      text (the default) or json (an object a line)
  --help               show this text
)";

inline constexpr std::string_view kDiffHelp =
    R"(clipguard diff [FLAGS] A B

Compares the meaning of two files of one kind, of any version, layout and
dialect: how far poses are apart at most, and when; keys, markers, materials,
clips, states that were added, moved or lost. It also compares a recording, a
character or an armature with what its .glb shows and plays.

  clipguard diff before.bin after.bin
  clipguard diff soldier.m3d soldier.glb
  clipguard diff --tolerance=0.0005 --degrees=0.1 before.bin after.bin

Flags:
  --tolerance=D        ignore differences up to this, in the file's units
                       (metres in recordings). Default: 0; with a .glb of a
                       recording or an armature, 2e-4
  --degrees=A          the same for angles, in degrees; 0 without it, or 0.02
                       beside such a .glb
  --point=DISTANCE     measure how far a point moves that is this far from its
                       joint. Default: 0.03 m in recordings, a sixtieth of a
                       character's size
  --exact              also count what means the same and is only written in
                       another way
  --all                all differences and notes, not only the worst
  --quiet              print nothing: the exit code says it
  --format=FORMAT      text (the default) or json (one object)
  --help               show this text

Exit codes: 0 the same, 1 different, 2 not comparable (or wrong usage), 3 some
file could not be read
)";

inline constexpr std::string_view kConvertHelp =
    R"(clipguard convert --to=FORMAT [FLAGS] FILE

Writes a file in another format. If this file would lose something, or move or
look different there, convert reports it and writes nothing, unless --lossy is
given. What the format can never hold is only noted. A file with errors is not
converted.

  clipguard convert --to=glb recording.bin
  clipguard convert --to=glb --dry-run recording.bin
  clipguard convert --to=glb --tolerance=0.001 -o walk.glb recording.bin
  clipguard convert --to=glb --keep-original -o soldier.glb soldier.m3d
  clipguard convert --to=m3d -o again.m3d soldier.glb

Formats:
  glb                  glTF 2.0 in one binary file: all files
  mrtk, mrtk-full, mrtk-1.0
                       recordings in their other versions and layouts; each
                       with -unmarked added: without a list of markers
  m3d, m3d-d3d11, m3d-dashed
                       canonical text of a dialect, m3d of D3D12: characters
  m3d-d3d10            the same of D3D10 files
  forge                canonical text: armatures, state machines
  json                 the model, with every bit: all files. mrtk and m3d read
                       it back, in the layout or dialect that it names
  csv                  a row for each key: all but state machines
  bedrock              animations of Bedrock and GeckoLib (JSON): armatures
  mrtk, m3d and forge also give back the file that a .glb keeps, byte for byte.

Flags:
  --to=FORMAT          what it becomes
  --out=PLACE          the file for the result (-o PLACE), or - for standard
                       output. Without it: the file's name with the format's
                       extension, in the same folder, if nothing has that name
  --lossy              write the rest although something is lost
  --keep-original      of glb: put the file itself into the result, too, so that
                       nothing is lost
  --dry-run            write nothing, and say what would be lost
  --tolerance=D        of glb: how far its curves may be from those of the file,
                       in their own units (metres); 0.0001 without it. Of
                       bedrock: how far joints may be off between keys, in
                       blocks; 1/256 without it
  --degrees=A          the same for rotations, in degrees; 0.01 without it
  --linear --fps=F     of glb: F samples a second instead (60 without --fps),
                       joined by lines; nothing is proven of them
  --handedness=HAND    of glb, of characters: auto (the default: what triangles
                       and normals tell), left or right
  --format=FORMAT      text (the default) or json (an object on a line)
  --help               show this text
)";

inline constexpr std::string_view kOptimizeHelp =
    R"(clipguard optimize [FLAGS] PATH...

Writes MRTK recordings, .m3d characters and Forge armatures with fewer keys,
which play the same within a tolerance. That is proven from the curves, not only
sampled. Everything else stays: layout, markers, events, steps, mesh; first and
last keys. A file with errors is refused. A state machine, which has no samples,
stays as it is.

  clipguard optimize --tolerance=0.001 --dry-run recording.bin
  clipguard optimize --tolerance=0.04 --dry-run character.m3d
  clipguard optimize --tolerance=0.001 -o small.bin recording.bin
  clipguard optimize --tolerance=0.0001 -o small/ recordings/

Flags:
  --tolerance=T        how far a position may be from where it was, at any time.
                       Recordings: in metres; for hands, of any point 3 cm off
                       a joint. Characters: in their own unit, of any point a
                       sixtieth of the mesh's size off a joint. Armatures: in
                       blocks, of an offset, an origin or a scale. 0.0001
                       without it
  --degrees=D          how far a rotation or direction may be turned (0.1)
  --dry-run            write nothing, and say what would change
  --out=PLACE          the file for the result (-o PLACE); or a folder that
                       exists, or whose name ends in /, where files keep their
                       paths below the folder that is searched; or - for
                       standard output. What cannot be smaller is copied
  --in-place           replace the files that get smaller, each as a whole, or
                       not at all
  --format=FORMAT      text (the default) or json (an object a line)
  --help               show this text
)";

inline constexpr std::string_view kReduceHelp =
    R"(clipguard reduce --finding=CODE | --crash=COMMAND --out=PLACE [FLAGS] FILE

Writes the smallest file found that still has a finding at the same kind of
place (the same code, and the same path but for indices), or still makes a
program crash in the same way. Parts of the format are cut out first, then
bytes. The file itself stays as it is.

  clipguard reduce --finding=KEY_TIME_NOT_FINITE -o small.bin recording.bin
  clipguard reduce --crash='player --once {}' -o small.m3d soldier.m3d

Flags:
  --finding=CODE       the finding to keep; of several, the first one's place
  --crash=COMMAND      a command that crashes, with {} for the file. The result
                       must crash it in the same way: by the same signal, exit
                       code above 127 or kind of sanitizer report. No shell
                       reads the command; quotes keep words together
  --timeout=SECONDS    of each run of the command (10); one that takes longer
                       does not count as a crash
  --max-memory=SIZE    of a run, with all that it starts (4G)
  --max-file=SIZE      of each file that it writes (256M). A run that takes more
                       is ended, and does not count. What a run leaves behind
                       in its process group is killed
  --max-tries=N        how many files are tried at most (5000)
  --out=PLACE          the file for the result (-o PLACE), or - for standard
                       output
  --format=FORMAT      text (the default) or json (an object on a line)
  --help               show this text
)";

inline constexpr std::string_view kExplainHelp =
    R"(clipguard explain [FLAGS] [CODE...]

Explains findings: what they mean, where they come from, what to do. Without a
code: lists all.

  clipguard explain KEY_TIME_NOT_FINITE
  clipguard explain --format=markdown > findings.md

Flags:
  --format=FORMAT      text (the default), json (an object a line) or markdown
  --help               show this text
)";

inline constexpr std::string_view kHelpHelp =
    R"(clipguard help [COMMAND | flags | limits]

Explains the program, one of its commands, the flags that most of them share, or
the limits that --limit sets.

Flags:
  --help               show this text
)";

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_COMMANDS_COMMAND_HELP_H_
