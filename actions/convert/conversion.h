// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Conversion: a file becomes one of another format.
//
//   FindingList losses;
//   auto converted = ConvertToGlb(std::move(file), options, losses);
//   if (converted.ok() && losses.empty()) (*converted)->WriteTo(write);
//
// A conversion takes a file that ParseFile() has read, and its result keeps
// what it needs of the model: only the bytes must outlive that. It looks at all
// of its source before a byte is written, and reports as findings what the
// target cannot hold (CONVERSION_LOSES, with the place in the source). Losses
// are what this file loses although the target could hold it, or what moves or
// looks different there: whoever writes the result nonetheless has decided to
// lose that. Notes are what the target can never hold. docs/convert.md says
// which is which. The targets are listed in
// actions/convert/targets/conversion_targets.h.

#ifndef CLIPGUARD_ACTIONS_CONVERT_CONVERSION_H_
#define CLIPGUARD_ACTIONS_CONVERT_CONVERSION_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/piece_writer.h"
#include "parser/finding.h"
#include "parser/m3d/handedness.h"
#include "parser/parsed/parsed_file.h"  // IWYU pragma: export

namespace clipguard::actions {

// An image for glTF.
struct TextureImage {
  std::string_view mime_type;  // a literal: "image/png" or "image/jpeg"
  std::vector<uint8_t> bytes;
};

// Decodes a texture file into an image of at most `most_bytes`. An error has a
// reason for people. Thread-safe.
using ImageOfTexture = absl::StatusOr<TextureImage> (*)(
    std::span<const uint8_t> file, bool is_normal_map, uint64_t most_bytes);

// A recording does not know its camera's angle of view: 0.7 radians.
inline constexpr double kCameraDegrees = 40.10704565915762;

// An element of a Forge block model, as a box: of this size, turned about its
// middle, in blocks.
struct ModelBox {
  uint32_t element = 0;  // its number in the model
  std::array<float, 3> middle = {};
  std::array<float, 3> size = {};
  std::array<float, 4> turn = {0, 0, 0, 1};
};

// Request for skeletons with a skin for a recording's hands, instead of joints
// side by side.
struct RigRequest {
  // Each bone has one length and direction at all times, whatever was recorded.
  bool fixed_bones = false;
};

// Files that a source names, in the words of whoever made it. Thread-safe.
class NamedFiles {
 public:
  virtual ~NamedFiles() = default;

  // Called with each file that the name may mean, the best one first, until one
  // is used (OK). `bytes` are valid during the call; `place` is a name that no
  // other file has.
  using Use = absl::FunctionRef<absl::Status(std::string_view place,
                                             std::span<const uint8_t> bytes)>;

  // The use of that place before: then it is not read again.
  using Known =
      absl::FunctionRef<std::optional<absl::Status>(std::string_view place)>;

  // OK if one was used, and was the same all the while. Else what was wrong
  // with the first; NotFound if there is none.
  virtual absl::Status Read(std::string_view name, Known known,
                            Use use) const = 0;
};

struct ConversionOptions {
  // Largest difference wanted from the source's curves: in their own units,
  // and of rotations in degrees.
  double tolerance = 1e-4;
  double degrees = 0.01;
  // Curves of a recording stay cubics, for players that read these.
  bool cubic = false;
  // So many samples a second, with straight lines between them, instead of
  // curves within the tolerance. 0: curves.
  double fps = 0;
  // Nothing: no skeletons. REQUIRES: not with fps.
  std::optional<RigRequest> rig = std::nullopt;
  // Joints of hands have WebXR's names instead of the format's own.
  bool webxr_names = false;
  // So many times as large; above 0.
  double scale = 1;
  // Vertical angle of view of a recording's camera, in degrees.
  double camera_degrees = kCameraDegrees;
  // Handedness of characters; nullopt: as their triangles tell.
  std::optional<m3d::Handedness> handedness = std::nullopt;
  // A recording and a character's clips begin at 0, also those that begin later
  // in the file.
  bool from_zero = false;
  // Textures of characters. Null: they are left out.
  const NamedFiles* textures = nullptr;
  // Decodes textures. Null: PNG and JPEG are kept as they are, and all other
  // files are left out. textures::ImageOf() decodes DDS, too.
  ImageOfTexture image_of = nullptr;
  // Boxes that an armature moves, if they are known.
  std::span<const ModelBox> boxes = {};
  // Jumps of Bedrock's animations are "pre" and "post" in one key, not two
  // keys.
  bool pre_post = false;
  // Puts the source's bytes into the result, so that they can be had back, with
  // this hash of them: gltf::HashOf(). Null: they are not kept.
  std::string (*keep_original)(std::span<const uint8_t> bytes) = nullptr;
  // Where notes go, as findings of the same code; null: among the losses.
  FindingSink* notes = nullptr;
};

// A number that is worth telling: what was proven of a result.
struct ConversionFact {
  std::string name;  // as in JSON: "largestError"
  float value = 0;
  std::string text;  // for people: "at most 3.1e-05 away from the curves"
};

// A result, not written yet. May look at the source's bytes.
class Converted {
 public:
  virtual ~Converted() = default;

  // How many bytes are written. May take as long as writing them: text is not
  // there before it is written.
  virtual uint64_t size() const = 0;

  // Passes the bytes on, piece by piece. The same ones every time.
  virtual void WriteTo(WriteBytes write) const = 0;

  const std::vector<ConversionFact>& facts() const { return facts_; }

 protected:
  std::vector<ConversionFact> facts_;
};

// Bytes that are there as a whole: a std::vector<uint8_t> or a std::string.
template <typename Bytes>
class ConvertedBytes : public Converted {
 public:
  explicit ConvertedBytes(Bytes bytes, std::vector<ConversionFact> facts = {})
      : bytes_(std::move(bytes)) {
    facts_ = std::move(facts);
  }

  uint64_t size() const override { return bytes_.size(); }
  void WriteTo(WriteBytes write) const override {
    write({reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size()});
  }

 private:
  const Bytes bytes_;
};

// Text that is made of a model whenever it is written, and is never in memory
// as a whole.
template <typename Model>
class ConvertedText : public Converted {
 public:
  using Write = void (*)(const Model& model, PieceWriter& out);

  ConvertedText(Model model, Write write)
      : model_(std::move(model)), write_(write) {}

  uint64_t size() const override {
    uint64_t bytes = 0;
    WriteTo([&](std::span<const uint8_t> piece) { bytes += piece.size(); });
    return bytes;
  }
  void WriteTo(WriteBytes write) const override {
    PieceWriter out(write);
    write_(model_, out);
    out.Flush();
  }

 private:
  const Model model_;
  const Write write_;
};

// Converts a file, of which the target reads the bytes if it is of no format of
// ours, and reports what is lost. InvalidArgument, with a reason for people, if
// there is no result even with losses, as of a file with errors;
// ResourceExhausted if it takes more than the target can hold.
using Convert = absl::StatusOr<std::unique_ptr<Converted>> (*)(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses);

// A conversion returns this if file.Sound() is null.
inline absl::Status HasErrors() {
  return absl::InvalidArgumentError("the file has errors");
}

// Where notes go.
inline FindingSink& NotesOf(const ConversionOptions& options,
                            FindingSink& losses) {
  return options.notes == nullptr ? losses : *options.notes;
}

// Reports that `target` lacks something of the source's: "glb cannot hold
// {what}". `bytes` is where that lies, `path` its name in the source's own
// words.
inline void ReportLoss(std::string_view target, ByteRange bytes,
                       std::string_view path, std::string_view what,
                       FindingSink& losses) {
  losses.Report(FindingCode::kConversionLoses, bytes, Scope{},
                [&](Description& d) {
                  d.path = std::string(path);
                  return Arguments{std::string(target), std::string(what)};
                });
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_CONVERSION_H_
