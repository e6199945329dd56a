// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// From the paths of a command line to the files to be read.

#ifndef CLIPGUARD_CLI_FILES_INPUTS_H_
#define CLIPGUARD_CLI_FILES_INPUTS_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace clipguard::cli {

struct Input {
  std::string path;  // "-" is standard input, unless it is from a folder
  bool from_folder = false;  // or from a list: not named by the user
  // Why it cannot be read, if that is known already.
  std::string problem;
  // The folder that was searched, out of which no link may lead; null: any may.
  std::shared_ptr<const std::string> root = nullptr;

  // The path below the root. REQUIRES: there is one.
  std::string inside() const;
};

struct SearchOptions {
  bool follow_symlinks = false;  // out of the folder that is searched, too
  bool hidden = false;           // search folders whose names begin with a dot
  // Whether a file that nobody named is wanted, or a folder searched. None:
  // all.
  std::function<bool(const std::string& path, bool is_folder)> wanted = nullptr;
};

struct InputList {
  std::vector<Input> inputs;
  // Messages for the user about entries that were skipped.
  std::vector<std::string> notes;
};

// Files stay as and where they are named, as often as they are. A folder is
// replaced by the files in it and in its folders, in byte order of their
// paths. In a folder, links to files in it are followed, links to folders are
// not (they may lead in circles), and what is neither a file nor a folder is
// passed over with a note. Links to files elsewhere are passed over and counted
// in a note, unless they are to be followed; so are hidden folders, unless they
// are to be searched or are named themselves; of ".git" there is no note.
// Folders that cannot be read become inputs with a
// problem; one that contains no file is noted.
//
// `listed` are paths that a program made a list of. They come after the others,
// and are as if found in a folder: "-" is a file, what is no file is
// unreadable, and what is not wanted is left out.
InputList ExpandInputs(std::span<const std::string> paths,
                       const SearchOptions& options = {},
                       std::vector<std::string> listed = {});

// Keeps the inputs of one of `count` shards: the k-th input belongs to shard
// k mod count. REQUIRES: shard < count.
void KeepShard(size_t shard, size_t count, std::vector<Input>& inputs);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FILES_INPUTS_H_
