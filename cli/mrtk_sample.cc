// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/mrtk_sample.h"

namespace clipguard::cli {

absl::Status SampleMrtk(const mrtk::InputAnimationView&, const SampleRequest&,
                        Output&) {
  return absl::UnimplementedError("sample is not there yet");
}

}  // namespace clipguard::cli
