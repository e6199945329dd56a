// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// JSON of models, and the keys of curves as CSV. See
// actions/convert/conversion.h.

#ifndef CLIPGUARD_ACTIONS_CONVERT_FORMS_JSON_FORMS_H_
#define CLIPGUARD_ACTIONS_CONVERT_FORMS_JSON_FORMS_H_

#include <memory>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"

namespace clipguard::actions {

// Recordings and characters: nothing is lost of the model. Forge's files are
// JSON already: they become their canonical text.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToJson(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses);

// A row for each key. All that is no key is lost.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToCsv(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_FORMS_JSON_FORMS_H_
