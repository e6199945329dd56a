// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/textures/character_textures.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/result_budget.h"
#include "actions/convert/textures/texture.h"
#include "parser/limits.h"
#include "parser/m3d/checks/texture_check.h"
#include "parser/m3d/token_text.h"

namespace clipguard::actions::textures {
namespace {

// The last part of a path, whoever wrote it.
std::string NameOf(std::string_view place) {
  return std::string(place.substr(place.find_last_of("/\\") + 1));
}

class Reader {
 public:
  Reader(const ParsedFile& file, const ConversionOptions& options,
         FindingSink& notes, CharacterTextures& textures)
      : file_(file),
        files_(*options.textures),
        image_of_(options.image_of == nullptr ? PlainImageOf
                                              : options.image_of),
        notes_(notes),
        textures_(textures),
        budget_(file) {}

  std::optional<size_t> Read(std::string_view name, bool is_normal,
                             std::string_view path) {
    if (name.empty() || m3d::IsNoTexture(name)) return std::nullopt;
    const Key asked(name, is_normal);
    if (const auto known = by_name_.find(asked); known != by_name_.end()) {
      return known->second;
    }
    const auto read = ReadNew(name, is_normal, path);
    by_name_.emplace(asked, read);
    return read;
  }

 private:
  using Key = std::pair<std::string, bool>;  // and whether of normals

  std::optional<size_t> ReadNew(std::string_view name, bool is_normal,
                                std::string_view path) {
    Key place;
    CharacterTextures::Image image;  // if it is a new one
    const absl::Status status = files_.Read(
        name,
        [&](std::string_view found) -> std::optional<absl::Status> {
          place = {std::string(found), is_normal};
          image = {};
          const auto known = by_place_.find(place);
          if (known == by_place_.end()) return std::nullopt;
          return known->second.status();
        },
        [&](std::string_view found, std::span<const uint8_t> bytes) {
          auto made = image_of_(bytes, is_normal, budget_.left());
          if (!made.ok()) {
            by_place_.emplace(place, made.status());
            return made.status();
          }
          image = {NameOf(found), *std::move(made)};
          return absl::OkStatus();
        });
    if (!status.ok()) {
      Note(name, path, status);
      return std::nullopt;
    }
    if (image.image.bytes.empty()) return *by_place_.at(place);
    // It was asked for no more than is left.
    static_cast<void>(budget_.Spend(image.image.bytes.size()));
    textures_.images.push_back(std::move(image));
    const size_t index = textures_.images.size() - 1;
    by_place_.emplace(std::move(place), index);
    return index;
  }

  void Note(std::string_view name, std::string_view path,
            const absl::Status& status) {
    std::string why(status.message());
    if (absl::IsResourceExhausted(status)) {
      absl::StrAppend(&why, ", more than the limit ",
                      std::string(LimitName(&Limits::result_bytes)), " leaves");
    }
    // Names are parts of the file.
    const auto* const at = reinterpret_cast<const uint8_t*>(name.data());
    const ByteRange bytes = {static_cast<uint64_t>(at - file_.bytes.data()),
                             name.size()};
    if (absl::IsNotFound(status)) {
      notes_.Report(FindingCode::kTextureMissing, bytes, Scope{},
                    [&](Description& d) {
                      d.path = std::string(path);
                      return Arguments{m3d::Quoted(name), why};
                    });
      return;
    }
    ReportLoss("glb", bytes, path,
               absl::StrFormat("the texture %s: %s", m3d::Quoted(name), why),
               notes_);
  }

  const ParsedFile& file_;
  const NamedFiles& files_;
  const ImageOfTexture image_of_;
  FindingSink& notes_;
  CharacterTextures& textures_;
  ResultBudget budget_;
  std::map<Key, std::optional<size_t>> by_name_;
  std::map<Key, absl::StatusOr<size_t>> by_place_;
};

}  // namespace

CharacterTextures ReadTextures(const m3d::Character& character,
                               const ParsedFile& file,
                               const ConversionOptions& options,
                               FindingSink& notes) {
  CharacterTextures textures;
  Reader reader(file, options, notes, textures);
  for (size_t i = 0; i < character.materials.size(); ++i) {
    const m3d::Material& material = character.materials[i];
    const std::string path = absl::StrCat("materials[", i, "].");
    CharacterTextures::OfMaterial& maps = textures.materials.emplace_back();
    maps.diffuse =
        reader.Read(material.diffuse_map, false, path + "diffuseMap");
    maps.normal = reader.Read(material.normal_map, true, path + "normalMap");
  }
  return textures;
}

}  // namespace clipguard::actions::textures
