// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/forge_resources.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "cli/files/input_file.h"
#include "cli/io/text.h"
#include "parser/finding.h"

namespace clipguard::cli {
namespace {

// Names beyond this are no files anywhere.
constexpr size_t kLongestName = 1024;
constexpr size_t kMostNotes = 100;

// Whether every part of a path is the name of a file, not a way elsewhere.
bool StaysInside(std::string_view path) {
  if (path.empty() || path.size() > kLongestName) return false;
  if (std::any_of(path.begin(), path.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == '\\';
      })) {
    return false;
  }
  const absl::string_view text(path.data(), path.size());
  for (const absl::string_view part : absl::StrSplit(text, '/')) {
    if (part.empty() || part == "." || part == "..") return false;
  }
  return true;
}

bool MayBeLookedFor(const forge::ModelClip& model) {
  return StaysInside(model.domain) && StaysInside(model.path) &&
         model.domain.find('/') == std::string::npos;
}

// Below the folder of resources.
std::string Inside(const forge::ModelClip& model) {
  return model.domain + "/armatures/" + model.path + ".json";
}

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

// Whether some folder in it has a folder of armatures. Of very many, only the
// first are looked at.
bool HasArmatures(const std::string& folder) {
  constexpr size_t kMostLookedAt = 1000;
  const std::unique_ptr<DIR, CloseFolder> open(opendir(folder.c_str()));
  if (open == nullptr) return false;
  for (size_t i = 0; i < kMostLookedAt; ++i) {
    const dirent* const entry = readdir(open.get());
    if (entry == nullptr) return false;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    const std::string path = std::string(name) + "/armatures";
    struct stat about = {};
    if (fstatat(dirfd(open.get()), path.c_str(), &about, 0) == 0 &&
        S_ISDIR(about.st_mode)) {
      return true;
    }
  }
  return true;
}

}  // namespace

absl::StatusOr<std::unique_ptr<ForgeResources>> ForgeResources::Open(
    std::string folder, const Limits& limits, bool follow_symlinks) {
  struct stat about = {};
  const bool found = stat(folder.c_str(), &about) == 0;
  if (!found || !S_ISDIR(about.st_mode)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("--resources: %s: %s", ToPrintable(folder),
                        ErrorText(found ? ENOTDIR : errno)));
  }
  std::unique_ptr<ForgeResources> resources(
      new ForgeResources(std::move(folder), limits, follow_symlinks));
  if (!HasArmatures(resources->folder_)) {
    resources->Note(resources->folder_,
                    ": has no folder DOMAIN/armatures in it; DIR of "
                    "--resources=DIR is the folder above those of the domains, "
                    "a mod's assets");
  }
  return resources;
}

std::string ForgeResources::PathOf(const forge::ModelClip& model) const {
  if (!MayBeLookedFor(model)) return "file of that name";
  return folder_ + "/" + Inside(model);
}

const forge::Armature* ForgeResources::Find(const forge::ModelClip& model) {
  if (!MayBeLookedFor(model)) return nullptr;
  const std::string path = PathOf(model);
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = armatures_.try_emplace(path);
  if (is_new) {
    entry->second = Read(model);
    if (!entry->second && model.path.ends_with(".b3d")) {
      Note(model.domain + ":" + model.path,
           ": clips of B3D models are in the model, which is not read: they "
           "move nothing here");
    }
  }
  return entry->second.get();
}

uint64_t ForgeResources::bytes_read() {
  const std::lock_guard lock(mutex_);
  return bytes_read_;
}

std::vector<std::string> ForgeResources::notes() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> notes = notes_;
  if (more_notes_ != 0) {
    notes.push_back(
        absl::StrFormat("and %s like these", Count(more_notes_, "more file")));
  }
  if (leading_out_ != 0) {
    notes.push_back(ToPrintable(folder_) + ": " +
                    Count(leading_out_, "armature") +
                    " skipped, behind links out of the folder "
                    "(--follow-symlinks reads them)");
  }
  return notes;
}

void ForgeResources::Note(std::string_view file, std::string_view what) {
  if (notes_.size() == kMostNotes) {
    ++more_notes_;
  } else {
    notes_.push_back(ToPrintable(file) + std::string(what));
  }
}

std::unique_ptr<forge::Armature> ForgeResources::Read(
    const forge::ModelClip& model) {
  const std::string path = PathOf(model);
  InputFile file({.limit = std::min(limits_.file_bytes, limits_.json_bytes)});
  const InputFile::Result result =
      follow_symlinks_ ? file.Open(path, /*regular_only=*/true)
                       : file.OpenInside(folder_, Inside(model));
  switch (result) {
    case InputFile::Result::kUnreadable:
      if (file.leads_out()) ++leading_out_;
      return nullptr;
    case InputFile::Result::kTooLarge:
      Note(path, ": larger than the limits allow");
      return nullptr;
    case InputFile::Result::kRead:
      break;
  }
  const std::string_view text(
      reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
  bytes_read_ += text.size();
  FindingList findings(limits_);
  auto armature =
      forge::ReadDamagedArmature(text, {.limits = limits_}, findings);
  if (!file.Finish()) {
    Note(path, ": " + std::string(file.problem()));
    return nullptr;
  }
  if (findings.errors() != 0) {
    Note(path, absl::StrFormat(" has %s; clipguard validate lists them",
                               Count(findings.errors(), "error")));
  }
  // Of these the game says that it takes an armature without clips instead.
  for (const Finding& finding : findings.findings()) {
    if (finding.code == FindingCode::kForgeTypeWrong) return nullptr;
  }
  if (!armature) return nullptr;
  return std::make_unique<forge::Armature>(*std::move(armature));
}

}  // namespace clipguard::cli
