// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/textures/dds_image.h"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "actions/convert/conversion.h"
#include "actions/convert/textures/dds.h"
#include "actions/convert/textures/texture.h"

namespace clipguard::actions::textures {
namespace {

// Computes z of unit vectors from x and y; all are stored as bytes.
void FillZ(Picture& picture) {
  for (size_t i = 0; i < picture.rgba.size(); i += 4) {
    const float x = static_cast<float>(picture.rgba[i]) / 127.5f - 1;
    const float y = static_cast<float>(picture.rgba[i + 1]) / 127.5f - 1;
    const float z = std::sqrt(std::max(0.0f, 1 - x * x - y * y));
    picture.rgba[i + 2] = static_cast<uint8_t>(std::lround((z + 1) * 127.5f));
  }
}

}  // namespace

absl::StatusOr<Picture> ReadPng(std::span<const uint8_t> file,
                                uint64_t most_bytes) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, file.data(), file.size()) == 0) {
    return absl::InvalidArgumentError(absl::StrCat("libpng: ", image.message));
  }
  image.format = PNG_FORMAT_RGBA;
  if (uint64_t{image.width} * image.height > most_bytes / 4) {
    png_image_free(&image);
    return absl::ResourceExhaustedError("it has too many pixels");
  }
  Picture picture = {.width = image.width, .height = image.height};
  picture.rgba.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, /*background=*/nullptr, picture.rgba.data(),
                            /*row_stride=*/0,
                            /*colormap=*/nullptr) == 0) {
    return absl::InvalidArgumentError(absl::StrCat("libpng: ", image.message));
  }
  return picture;
}

absl::StatusOr<TextureImage> PngOf(const Picture& picture,
                                   uint64_t most_bytes) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = picture.width;
  image.height = picture.height;
  image.format = PNG_FORMAT_RGBA;
  image.flags = PNG_IMAGE_FLAG_FAST;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  const std::unique_ptr<uint8_t[]> bytes(new uint8_t[size]);
  if (png_image_write_to_memory(&image, bytes.get(), &size,
                                /*convert_to_8bit=*/0, picture.rgba.data(),
                                /*row_stride=*/0, /*colormap=*/nullptr) == 0) {
    return absl::InternalError(absl::StrCat("libpng: ", image.message));
  }
  if (size > most_bytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("as PNG it has ", size, " bytes"));
  }
  return TextureImage{"image/png", {bytes.get(), bytes.get() + size}};
}

absl::StatusOr<TextureImage> ImageOf(std::span<const uint8_t> file,
                                     bool is_normal_map, uint64_t most_bytes) {
  if (IsPlainImage(file)) return PlainImageOf(file, is_normal_map, most_bytes);
  if (!IsDds(file)) {
    return absl::InvalidArgumentError("it is none of PNG, JPEG and DDS");
  }
  constexpr uint64_t kWhileMade = 4;
  absl::StatusOr<Picture> picture = ReadDds(
      file, most_bytes <= UINT64_MAX / kWhileMade ? kWhileMade * most_bytes
                                                  : UINT64_MAX);
  if (!picture.ok()) return picture.status();
  if (is_normal_map && picture->two_channels) FillZ(*picture);
  return PngOf(*picture, most_bytes);
}

}  // namespace clipguard::actions::textures
