// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/texture_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/text.h"
#include "cli/files/folder.h"
#include "cli/files/input_file.h"
#include "cli/formats/folder_listing.h"
#include "cli/formats/inside.h"
#include "cli/io/given_files.h"

namespace clipguard::cli {
namespace {

constexpr size_t kMostListed = 100'000;
constexpr size_t kMostListings = 16;
constexpr size_t kMostTried = 8;

// In the order in which they are meant where a name has another one.
constexpr std::array<std::string_view, 4> kExtensions = {".dds", ".png", ".jpg",
                                                         ".jpeg"};

// Textures of programs that wrote .m3d files.
constexpr const char* kNotRead[] = {".bmp", ".tga", ".tif", ".psd"};

bool IsTexture(std::string_view name) {
  return std::ranges::any_of(kExtensions, [name](std::string_view extension) {
    return name.ends_with(extension);
  });
}

std::string_view LastPart(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

std::string WithSlashes(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '\\', '/');
  return text;
}

// A name as it is compared: in lower case.
std::string Comparable(std::string_view name) {
  std::string text = WithSlashes(name);
  absl::AsciiStrToLower(&text);
  return text;
}

// The system's name of a folder.
std::string FolderOf(const std::string& folder) {
  return folder.empty() ? "." : folder;
}

// Those that are given have no "." in their paths.
std::string PathOf(const std::string& folder, const std::string& inside) {
  return folder.empty() ? inside : folder + "/" + inside;
}

// The entries of a folder of the system, or of those that are given.
std::vector<FolderEntry> EntriesOf(const std::string& folder,
                                   const std::string& inside, size_t most,
                                   int& error) {
  const GivenFiles* const given = GivenFiles::Current();
  if (given == nullptr) {
    return ListFolder(Folder(FolderOf(folder)), inside, most, &error);
  }
  std::vector<FolderEntry> entries;
  for (const auto& [name, kind] :
       given->List(inside == "." ? folder : PathOf(folder, inside))) {
    if (entries.size() == most) break;
    entries.push_back({name, kind == GivenKind::kFolder});
  }
  return entries;
}

}  // namespace

// Those that a character may mean.
class FilesBeside : public actions::NamedFiles {
 public:
  using Listings = std::vector<std::shared_ptr<const TextureFiles::Listing>>;

  FilesBeside(const TextureFiles::Options& options, Listings listings)
      : options_(options), listings_(std::move(listings)) {}

  absl::Status Read(std::string_view name, Known known,
                    Use use) const override {
    std::optional<absl::Status> problem;
    size_t tried = 0;
    for (const auto& listing : listings_) {
      for (const std::string& file : Meant(*listing, name)) {
        if (++tried > kMostTried) break;
        absl::Status status = Try(listing->folder, file, known, use);
        if (status.ok()) return status;
        if (!problem) problem = std::move(status);
      }
    }
    return problem.value_or(absl::NotFoundError(Missing(name)));
  }

 private:
  // Where it was looked for, and what helps.
  std::string Missing(std::string_view name) const {
    std::string out = " (.dds, .png or .jpg";
    const std::string whole = Comparable(name);
    for (const char* other : kNotRead) {
      if (whole.ends_with(other)) absl::StrAppend(&out, ", and no ", other);
    }
    out += ')';
    const std::string& below = options_.folder;
    if (!below.empty()) absl::StrAppend(&out, " below ", ToPrintable(below));
    if (listings_.size() > (below.empty() ? 0 : 1)) {
      const std::string& folder = listings_.back()->folder;
      absl::StrAppend(
          &out, below.empty() ? " in " : ", nor in ",
          folder.empty() ? "the working directory" : ToPrintable(folder));
    }
    for (const auto& listing : listings_) {
      if (!listing->unread.empty()) {
        absl::StrAppend(&out, "; not read: ", listing->unread);
      }
    }
    return out + (below.empty() ? "; --textures=DIR says where to look"
                                : "; put it there");
  }

  // The best one first; so many as are tried.
  static std::vector<std::string> Meant(const TextureFiles::Listing& listing,
                                        std::string_view name) {
    const std::string whole = Comparable(name);
    const std::string last(LastPart(whole));
    std::vector<std::string> wanted = {last};
    for (const std::string& stem : {last.substr(0, last.rfind('.')), last}) {
      for (const std::string_view extension : kExtensions) {
        wanted.push_back(stem + std::string(extension));
      }
    }
    std::vector<std::string> meant;
    const auto add = [&](const TextureFiles::Named& named, uint32_t number) {
      const std::string& file = named.paths[number];
      if (meant.size() < kMostTried &&
          std::ranges::find(meant, file) == meant.end()) {
        meant.push_back(file);
      }
    };
    const auto for_each = [&](auto visit) {
      for (const std::string& one : wanted) {
        const auto found = listing.files.find(one);
        if (found != listing.files.end()) visit(found->second);
      }
    };
    // First what has the folders of the name, too, and its capitals.
    const std::string exact = WithSlashes(name);
    for_each([&](const TextureFiles::Named& named) {
      for (const uint32_t i :
           named.exact.Find(named.paths, exact, kMostTried)) {
        add(named, i);
      }
    });
    for_each([&](const TextureFiles::Named& named) {
      const size_t most = 2 * kMostTried;  // some may be there already
      for (const uint32_t i : named.folded.Find(named.paths, exact, most)) {
        add(named, i);
      }
    });
    for_each([&](const TextureFiles::Named& named) {
      const size_t most = std::min(named.paths.size(), 2 * kMostTried);
      for (uint32_t i = 0; i < most; ++i) add(named, i);
    });
    return meant;
  }

  absl::Status Try(const std::string& folder, const std::string& inside,
                   Known known, Use use) const {
    const std::string path = PathOf(folder, inside);
    const std::string begin = ToPrintable(inside) + ": ";
    const auto with_name = [&](const absl::Status& status) {
      return status.ok() ? status
                         : absl::Status(status.code(),
                                        absl::StrCat(begin, status.message()));
    };
    if (const auto before = known(path)) return with_name(*before);
    InputFile file({.limit = options_.file_bytes});
    const InputFile::Result result =
        options_.follow_symlinks || GivenFiles::Current() != nullptr
            ? file.Open(path, /*regular_only=*/true)
            : file.OpenInside(FolderOf(folder), inside);
    if (result == InputFile::Result::kUnreadable) {
      return absl::UnavailableError(begin + file.problem());
    }
    if (result == InputFile::Result::kTooLarge) {
      return absl::UnavailableError(begin + "larger than the limit file-bytes");
    }
    const absl::Status used = use(path, file.bytes());
    return with_name(used);
  }

  const TextureFiles::Options& options_;
  const Listings listings_;
};

absl::StatusOr<std::unique_ptr<TextureFiles>> TextureFiles::Open(
    Options options) {
  const std::string folder = options.folder;
  if (!folder.empty()) {
    if (absl::Status s = CheckFolder("--textures", folder); !s.ok()) return s;
  }
  std::unique_ptr<TextureFiles> files(new TextureFiles(std::move(options)));
  if (!folder.empty()) {
    files->below_ =
        std::make_shared<const Listing>(List(folder, /*folders_too=*/true));
  }
  return files;
}

TextureFiles::Listing TextureFiles::List(std::string folder, bool folders_too) {
  Listing listing{.folder = std::move(folder)};
  std::map<std::string, std::vector<std::string>> files;
  std::vector<std::string> below = {"."};
  size_t left = kMostListed;
  for (size_t i = 0; i < below.size() && left != 0; ++i) {
    const std::string begin = below[i] == "." ? "" : below[i] + "/";
    int error = 0;
    const auto entries = EntriesOf(listing.folder, below[i], left, error);
    if (error != 0 && listing.unread.empty()) {
      listing.unread =
          absl::StrCat(ToPrintable(PathOf(FolderOf(listing.folder), below[i])),
                       ": ", ErrorText(error));
    }
    for (const FolderEntry& entry : entries) {
      --left;
      std::string inside = begin + entry.name;
      if (!StaysInside(inside)) continue;
      if (entry.is_folder) {
        if (folders_too) below.push_back(std::move(inside));
        continue;
      }
      std::string name = Comparable(entry.name);
      if (IsTexture(name)) files[name].push_back(std::move(inside));
    }
  }
  for (auto& [name, paths] : files) {
    listing.files.emplace(name, Named(std::move(paths)));
  }
  return listing;
}

std::shared_ptr<const TextureFiles::Listing> TextureFiles::ListBeside(
    const std::string& folder) {
  const std::lock_guard lock(mutex_);
  const auto known = beside_.find(folder);
  if (known != beside_.end()) return known->second;
  auto listing =
      std::make_shared<const Listing>(List(folder, /*folders_too=*/false));
  if (beside_.size() == kMostListings) beside_.clear();
  beside_.emplace(folder, listing);
  return listing;
}

std::unique_ptr<const actions::NamedFiles> TextureFiles::Beside(
    const std::string& character) {
  FilesBeside::Listings listings;
  if (below_ != nullptr) listings.push_back(below_);
  if (character != "-") {
    listings.push_back(ListBeside(
        std::filesystem::path(character).parent_path().generic_string()));
  }
  return std::make_unique<const FilesBeside>(options_, std::move(listings));
}

}  // namespace clipguard::cli
