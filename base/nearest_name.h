// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// "Did you mean ...?": the known name that a mistaken one is nearest to.

#ifndef CLIPGUARD_BASE_NEAREST_NAME_H_
#define CLIPGUARD_BASE_NEAREST_NAME_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"

namespace clipguard {

// Letters that are wrong, missing, too many or swapped with their neighbour, or
// most + 1 if they are more than `most`, which may be up to 6. Case and '-' or
// '_' do not count.
size_t NameDistance(std::string_view a, std::string_view b, size_t most);

// The nearest of `names` to what was written; empty if none is near, or if it
// is longer than any name that people type.
std::string_view NearestName(std::string_view written,
                             std::span<const std::string_view> names);

// "; did you mean X?", where `quote` spells the nearest of `names`; empty if
// none is near.
std::string DidYouMean(std::string_view written,
                       std::span<const std::string_view> names,
                       absl::FunctionRef<std::string(std::string_view)> quote);

// The name in a message that ends with what DidYouMean() gave for names in
// double quotes; empty if it does not, or if the name was cut.
std::string_view SuggestedName(std::string_view message);

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_NEAREST_NAME_H_
