// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files as other files, for tests.

#ifndef CLIPGUARD_ACTIONS_CONVERT_FORMS_TEST_FORMS_H_
#define CLIPGUARD_ACTIONS_CONVERT_FORMS_TEST_FORMS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "actions/convert/targets/conversion_targets.h"
#include "actions/convert/test_converted.h"
#include "base/text_of.h"
#include "gtest/gtest.h"
#include "parser/finding.h"

namespace clipguard::actions {

inline std::string TextOf(const std::vector<uint8_t>& bytes) {
  return {bytes.begin(), bytes.end()};
}

// Converts a file, whatever is lost.
inline absl::StatusOr<std::string> Become(const std::string& bytes,
                                          std::string_view target,
                                          FindingList& losses) {
  const auto converted =
      FindConversionTarget(target)->convert(Parsed(BytesOf(bytes)), {}, losses);
  if (!converted.ok()) return converted.status();
  const std::string result = TextOf(WrittenBytes(**converted));
  EXPECT_EQ(result.size(), (*converted)->size());
  return result;
}

inline absl::StatusOr<std::string> Become(const std::string& bytes,
                                          std::string_view target) {
  FindingList losses;
  return Become(bytes, target, losses);
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_FORMS_TEST_FORMS_H_
