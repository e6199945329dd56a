// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties of every conversion to .glb, whatever is converted.

#ifndef CLIPGUARD_FUZZ_ACTIONS_CONVERT_PROMISES_H_
#define CLIPGUARD_FUZZ_ACTIONS_CONVERT_PROMISES_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "actions/convert/conversion.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/convert/gltf/original.h"
#include "actions/convert/test_converted.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/heap_promise.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/limits.h"

namespace clipguard::fuzz {

// Converts a valid file. It becomes a .glb that gives the file back, or is
// refused with a reason: then there is nothing. Takes at most 4 MB and
// `bytes_per_byte` times the file of the heap. Returns whether nothing was
// lost.
inline std::optional<bool> CheckConversion(
    std::span<const uint8_t> bytes, Format format, uint64_t bytes_per_byte,
    actions::ConversionOptions options = {}) {
  options.keep_original = actions::gltf::HashOf;
  Limits limits;
  limits.result_bytes = uint64_t{1} << 19;
  FindingList losses;
  const auto converted =
      WithinHeap({uint64_t{4} << 20, bytes_per_byte}, bytes.size(), [&] {
        return actions::ConvertToGlb(actions::Parsed(bytes, format, limits),
                                     options, losses);
      });
  if (!IsThere(converted)) return std::nullopt;
  const std::vector<uint8_t> written = actions::WrittenBytes(**converted);
  CLIPGUARD_CHECK(written.size() == (*converted)->size());
  const auto original =
      actions::gltf::OriginalIn(written, actions::gltf::FamilyOf(format));
  CLIPGUARD_CHECK(original.ok() && std::ranges::equal(*original, bytes));
  return losses.empty();
}

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_ACTIONS_CONVERT_PROMISES_H_
