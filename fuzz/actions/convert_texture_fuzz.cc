// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A character's texture, on any bytes: it becomes an image that libpng reads
// back as the same pixels, or stays as it is, or is refused with a reason;
// within a small multiple of the file's memory, and of what is asked for.

#include <png.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "actions/convert/textures/dds.h"
#include "actions/convert/textures/dds_image.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/heap_promise.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"

namespace clipguard {
namespace {

// 8 bytes of pixels for each byte, as many for the PNG, and that once more.
constexpr fuzz::HeapPromise kHeap = {uint64_t{1} << 20, 32};
// 8 MB are libpng's limit for a chunk.
constexpr fuzz::HeapPromise kPngHeap = {uint64_t{20} << 20, 32};
constexpr uint64_t kMostBytes = uint64_t{1} << 20;

void CheckPng(const std::vector<uint8_t>& png,
              const actions::textures::Picture& picture, bool is_normal_map) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  CLIPGUARD_CHECK(
      png_image_begin_read_from_memory(&image, png.data(), png.size()) != 0);
  CLIPGUARD_CHECK(image.width == picture.width &&
                  image.height == picture.height);
  image.format = PNG_FORMAT_RGBA;
  std::vector<uint8_t> rgba(PNG_IMAGE_SIZE(image));
  CLIPGUARD_CHECK(
      png_image_finish_read(&image, nullptr, rgba.data(), 0, nullptr) != 0);
  const bool is_filled = is_normal_map && picture.two_channels;
  for (size_t i = 0; i < rgba.size(); ++i) {
    if (is_filled && i % 4 == 2) {
      CLIPGUARD_CHECK(rgba[i] >= 128);  // z points out
    } else {
      CLIPGUARD_CHECK(rgba[i] == picture.rgba[i]);
    }
  }
}

void Run(std::span<const uint8_t> bytes) {
  for (const bool is_normal_map : {false, true}) {
    const auto image = fuzz::WithinHeap(kHeap, bytes.size(), [&] {
      return actions::textures::ImageOf(bytes, is_normal_map, kMostBytes);
    });
    if (!fuzz::IsThere(image)) continue;
    CLIPGUARD_CHECK(!image->bytes.empty() && image->bytes.size() <= kMostBytes);
    if (!actions::textures::IsDds(bytes)) {
      CLIPGUARD_STAGE("as it is");
      CLIPGUARD_CHECK(std::ranges::equal(image->bytes, bytes));
      // As a report's page has it.
      const auto picture = fuzz::WithinHeap(kPngHeap, bytes.size(), [&] {
        return actions::textures::ReadPng(bytes, kMostBytes);
      });
      if (!fuzz::IsThere(picture)) continue;
      CLIPGUARD_STAGE("PNG is decoded");
      CLIPGUARD_CHECK(picture->rgba.size() ==
                      uint64_t{4} * picture->width * picture->height);
      CLIPGUARD_CHECK(picture->rgba.size() <= kMostBytes);
      continue;
    }
    CLIPGUARD_STAGE("decoded");
    CLIPGUARD_CHECK(image->mime_type == "image/png");
    const auto picture = actions::textures::ReadDds(bytes, UINT64_MAX);
    CLIPGUARD_CHECK(picture.ok());
    CheckPng(image->bytes, *picture, is_normal_map);
    if (is_normal_map && picture->two_channels) CLIPGUARD_STAGE("two channels");
  }
}

constexpr fuzz::Inputs kInputs = {.seeds = "fuzz/corpus/texture"};
CLIPGUARD_FUZZ_PROPERTY(convert_texture, Run, kInputs);

}  // namespace
}  // namespace clipguard
