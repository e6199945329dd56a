// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/textures/vertex_colors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "actions/convert/textures/dds.h"
#include "base/memory/work_counter.h"
#include "base/text.h"
#include "parser/m3d/checks/texture_check.h"

namespace clipguard::actions::textures {
namespace {

constexpr uint64_t kMostPictureBytes = uint64_t{256} << 20;  // 8192 * 8192
// A vertex has the mean of a square: what is finer would be noise.
constexpr uint32_t kSquares = 128;

// The means of a picture's squares.
Picture Shrunk(const Picture& large) {
  Picture small;
  small.width = std::min(large.width, kSquares);
  small.height = std::min(large.height, kSquares);
  std::vector<uint64_t> sums(size_t{3} * small.width * small.height);
  std::vector<uint64_t> counts(size_t{small.width} * small.height);
  CountWork(uint64_t{large.width} * large.height);
  for (uint64_t y = 0; y < large.height; ++y) {
    for (uint64_t x = 0; x < large.width; ++x) {
      const uint64_t at = y * small.height / large.height * small.width +
                          x * small.width / large.width;
      ++counts[at];
      for (size_t c = 0; c < 3; ++c) {
        sums[3 * at + c] += large.rgba[4 * (y * large.width + x) + c];
      }
    }
  }
  for (size_t i = 0; i < sums.size(); ++i) {
    small.rgba.push_back(static_cast<uint8_t>(sums[i] / counts[i / 3]));
  }
  return small;  // without alpha
}

// Textures go on and on beyond their edges.
uint32_t PlaceOf(float coordinate, uint32_t size) {
  const float part = coordinate - std::floor(coordinate);
  if (!(part >= 0)) return 0;  // no number
  return std::min(static_cast<uint32_t>(part * static_cast<float>(size)),
                  size - 1);
}

std::optional<Picture> ReadPicture(std::string_view name,
                                   const NamedFiles& files,
                                   std::vector<std::string>& notes) {
  std::optional<Picture> picture;
  if (name.empty() || m3d::IsNoTexture(name)) return picture;
  const absl::Status status = files.Read(
      name, [](std::string_view) { return std::nullopt; },
      [&](std::string_view, std::span<const uint8_t> bytes) -> absl::Status {
        if (!IsDds(bytes)) {
          return absl::UnimplementedError("it is not a DDS file");
        }
        auto read = ReadDds(bytes, kMostPictureBytes);
        if (!read.ok()) return read.status();
        picture = Shrunk(*read);
        return absl::OkStatus();
      });
  if (!status.ok() && !absl::IsNotFound(status)) {
    notes.push_back(absl::StrCat("the texture ", ToPrintable(name), ": ",
                                 std::string(status.message())));
  }
  return picture;
}

}  // namespace

std::vector<uint8_t> VertexColors(const m3d::Character& character,
                                  const NamedFiles& files,
                                  std::vector<std::string>& notes) {
  const auto& places = character.vertices.tex_coords;
  std::vector<uint8_t> colors(3 * places.size(), 0xFF);
  std::map<std::string_view, std::optional<Picture>> known;
  bool any = false;
  for (const m3d::Subset& subset : character.subsets) {
    if (subset.id >= character.materials.size()) continue;
    const std::string_view name = character.materials[subset.id].diffuse_map;
    const auto [entry, is_new] = known.try_emplace(name);
    if (is_new) entry->second = ReadPicture(name, files, notes);
    const std::optional<Picture>& read = entry->second;
    if (!read) continue;
    const Picture& picture = *read;
    any = true;
    const size_t end = std::min(character.triangles.size(),
                                size_t{subset.face_start} + subset.face_count);
    CountWork(end - std::min<size_t>(subset.face_start, end));
    for (size_t t = subset.face_start; t < end; ++t) {
      for (const uint32_t vertex : character.triangles[t]) {
        const size_t at =
            3 *
            (size_t{PlaceOf(places[vertex].y, picture.height)} * picture.width +
             PlaceOf(places[vertex].x, picture.width));
        std::copy_n(picture.rgba.begin() + static_cast<ptrdiff_t>(at), 3,
                    colors.begin() + 3 * static_cast<ptrdiff_t>(vertex));
      }
    }
  }
  if (!any) colors.clear();
  return colors;
}

}  // namespace clipguard::actions::textures
