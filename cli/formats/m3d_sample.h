// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// `clipguard sample` for .m3d characters.

#ifndef CLIPGUARD_CLI_FORMATS_M3D_SAMPLE_H_
#define CLIPGUARD_CLI_FORMATS_M3D_SAMPLE_H_

#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/formats/format_handler.h"
#include "cli/io/environment.h"
#include "cli/rows/row_source.h"
#include "parser/m3d/character.h"

namespace clipguard::cli {

// The clip of that name; the first one if it is empty. InvalidArgument if there
// is none.
absl::StatusOr<const m3d::Clip*> FindClip(const m3d::Character& character,
                                          std::string_view name);

// See OpenFile::Sample().
absl::Status SampleM3d(const m3d::Character& character,
                       const SampleRequest& request, Output& out);

// See OpenFile::ForEachClip().
absl::Status VisitClips(const m3d::Character& character,
                        const RowOptions& options, VisitClip visit);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_M3D_SAMPLE_H_
