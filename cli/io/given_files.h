// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// GivenFiles: files that somebody gives as bytes, instead of those of the
// system. While a thread uses some, cli/files/ reads and writes nothing else.
//
//   GivenFiles files("/home/me");
//   files.Add({.path = "a.bin", .bytes = bytes});
//   const GivenFiles::Use use(files);
//   ValidateCommand({"a.bin"}, env);
//
// A file is found under the very path that it is given with. The folders of
// "a/b/c.bin" are "a" and "a/b".

#ifndef CLIPGUARD_CLI_IO_GIVEN_FILES_H_
#define CLIPGUARD_CLI_IO_GIVEN_FILES_H_

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clipguard::cli {

enum class GivenKind {
  kFile,
  kFolder,      // one that is empty, or whose content is not given
  kFolderLink,  // a link to a folder
  kLinkOut,     // a link to a file out of the folder that is searched
  kOther,       // neither a file nor a folder
};

struct GivenFile {
  std::string path;
  GivenKind kind = GivenKind::kFile;
  std::span<const uint8_t> bytes = {};
  // Gives the bytes each time the file is read; null: they are above. The
  // returned object keeps them alive; it is null if loading fails. `size` is
  // then the number of bytes.
  std::function<std::shared_ptr<const void>(std::span<const uint8_t>& bytes)>
      load = nullptr;
  uint64_t size = 0;
  std::string problem = {};  // why it cannot be read; empty: it can
  uint64_t number = 0;       // its own, from Add()
};

// Thread-compatible.
class GivenFiles {
 public:
  // `folder` is the working directory.
  explicit GivenFiles(std::string folder) : folder_(std::move(folder)) {}

  // The latter of two with one path is the one that counts.
  void Add(GivenFile file);

  const std::string& folder() const { return folder_; }

  // Null if there is no such file, or it is a folder.
  const GivenFile* Find(const std::string& path) const;

  bool IsFolder(const std::string& path) const;

  // Like stat(): false if nothing has that path, or another that leads to the
  // same place: "./a.bin". Sets only the type, the size, and an inode number
  // that no other file has.
  bool Stat(const std::string& path, struct stat* about) const;

  // Returns the entries of a folder by their names there; "" is the working
  // directory.
  std::map<std::string, GivenKind> List(const std::string& folder) const;

  // Takes what is written, in the order in which it is done.
  void Put(std::string path, std::string bytes) {
    written_.emplace_back(std::move(path), std::move(bytes));
  }
  using Written = std::vector<std::pair<std::string, std::string>>;
  Written TakeWritten() { return std::move(written_); }

  // Those that this thread uses; null: the system's.
  static GivenFiles* Current();

  // Lets this thread use some for as long as it lives.
  class Use {
   public:
    explicit Use(GivenFiles& files);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    GivenFiles* const before_;
  };

 private:
  std::string PlaceOf(const std::string& path) const;

  std::map<std::string, GivenFile> files_;    // folders without their slash
  std::map<std::string, std::string> paths_;  // by their places
  std::string folder_;
  Written written_;
};

// stat(), or GivenFiles::Stat(): 0, or -1 and errno.
int StatPath(const std::string& path, struct stat* about);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_GIVEN_FILES_H_
