// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/finding_catalog.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace clipguard {
namespace {

using enum FindingCode;
using enum Severity;

// In the order of FindingCode.
constexpr std::array<CodeInfo, kFindingCodeCount> kCatalog = {{
    {kFormatUnknown, "FORMAT_UNKNOWN", kError, "any",
     "no format that clipguard reads begins like this ($0)",
     "The first bytes are not the signature of any supported format. The file "
     "is empty, belongs to another program, or its beginning is damaged.",
     "Check that this is the file you meant. If you know its format, force it "
     "with --as=FORMAT to learn where it goes wrong."},
    {kLimitExceeded, "LIMIT_EXCEEDED", kError, "any",
     "$0 is more than the limit of $1 for $2",
     "The file is larger, in the respect named, than this run is willing to "
     "work for. The defaults are beyond every known real file.",
     "If you trust the file, raise the limit with --limit=NAME=VALUE; "
     "otherwise refuse it."},

    {kMagicMismatch, "MAGIC_MISMATCH", kError, "mrtk",
     "the file begins with $0, not with c6 42 9e 0f 6e af 8f 6a$1",
     "Every MRTK input recording begins with these eight bytes. Others mean "
     "another kind of file, a damaged one, or one whose bytes were swapped.",
     "Fetch the file again in binary mode, or find out what it really is."},
    {kVersionUnsupported, "VERSION_UNSUPPORTED", kError, "mrtk",
     "version $0 is not supported; only 1.0 and 1.1 exist",
     "The recorder wrote only versions 1.0 and 1.1. Other programs use the "
     "same magic without version numbers; their next fields look like a "
     "version that never existed.",
     "Ask where the file comes from. If it was damaged, fetch it again."},
    {kFileTruncated, "FILE_TRUNCATED", kError, "mrtk",
     "the file ends inside $0: $1 needed, $2 left",
     "The file stops before its structure does: an interrupted recording, "
     "copy or download. When the version is 1.1, the key layout may also have "
     "been forced wrongly.",
     "Fetch or record the file again."},
    {kPresenceByteUnusual, "PRESENCE_BYTE_UNUSUAL", kWarning, "mrtk",
     "presence byte is $0; the recorder writes 0 or 1",
     "The three bytes after a 1.1 header say which parts follow. The "
     "recorder's own reader takes any byte but 0 as yes; other readers may "
     "not.",
     "Rewrite the byte as 1, and ask which program wrote the file."},
    {kKeyCountNegative, "KEY_COUNT_NEGATIVE", kError, "mrtk", "key count is $0",
     "The number of keys of a curve is a signed 32-bit integer, and this one "
     "is below zero. Readers that trust it allocate gigabytes or crash.",
     "The file is damaged or hostile: fetch it again, or refuse it."},
    {kKeyCountTooLarge, "KEY_COUNT_TOO_LARGE", kError, "mrtk",
     "$0 keys need $1 bytes, but only $2 follow",
     "The curve declares more keys than the rest of the file can hold: the "
     "file was cut, or the count is wrong, or an earlier count was and "
     "everything after it is misread.",
     "Fetch the file again. If only the count is wrong, the curve before it "
     "is the place to look."},
    {kMarkerListMissing, "MARKER_LIST_MISSING", kWarning, "mrtk",
     "the file ends without a marker list",
     "The published specification has no marker list, but the recorder "
     "always writes one, and its own reader refuses files without it.",
     "To make the file load everywhere, append four zero bytes (an empty "
     "list)."},
    {kMarkerCountNegative, "MARKER_COUNT_NEGATIVE", kError, "mrtk",
     "marker count is $0",
     "The number of markers is a signed 32-bit integer, and this one is below "
     "zero.",
     "The file is damaged or hostile: fetch it again, or refuse it."},
    {kMarkerCountTooLarge, "MARKER_COUNT_TOO_LARGE", kError, "mrtk",
     "$0 markers need at least $1 bytes, but only $2 follow",
     "A marker takes at least five bytes (a time and the length of an empty "
     "name), and so many do not fit in the rest of the file. When a presence "
     "byte is wrong, curves are read as markers.",
     "Fetch the file again."},
    {kMarkerNameLengthMalformed, "MARKER_NAME_LENGTH_MALFORMED", kError, "mrtk",
     "the length of the name does not end within five bytes",
     "A name's length is written with seven bits a byte, the eighth saying "
     "that more follow; 32 bits never need more than five bytes.",
     "The file is damaged or hostile: fetch it again, or refuse it."},
    {kMarkerNameLengthTooLarge, "MARKER_NAME_LENGTH_TOO_LARGE", kError, "mrtk",
     "the length of the name, $0, is above 2147483647",
     "A name's length is a signed 32-bit number. Readers that drop the bits "
     "above it read another length than the one that is written.",
     "The file is damaged or hostile: fetch it again, or refuse it."},
    {kMarkerNameLengthPadded, "MARKER_NAME_LENGTH_PADDED", kWarning, "mrtk",
     "the length of the name, $0, takes $1 bytes where $2 suffice",
     "The recorder writes lengths in the shortest form. A longer one means "
     "the same to most readers, and hides content from those that compare "
     "bytes.",
     "Re-encode the file if it must be canonical."},
    {kMarkerNamePastEnd, "MARKER_NAME_PAST_END", kError, "mrtk",
     "the name is $0 bytes long, but only $1 follow",
     "The length in front of the name reaches past the end of the file.",
     "Fetch the file again; the names before this one are intact."},
    {kTrailingBytes, "TRAILING_BYTES", kError, "mrtk",
     "$0 after the end of the recording",
     "Nothing may follow the marker list. Extra bytes come from appended "
     "data, padding, a marker count that is too small, or the wrong key "
     "layout.",
     "Cut the file at the offset given, or find out who appended to it."},

    {kWrapModeUnknown, "WRAP_MODE_UNKNOWN", kError, "mrtk",
     "wrap mode $0 does not exist (0, 1, 2, 4 and 8 do)",
     "The wrap modes say what a curve does before its first and after its "
     "last key: 0 Default, 1 Once, 2 Loop, 4 PingPong, 8 ClampForever.",
     "Use 8 (ClampForever), which is what the recorder writes."},
    {kKeyTimeNotFinite, "KEY_TIME_NOT_FINITE", kError, "mrtk", "key time is $0",
     "A key time that is infinite or not a number makes the search for a "
     "segment, and everything that is computed from it, meaningless.",
     "Remove the key, or record again."},
    {kKeyTimeDecreasing, "KEY_TIME_DECREASING", kError, "mrtk",
     "key time goes back from $1 to $0",
     "Keys must be in the order of their times. Readers search them by "
     "halving, and find the wrong segment when the order is broken.",
     "Sort the keys by time."},
    {kKeyTimeDuplicate, "KEY_TIME_DUPLICATE", kWarning, "mrtk",
     "two keys at time $0",
     "Of several keys at one time the last one counts, so the curve jumps "
     "there.",
     "Remove all but one of them if the jump is not meant."},
    {kKeyValueNotFinite, "KEY_VALUE_NOT_FINITE", kError, "mrtk",
     "key value is $0",
     "A value that is infinite or not a number reaches whatever is animated: "
     "meshes vanish, physics explodes.",
     "Remove the key, or record again."},
    {kKeyTangentNan, "KEY_TANGENT_NAN", kError, "mrtk", "tangent is $0",
     "A tangent is the slope of the curve at a key, in units a second. It may "
     "be infinite, which makes a step, but not a NaN.",
     "Replace it by 0, or by the infinity that makes a step."},
    {kKeyWeightNan, "KEY_WEIGHT_NAN", kError, "mrtk", "weight is $0",
     "A weight says how far a tangent reaches, as a share of the segment.",
     "Replace it by 1/3 (0.33333334), the value that counts where a weight is "
     "not in use."},
    {kKeyWeightOutOfRange, "KEY_WEIGHT_OUT_OF_RANGE", kWarning, "mrtk",
     "weight $0 is outside [0, 1]",
     "With weights outside [0, 1] a segment can run backwards in time. "
     "clipguard then takes the earliest solution; other readers differ.",
     "Clamp the weight to [0, 1]."},
    {kWeightedModeUnknown, "WEIGHTED_MODE_UNKNOWN", kError, "mrtk",
     "weighted mode $0 does not exist (0 to 3 do)",
     "The weighted mode says which weights of a key are in use: 0 None, 1 In, "
     "2 Out, 3 Both.",
     "Use 3 (Both), which is what the recorder writes, or 0 for none."},
    {kBooleanValueUnusual, "BOOLEAN_VALUE_UNUSUAL", kWarning, "mrtk",
     "value $0 in a boolean curve; true is 1, false is 0",
     "Hand-tracked and pinch curves hold 0 or 1. Readers compare with 0.5, "
     "most of them.",
     "Rewrite the value as 0 or 1."},
    {kCurveOverflows, "CURVE_OVERFLOWS", kWarning, "mrtk",
     "between $0 s and $1 s the curve leaves the range of 32-bit floats",
     "The tangents, their weights and the distance of the keys put a control "
     "point beyond 3.4e38, so that sampling there can give infinity.",
     "Reduce the tangents of these two keys."},

    {kMarkerTimeNotFinite, "MARKER_TIME_NOT_FINITE", kError, "mrtk",
     "marker time is $0",
     "A marker at an infinite time, or at none, can be neither sought nor "
     "shown.",
     "Remove the marker, or correct its time."},
    {kMarkerTimeDecreasing, "MARKER_TIME_DECREASING", kWarning, "mrtk",
     "marker time goes back from $1 to $0",
     "The recorder keeps markers sorted, and readers may search them by "
     "halving.",
     "Sort the markers by time."},
    {kMarkerNameNotUtf8, "MARKER_NAME_NOT_UTF8", kError, "mrtk",
     "the name is not UTF-8: $0",
     "Names are UTF-8. Other bytes are replaced by some readers and refused "
     "by others; overlong forms and surrogates are how filters are evaded.",
     "Rewrite the name in UTF-8."},
    {kMarkerNameHasNul, "MARKER_NAME_HAS_NUL", kWarning, "mrtk",
     "the name contains a NUL at byte $0",
     "A NUL ends a string in C, so programs see different names.",
     "Remove it from the name."},

    {kRotationNotUnit, "ROTATION_NOT_UNIT", kWarning, "mrtk",
     "the quaternion at $0 s has length $1, not 1",
     "A rotation's x, y, z and w at one key time should form a unit "
     "quaternion. The recorder writes them so; consumers that do not "
     "normalise will scale what they rotate.",
     "Normalise the rotation when sampling (clipguard does, unless "
     "--raw-rotation is given), and look for the program that wrote it."},
    {kRotationWLost, "ROTATION_W_LOST", kWarning, "mrtk",
     "x, y and z have $0 keys each, but w has only $1",
     "Recorders of MRTK 2.6 and 2.7 lost the w curve of every rotation when "
     "they thinned it out. Played back, such rotations are wrong by up to "
     "155 degrees.",
     "The loss can be repaired: |w| = sqrt(1 - x*x - y*y - z*z), its sign "
     "following from continuity and the first w key. Record again if you "
     "can."},
    {kCurveTailLost, "CURVE_TAIL_LOST", kWarning, "mrtk",
     "the curve ends at $0 s, though $1 runs to $2 s",
     "Curves that are recorded together should end together. Recorders of "
     "MRTK 2.6 and 2.7 dropped up to 32 keys from the end of each curve they "
     "thinned out, and all but the first key of short ones.",
     "Expect the pose to freeze at the end. Record again if that matters."},
    {kHandWithoutKeys, "HAND_WITHOUT_KEYS", kWarning, "mrtk",
     "there is hand data, but the $0 hand has no keys",
     "Either the hand was never tracked, or the recorder was set up without "
     "it.",
     "If the hand should be there, check the recording profile."},
    {kHandNeverChanges, "HAND_NEVER_CHANGES", kWarning, "mrtk",
     "the $0 hand has keys, but no curve of it ever changes",
     "A real hand never holds perfectly still: it was not tracked, or a "
     "placeholder was recorded.",
     "Check the recording profile and the tracking."},
    {kGazeWithoutKeys, "GAZE_WITHOUT_KEYS", kWarning, "mrtk",
     "there is eye gaze, but no curve of it has keys",
     "The device has no eye tracking, or it was not permitted.",
     "If there should be gaze data, check the device and its permissions."},
    {kGazeNeverChanges, "GAZE_NEVER_CHANGES", kWarning, "mrtk",
     "eye gaze has keys, but no curve of it ever changes",
     "Real eyes never rest: eye tracking was off, not calibrated or not "
     "permitted.",
     "Check the device and its permissions."},
}};

constexpr bool InOrder() {
  for (size_t i = 0; i < kCatalog.size(); ++i) {
    if (kCatalog[i].code != static_cast<FindingCode>(i)) return false;
  }
  return true;
}
static_assert(InOrder(), "kCatalog must follow the order of FindingCode");

constexpr char Fold(char c) {
  if (c >= 'a' && c <= 'z') return static_cast<char>(c - 'a' + 'A');
  return c == '-' ? '_' : c;
}

}  // namespace

std::string_view SeverityName(Severity severity) {
  return severity == kError ? "error" : "warning";
}

const CodeInfo& GetCodeInfo(FindingCode code) {
  assert(static_cast<size_t>(code) < kCatalog.size());
  return kCatalog[static_cast<size_t>(code)];
}

std::span<const CodeInfo> AllCodes() { return kCatalog; }

std::optional<FindingCode> FindCode(std::string_view name) {
  for (const CodeInfo& info : kCatalog) {
    if (std::equal(name.begin(), name.end(), info.name.begin(), info.name.end(),
                   [](char a, char b) { return Fold(a) == Fold(b); })) {
      return info.code;
    }
  }
  return std::nullopt;
}

}  // namespace clipguard
