// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// From any layout to any other: what the layout can hold decodes to the same
// model; what it cannot hold is written only where loss is allowed.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard {
namespace {

using mrtk::InputAnimationView;

void Check(const mrtk::InputAnimation& model, const mrtk::FileLayout& source,
           const mrtk::FileLayout& layout) {
  mrtk::ReadOptions options;
  options.layout = layout.keys;
  const auto lossy =
      mrtk::WriteInputAnimation(model, layout, {.allow_loss = true});
  FindingList findings;
  CLIPGUARD_CHECK(mrtk::ReadInputAnimation(*lossy, options, findings));
  CLIPGUARD_CHECK(findings.errors() == 0);
  const auto bytes = mrtk::WriteInputAnimation(model, layout);
  if (!bytes.ok()) return;
  CLIPGUARD_CHECK(*bytes == *lossy);
  const auto view = mrtk::ReadInputAnimation(*bytes, options, findings);
  if (!view) std::abort();
  const auto back = mrtk::WriteInputAnimation(mrtk::CopyOf(*view), source);
  CLIPGUARD_CHECK(back.ok() &&
                  *back == *mrtk::WriteInputAnimation(model, source));
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto view = mrtk::ReadDamagedInputAnimation(bytes, {}, findings);
  if (!view) return;
  const auto model = mrtk::CopyOf(*view);
  const mrtk::CurveSlot slot(0);
  CLIPGUARD_CHECK(model.curve(slot).View().size() == view->curve(slot).size());
  for (bool markers : {true, false}) {
    Check(model, LayoutOf(*view), {{1, 0}, mrtk::KeyLayout::kFull, markers});
    Check(model, LayoutOf(*view), {{1, 1}, mrtk::KeyLayout::kFull, markers});
    Check(model, LayoutOf(*view), {{1, 1}, mrtk::KeyLayout::kCompact, markers});
  }
  CLIPGUARD_CHECK(
      !mrtk::WriteInputAnimation(model, {mrtk::Version{1, 2}}).ok());
}

CLIPGUARD_FUZZ_PROPERTY(mrtk_convert, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
