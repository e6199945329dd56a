// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The catalogue of everything clipguard can find: code, severity, message,
// and what to do about it. docs/findings.md and `clipguard explain` are made
// from it; nothing else spells a code.
//
// To add a finding: add an enumerator here, its entry at the same position in
// finding_catalog.cc, a file that triggers it to the corpus, and run
// tools/update_generated.sh.

#ifndef CLIPGUARD_PARSER_FINDING_CATALOG_H_
#define CLIPGUARD_PARSER_FINDING_CATALOG_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace clipguard {

enum class Severity : uint8_t {
  kError,    // the file must not be trusted: a reader may misread or refuse it
  kWarning,  // it can be read, but something about it will surprise
};

// "error" or "warning".
std::string_view SeverityName(Severity severity);

// Stable within a release only; the names of the codes are stable for good.
enum class FindingCode : uint8_t {
  // Any format.
  kFormatUnknown,
  kLimitExceeded,
  // MRTK input animation: structure.
  kMagicMismatch,
  kVersionUnsupported,
  kFileTruncated,
  kPresenceByteUnusual,
  kKeyCountNegative,
  kKeyCountTooLarge,
  kMarkerListMissing,
  kMarkerCountNegative,
  kMarkerCountTooLarge,
  kMarkerNameLengthMalformed,
  kMarkerNameLengthTooLarge,
  kMarkerNameLengthPadded,
  kMarkerNamePastEnd,
  kTrailingBytes,
  // MRTK input animation: curves.
  kWrapModeUnknown,
  kKeyTimeNotFinite,
  kKeyTimeDecreasing,
  kKeyTimeDuplicate,
  kKeyValueNotFinite,
  kKeyTangentNan,
  kKeyWeightNan,
  kKeyWeightOutOfRange,
  kWeightedModeUnknown,
  kBooleanValueUnusual,
  kCurveOverflows,
  // MRTK input animation: markers.
  kMarkerTimeNotFinite,
  kMarkerTimeDecreasing,
  kMarkerNameNotUtf8,
  kMarkerNameHasNul,
  // MRTK input animation: what the recording means.
  kRotationNotUnit,
  kRotationWLost,
  kCurveTailLost,
  kHandWithoutKeys,
  kHandNeverChanges,
  kGazeWithoutKeys,
  kGazeNeverChanges,
  kKeyTimeTooFar,
  // .m3d: text and structure.
  kByteOrderMarkPresent,
  kDialectUnsupported,
  kTextEndsEarly,
  kBannerMismatch,
  kLabelMismatch,
  kCountMalformed,
  kCountTooLarge,
  kClipsWithoutBones,
  kElementsMissing,
  kElementsSurplus,
  kTrailingText,
  kNumberMalformed,
  kNumberOutOfRange,
  kNameMissing,
  kNameNotText,
  kAlphaClipNotBoolean,
  // .m3d: the mesh.
  kMaterialNameDuplicate,
  kSubsetIdUnexpected,
  kSubsetOutOfRange,
  kSubsetsOverlap,
  kTriangleWithoutSubset,
  kVertexIndexOutOfRange,
  kVertexIndexAbove16Bits,
  kTriangleDegenerate,
  kVertexUnused,
  kNormalNotUnit,
  kTangentNotUnit,
  kTangentSignUnusual,
  kBlendIndexOutOfRange,
  kBlendWeightOutOfRange,
  kBlendWeightsNotOne,
  // .m3d: the skeleton.
  kParentOutOfOrder,
  kBoneWithoutParent,
  kBoneUnused,
  kBoneOffsetNotAffine,
  kBoneOffsetSingular,
  // .m3d: clips.
  kClipNameDuplicate,
  kClipWithoutKeys,
  kBoneWithoutKeys,
  kClipEndsApart,
  kScaleNotOne,
  kTransformOverflows,
  // Forge animation: any of its files.
  kJsonNotUtf8,
  kJsonSyntax,
  kJsonTrailingContent,
  kJsonKeyDuplicate,
  kJsonNumberOverflows,
  kForgeFormatForeign,
  kForgeKeyMissing,
  kForgeKeyUnknown,
  kForgeTypeWrong,
  kForgeTypeCoerced,
  kForgeNumberNotFinite,
  kForgeMapAsList,
  kForgePairDuplicate,
  kForgeSpecialEventUnknown,
  // Forge animation: state machines.
  kAsmOperationUnknown,
  kAsmOperandsMissing,
  kAsmOperandsExtra,
  kAsmArgumentCount,
  kAsmParameterMalformed,
  kAsmParameterUnknown,
  kAsmParameterMisspelt,
  kAsmReferenceCycle,
  kAsmClipTypeUnknown,
  kAsmClipUnknown,
  kAsmModelClipMalformed,
  kAsmModelNameUnusual,
  kAsmModelVariant,
  kAsmModelClipMissing,
  kAsmTriggerNeverFires,
  kAsmStateWithoutClip,
  kAsmStateDuplicate,
  kAsmStartStateUnknown,
  kAsmTransitionToUnknown,
  kAsmTransitionFromUnknown,
  kAsmTransitionDuplicate,
  kAsmStateUnreachable,
  kAsmStateFinal,
  kAsmEventTransitionUnknown,
  kAsmEventTransitionRefused,
  // Forge animation: armatures.
  kArmatureVariableUnknown,
  kArmatureVariableDuplicate,
  kArmatureInterpolationUnknown,
  kArmatureTypeUnknown,
  kArmatureSamplesEmpty,
  kArmatureSampleSingle,
  kArmatureAxisMissing,
  kArmatureScaleOverwritten,
  kArmatureMatrixOverflows,
  kArmatureJointUnknown,
  kArmatureEventTimeMalformed,
  kArmatureEventTimeNotFinite,
  kArmatureEventTimeOutside,
  kArmatureEventTimeDuplicate,
  kArmatureEventNeverFires,
  kArmatureEventsHang,
  kArmatureElementMalformed,
  kArmatureElementNegative,
  kArmatureElementDuplicate,
  kArmatureWeightMissing,
  kArmatureWeightsExtra,
  kArmatureWeightWithoutEffect,
};

inline constexpr size_t kFindingCodeCount =
    static_cast<size_t>(FindingCode::kArmatureWeightWithoutEffect) + 1;

struct CodeInfo {
  FindingCode code;
  // Stable API: "KEY_TIME_NOT_FINITE".
  std::string_view name;
  Severity severity;
  // The formats it occurs in: "any", "mrtk", "mrtk and m3d"; "forge" stands for
  // both kinds of Forge animation.
  std::string_view format;
  // One line for people, with $0, $1 ... for the occurrence's arguments.
  std::string_view message;
  // What it means and where it usually comes from, in one to three sentences.
  std::string_view cause;
  // What to do about it.
  std::string_view advice;
};

// REQUIRES: `code` is an enumerator.
const CodeInfo& GetCodeInfo(FindingCode code);

// All entries, in the enumeration's order.
std::span<const CodeInfo> AllCodes();

// The code with that name; upper and lower case, '-' and '_' count as equal.
std::optional<FindingCode> FindCode(std::string_view name);

}  // namespace clipguard

#endif  // CLIPGUARD_PARSER_FINDING_CATALOG_H_
