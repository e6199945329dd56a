// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The poses of an MRTK recording at given times, as JSON or as rows.

#ifndef CLIPGUARD_CLI_FORMATS_MRTK_SAMPLE_H_
#define CLIPGUARD_CLI_FORMATS_MRTK_SAMPLE_H_

#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "cli/formats/format_handler.h"
#include "cli/io/environment.h"
#include "cli/rows/row_source.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::cli {

// See OpenFile::Sample().
absl::Status SampleMrtk(const mrtk::InputAnimationView& view,
                        const SampleRequest& request, Output& out);

// See OpenFile.
absl::Status VisitRecording(const mrtk::InputAnimationView& view,
                            const RowOptions& options, VisitClip visit);
void ForEachName(const mrtk::InputAnimationView& view,
                 absl::FunctionRef<void(std::string_view)> visit);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_MRTK_SAMPLE_H_
