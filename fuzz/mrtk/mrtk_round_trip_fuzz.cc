// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A recording that was read can be written: encoding the decoded model gives
// bytes that decode to the same model, and whose encoding is the same bytes. A
// recording without findings about its structure comes back byte for byte.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard {
namespace {

using mrtk::InputAnimationView;

std::vector<uint8_t> Rewrite(const InputAnimationView& view,
                             const mrtk::FileLayout& layout) {
  auto bytes = mrtk::WriteInputAnimation(mrtk::CopyOf(view), layout);
  CLIPGUARD_CHECK(bytes.ok());
  return *std::move(bytes);
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto view = mrtk::ReadDamagedInputAnimation(bytes, {}, findings);
  if (!view) return;
  const mrtk::FileLayout layout = mrtk::LayoutOf(*view);
  const std::vector<uint8_t> once = Rewrite(*view, layout);

  FindingList none;
  // Forced: a model whose curves have no keys fits both key layouts.
  mrtk::ReadOptions options;
  options.layout = layout.keys;
  const auto again = mrtk::ReadInputAnimation(once, options, none);
  CLIPGUARD_CHECK(again.has_value());
  CLIPGUARD_CHECK(none.errors() == 0);
  CLIPGUARD_CHECK(mrtk::LayoutOf(*again) == layout);
  CLIPGUARD_CHECK(Rewrite(*again, layout) == once);
  if (findings.empty()) {
    CLIPGUARD_CHECK(std::ranges::equal(once, bytes));
  }
}

CLIPGUARD_FUZZ_PROPERTY(mrtk_round_trip, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
