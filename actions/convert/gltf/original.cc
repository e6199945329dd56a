// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/original.h"

#include <sodium.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "base/byte_cursor.h"
#include "base/memory/throwing_allocator.h"
#include "parser/detect/format.h"
#include "rapidjson/memorystream.h"
#include "rapidjson/reader.h"

namespace clipguard::actions::gltf {
namespace {

constexpr size_t kHashSize = 32;

// The chunks of a .glb of version 2. Without buffers it has no binary data.
struct GlbChunks {
  std::span<const uint8_t> json;
  std::span<const uint8_t> binary;
};

bool ReadChunk(ByteCursor& in, uint32_t type, std::span<const uint8_t>* data) {
  uint32_t length = 0;
  uint32_t found = 0;
  return in.Read(&length) && in.Read(&found) && found == type &&
         in.ReadBytes(length, data);
}

// Nothing if it is no .glb, or its lengths do not fit each other.
std::optional<GlbChunks> ChunksOf(std::span<const uint8_t> glb) {
  ByteCursor in(glb);
  uint32_t magic = 0;
  uint32_t version = 0;
  uint32_t length = 0;
  GlbChunks chunks;
  if (!in.Read(&magic) || magic != kGlbMagic || !in.Read(&version) ||
      version != kGlbVersion || !in.Read(&length) || length != glb.size() ||
      !ReadChunk(in, kJsonChunk, &chunks.json)) {
    return std::nullopt;
  }
  if (in.remaining() != 0 && !ReadChunk(in, kBinaryChunk, &chunks.binary)) {
    return std::nullopt;
  }
  return chunks;
}

absl::StatusOr<GlbChunks> ReadGlbChunks(std::span<const uint8_t> glb,
                                        const Limits& limits) {
  const std::optional<GlbChunks> chunks = ChunksOf(glb);
  if (!chunks) {
    return absl::InvalidArgumentError(
        "not a glTF 2.0 binary file with a JSON chunk");
  }
  if (chunks->json.size() > limits.json_bytes) {
    return absl::ResourceExhaustedError(
        absl::StrFormat("its JSON has %d bytes, more than the limit json-bytes",
                        chunks->json.size()));
  }
  return *chunks;
}

struct View {
  uint64_t offset = 0;
  uint64_t length = 0;
};

// Collects what the JSON says of an original, and passes over everything else.
// The names of the functions that are called are RapidJSON's.
class OriginalHandler {
 public:
  // Views are only counted and kept while there is something to say of them.
  const std::vector<View>& views() const { return views_; }
  std::optional<uint64_t> view;
  std::optional<uint64_t> bytes;
  std::string family;
  std::string hash;

  // Whether anything at all is said of one.
  bool Any() const { return view || bytes || !family.empty() || !hash.empty(); }

  bool Null() { return true; }
  bool Bool(bool) { return true; }
  bool Int(int value) {
    return Uint64(value < 0 ? kNone : static_cast<uint64_t>(value));
  }
  bool Uint(unsigned value) { return Uint64(value); }
  bool Int64(int64_t value) {
    return Uint64(value < 0 ? kNone : static_cast<uint64_t>(value));
  }
  bool Uint64(uint64_t value) {
    if (IsView() && depth_ == 3) {
      if (keys_[3] == "byteOffset") views_.back().offset = value;
      if (keys_[3] == "byteLength") views_.back().length = value;
    } else if (IsOriginal()) {
      if (keys_[4] == "bufferView") view = value;
      if (keys_[4] == "bytes") bytes = value;
    }
    return true;
  }
  bool Double(double) { return true; }
  bool RawNumber(const char*, rapidjson::SizeType, bool) { return true; }
  bool String(const char* text, rapidjson::SizeType size, bool) {
    if (!IsOriginal()) return true;
    if (keys_[4] == "format") family.assign(text, size);
    if (keys_[4] == "blake2b") hash.assign(text, size);
    return true;
  }
  bool StartObject() {
    Enter();
    if (IsView() && depth_ == 3) views_.emplace_back();
    return true;
  }
  bool Key(const char* text, rapidjson::SizeType size, bool) {
    if (depth_ >= keys_.size()) return true;
    // A longer one is none of those that matter.
    keys_[depth_].assign(text, size <= kLongestKey ? size : 0);
    return true;
  }
  bool EndObject(rapidjson::SizeType) { return Leave(); }
  bool StartArray() {
    Enter();
    return true;
  }
  bool EndArray(rapidjson::SizeType) { return Leave(); }

 private:
  static constexpr uint64_t kNone = std::numeric_limits<uint64_t>::max();
  static constexpr size_t kLongestKey = 32;

  void Enter() {
    ++depth_;
    if (depth_ < keys_.size()) keys_[depth_].clear();
  }
  bool Leave() {
    --depth_;
    return true;
  }
  // An element of bufferViews, which is a list and has no key.
  bool IsView() const { return keys_[1] == "bufferViews" && keys_[2].empty(); }
  bool IsOriginal() const {
    return depth_ == 4 && keys_[1] == "asset" && keys_[2] == "extras" &&
           keys_[3] == kOriginalKey;
  }

  size_t depth_ = 0;
  // The last key at each depth that matters.
  std::array<std::string, 5> keys_;
  std::vector<View> views_;
};

absl::Status NotThere(std::string_view family) {
  return absl::NotFoundError(absl::StrFormat(
      "this .glb does not hold the %s%sfile that it was made of: that takes "
      "clipguard convert --to=glb --keep-original",
      family, family.empty() ? "" : " "));
}

bool IsFamily(std::string_view name) {
  for (unsigned i = 0; i < kFormatCount; ++i) {
    if (FamilyOf(static_cast<Format>(i)) == name) return true;
  }
  return false;
}

absl::Status Damaged() {
  return absl::InvalidArgumentError(
      "the file that this .glb was made of is not in it as it was: somebody "
      "changed it");
}

// A part of the source's bytes.
class Original : public Converted {
 public:
  explicit Original(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  uint64_t size() const override { return bytes_.size(); }
  void WriteTo(WriteBytes write) const override { write(bytes_); }

 private:
  const std::span<const uint8_t> bytes_;
};

}  // namespace

bool IsGlb(std::span<const uint8_t> bytes) {
  ByteCursor in(bytes);
  uint32_t magic = 0;
  return in.Read(&magic) && magic == kGlbMagic;
}

std::string HashOf(std::span<const uint8_t> bytes) {
  // Chooses the fastest code; what it computes is the same without it.
  static const int chosen = sodium_init();
  static_cast<void>(chosen);
  std::array<uint8_t, kHashSize> hash;
  crypto_generichash(hash.data(), hash.size(), bytes.data(), bytes.size(),
                     nullptr, 0);
  std::string text;
  for (const uint8_t byte : hash) text += absl::StrFormat("%02x", byte);
  return text;
}

absl::StatusOr<std::span<const uint8_t>> OriginalIn(
    std::span<const uint8_t> glb, std::string_view family,
    const Limits& limits) {
  const absl::StatusOr<GlbChunks> chunks = ReadGlbChunks(glb, limits);
  if (!chunks.ok()) return chunks.status();
  rapidjson::MemoryStream text(
      reinterpret_cast<const char*>(chunks->json.data()), chunks->json.size());
  rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>,
                           ThrowingAllocator>
      reader;
  OriginalHandler found;
  constexpr unsigned kFlags =
      rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
  if (!reader.Parse<kFlags>(text, found)) {
    return absl::InvalidArgumentError("its JSON is not in order");
  }
  if (!found.Any()) return NotThere(family);
  if (family.empty() && IsFamily(found.family)) family = found.family;
  if (found.family != family) {
    return IsFamily(found.family) ? NotThere(family) : Damaged();
  }
  if (!found.view || !found.bytes) return Damaged();
  if (*found.view >= found.views().size()) return Damaged();
  const View view = found.views()[static_cast<size_t>(*found.view)];
  std::span<const uint8_t> original;
  ByteCursor in(chunks->binary);
  if (view.length != *found.bytes || !in.Skip(view.offset) ||
      !in.ReadBytes(view.length, &original) || HashOf(original) != found.hash) {
    return Damaged();
  }
  // Some files were known by their names only.
  const std::optional<Format> format = DetectFormat(original);
  if (format && FamilyOf(*format) != family) return Damaged();
  return original;
}

absl::StatusOr<std::unique_ptr<Converted>> ConvertBack(
    const ParsedFile& file, std::string_view family) {
  const auto original = OriginalIn(file.bytes, family, file.limits);
  if (!original.ok()) return original.status();
  return std::make_unique<Original>(*original);
}

}  // namespace clipguard::actions::gltf
