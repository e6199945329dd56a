// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Writes the poses of an MRTK recording at given times, as JSON or CSV.

#ifndef CLIPGUARD_CLI_FORMATS_MRTK_SAMPLE_H_
#define CLIPGUARD_CLI_FORMATS_MRTK_SAMPLE_H_

#include "absl/status/status.h"
#include "cli/formats/format_handler.h"
#include "cli/io/environment.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::cli {

// See OpenFile::Sample().
absl::Status SampleMrtk(const mrtk::InputAnimationView& view,
                        const SampleRequest& request, Output& out);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_MRTK_SAMPLE_H_
