// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/codes/examples.h"

#include <algorithm>
#include <array>

namespace clipguard::cli {
namespace {

using enum ExampleKind;

constexpr std::array kExamples = {
#define CLIPGUARD_EXAMPLE(code, ...) Example{FindingCode::code, __VA_ARGS__},
#include "cli/reports/codes/example_list.inc"
#undef CLIPGUARD_EXAMPLE
};

constexpr bool HasOne(FindingCode code) {
  return std::ranges::count(kExamples, code, &Example::code) == 1;
}

constexpr std::array kCodes = {
#define CLIPGUARD_FINDING(code, ...) FindingCode::code,
#include "parser/finding_list.inc"
#undef CLIPGUARD_FINDING
};

static_assert(
    std::ranges::all_of(kCodes, HasOne),
    "a code has no example in cli/reports/codes/example_list.inc, or two");

}  // namespace

const Example& ExampleOf(FindingCode code) {
  return *std::ranges::find(kExamples, code, &Example::code);
}

}  // namespace clipguard::cli
