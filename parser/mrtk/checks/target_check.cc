// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/checks/target_check.h"

#include <cstddef>
#include <string>

#include "parser/mrtk/format.h"

namespace clipguard::mrtk {
namespace {

constexpr uint64_t kMinorVersionOffset = 12;
constexpr uint64_t kKeyCountOffset = 8;  // in a curve

void ReportCannotLoad(Target target, ByteRange bytes, const std::string& path,
                      const std::string& reason, FindingSink& sink) {
  sink.Report(FindingCode::kTargetCannotLoad, bytes, {}, [&](Description& d) {
    d.path = path;
    return Arguments{GetTargetInfo(target).title, reason};
  });
}

}  // namespace

void CheckTarget(const InputAnimationView& view, Target target,
                 FindingSink& sink) {
  if (view.version().minor != 1) return;
  if (target == Target::kMrtk25) {
    ReportCannotLoad(target, {kMinorVersionOffset, 4}, "header.minorVersion",
                     "it knows version 1.0 only, logs an error at 1.1, and "
                     "plays nothing",
                     sink);
    return;
  }
  // As it is written, not as it is documented.
  if (view.layout() != KeyLayout::kFull) return;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (slot.is_boolean() || view.curve(slot).empty()) continue;
    ReportCannotLoad(target, {view.curve_offset(slot) + kKeyCountOffset, 4},
                     slot.Path() + ".keyCount",
                     "keys of version 1.1 have 8 bytes for it, and these have "
                     "28: all that follows is misread",
                     sink);
    return;
  }
}

}  // namespace clipguard::mrtk
