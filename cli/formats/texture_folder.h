// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TextureFolder: whether the textures that characters name are in a folder.
//
// Names come from strangers' files: none leads out of the folder, and no file
// is read. The answer for a name depends on the folder alone.
//
// Thread-safe after its constructor.

#ifndef CLIPGUARD_CLI_FORMATS_TEXTURE_FOLDER_H_
#define CLIPGUARD_CLI_FORMATS_TEXTURE_FOLDER_H_

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/files/folder.h"

namespace clipguard::cli {

class TextureFolder {
 public:
  TextureFolder(std::string folder, bool follow_symlinks)
      : folder_(std::move(folder)), follow_symlinks_(follow_symlinks) {}

  // Names of the files in a folder, sorted: the first 10,000.
  using Listing = std::vector<std::string>;
  // Listings by folder.
  using Listings = std::map<std::string, std::shared_ptr<const Listing>>;

  // Nothing if the file is there. Else what there is to say about it: that the
  // name leads out of the folder, or, if there may be suggestions, which file
  // is called alike; often nothing.
  //
  // A backslash separates folders, too. A name without a dot is there if a file
  // is called so but for its extension: some programs add one.
  //
  // `seen` is the same for all names of a character, and empty at first: of
  // names in more than sixteen folders, nothing is said where that takes a
  // list.
  std::optional<std::string> WhyMissing(std::string_view name, bool suggest,
                                        Listings& seen);

 private:
  bool Has(const std::string& inside, int& error) const;
  // Null if `seen` is full.
  const Listing* List(const std::string& inside, Listings& seen);

  const Folder folder_;
  const bool follow_symlinks_;
  std::mutex mutex_;
  // Cache of a few folders' listings, so that they are not made for each file.
  Listings listings_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_TEXTURE_FOLDER_H_
