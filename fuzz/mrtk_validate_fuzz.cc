// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes, parsed and validated: every finding lies within the file, all
// kernels find the same, and the structure alone agrees with the whole.

#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/check.h"
#include "parser/finding.h"
#include "parser/kernel.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/validate.h"

namespace clipguard {
namespace {

void CheckPlaces(const FindingList& findings, size_t size) {
  for (const Finding& finding : findings.findings()) {
    const ByteRange& bytes = finding.bytes;
    CLIPGUARD_CHECK(bytes.offset <= size);
    CLIPGUARD_CHECK(bytes.length <= size - bytes.offset);
    CLIPGUARD_CHECK(!finding.path.empty() && !finding.message.empty());
    CLIPGUARD_CHECK(finding.count >= 1);
  }
}

bool Equal(const FindingList& a, const FindingList& b) {
  if (a.errors() != b.errors() || a.warnings() != b.warnings() ||
      a.findings().size() != b.findings().size()) {
    return false;
  }
  for (size_t i = 0; i < a.findings().size(); ++i) {
    const Finding& x = a.findings()[i];
    const Finding& y = b.findings()[i];
    if (x.code != y.code || x.bytes != y.bytes || x.path != y.path ||
        x.message != y.message || x.count != y.count || x.ranges != y.ranges) {
      return false;
    }
  }
  return true;
}

void Run(std::span<const uint8_t> bytes) {
  FindingList structure;
  const auto view = mrtk::InputAnimationView::Parse(bytes, {}, structure);
  CheckPlaces(structure, bytes.size());
  if (!view) {
    CLIPGUARD_CHECK(structure.errors() != 0);
    return;
  }
  FindingList scalar;
  mrtk::Validate(*view, scalar, Kernel::kScalar);
  CheckPlaces(scalar, bytes.size());
  for (Kernel kernel : SupportedKernels()) {
    FindingList findings;
    mrtk::Validate(*view, findings, kernel);
    CLIPGUARD_CHECK(Equal(findings, scalar));
  }
}

}  // namespace
}  // namespace clipguard

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  clipguard::Run({data, size});
  return 0;
}
