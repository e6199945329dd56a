// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TextureFiles: the files of textures that characters name, for `convert`.
//
// Names come from strangers, often from Windows: of "C:\\art\\Skin.dds" only
// the last part counts, in any case. Where there is no such file, one of
// another extension may be meant: skin.png. None leads out of the folders that
// are searched, whatever links there are.
//
//   TextureFiles files({.folder = "textures"});
//   options.textures = files.Beside("heroes/anna.m3d").get();

#ifndef CLIPGUARD_CLI_FORMATS_TEXTURE_FILES_H_
#define CLIPGUARD_CLI_FORMATS_TEXTURE_FILES_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "cli/io/path_ends.h"

namespace clipguard::cli {

// Thread-safe after its constructor.
class TextureFiles {
 public:
  struct Options {
    // Searched first, with all folders in it; empty: there is none.
    std::string folder = {};
    bool follow_symlinks = false;      // out of the folders
    uint64_t file_bytes = UINT64_MAX;  // larger files are not read
  };

  // InvalidArgument if there is no such folder.
  static absl::StatusOr<std::unique_ptr<TextureFiles>> Open(Options options);

  // The textures of a character: those of the folder, and then those beside
  // the character's file ("-": none). This must outlive it.
  std::unique_ptr<const actions::NamedFiles> Beside(
      const std::string& character);

 private:
  friend class FilesBeside;

  // Textures that differ in nothing but their folders and in case.
  struct Named {
    explicit Named(std::vector<std::string> files)
        : paths(std::move(files)), exact(paths, false), folded(paths, true) {}

    std::vector<std::string> paths;
    PathEnds exact;
    PathEnds folded;
  };

  // The textures in a folder.
  struct Listing {
    std::string folder;
    // By their names without their folders, in lower case; below the folder.
    std::map<std::string, Named> files = {};
    // A folder in it that could not be read, and why; empty: none.
    std::string unread = {};
  };

  explicit TextureFiles(Options options) : options_(std::move(options)) {}

  static Listing List(std::string folder, bool folders_too);
  std::shared_ptr<const Listing> ListBeside(const std::string& folder);

  const Options options_;
  std::shared_ptr<const Listing> below_;  // options_.folder
  std::mutex mutex_;
  // Listings of a few folders, so that they are not made again for each file.
  std::map<std::string, std::shared_ptr<const Listing>> beside_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_TEXTURE_FILES_H_
