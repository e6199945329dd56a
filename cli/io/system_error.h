// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CLIPGUARD_CLI_IO_SYSTEM_ERROR_H_
#define CLIPGUARD_CLI_IO_SYSTEM_ERROR_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/text.h"

namespace clipguard::cli {

// What the system said, `error`, when it was asked for `what`: Internal.
inline absl::Status SystemError(std::string_view what, int error) {
  return absl::InternalError(
      absl::StrCat(std::string(what), ": ", ErrorText(error)));
}

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_SYSTEM_ERROR_H_
