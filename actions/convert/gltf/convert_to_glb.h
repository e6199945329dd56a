// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A file as a glTF 2.0 scene in one binary file. docs/convert.md says what of
// it becomes what.
//
//   FindingList findings;
//   auto glb = ValidateAndConvertToGlb({.bytes = bytes}, {}, findings);
//   if (glb.ok() && findings.errors() == 0) (*glb)->WriteTo(write);
//
// docs/library.md has a program to copy.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_CONVERT_TO_GLB_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_CONVERT_TO_GLB_H_

#include <memory>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "parser/finding.h"

namespace clipguard::actions {

// See Convert. Takes files of all formats. ResourceExhausted for a result of 4
// GiB or more.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToGlb(
    const ConversionSource& source, const ConversionOptions& options,
    FindingSink& losses);

// Detects the format, unless the source names it, validates the file, and
// converts it. All findings go to `findings`, except notes if options.notes is
// set. InvalidArgument also if the format is not recognised or the file has
// errors.
//
// Losses are findings with severity error, even though there is a result: the
// caller decides whether to write it.
absl::StatusOr<std::unique_ptr<Converted>> ValidateAndConvertToGlb(
    ConversionSource source, const ConversionOptions& options,
    FindingSink& findings);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_CONVERT_TO_GLB_H_
