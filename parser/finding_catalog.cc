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
    {kKeyTimeDecreasing, "KEY_TIME_DECREASING", kError, "mrtk and m3d",
     "key time goes back from $1 to $0",
     "Keys must be in the order of their times. Readers search them by "
     "halving, and find the wrong segment when the order is broken.",
     "Sort the keys by time."},
    {kKeyTimeDuplicate, "KEY_TIME_DUPLICATE", kWarning, "mrtk and m3d",
     "two keys at time $0",
     "The animation jumps there. At that very time, the last of the keys "
     "counts "
     "in an MRTK recording, and the first in an .m3d clip.",
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

    {kRotationNotUnit, "ROTATION_NOT_UNIT", kWarning, "mrtk and m3d",
     "the quaternion at $0 s has length $1, not 1",
     "A rotation's x, y, z and w at one key time should form a unit "
     "quaternion. MRTK's recorder writes them so; consumers that do not "
     "normalise, as the .m3d demos do not, will scale what they rotate.",
     "Normalise the rotation (sampling a recording does, unless "
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
    {kKeyTimeTooFar, "KEY_TIME_TOO_FAR", kWarning, "mrtk",
     "the key's time is $0 s, farther from 0 than 131072 s; times are $1 s "
     "apart there",
     "Times are 32-bit floats. Beyond 131,072 s (36 hours) neighbouring ones "
     "are 1/64 s apart or more, a frame of a headset: frames fall together, or "
     "come at uneven distances. Nobody records for that long; the clock did "
     "not begin at 0, or the time is damaged or hostile. A program that makes "
     "frames up to the last key runs out of memory.",
     "Do not allocate by the recording's length. If all times are that far, "
     "subtract the first one from them."},
    {kByteOrderMarkPresent, "BYTE_ORDER_MARK_PRESENT", kWarning, "m3d",
     "the file begins with a UTF-8 byte order mark",
     "The three bytes EF BB BF stand before the first banner. The original "
     "loader takes them for a part of it and goes on; readers that look at "
     "the banner do not.",
     "Save the file as UTF-8 without a byte order mark."},
    {kDialectUnsupported, "DIALECT_UNSUPPORTED", kError, "m3d",
     "this is a $0 file, a dialect that is not supported",
     "The header has no #Bones and the material table is one of texture "
     "names: an .m3d file of the Direct3D 10 book, whose vertices and "
     "materials are laid out differently. Loaders of the later books misread "
     "it.",
     "Convert it with the tools that came with it, or export the model again."},
    {kTextEndsEarly, "TEXT_ENDS_EARLY", kError, "m3d",
     "the file ends where $0 should be",
     "The text stops before its structure does: an interrupted copy, download "
     "or export.",
     "Fetch or export the file again."},
    {kBannerMismatch, "BANNER_MISMATCH", kError, "m3d",
     "expected the banner $0, found $1",
     "Each section begins with its name between stars (or after dashes), and "
     "sections have one order. A section is missing, misplaced or misspelt "
     "here. The original loader does not look, and reads on as if all were "
     "well.",
     "Put the sections into their order: m3d-File-Header, Materials, "
     "SubsetTable, Vertices, Triangles, BoneOffsets, BoneHierarchy, "
     "AnimationClips."},
    {kLabelMismatch, "LABEL_MISMATCH", kError, "m3d", "expected $0, found $1",
     "Values follow their labels, and both are separated by white space. A "
     "label is missing, misspelt or glued to its value, there is a number too "
     "many before it, or a name has a space in it. The original loader skips "
     "whatever is here, and may take a number for a label.",
     "Look at the text before this place as well: what is wrong is the label, "
     "or the number of values before it."},
    {kCountMalformed, "COUNT_MALFORMED", kError, "m3d",
     "the count $0 is not a whole number from 0 to 4294967295",
     "A number of elements was expected. The original loader wraps negative "
     "counts around, and allocates gigabytes.",
     "The file is damaged or hostile: fetch it again, or refuse it."},
    {kCountTooLarge, "COUNT_TOO_LARGE", kError, "m3d",
     "$0 need at least $1 bytes, but only $2 follow",
     "With the shortest labels and one digit a number, so many elements do "
     "not fit in the rest of the file: it was cut, or the count is wrong. "
     "Nothing was allocated for them.",
     "Fetch the file again. If only the count is wrong, set it to the number "
     "of elements that follow."},
    {kClipsWithoutBones, "CLIPS_WITHOUT_BONES", kError, "m3d",
     "$0 clips are declared, but no bones",
     "Animation clips move bones. A file without bones is static, ends after "
     "its triangles, and has no clips.",
     "Declare the bones, or set #AnimationClips to 0."},
    {kElementsMissing, "ELEMENTS_MISSING", kError, "m3d",
     "there are $0 of the $1 $2 declared",
     "The section or block ends before as many elements as its count says. "
     "The original loader takes the next section's text for the missing ones.",
     "Set the count to the number of elements, or export the file again."},
    {kElementsSurplus, "ELEMENTS_SURPLUS", kError, "m3d",
     "$0 follows the last of the $1 $2 declared",
     "There are more elements than the count says, or the count is too small. "
     "Readers lose the rest, and take it for the next section.",
     "Set the count to the number of elements, or remove what is too much."},
    {kTrailingText, "TRAILING_TEXT", kWarning, "m3d",
     "$0 bytes follow the end of the model, from $1 on",
     "The model is complete before the end of the file. Nothing reads what "
     "follows.",
     "Remove it, or find out who appended it."},
    {kNumberMalformed, "NUMBER_MALFORMED", kError, "m3d",
     "expected $1, found $0",
     "Numbers are decimal, with a point and perhaps an exponent. nan, inf, "
     "hexadecimal digits and decimal commas are what programs with another "
     "locale or a failed computation write. The original loader's stream "
     "fails here, and everything after it stays zero.",
     "Correct the number, or export the model again with a fixed locale."},
    {kNumberOutOfRange, "NUMBER_OUT_OF_RANGE", kError, "m3d",
     "$0 is outside $1",
     "The number is well formed but too large for the type that it is read "
     "into.",
     "Correct the number: no model needs such a one."},
    {kNameMissing, "NAME_MISSING", kError, "m3d", "a name is missing before $0",
     "The label of the next value stands where this name should. The original "
     "loader takes the label for the name, and misreads what follows.",
     "Write a name; one that nothing has, such as none, will do."},
    {kNameNotText, "NAME_NOT_TEXT", kWarning, "m3d", "the name contains $0",
     "Names of materials, textures and clips are compared byte by byte and "
     "used as file names. Bytes that are no UTF-8 text come from another code "
     "page or from damage.",
     "Rename it in plain ASCII and export the model again."},
    {kAlphaClipNotBoolean, "ALPHA_CLIP_NOT_BOOLEAN", kError, "m3d",
     "the AlphaClip flag is $0, not 0 or 1",
     "It is read as a boolean. With any other number the original loader's "
     "stream fails, and everything after it stays zero.",
     "Write 1 if the material has holes, else 0."},
    {kMaterialNameDuplicate, "MATERIAL_NAME_DUPLICATE", kWarning, "m3d",
     "material $0 has the name of material $1",
     "Programs that look materials up by name find one of them only.",
     "Give each material a name of its own."},
    {kSubsetIdUnexpected, "SUBSET_ID_UNEXPECTED", kWarning, "m3d",
     "row $1 has SubsetID $0",
     "Subsets stand in the order of their materials: row 2 is subset 2. "
     "Readers that go by row and readers that go by number give this one "
     "different materials.",
     "Number the subsets from 0 in their order."},
    {kSubsetOutOfRange, "SUBSET_OUT_OF_RANGE", kError, "m3d",
     "the subset ends at $0 $1, but there are $2",
     "A subset's start and count must lie within the file's vertices and "
     "triangles. Whoever draws it reads past their end.",
     "Correct the subset's start and count."},
    {kSubsetsOverlap, "SUBSETS_OVERLAP", kError, "m3d",
     "the subset shares $0 $1 to $2 with subset $3",
     "Each vertex and triangle belongs to one material. What two subsets "
     "share is drawn twice.",
     "Correct the start and count of the two subsets."},
    {kTriangleWithoutSubset, "TRIANGLE_WITHOUT_SUBSET", kWarning, "m3d",
     "triangles $0 to $1 belong to no subset",
     "Only subsets are drawn, so these triangles never are.",
     "Extend a subset over them, or remove them."},
    {kVertexIndexOutOfRange, "VERTEX_INDEX_OUT_OF_RANGE", kError, "m3d",
     "vertex index $0 is not one of the $1",
     "A triangle's corners are indices of vertices. The graphics card reads "
     "whatever memory such an index leads to.",
     "Correct the index, or export the model again."},
    {kVertexIndexAbove16Bits, "VERTEX_INDEX_ABOVE_16_BITS", kError, "m3d",
     "vertex index $0 is above 65535, the largest that 16 bits hold",
     "The books' loader reads indices of 16 bits in most of its copies, of 32 "
     "in few. One of 16 bits fails at this index, does not say so, and loses "
     "the rest of the file: its triangles, skeleton and clips.",
     "Split the mesh into models of at most 65536 vertices."},
    {kTriangleDegenerate, "TRIANGLE_DEGENERATE", kWarning, "m3d",
     "the triangle has two corners at one place",
     "Two of its corners are the same vertex, or vertices at exactly the same "
     "position: it has no area and is never seen, but costs as much as "
     "another.",
     "Remove it; most exporters can."},
    {kVertexUnused, "VERTEX_UNUSED", kWarning, "m3d",
     "no triangle uses the vertex",
     "It takes memory and is skinned for nothing.",
     "Let the exporter remove vertices that are not used."},
    {kNormalNotUnit, "NORMAL_NOT_UNIT", kWarning, "m3d",
     "the normal has length $0, not 1",
     "Shading that relies on unit normals is too bright, too dark, or black.",
     "Normalise it, or let the exporter compute normals again."},
    {kTangentNotUnit, "TANGENT_NOT_UNIT", kWarning, "m3d",
     "the tangent has length $0, not 1",
     "Normal mapping needs unit tangents. A length of 0 comes from triangles "
     "without an area in texture space.",
     "Let the exporter compute tangents again."},
    {kTangentSignUnusual, "TANGENT_SIGN_UNUSUAL", kWarning, "m3d",
     "the tangent's fourth number is $0, not 1 or -1",
     "It is the sign with which the bitangent is computed from normal and "
     "tangent; any other number scales it.",
     "Write 1, or -1 where the texture is mirrored."},
    {kBlendIndexOutOfRange, "BLEND_INDEX_OUT_OF_RANGE", kError, "m3d",
     "bone index $0 is not one of the $1",
     "A vertex follows up to four bones, named by indices. The original "
     "loader cuts the number down to a byte, and the shader reads past the "
     "end of the bones.",
     "Correct the index, or export the model again."},
    {kBlendWeightOutOfRange, "BLEND_WEIGHT_OUT_OF_RANGE", kWarning, "m3d",
     "the blend weight $0 is not in [0, 1]",
     "A weight says what share of a bone's movement a vertex follows. Others "
     "throw it further than any bone goes.",
     "Let the exporter normalise the weights."},
    {kBlendWeightsNotOne, "BLEND_WEIGHTS_NOT_ONE", kWarning, "m3d",
     "the blend weights sum to $0, not 1",
     "Skinning uses the first three weights and gives the fourth bone what is "
     "missing from 1, whatever the fourth weight says: the vertex then "
     "follows that bone more, or less, than was meant.",
     "Let the exporter normalise the weights to four bones a vertex."},
    {kParentOutOfOrder, "PARENT_OUT_OF_ORDER", kError, "m3d",
     "the parent $0 is not $1",
     "Bones stand in an order in which each one's parent precedes it, so that "
     "transforms can be computed in one pass and there is no cycle. The "
     "original loader reads transforms that are not computed yet.",
     "Sort the bones from the root to the leaves, and renumber what refers to "
     "them."},
    {kBoneWithoutParent, "BONE_WITHOUT_PARENT", kError, "m3d",
     "the bone has no parent, and is not the first",
     "A skeleton has one root, its first bone. The original loader looks up "
     "the parent of every other bone: for -1 it reads before the beginning of "
     "its transforms. clipguard computes such a bone as a root.",
     "Give the roots a common parent, as the first bone."},
    {kBoneUnused, "BONE_UNUSED", kWarning, "m3d",
     "no vertex follows the bone, or a bone below it",
     "It is animated for nothing. Tips of fingers and toes are often left "
     "over from the modelling program.",
     "Remove it, if nothing is attached to it by name or number."},
    {kBoneOffsetNotAffine, "BONE_OFFSET_NOT_AFFINE", kWarning, "m3d",
     "the last column is $0 $1 $2 $3, not 0 0 0 1",
     "Inverse bind matrices are affine, for row vectors: the translation is "
     "their last row. A translation in the last column means that the matrix "
     "was written transposed.",
     "Transpose the matrices when exporting."},
    {kBoneOffsetSingular, "BONE_OFFSET_SINGULAR", kWarning, "m3d",
     "the matrix has no inverse (determinant $0)",
     "An inverse bind matrix is the inverse of a bone's pose; one without an "
     "inverse flattens what follows the bone.",
     "Look for a bone that is scaled to 0 in the bind pose."},
    {kClipNameDuplicate, "CLIP_NAME_DUPLICATE", kError, "m3d",
     "clip $0 has the name of clip $1",
     "Clips are looked up by name. Of two with the same name, readers lose "
     "one, or append the second to the first.",
     "Give each clip a name of its own."},
    {kClipWithoutKeys, "CLIP_WITHOUT_KEYS", kError, "m3d",
     "the clip has no keyframes",
     "It has neither a beginning nor an end. The original loader asks each "
     "bone for its first and last keyframe, and reads outside its memory.",
     "Remove the clip, or export it again."},
    {kBoneWithoutKeys, "BONE_WITHOUT_KEYS", kError, "m3d",
     "the bone has no keyframes",
     "The original loader asks each bone for its first and last keyframe, and "
     "reads outside its memory if there is none. To other readers the bone's "
     "transform is the identity, not its bind pose: it moves to its parent's "
     "origin.",
     "Give it at least one keyframe, with its bind pose."},
    {kClipEndsApart, "CLIP_ENDS_APART", kWarning, "m3d",
     "the bone's keyframes run from $0 to $1 s, the clip's from $2 to $3 s",
     "Each bone stops at its own last keyframe, and before its first it "
     "stands still: when the clip loops, bones are out of step.",
     "Give all bones a keyframe at the beginning and the end of the clip."},
    {kScaleNotOne, "SCALE_NOT_ONE", kWarning, "m3d",
     "the scale at $0 s is $1 $2 $3, though the bind pose has none",
     "The bone's inverse bind matrix has no scale, so a scale in its "
     "keyframes changes the size of what follows it, and of the bones below. "
     "Normals are skewed where the three numbers differ.",
     "If this is not meant, apply the scale in the modelling program before "
     "exporting."},
    {kTransformOverflows, "TRANSFORM_OVERFLOWS", kWarning, "m3d",
     "the bone's final transform may leave the range of 32-bit floats",
     "Each number is finite, but the largest of the bone's keyframes, of the "
     "bones above it and of its inverse bind matrix give more than 3.4e38 when "
     "they are multiplied: vertices at infinity, or nowhere.",
     "Look for absurd translations, scales and quaternions in these bones and "
     "those above."},

    {kJsonNotUtf8, "JSON_NOT_UTF8", kError, "forge",
     "the text is not UTF-8: $0",
     "The game reads these files as UTF-8, and puts question marks where they "
     "are not: names differ from what was written.",
     "Save the file as UTF-8."},
    {kJsonSyntax, "JSON_SYNTAX", kError, "forge", "$0 ($1)",
     "The text is not JSON. Comments (//, # and /* */) are allowed; trailing "
     "commas, single quotes and keys without quotes are not.",
     "Correct the place given; the mistake may be just before it."},
    {kJsonTrailingContent, "JSON_TRAILING_CONTENT", kError, "forge",
     "$0 after the end of the JSON text",
     "The game refuses a file in which something follows the last bracket. "
     "That includes comments, which it allows everywhere else.",
     "Remove what follows, or move the comment up."},
    {kJsonKeyDuplicate, "JSON_KEY_DUPLICATE", kWarning, "forge",
     "the key $0 was there before; $1",
     "An object has the same key twice. Under \"transitions\" the lists add "
     "up; elsewhere the last value counts and the others are lost.",
     "Remove or rename one of them."},
    {kJsonNumberOverflows, "JSON_NUMBER_OVERFLOWS", kWarning, "forge",
     "$0 is beyond 32-bit floats; the game reads $1",
     "All numbers become 32-bit floats, the largest of which is 3.4e38.",
     "Write a smaller number."},
    {kForgeFormatForeign, "FORGE_FORMAT_FOREIGN", kError, "forge",
     "this is $0, not $1",
     "The keys belong to another kind of file. The game would load it, and "
     "then find nothing that it knows.",
     "Use the file where it belongs, or check which one you meant."},
    {kForgeKeyMissing, "FORGE_KEY_MISSING", kError, "forge",
     "the key $0 is missing",
     "The game needs the key: it refuses the file, or throws when the clip is "
     "used.",
     "Add it; an empty object or list will do, where nothing is to be said."},
    {kForgeKeyUnknown, "FORGE_KEY_UNKNOWN", kWarning, "forge",
     "the game does not know the key $0$1",
     "Keys that the game does not know are ignored, together with all that is "
     "in them.",
     "Correct its spelling, or remove it."},
    {kForgeTypeWrong, "FORGE_TYPE_WRONG", kError, "forge",
     "$0 is needed here, not $1",
     "The value is of a type that the game cannot read: it refuses the file.",
     "Write a value of the type that is needed."},
    {kForgeTypeCoerced, "FORGE_TYPE_COERCED", kWarning, "forge",
     "$0 where $1 is meant; the game reads $2",
     "The game converts between strings, numbers and booleans. Other programs "
     "do not.",
     "Write the value as what it is meant to be."},
    {kForgeNumberNotFinite, "FORGE_NUMBER_NOT_FINITE", kWarning, "forge",
     "the game reads $0 as $1",
     "The game takes a string for a number, and \"NaN\", \"Infinity\" and what "
     "is beyond 3.4e38 for one, too. What is computed from it is no number: a "
     "part of the model disappears.",
     "Write a finite number, without quotes."},
    {kForgeMapAsList, "FORGE_MAP_AS_LIST", kWarning, "forge",
     "a list of pairs where an object is meant",
     "The game also takes [[key, value], ...] for {key: value, ...}. Other "
     "programs do not.",
     "Write an object."},
    {kForgePairDuplicate, "FORGE_PAIR_DUPLICATE", kError, "forge",
     "the list of pairs has the key $0 twice",
     "In an object the last value of a key would count, but in a list of "
     "pairs the game refuses the second.",
     "Remove one of them, and write an object."},
    {kForgeSpecialEventUnknown, "FORGE_SPECIAL_EVENT_UNKNOWN", kWarning,
     "forge", "the game does not know the special event $0",
     "Events that begin with an exclamation mark are for the state machine, "
     "which only knows !transition:STATE. It swallows others with a line in "
     "the log.",
     "Write !transition:STATE, or a name without the mark if the mod is to "
     "see the event."},

    {kAsmOperationUnknown, "ASM_OPERATION_UNKNOWN", kError, "forge-asm",
     "$0 is no time value operation$1",
     "A list stands for \"compose\", or for a chain of the operators + - * / "
     "m M r R f F, which begins it as one string. The game refuses anything "
     "else.",
     "Correct the first element of the list."},
    {kAsmOperandsMissing, "ASM_OPERANDS_MISSING", kError, "forge-asm",
     "the operators $0 need $1 operands, not $2",
     "Each operator takes one operand. The game loads the file and throws "
     "when the value is needed.",
     "Add the operands that are missing."},
    {kAsmOperandsExtra, "ASM_OPERANDS_EXTRA", kWarning, "forge-asm",
     "the operators $0 take $1 of the $2 operands",
     "Each operator takes one operand; the game never looks at the rest.",
     "Remove the operands from here on, or add operators."},
    {kAsmArgumentCount, "ASM_ARGUMENT_COUNT", kError, "forge-asm",
     "$0 takes $1; there are $2 arguments",
     "The number of arguments is fixed. The game refuses the file.",
     "Add or remove arguments."},
    {kAsmParameterMalformed, "ASM_PARAMETER_MALFORMED", kError, "forge-asm",
     "$0 is no time value: a reference begins with #",
     "Where a time value is needed, a string is the name of a parameter with "
     "# in front. The game refuses anything else.",
     "Put # in front of the name, or write a number without quotes."},
    {kAsmParameterUnknown, "ASM_PARAMETER_UNKNOWN", kError, "forge-asm",
     "no parameter has the name $0, and the game does not supply it$1",
     "What is neither under \"parameters\" nor among the values that the mod "
     "supplies makes the game throw when it is needed.",
     "Correct the name, or add the parameter."},
    {kAsmParameterMisspelt, "ASM_PARAMETER_MISSPELT", kWarning, "forge-asm",
     "no parameter has the name $0, but there is $1",
     "A name that no parameter has must be supplied by the mod. One letter "
     "apart from a parameter, it is more likely misspelt.",
     "Correct the name, unless the mod does supply it."},
    {kAsmReferenceCycle, "ASM_REFERENCE_CYCLE", kError, "forge-asm",
     "references go in a circle: $0",
     "Computing the value needs the value itself. The game runs out of stack "
     "when it is needed.",
     "Break the circle."},
    {kAsmClipTypeUnknown, "ASM_CLIP_TYPE_UNKNOWN", kError, "forge-asm",
     "$0 is no clip operation$1",
     "A list stands for apply, slerp or trigger_positive, in lower case. The "
     "game refuses anything else.",
     "Correct the first element of the list."},
    {kAsmClipUnknown, "ASM_CLIP_UNKNOWN", kError, "forge-asm",
     "there is no clip $0 under \"clips\"$1",
     "The game loads the file and throws when the clip is needed.",
     "Correct the name, or add the clip."},
    {kAsmModelClipMalformed, "ASM_MODEL_CLIP_MALFORMED", kError, "forge-asm",
     "$0 is neither #name nor model@clip",
     "A string stands for another clip, with # in front, or for a clip of a "
     "model, as domain:path@clip. The game throws when it loads anything else.",
     "Put # in front, or add @ and the clip."},
    {kAsmModelNameUnusual, "ASM_MODEL_NAME_UNUSUAL", kWarning, "forge-asm",
     "instead of the model $0 the game looks for $1",
     "Names of models are turned into lower case, and a domain of a single "
     "letter is replaced by minecraft.",
     "Write the name that the game looks for, and give the domain two letters "
     "or more."},
    {kAsmModelVariant, "ASM_MODEL_VARIANT", kWarning, "forge-asm",
     "a model with a variant ($0) has no clips",
     "For a name with # in it the game takes a variant of a block state, "
     "which has no armature: the clip moves nothing.",
     "Name the model without # and what follows it."},
    {kAsmModelClipMissing, "ASM_MODEL_CLIP_MISSING", kWarning, "forge-asm",
     "there is no clip $0 of the model $1",
     "The game writes a line to the log, and the clip moves nothing. A model "
     "whose name ends in .b3d has clips of its own, and is not looked at.",
     "Correct the name of the model or of the clip."},
    {kAsmTriggerNeverFires, "ASM_TRIGGER_NEVER_FIRES", kWarning, "forge-asm",
     "the event $0 never fires: its value does not depend on the time",
     "An event fires when its value was below 0 at the last time and "
     "is not at this one. This value is the same at all times.",
     "Let the value depend on the time: [\"-\", v] becomes positive at time "
     "v."},
    {kAsmStateWithoutClip, "ASM_STATE_WITHOUT_CLIP", kError, "forge-asm",
     "the state $0 has no clip$1",
     "A state is shown by the clip of its name. The game throws when the "
     "state is to be entered.",
     "Add the clip, or remove the state."},
    {kAsmStateDuplicate, "ASM_STATE_DUPLICATE", kWarning, "forge-asm",
     "the state $0 is listed twice",
     "The second entry changes nothing; perhaps another name was meant.",
     "Remove or rename it."},
    {kAsmStartStateUnknown, "ASM_START_STATE_UNKNOWN", kError, "forge-asm",
     "the start state $0 is no state$1",
     "The start state must be under \"states\" and have a clip. The game "
     "throws when it loads the file.",
     "Correct the name."},
    {kAsmTransitionToUnknown, "ASM_TRANSITION_TO_UNKNOWN", kError, "forge-asm",
     "the transition leads to $0, which is no state$1",
     "The game loads the file and throws when the transition is to be made.",
     "Correct the name, or add the state."},
    {kAsmTransitionFromUnknown, "ASM_TRANSITION_FROM_UNKNOWN", kWarning,
     "forge-asm", "transitions from $0, which is no state$1",
     "The machine is never in a state that is not listed, so that these "
     "transitions are never made.",
     "Correct the name, or add the state."},
    {kAsmTransitionDuplicate, "ASM_TRANSITION_DUPLICATE", kWarning, "forge-asm",
     "the transition to $0 is listed twice",
     "The second entry changes nothing; perhaps another state was meant.",
     "Remove or correct it."},
    {kAsmStateUnreachable, "ASM_STATE_UNREACHABLE", kWarning, "forge-asm",
     "no transitions lead from the start to the state $0",
     "However the mod and the events drive the machine, it never comes to "
     "this state.",
     "Add a transition that leads to it, or remove the state."},
    {kAsmStateFinal, "ASM_STATE_FINAL", kWarning, "forge-asm",
     "no transition leaves the state $0",
     "Once in this state, the machine stays there.",
     "Add a transition, unless that is meant."},
    {kAsmEventTransitionUnknown, "ASM_EVENT_TRANSITION_UNKNOWN", kError,
     "forge-asm", "the event leads to $0, which is no state$1",
     "The game throws when the event fires.",
     "Correct the name, or add the state."},
    {kAsmEventTransitionRefused, "ASM_EVENT_TRANSITION_REFUSED", kError,
     "forge-asm",
     "in the state $0 the event leads to $1, but no such transition is "
     "listed$2",
     "An event may only make transitions that are listed under the state that "
     "the machine is in. The game throws when this one fires.",
     "List the transition under \"transitions\"."},

    {kArmatureVariableUnknown, "ARMATURE_VARIABLE_UNKNOWN", kError,
     "forge-armature", "there is no variable $0$1",
     "The game loads the file and throws when the clip is used. The variables "
     "are offset_x y z, axis_x y z, angle, scale, scale_x y z and origin_x y "
     "z.",
     "Correct the name."},
    {kArmatureVariableDuplicate, "ARMATURE_VARIABLE_DUPLICATE", kError,
     "forge-armature", "the variable $0 is there twice",
     "A joint takes each variable once in a clip. The game loads the file and "
     "throws when the clip is used.",
     "Remove one of them."},
    {kArmatureInterpolationUnknown, "ARMATURE_INTERPOLATION_UNKNOWN", kError,
     "forge-armature", "there is no interpolation $0$1",
     "There are linear and nearest, in lower case. The game loads the file "
     "and throws when the clip is used.",
     "Correct the name."},
    {kArmatureTypeUnknown, "ARMATURE_TYPE_UNKNOWN", kWarning, "forge-armature",
     "the only type is \"uniform\"",
     "The game takes any type for \"uniform\": samples at equal distances.",
     "Write \"uniform\", and check that equal distances are meant."},
    {kArmatureSamplesEmpty, "ARMATURE_SAMPLES_EMPTY", kError, "forge-armature",
     "there are no samples",
     "The game loads the file and throws when the clip is used.",
     "Add a sample, or remove the variable."},
    {kArmatureSampleSingle, "ARMATURE_SAMPLE_SINGLE", kError, "forge-armature",
     "a clip that does not loop cannot interpolate a single sample linearly",
     "The game looks for a second sample, and throws when the clip is used.",
     "Write the sample twice, or use the interpolation nearest."},
    {kArmatureAxisMissing, "ARMATURE_AXIS_MISSING", kWarning, "forge-armature",
     "an angle without an axis turns nothing",
     "The axis is 0 0 0 unless axis_x, axis_y or axis_z are set, and there is "
     "no turning around that.",
     "Add an axis with the sample 1."},
    {kArmatureScaleOverwritten, "ARMATURE_SCALE_OVERWRITTEN", kWarning,
     "forge-armature", "$0 is overwritten by \"scale\" after it",
     "Variables are applied in the order of the list, and \"scale\" sets all "
     "three directions.",
     "Put \"scale\" first."},
    {kArmatureMatrixOverflows, "ARMATURE_MATRIX_OVERFLOWS", kWarning,
     "forge-armature", "the values of the joint $0 can add up to infinity",
     "Offset, and scale times origin, put a part of the joint's matrix beyond "
     "3.4e38, the largest 32-bit float, or two angles are further apart than "
     "that. The part of the model disappears.",
     "Use smaller samples."},
    {kArmatureJointUnknown, "ARMATURE_JOINT_UNKNOWN", kWarning,
     "forge-armature", "there is no joint $0 under \"joints\"$1",
     "No element of the model belongs to the joint, so that the motion moves "
     "nothing.",
     "Correct the name, or add the joint."},
    {kArmatureEventTimeMalformed, "ARMATURE_EVENT_TIME_MALFORMED", kError,
     "forge-armature", "the event time $0 is no number",
     "The key of an event is its time, as a number in quotes. The game loads "
     "the file and throws when the clip is used.",
     "Write a time from 0 to 1."},
    {kArmatureEventTimeNotFinite, "ARMATURE_EVENT_TIME_NOT_FINITE", kError,
     "forge-armature", "the event time is $0",
     "The game reads the time, and hangs when it looks for the events of a "
     "moment.",
     "Write a time from 0 to 1."},
    {kArmatureEventTimeOutside, "ARMATURE_EVENT_TIME_OUTSIDE", kWarning,
     "forge-armature", "the event time $0 is outside 0 to 1",
     "Events are looked for by the fraction of the time. One outside 0 to 1 "
     "fires at odd moments, with a wrong offset, or not at all.",
     "Write a time from 0 to 1."},
    {kArmatureEventTimeDuplicate, "ARMATURE_EVENT_TIME_DUPLICATE", kWarning,
     "forge-armature", "another event at the time $0 replaces this one",
     "Two keys are the same number, and of the events at one time the game "
     "keeps the last.",
     "Move one of them a little."},
    {kArmatureEventNeverFires, "ARMATURE_EVENT_NEVER_FIRES", kWarning,
     "forge-armature",
     "the event $0 at time 1 never fires: the clip does not loop",
     "The fraction of a time is below 1, and a clip that does not loop is not "
     "continued at its beginning.",
     "Write a time below 1."},
    {kArmatureEventsHang, "ARMATURE_EVENTS_HANG", kError, "forge-armature",
     "$0 events in a clip that does not loop make the game hang",
     "When such a clip has fired an event that is not its first, the search "
     "for earlier ones never ends. With a single event it works.",
     "Let the clip loop, or leave one event."},
    {kArmatureElementMalformed, "ARMATURE_ELEMENT_MALFORMED", kError,
     "forge-armature", "the element $0 is no number",
     "The keys of a joint are indices of the block model's elements, counted "
     "from 0. The game throws when it applies the joint.",
     "Write the element's index."},
    {kArmatureElementNegative, "ARMATURE_ELEMENT_NEGATIVE", kWarning,
     "forge-armature", "there is no element $0",
     "Elements are counted from 0, so that the weight moves nothing.",
     "Write the element's index."},
    {kArmatureElementDuplicate, "ARMATURE_ELEMENT_DUPLICATE", kError,
     "forge-armature", "the joint has the element $0 twice",
     "Two keys are the same number, such as 0 and 00. The game throws when it "
     "applies the joint.",
     "Remove one of them."},
    {kArmatureWeightMissing, "ARMATURE_WEIGHT_MISSING", kError,
     "forge-armature", "the element $0 has no weight",
     "The list of weights is empty. The game throws when it applies the joint.",
     "Write [1]."},
    {kArmatureWeightsExtra, "ARMATURE_WEIGHTS_EXTRA", kWarning,
     "forge-armature", "only the first weight counts",
     "The game never looks at the further ones.", "Remove them."},
    {kArmatureWeightWithoutEffect, "ARMATURE_WEIGHT_WITHOUT_EFFECT", kWarning,
     "forge-armature", "the weight $0 moves nothing (element $1)",
     "An element follows the mean of its joints by their weights. A weight of "
     "0 does not count, and a sum up to 0.00001 leaves the element where it "
     "is.",
     "Write a larger weight, or remove the element."},
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
