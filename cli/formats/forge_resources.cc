// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/forge_resources.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "base/nearest_name.h"
#include "base/text.h"
#include "base/text_of.h"
#include "cli/files/folder.h"
#include "cli/files/input_file.h"
#include "cli/formats/folder_listing.h"
#include "cli/formats/inside.h"
#include "parser/finding.h"

namespace clipguard::cli {
namespace {

constexpr size_t kMostNotes = 100;

bool MayBeLookedFor(const forge::ModelClip& model) {
  return StaysInside(model.domain) && StaysInside(model.path) &&
         model.domain.find('/') == std::string::npos;
}

// Below the folder of resources.
std::string Inside(const forge::ModelClip& model) {
  return model.domain + "/armatures/" + model.path + ".json";
}

std::string ModelFile(const forge::ModelClip& model) {
  return model.domain + "/models/" + model.path + ".json";
}

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

// Reports whether some folder in it has a folder of armatures. Only the first
// kMostLookedAt entries are examined.
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
  if (absl::Status s = CheckFolder("--resources", folder); !s.ok()) return s;
  return std::unique_ptr<ForgeResources>(
      new ForgeResources(std::move(folder), limits, follow_symlinks));
}

void ForgeResources::NoteWrongFolder() {
  if (is_looked_at_) return;
  is_looked_at_ = true;
  if (HasArmatures(folder_)) return;
  Note(folder_,
       ": has no folder DOMAIN/armatures in it; DIR of --resources=DIR is the "
       "folder above those of the domains, a mod's assets");
}

std::string ForgeResources::PathOf(const forge::ModelClip& model) const {
  if (!MayBeLookedFor(model)) return "file of that name";
  return folder_ + "/" + Inside(model);
}

const forge::Armature* ForgeResources::Find(const forge::ModelClip& model) {
  if (!MayBeLookedFor(model)) return nullptr;
  const std::string path = PathOf(model);
  const std::lock_guard lock(mutex_);
  NoteWrongFolder();
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

std::string ForgeResources::Alike(const forge::ModelClip& model) const {
  constexpr size_t kMostLookedAt = 1000;
  constexpr std::string_view kExtension = ".json";
  if (!MayBeLookedFor(model)) return {};
  const std::string root = model.domain + "/armatures";
  const Folder folder(folder_);
  std::vector<std::string> below = {""};
  std::vector<std::string> paths;
  size_t left = kMostLookedAt;
  for (size_t i = 0; i < below.size() && left != 0; ++i) {
    for (const FolderEntry& entry : ListFolder(folder, root + below[i], left)) {
      --left;
      std::string path = below[i] + "/" + entry.name;
      if (entry.is_folder) {
        below.push_back(std::move(path));
      } else if (path.ends_with(kExtension)) {
        paths.push_back(path.substr(1, path.size() - 1 - kExtension.size()));
        // It is there, but cannot be used.
        if (paths.back() == model.path) return {};
      }
    }
  }
  // The folder is what is forgotten most.
  const std::string_view wanted = model.path;
  const std::string_view last = wanted.substr(wanted.rfind('/') + 1);
  for (const std::string& path : paths) {
    if (path.substr(path.rfind('/') + 1) == last) {
      return model.domain + ":" + path;
    }
  }
  const std::vector<std::string_view> names(paths.begin(), paths.end());
  const std::string_view nearest = NearestName(wanted, names);
  if (nearest.empty()) return {};
  return model.domain + ":" + std::string(nearest);
}

std::string ForgeResources::ModelOf(std::string_view armature_file) const {
  constexpr std::string_view kArmatures = "/armatures/";
  if (armature_file.empty() || armature_file == "-") return {};
  // DOMAIN/armatures/PATH.json belongs to DOMAIN/models/PATH.json.
  const std::string below = base_.Below(armature_file);
  const size_t slash = below.find('/');
  if (!StaysInside(below) || slash == std::string::npos ||
      below.compare(slash, kArmatures.size(), kArmatures) != 0) {
    return {};
  }
  return below.substr(0, slash) + "/models/" +
         below.substr(slash + kArmatures.size());
}

std::string ForgeResources::IfMissing(const std::string& inside) {
  if (inside.empty() || inside.starts_with("minecraft/")) return {};
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = is_missing_.try_emplace(inside, false);
  if (is_new) {
    const int fd = Folder(folder_).Open(inside, O_PATH | O_CLOEXEC);
    known->second = fd < 0 && (errno == ENOENT || errno == ENOTDIR);
    if (fd >= 0) close(fd);
  }
  return known->second ? inside : std::string();
}

std::string ForgeResources::MissingModelOf(std::string_view armature_file) {
  return IfMissing(ModelOf(armature_file));
}

std::string ForgeResources::MissingModel(const forge::ModelClip& model) {
  if (!MayBeLookedFor(model)) return {};
  return IfMissing(ModelFile(model));
}

std::optional<uint64_t> ForgeResources::CountElements(
    std::string_view armature_file) {
  const std::string inside = ModelOf(armature_file);
  if (inside.empty()) return std::nullopt;
  const auto model = ReadModel(inside);
  if (model.ok()) {
    if (!model->has_elements) return std::nullopt;
    return model->boxes.size() + model->left_out;
  }
  if (absl::IsInvalidArgument(model.status())) {
    const std::lock_guard lock(mutex_);
    Note(folder_ + "/" + std::string(model.status().message()),
         ": the elements of its armature are not checked");
  }
  return std::nullopt;
}

absl::StatusOr<actions::BlockModel> ForgeResources::ReadModel(
    const std::string& inside) {
  const std::lock_guard lock(mutex_);
  InputFile file({.limit = std::min(limits_.file_bytes, limits_.json_bytes)});
  const auto text = ReadText(inside, file);
  if (!text) {
    return absl::NotFoundError("there is no model " + ToPrintable(inside));
  }
  auto model = actions::ReadBlockModel(*text, limits_);
  if (model.ok()) return model;
  return absl::InvalidArgumentError(ToPrintable(inside) + ": " +
                                    std::string(model.status().message()));
}

absl::StatusOr<actions::BlockModel> ForgeResources::WithParents(
    actions::BlockModel model) {
  // The game has fewer; names may lead in a circle.
  constexpr size_t kMostParents = 32;
  for (size_t i = 0; !model.has_elements && i < kMostParents; ++i) {
    const std::string parent = model.parent;
    const size_t colon = parent.find(':');
    forge::ModelClip wanted;
    wanted.domain =
        colon == std::string::npos ? "minecraft" : parent.substr(0, colon);
    wanted.path =
        colon == std::string::npos ? parent : parent.substr(colon + 1);
    if (!MayBeLookedFor(wanted)) break;
    auto next = ReadModel(ModelFile(wanted));
    if (!next.ok()) return next.status();
    model = *std::move(next);
  }
  if (model.has_elements) return model;
  return absl::NotFoundError("the model has no elements, nor has a parent");
}

absl::StatusOr<actions::BlockModel> ForgeResources::ReadWithParents(
    const std::string& inside) {
  auto model = ReadModel(inside);
  return model.ok() ? WithParents(*std::move(model)) : model;
}

absl::StatusOr<actions::BlockModel> ForgeResources::BlockModelOf(
    std::string_view armature_file) {
  const std::string inside = ModelOf(armature_file);
  if (inside.empty()) {
    return absl::NotFoundError(
        "the armature is not in the folder of resources: DOMAIN/armatures");
  }
  return ReadWithParents(inside);
}

absl::StatusOr<actions::BlockModel> ForgeResources::BlockModelOf(
    const forge::ModelClip& model) {
  if (!MayBeLookedFor(model)) {
    return absl::NotFoundError("there is no model of that name");
  }
  return ReadWithParents(ModelFile(model));
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
    notes.push_back(ToPrintable(folder_) + ": " + Count(leading_out_, "file") +
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

std::optional<std::string_view> ForgeResources::ReadText(
    const std::string& inside, InputFile& file) {
  const std::string path = folder_ + "/" + inside;
  const InputFile::Result result = follow_symlinks_
                                       ? file.Open(path, /*regular_only=*/true)
                                       : file.OpenInside(folder_, inside);
  switch (result) {
    case InputFile::Result::kUnreadable:
      if (file.leads_out()) {
        ++leading_out_;
      } else if (file.problem() != ErrorText(ENOENT) &&
                 file.problem() != ErrorText(ENOTDIR)) {
        Note(path, ": " + file.problem());
      }
      return std::nullopt;
    case InputFile::Result::kTooLarge:
      Note(path, ": larger than the limits allow");
      return std::nullopt;
    case InputFile::Result::kRead:
      break;
  }
  bytes_read_ += file.bytes().size();
  return TextOf(file.bytes());
}

std::unique_ptr<forge::Armature> ForgeResources::Read(
    const forge::ModelClip& model) {
  const std::string path = PathOf(model);
  InputFile file({.limit = std::min(limits_.file_bytes, limits_.json_bytes)});
  const auto text = ReadText(Inside(model), file);
  if (!text) return nullptr;
  FindingList findings(limits_);
  auto armature =
      forge::ReadDamagedArmature(*text, {.limits = limits_}, findings);
  if (findings.errors() != 0) {
    Note(path, absl::StrFormat(" has %s; clipguard validate lists them",
                               Count(findings.errors(), "error")));
  }
  // With such an error the game loads an armature without clips instead.
  for (const Finding& finding : findings.findings()) {
    if (finding.code == FindingCode::kForgeTypeWrong) return nullptr;
  }
  if (!armature) return nullptr;
  return std::make_unique<forge::Armature>(*std::move(armature));
}

forge::FindArmature FinderOf(ForgeResources* resources) {
  if (resources == nullptr) return nullptr;
  return [resources](const forge::ModelClip& clip) {
    return resources->Find(clip);
  };
}

report::FindModel ModelFinderOf(ForgeResources* resources) {
  if (resources == nullptr) return nullptr;
  return [resources](const forge::ModelClip& clip) {
    return resources->BlockModelOf(clip);
  };
}

std::unique_ptr<ForgeResources> ResourcesAround(std::string_view file,
                                                std::string_view room,
                                                const Limits& limits) {
  const size_t at = file.rfind(absl::StrFormat("/%s/", room));
  if (at == std::string_view::npos) return nullptr;
  const size_t slash = file.substr(0, at).rfind('/');
  std::string folder =
      slash == std::string_view::npos
          ? "."
          : std::string(file.substr(0, std::max(slash, size_t{1})));
  auto opened = ForgeResources::Open(std::move(folder), limits);
  return opened.ok() ? *std::move(opened) : nullptr;
}

absl::StatusOr<actions::BlockModel> OpenBlockModel(const std::string& path,
                                                   const Limits& limits,
                                                   ForgeResources* resources) {
  InputFile file({.limit = std::min(limits.file_bytes, limits.json_bytes)});
  switch (file.Open(path, /*regular_only=*/true)) {
    case InputFile::Result::kUnreadable:
      return absl::InvalidArgumentError(file.problem());
    case InputFile::Result::kTooLarge:
      return absl::InvalidArgumentError("larger than the limit json-bytes");
    case InputFile::Result::kRead:
      break;
  }
  auto model = actions::ReadBlockModel(TextOf(file.bytes()), limits);
  if (!model.ok() || model->has_elements) return model;
  if (resources != nullptr) return resources->WithParents(*std::move(model));
  return absl::InvalidArgumentError(
      "it has no elements; --resources=DIR finds its parents");
}

actions::SharedModel BlockModelOf(const actions::SharedModel& named,
                                  ForgeResources* resources,
                                  std::string_view armature_file) {
  if (named != nullptr || resources == nullptr) return named;
  return std::make_shared<actions::SharedModel::element_type>(
      resources->BlockModelOf(armature_file));
}

}  // namespace clipguard::cli
