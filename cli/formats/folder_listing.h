// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Lists the files of a folder below another one, without ever leaving that.

#ifndef CLIPGUARD_CLI_FORMATS_FOLDER_LISTING_H_
#define CLIPGUARD_CLI_FORMATS_FOLDER_LISTING_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "cli/files/folder.h"

namespace clipguard::cli {

struct FolderEntry {
  std::string name;
  bool is_folder = false;  // links are none

  friend auto operator<=>(const FolderEntry&, const FolderEntry&) = default;
};

// The entries of `inside`, "." for the folder itself, sorted; of more than
// `most` the first that the system gives. None if it cannot be read, and why in
// `error`, an errno.
std::vector<FolderEntry> ListFolder(const Folder& folder,
                                    const std::string& inside, size_t most,
                                    int* error = nullptr);

// Whether the value of `flag` is a folder (else InvalidArgument) that can be
// listed, and whose files can be opened (else Unavailable).
absl::Status CheckFolder(std::string_view flag, const std::string& folder);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_FOLDER_LISTING_H_
