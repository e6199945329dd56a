// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Sections and rows, in the order of the file. How single labels and numbers
// are read, and what happens when they are wrong, is row_reader.h's part.
//
// A row that is lost counts: the next one is where it should be.

#include "parser/m3d/read_character.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "parser/m3d/bulk_rows.h"
#include "parser/m3d/number.h"
#include "parser/m3d/row_reader.h"
#include "parser/m3d/token_cursor.h"
#include "parser/m3d/token_text.h"
#include "parser/work_counter.h"
#include "simd/dispatch.h"

namespace clipguard::m3d {
namespace {

using enum FindingCode;

// ---- How much room things take at least -------------------------------------

// The fewest bytes that labels and numbers take with the white space behind
// each: one digit a number, one character a name.
consteval uint64_t LeastBytes(std::initializer_list<std::string_view> labels,
                              uint64_t numbers) {
  uint64_t bytes = 2 * numbers;
  for (const std::string_view label : labels) bytes += label.size() + 1;
  return bytes;
}

constexpr uint64_t kLeastMaterial = std::min(
    LeastBytes({"Name:", "Diffuse:", "Fresnel0:", "Roughness:", "AlphaClip:",
                "MaterialTypeName:", "DiffuseMap:", "NormalMap:"},
               1 + 3 + 3 + 1 + 1 + 1 + 1 + 1),
    LeastBytes(
        {"Ambient:", "Diffuse:", "Specular:", "SpecPower:", "Reflectivity:",
         "AlphaClip:", "Effect:", "DiffuseMap:", "NormalMap:"},
        3 + 3 + 3 + 1 + 3 + 1 + 1 + 1 + 1));
constexpr uint64_t kLeastSubset = LeastBytes(
    {"SubsetID:", "VertexStart:", "VertexCount:", "FaceStart:", "FaceCount:"},
    5);
// With the short labels of the dashed dialect, and without blend data.
constexpr uint64_t kLeastVertex =
    LeastBytes({"P:", "T:", "N:", "T:"}, 3 + 4 + 3 + 2);
constexpr uint64_t kLeastBlendData =
    LeastBytes({"BlendWeights:", "BlendIndices:"}, 4 + 4);
constexpr uint64_t kLeastTriangle = LeastBytes({}, 3);
constexpr uint64_t kLeastBone =
    LeastBytes({"BoneOffset0", "ParentIndexOfBone0:"}, 16 + 1);
constexpr uint64_t kLeastClip = LeastBytes({kClipLabel, "{", "}"}, 1);
constexpr uint64_t kLeastClipBone =
    LeastBytes({"Bone0", "#Keyframes:", "{", "}"}, 1);
constexpr uint64_t kLeastKey =
    LeastBytes({"Time:", "Pos:", "Scale:", "Quat:"}, 1 + 3 + 3 + 4);

// Products and sums that stop at the largest number.
constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
uint64_t Times(uint64_t a, uint64_t b) {
  return b != 0 && a > kMost / b ? kMost : a * b;
}
uint64_t Plus(uint64_t a, uint64_t b) { return a > kMost - b ? kMost : a + b; }

// ---- Kernels ----------------------------------------------------------------

bool ReadRealBytes(const uint8_t* text, size_t length, float* value) {
  return ReadReal({reinterpret_cast<const char*>(text), length}, *value) ==
         NumberFault::kNone;
}

// Null: there is none, and every row is read token by token.
const BulkRows* BulkRowsOf(Kernel kernel) {
  const BulkRows& rows = VersionFor<BulkRows>(kernel);
  return rows.keys == nullptr ? nullptr : &rows;
}

// When to ask a kernel again that could not read a single row: after 2, 4, 8
// ... rows, so that a file of rows that it cannot read costs little more than
// without it.
class Patience {
 public:
  bool Ready() {
    if (wait_ != 0) --wait_;
    return wait_ == 0;
  }
  void Result(size_t rows) {
    next_ = rows != 0 ? 1 : std::min<uint64_t>(next_ * 2, 256);
    wait_ = rows != 0 ? 0 : next_;
  }

 private:
  uint64_t next_ = 1;
  uint64_t wait_ = 0;
};

// ---- The reader -------------------------------------------------------------

// The number of elements that the header declares.
struct Counts {
  uint64_t materials = 0;
  uint64_t vertices = 0;
  uint64_t triangles = 0;
  uint64_t bones = 0;
  uint64_t clips = 0;

  uint64_t Of(Section section) const {
    switch (section) {
      case Section::kHeader:
        return 0;
      case Section::kMaterials:
      case Section::kSubsets:
        return materials;
      case Section::kVertices:
        return vertices;
      case Section::kTriangles:
        return triangles;
      case Section::kBoneOffsets:
      case Section::kHierarchy:
        return bones;
      case Section::kClips:
        return clips;
    }
    return 0;
  }
};

// A labelled run of numbers in a row.
struct Field {
  std::string_view label;
  std::string_view name;  // in paths
  std::span<float> out;
};

class CharacterReader {
 public:
  CharacterReader(std::span<const uint8_t> bytes, const ReadOptions& options,
                  FindingSink& sink, Character& character,
                  CharacterPlaces& places)
      : options_(options),
        bulk_(BulkRowsOf(options.kernel)),
        in_(bytes, options.limits, sink, character),
        out_(character),
        places_(places) {}

  bool Read() {
    Clear();
    const uint64_t size = in_.bytes().size();
    if (size > options_.limits.file_bytes) {
      in_.Report(kLimitExceeded, {0, 0}, {.field = "file"},
                 {absl::StrCat(size), absl::StrCat(options_.limits.file_bytes),
                  "file-bytes"});
      return false;
    }
    SkipByteOrderMark();
    if (Header()) Sections();
    if (in_.ok()) return true;
    Clear();
    return false;
  }

 private:
  TokenCursor& cursor() { return in_.cursor(); }

  void Clear() {
    out_.dialect = Dialect::kD3D12;
    out_.materials.clear();
    out_.subsets.clear();
    Vertices& v = out_.vertices;
    v.positions.clear();
    v.tangents.clear();
    v.normals.clear();
    v.tex_coords.clear();
    v.blend_weights.clear();
    v.blend_indices.clear();
    out_.triangles.clear();
    out_.bone_offsets.clear();
    out_.parents.clear();
    out_.clips.clear();
    for (std::vector<uint64_t>& rows : places_.rows) rows.clear();
    places_.clip_names.clear();
    places_.keyframes.clear();
  }

  void SkipByteOrderMark() {
    const std::string_view text(
        reinterpret_cast<const char*>(in_.bytes().data()), in_.bytes().size());
    if (!text.starts_with(kByteOrderMark)) return;
    in_.Report(kByteOrderMarkPresent, {0, kByteOrderMark.size()},
               {.field = "file"}, {});
    cursor().MoveTo(kByteOrderMark.size());
  }

  // ---- Header -------------------------------------------------------------

  // Reads the counts. False if the rest of the file cannot be read without
  // them, or not at all.
  bool Header() {
    const Token banner = cursor().Peek();
    const std::string_view name = SectionName(Section::kHeader);
    if (!banner) {
      in_.Ended({.field = name}, "the banner " + std::string(name));
      return false;
    }
    if (!IsBanner(banner.text, Section::kHeader)) {
      in_.Report(kBannerMismatch, banner.range(), {.field = name},
                 {name, Quoted(banner.text)});
    }
    // Whatever it is, unless it is the first count already.
    if (!banner.text.ends_with("Materials")) cursor().Take(banner);
    if (banner.text.starts_with('-')) out_.dialect = Dialect::kDashed;

    struct Declared {
      std::string_view label;
      std::string_view what;
      uint64_t* count;
      ByteRange where = {};
    };
    std::array<Declared, 5> declared = {
        Declared{"#Materials", "materials", &counts_.materials},
        Declared{"#Vertices", "vertices", &counts_.vertices},
        Declared{"#Triangles", "triangles", &counts_.triangles},
        Declared{"#Bones", "bones", &counts_.bones},
        Declared{"#AnimationClips", "clips", &counts_.clips}};
    bool known = true;
    for (Declared& d : declared) {
      const Spot spot = {.field = d.label};
      const Token token = cursor().Peek();
      if (d.count == &counts_.bones && LooksLikeBanner(token.text)) {
        // D3D10 files have no bones, and do not mention them.
        in_.Report(kDialectUnsupported, token.range(), spot, {"D3D10"});
        return false;
      }
      const std::string_view label =
          out_.dialect == Dialect::kDashed ? d.label.substr(1) : d.label;
      if (in_.Label(label, spot, {}) != Row::kRead) return false;
      std::optional<uint64_t> count;
      if (in_.Count(count, spot, d.where) != Row::kRead) return false;
      *d.count = count.value_or(0);
      known &= count.has_value();
    }
    if (!known) return false;

    if (counts_.bones == 0 && counts_.clips != 0) {
      in_.Report(kClipsWithoutBones, declared[4].where,
                 {.field = declared[4].label}, {absl::StrCat(counts_.clips)});
    }
    skinned_ = counts_.bones != 0;
    in_.SetBones(counts_.bones);
    // Whether all of it fits in the rest, whose last token needs no white space
    // behind it.
    const std::array<uint64_t, 5> least = {
        Times(counts_.materials, kLeastMaterial + kLeastSubset),
        Times(counts_.vertices,
              kLeastVertex + (skinned_ ? kLeastBlendData : 0)),
        Times(counts_.triangles, kLeastTriangle),
        Times(counts_.bones, kLeastBone),
        Times(counts_.clips,
              Plus(kLeastClip, Times(counts_.bones, kLeastClipBone)))};
    uint64_t used = 0;
    for (size_t i = 0; i < declared.size(); ++i) {
      used = Plus(used, least[i]);
      if (used <= uint64_t{cursor().remaining()} + 1) continue;
      in_.Report(kCountTooLarge, declared[i].where,
                 {.field = declared[i].label},
                 {absl::StrCat(*declared[i].count, " ") +
                      std::string(declared[i].what),
                  absl::StrCat(least[i]), absl::StrCat(cursor().remaining())});
      return false;
    }
    return true;
  }

  // ---- Sections -----------------------------------------------------------

  void Sections() {
    const auto end =
        skinned_ ? kSections : static_cast<size_t>(Section::kBoneOffsets);
    for (size_t i = 1; i < end; ++i) {
      const auto section = static_cast<Section>(i);
      switch (Banner(section)) {
        case Row::kRead:
          if (ReadSection(section) == Row::kEnded) return;
          break;
        case Row::kLost:
          break;  // a later one is there
        case Row::kEnded:
          return;
      }
    }
    End();
  }

  Row ReadSection(Section section) {
    switch (section) {
      case Section::kHeader:
        return Row::kRead;
      case Section::kMaterials:
        return Materials();
      case Section::kSubsets:
        return Subsets();
      case Section::kVertices:
        return ReadVertices();
      case Section::kTriangles:
        return Triangles();
      case Section::kBoneOffsets:
        return BoneOffsets();
      case Section::kHierarchy:
        return Hierarchy();
      case Section::kClips:
        return Clips();
    }
    return Row::kRead;
  }

  // Reads the banner of a section. kLost: the section is missing, the cursor is
  // at the banner of a later one.
  Row Banner(Section section) {
    const std::string_view name = SectionName(section);
    Token token = cursor().Peek();
    if (BeginsRow(section, token.text)) {
      // Nothing but the banner is missing.
      in_.Report(kBannerMismatch, token.range(), {.field = name},
                 {name, Quoted(token.text)});
      return Row::kRead;
    }
    if (token && !LooksLikeBanner(token.text)) {
      Surplus(section, token);
      while (token && !LooksLikeBanner(token.text)) {
        cursor().Take(token);
        token = cursor().Peek();
      }
    }
    if (!token) {
      return in_.Ended({.field = name}, "the banner " + std::string(name));
    }
    const std::optional<Section> found = SectionOfBanner(token.text);
    if (found == section) {
      cursor().Take(token);
      return Row::kRead;
    }
    // Reported once, not for each section that is missing before it.
    if (misplaced_ != token.offset) {
      in_.Report(kBannerMismatch, token.range(), {.field = name},
                 {name, Quoted(token.text)});
      misplaced_ = token.offset;
    }
    if (found > section) return Row::kLost;
    // Misspelt, it seems.
    cursor().Take(token);
    return Row::kRead;
  }

  // Whether the first row of a section begins with this token. Triangles have
  // no labels.
  static bool BeginsRow(Section section, std::string_view token) {
    switch (section) {
      case Section::kHeader:
      case Section::kTriangles:
        return false;
      case Section::kMaterials:
        return token == "Name:" || token == "Ambient:";
      case Section::kSubsets:
        return token == "SubsetID:";
      case Section::kVertices:
        return token == "Position:" || token == "P:";
      case Section::kBoneOffsets:
        return token == "BoneOffset0";
      case Section::kHierarchy:
        return token == "ParentIndexOfBone0:";
      case Section::kClips:
        return token == kClipLabel;
    }
    return false;
  }

  // Where the banner of `section` should be, there is more of what comes before
  // it.
  void Surplus(Section section, const Token& token) {
    const auto before = static_cast<Section>(static_cast<size_t>(section) - 1);
    if (before == Section::kHeader) {
      in_.Report(kBannerMismatch, token.range(),
                 {.field = SectionName(section)},
                 {SectionName(section), Quoted(token.text)});
      return;
    }
    in_.Report(kElementsSurplus, token.range(), {.field = SectionName(before)},
               {Quoted(token.text), absl::StrCat(counts_.Of(before)),
                RowPlural(before)});
  }

  // Whether there is a banner where row number `row` should be. Reports it.
  bool Missing(Section section, uint64_t row) {
    const Token token = cursor().Peek();
    if (!LooksLikeBanner(token.text)) return false;
    in_.Report(kElementsMissing, token.range(), {.field = SectionName(section)},
               {absl::StrCat(row), absl::StrCat(counts_.Of(section)),
                RowPlural(section)});
    return true;
  }

  // Makes room for the places of a section's rows.
  std::vector<uint64_t>& PlacesOf(Section section) {
    constexpr uint64_t kStep = CharacterPlaces::kRowsAPlace;
    std::vector<uint64_t>& places = places_.rows[static_cast<size_t>(section)];
    places.resize((counts_.Of(section) + kStep - 1) / kStep);
    return places;
  }

  void Remember(uint64_t row, std::vector<uint64_t>& places) {
    constexpr uint64_t kStep = CharacterPlaces::kRowsAPlace;
    if (row % kStep == 0) places[row / kStep] = cursor().offset();
  }

  // Reads the rows of a section with read(i).
  template <typename ReadRow>
  Row Rows(Section section, ReadRow read) {
    const uint64_t count = counts_.Of(section);
    std::vector<uint64_t>& places = PlacesOf(section);
    for (uint64_t i = 0; i < count; ++i) {
      Remember(i, places);
      if (Missing(section, i) || !cursor().BeginRow()) return Row::kLost;
      if (read(i) == Row::kEnded) return Row::kEnded;
    }
    return Row::kRead;
  }

  // Lets a kernel read what it can: bulk(text) says how many rows it did.
  template <typename Bulk>
  size_t InBulk(Patience& patience, uint64_t row, uint64_t* places, Bulk bulk) {
    if (bulk_ == nullptr || cursor().offset() < kRoomBefore ||
        !patience.Ready()) {
      return 0;
    }
    BulkText text = {in_.bytes().data(),
                     in_.bytes().size(),
                     cursor().offset(),
                     ReadRealBytes,
                     places,
                     row,
                     0};
    const size_t rows = bulk(text);
    CountWork(text.scanned);
    if (rows != 0) cursor().MoveTo(text.offset);
    patience.Result(rows);
    return rows;
  }

  // Rows() with a kernel's help: bulk(text, i) reads rows from number i on.
  template <typename Bulk, typename ReadRow>
  Row BulkRowsOrRows(Section section, Bulk bulk, ReadRow read) {
    static_assert(CharacterPlaces::kRowsAPlace == kRowsAMark);
    const uint64_t count = counts_.Of(section);
    std::vector<uint64_t>& places = PlacesOf(section);
    Patience patience;
    for (uint64_t i = 0; i < count; ++i) {
      i += InBulk(patience, i, places.data(),
                  [&](BulkText& text) { return bulk(text, i); });
      if (i == count) break;
      Remember(i, places);
      if (Missing(section, i) || !cursor().BeginRow()) return Row::kLost;
      if (read(i) == Row::kEnded) return Row::kEnded;
    }
    return Row::kRead;
  }

  // Reads labels and numbers, one field after the other.
  template <typename MakeSpot>
  Row Fields(std::initializer_list<Field> fields, const RowEnds& ends,
             MakeSpot spot) {
    for (const Field& field : fields) {
      const Row row =
          in_.LabelledReals(field.label, field.out, spot(field.name), ends);
      if (row != Row::kRead) return row;
    }
    return Row::kRead;
  }

  // ---- Materials and subsets ----------------------------------------------

  Row Materials() {
    out_.materials.resize(counts_.materials);
    if (out_.dialect == Dialect::kD3D12 && cursor().Peek().text == "Ambient:") {
      out_.dialect = Dialect::kD3D11;
    }
    return Rows(Section::kMaterials, [&](uint64_t i) {
      const auto spot = [&](std::string_view field) {
        return Spot{Section::kMaterials, field, i};
      };
      return out_.dialect == Dialect::kD3D12
                 ? D3D12Material(out_.materials[i], spot)
                 : D3D11Material(out_.materials[i], spot);
    });
  }

  template <typename MakeSpot>
  Row D3D12Material(Material& m, MakeSpot spot) {
    D3D12Look& look = m.look.emplace<D3D12Look>();
    constexpr RowEnds kEnds = {.next = "Name:"};
    Row row = LabelledName("Name:", m.name, "Diffuse:", spot("name"), kEnds);
    if (row != Row::kRead) return row;
    row = Fields({{"Diffuse:", "diffuse", m.diffuse},
                  {"Fresnel0:", "fresnel0", look.fresnel0}},
                 kEnds, spot);
    if (row != Row::kRead) return row;
    look.says_shininess = cursor().Peek().text == "Shininess:";
    row = Fields({{look.says_shininess ? "Shininess:" : "Roughness:",
                   "roughness",
                   {&look.roughness, 1}}},
                 kEnds, spot);
    if (row != Row::kRead) return row;
    return MaterialTail(m, "MaterialTypeName:", "materialTypeName", spot,
                        kEnds);
  }

  template <typename MakeSpot>
  Row D3D11Material(Material& m, MakeSpot spot) {
    D3D11Look& look = m.look.emplace<D3D11Look>();
    constexpr RowEnds kEnds = {.next = "Ambient:"};
    const Row row =
        Fields({{"Ambient:", "ambient", look.ambient},
                {"Diffuse:", "diffuse", m.diffuse},
                {"Specular:", "specular", look.specular},
                {"SpecPower:", "specPower", {&look.spec_power, 1}},
                {"Reflectivity:", "reflectivity", look.reflectivity}},
               kEnds, spot);
    if (row != Row::kRead) return row;
    return MaterialTail(m, "Effect:", "effect", spot, kEnds);
  }

  // What the materials of all dialects end with.
  template <typename MakeSpot>
  Row MaterialTail(Material& m, std::string_view type_label,
                   std::string_view type_field, MakeSpot spot,
                   const RowEnds& ends) {
    Row row = in_.Label("AlphaClip:", spot("alphaClip"), ends);
    if (row != Row::kRead) return row;
    int64_t flag = 0;
    row = in_.Integers({&flag, 1}, 0, 1, spot("alphaClip"),
                       kAlphaClipNotBoolean, [] { return std::string(); });
    if (row != Row::kRead) return row;
    m.alpha_clip = flag != 0;
    row =
        LabelledName(type_label, m.type, "DiffuseMap:", spot(type_field), ends);
    if (row != Row::kRead) return row;
    row = LabelledName("DiffuseMap:", m.diffuse_map,
                       "NormalMap:", spot("diffuseMap"), ends);
    if (row != Row::kRead) return row;
    return LabelledName("NormalMap:", m.normal_map, ends.next,
                        spot("normalMap"), ends);
  }

  Row LabelledName(std::string_view label, std::string_view& out,
                   std::string_view next, const Spot& spot,
                   const RowEnds& ends) {
    const Row row = in_.Label(label, spot, ends);
    return row == Row::kRead ? in_.Name(out, next, spot) : row;
  }

  Row Subsets() {
    out_.subsets.resize(counts_.Of(Section::kSubsets));
    return Rows(Section::kSubsets, [&](uint64_t i) {
      Subset& subset = out_.subsets[i];
      struct Part {
        std::string_view label;
        std::string_view name;
        uint32_t* out;
      };
      for (const Part& part :
           {Part{"SubsetID:", "id", &subset.id},
            Part{"VertexStart:", "vertexStart", &subset.vertex_start},
            Part{"VertexCount:", "vertexCount", &subset.vertex_count},
            Part{"FaceStart:", "faceStart", &subset.face_start},
            Part{"FaceCount:", "faceCount", &subset.face_count}}) {
        const Spot spot = {Section::kSubsets, part.name, i};
        Row row = in_.Label(part.label, spot, {.next = "SubsetID:"});
        if (row == Row::kRead) row = in_.Uint32(*part.out, spot);
        if (row != Row::kRead) return row;
      }
      return Row::kRead;
    });
  }

  // ---- Mesh ---------------------------------------------------------------

  Row ReadVertices() {
    Vertices& v = out_.vertices;
    const uint64_t count = counts_.vertices;
    v.positions.resize(count);
    v.tangents.resize(count);
    v.normals.resize(count);
    v.tex_coords.resize(count);
    if (skinned_) {
      v.blend_weights.resize(count);
      v.blend_indices.resize(count);
    }
    short_labels_ = cursor().Peek().text == "P:";
    return BulkRowsOrRows(
        Section::kVertices,
        [&](BulkText& text, uint64_t i) -> size_t {
          if (short_labels_) return 0;
          const VertexRows rows = {
              &v.positions[i].x,
              &v.tangents[i].x,
              &v.normals[i].x,
              &v.tex_coords[i].x,
              skinned_ ? &v.blend_weights[i].x : nullptr,
              skinned_ ? v.blend_indices[i].data() : nullptr,
              BlendableBones()};
          return bulk_->vertices(&text, &rows, count - i);
        },
        [&](uint64_t i) { return Vertex(i); });
  }

  // As many bones as a blend index can name.
  uint32_t BlendableBones() const {
    return static_cast<uint32_t>(
        std::min<uint64_t>(counts_.bones, kMaxBlendIndex + 1));
  }

  Row Vertex(uint64_t i) {
    Vertices& v = out_.vertices;
    v.positions[i] = {};
    v.tangents[i] = {};
    v.normals[i] = {};
    v.tex_coords[i] = {};
    const auto spot = [&](std::string_view field) {
      return Spot{Section::kVertices, field, i};
    };
    const std::span<float> position(&v.positions[i].x, 3);
    const std::span<float> tangent(&v.tangents[i].x, 4);
    const std::span<float> normal(&v.normals[i].x, 3);
    const std::span<float> tex_coords(&v.tex_coords[i].x, 2);
    RowEnds ends = {.next = "Position:"};
    if (short_labels_) {
      ends = {.next = "P:"};
      const Row row = Fields({{"P:", "position", position},
                              {"T:", "tangent", tangent},
                              {"N:", "normal", normal},
                              {"T:", "texCoords", tex_coords}},
                             ends, spot);
      if (row != Row::kRead) return row;
    } else {
      const Row row = Fields({{"Position:", "position", position},
                              {"Tangent:", "tangent", tangent},
                              {"Normal:", "normal", normal},
                              {"Tex-Coords:", "texCoords", tex_coords}},
                             ends, spot);
      if (row != Row::kRead) return row;
    }
    if (!skinned_) return Row::kRead;
    v.blend_weights[i] = {};
    v.blend_indices[i] = {};
    Row row =
        Fields({{"BlendWeights:", "blendWeights", {&v.blend_weights[i].x, 4}}},
               ends, spot);
    if (row != Row::kRead) return row;
    row = in_.Label("BlendIndices:", spot("blendIndices"), ends);
    if (row != Row::kRead) return row;
    std::array<int64_t, 4> indices = {};
    row =
        in_.Integers(indices, 0, int64_t{BlendableBones()} - 1,
                     spot("blendIndices"), kBlendIndexOutOfRange, [&] {
                       return counts_.bones > kMaxBlendIndex + 1
                                  ? absl::StrCat(kMaxBlendIndex + 1,
                                                 " bones that a byte can name")
                                  : absl::StrCat(counts_.bones, " bones");
                     });
    std::transform(indices.begin(), indices.end(), v.blend_indices[i].begin(),
                   [](int64_t index) { return static_cast<uint8_t>(index); });
    return row;
  }

  Row Triangles() {
    const auto vertices = static_cast<uint32_t>(counts_.vertices);
    out_.triangles.resize(counts_.triangles);
    return BulkRowsOrRows(
        Section::kTriangles,
        [&](BulkText& text, uint64_t i) {
          return bulk_->triangles(&text, out_.triangles[i].data(), vertices,
                                  counts_.triangles - i);
        },
        [&](uint64_t i) {
          std::array<int64_t, 3> indices = {};
          const Row row =
              in_.Integers(indices, 0, int64_t{vertices} - 1,
                           {Section::kTriangles, {}, i}, kVertexIndexOutOfRange,
                           [&] { return absl::StrCat(vertices, " vertices"); });
          std::transform(
              indices.begin(), indices.end(), out_.triangles[i].begin(),
              [](int64_t index) { return static_cast<uint32_t>(index); });
          return row;
        });
  }

  // ---- Skeleton -----------------------------------------------------------

  Row BoneOffsets() {
    out_.bone_offsets.resize(counts_.bones);
    return Rows(Section::kBoneOffsets, [&](uint64_t i) {
      const Spot spot = {Section::kBoneOffsets, "offset", i};
      out_.bone_offsets[i].fill(0);
      const Row row = in_.NumberedLabel("BoneOffset", i, "", spot, {});
      return row == Row::kRead ? in_.Reals(out_.bone_offsets[i], spot) : row;
    });
  }

  Row Hierarchy() {
    out_.parents.resize(counts_.bones);
    std::fill(out_.parents.begin(), out_.parents.end(), -1);
    return Rows(Section::kHierarchy, [&](uint64_t i) {
      const Spot spot = {Section::kHierarchy, "parent", i};
      Row row = in_.NumberedLabel("ParentIndexOfBone", i, ":", spot, {});
      if (row != Row::kRead) return row;
      const auto last = static_cast<int64_t>(i) - 1;
      int64_t parent = 0;
      row = in_.Integers({&parent, 1}, -1, last, spot, kParentOutOfOrder, [&] {
        return i == 0 ? std::string("-1: nothing precedes the first bone")
                      : absl::StrCat("-1 or a bone before it, 0 to ", last);
      });
      // The 0 that stands for a number that is none could be the bone itself.
      out_.parents[i] = static_cast<int32_t>(std::min(parent, last));
      return row;
    });
  }

  // ---- Clips --------------------------------------------------------------

  Row Clips() {
    out_.clips.resize(counts_.clips);
    places_.clip_names.resize(counts_.clips);
    places_.keyframes.resize(counts_.clips * counts_.bones);
    for (Clip& clip : out_.clips) clip.first_key.assign(counts_.bones + 1, 0);
    Row row = Row::kRead;
    for (uint64_t c = 0; c < counts_.clips && row != Row::kEnded; ++c) {
      if (!cursor().Peek()) {
        in_.Report(kElementsMissing, {in_.bytes().size(), 0},
                   {.field = SectionName(Section::kClips)},
                   {absl::StrCat(c), absl::StrCat(counts_.clips), "clips"});
        return Row::kEnded;
      }
      if (!cursor().BeginRow()) return Row::kLost;
      row = ReadClip(c);
      Complete(out_.clips[c]);
    }
    return row;
  }

  // Makes first_key ascend after a fault, and all arrays as long as it says.
  static void Complete(Clip& clip) {
    uint64_t before = 0;
    for (uint64_t& first : clip.first_key) {
      first = before = std::max(before, first);
    }
    Resize(clip, before);
  }

  static void Resize(Clip& clip, uint64_t keys) {
    clip.times.resize(keys);
    clip.translations.resize(keys);
    clip.scales.resize(keys);
    clip.rotations.resize(keys);
  }

  Row ReadClip(uint64_t c) {
    Clip& clip = out_.clips[c];
    const Spot spot = {Section::kClips, {}, c};
    const RowEnds ends = {.next = kClipLabel};
    Row row = in_.Label(kClipLabel, spot, {});
    if (row != Row::kRead) return row;
    places_.clip_names[c] = cursor().Peek().range();
    row = in_.Name(clip.name, "{", {Section::kClips, "name", c});
    if (row == Row::kRead) row = in_.Label("{", spot, ends);
    if (row != Row::kRead) return row;
    for (uint64_t b = 0; b < counts_.bones; ++b) {
      const Token token = cursor().Peek();
      if (token.text == "}") {
        in_.Report(kElementsMissing, token.range(), spot,
                   {absl::StrCat(b), absl::StrCat(counts_.bones), "bones"});
        break;
      }
      if (!cursor().BeginRow()) return Row::kLost;
      row = BoneKeys(c, b, clip);
      if (row != Row::kRead) return row;
    }
    const Token token = cursor().Peek();
    if (token.text.starts_with("Bone")) {
      in_.Report(kElementsSurplus, token.range(), spot,
                 {Quoted(token.text), absl::StrCat(counts_.bones), "bones"});
      return in_.SkipTo(kClipLabel);
    }
    return in_.Label("}", spot, ends);
  }

  // Reads the keyframes of bone b.
  Row BoneKeys(uint64_t c, uint64_t b, Clip& clip) {
    const Spot spot = {Section::kClips, "keyframes", c, b};
    const RowEnds ends = {.next = kClipLabel};
    Row row = in_.NumberedLabel("Bone", b, "", {Section::kClips, {}, c, b},
                                kClipLabel);
    if (row == Row::kRead) row = in_.Label("#Keyframes:", spot, ends);
    if (row != Row::kRead) return row;
    ByteRange where;
    std::optional<uint64_t> declared;
    row = in_.Count(declared, spot, where);
    if (row != Row::kRead) return row;
    if (!declared) return in_.SkipTo(kClipLabel);
    const uint64_t count = *declared;
    const uint64_t left = uint64_t{cursor().remaining()} + 1;
    if (Times(count, kLeastKey) > left) {
      in_.Report(kCountTooLarge, where, spot,
                 {absl::StrCat(count, " keyframes"),
                  absl::StrCat(Times(count, kLeastKey)),
                  absl::StrCat(cursor().remaining())});
      return in_.SkipTo(kClipLabel);
    }
    if (count > options_.limits.keys_per_curve) {
      in_.Report(
          kLimitExceeded, where, spot,
          {absl::StrCat(count), absl::StrCat(options_.limits.keys_per_curve),
           "keys-per-curve"});
      return in_.SkipTo(kClipLabel);
    }
    row = in_.Label("{", spot, ends);
    if (row != Row::kRead) return row;
    places_.keyframes[c * counts_.bones + b] = cursor().offset();

    MakeRoom(clip, clip.first_key[b] + count, left);
    row = Keys(c, b, clip, count);
    clip.first_key[b + 1] = clip.times.size();
    if (row != Row::kRead) return row;
    const Token token = cursor().Peek();
    if (token.text == "Time:") {
      in_.Report(kElementsSurplus, token.range(), spot,
                 {Quoted(token.text), absl::StrCat(count), "keyframes"});
      for (Token t = token; t && t.text != "}" && t.text != kClipLabel;
           t = cursor().Peek()) {
        cursor().Take(t);
      }
    }
    return in_.Label("}", spot, ends);
  }

  // Makes the arrays `keys` long. They grow by doubling, but to no more than
  // what the `left` bytes that follow can hold.
  static void MakeRoom(Clip& clip, uint64_t keys, uint64_t left) {
    if (keys > clip.times.capacity()) {
      const uint64_t most = clip.times.size() + left / kLeastKey;
      const uint64_t room = std::max(keys, std::min(2 * keys, most));
      clip.times.reserve(room);
      clip.translations.reserve(room);
      clip.scales.reserve(room);
      clip.rotations.reserve(room);
    }
    Resize(clip, keys);
  }

  Row Keys(uint64_t c, uint64_t b, Clip& clip, uint64_t count) {
    const uint64_t first = clip.first_key[b];
    Patience patience;
    for (uint64_t k = 0; k < count; ++k) {
      k += InBulk(patience, k, nullptr, [&](BulkText& text) {
        const uint64_t i = first + k;
        const KeyRows rows = {&clip.times[i], &clip.translations[i].x,
                              &clip.scales[i].x, &clip.rotations[i].x};
        return bulk_->keys(&text, &rows, count - k);
      });
      if (k == count) break;
      const Token token = cursor().Peek();
      if (token.text == "}") {
        in_.Report(kElementsMissing, token.range(),
                   {Section::kClips, "keyframes", c, b},
                   {absl::StrCat(k), absl::StrCat(count), "keyframes"});
        Resize(clip, first + k);
        return Row::kRead;
      }
      if (!cursor().BeginRow()) {
        Resize(clip, first + k);
        return Row::kLost;
      }
      const Row row = Key({Section::kClips, {}, c, b, k}, clip, first + k);
      if (row != Row::kRead && cursor().Peek().text != "Time:" &&
          cursor().Peek().text != "}") {
        Resize(clip, first + k);
        return row;
      }
    }
    return Row::kRead;
  }

  // Reads one keyframe into element i.
  Row Key(Spot spot, Clip& clip, uint64_t i) {
    clip.times[i] = 0;
    clip.translations[i] = {};
    clip.scales[i] = {};
    clip.rotations[i] = {};
    return Fields({{"Time:", "time", {&clip.times[i], 1}},
                   {"Pos:", "translation", {&clip.translations[i].x, 3}},
                   {"Scale:", "scale", {&clip.scales[i].x, 3}},
                   {"Quat:", "rotation", {&clip.rotations[i].x, 4}}},
                  {.next = "Time:", .end = "}"}, [&](std::string_view field) {
                    spot.field = field;
                    return spot;
                  });
  }

  // ---- The end ------------------------------------------------------------

  // Whether anything follows.
  void End() {
    const Token token = cursor().Peek();
    if (!token) return;
    Section last = Section::kClips;
    bool surplus = token.text == kClipLabel;
    if (!skinned_) {
      last = Section::kTriangles;
      surplus = !LooksLikeBanner(token.text);
    }
    if (surplus) {
      in_.Report(kElementsSurplus, token.range(), {.field = SectionName(last)},
                 {Quoted(token.text), absl::StrCat(counts_.Of(last)),
                  RowPlural(last)});
      return;
    }
    const uint64_t left = in_.bytes().size() - token.offset;
    in_.Report(kTrailingText, {token.offset, left}, {.field = "file"},
               {absl::StrCat(left), Quoted(token.text)});
  }

  const ReadOptions& options_;
  const BulkRows* bulk_;
  RowReader in_;
  Character& out_;
  CharacterPlaces& places_;
  Counts counts_;
  bool skinned_ = false;
  bool short_labels_ = false;
  // The banner that was reported last.
  uint64_t misplaced_ = std::numeric_limits<uint64_t>::max();
};

}  // namespace

bool ReadCharacter(std::span<const uint8_t> bytes, const ReadOptions& options,
                   FindingSink& sink, Character& character,
                   CharacterPlaces* places) {
  CharacterPlaces unused;
  return CharacterReader(bytes, options, sink, character,
                         places != nullptr ? *places : unused)
      .Read();
}

}  // namespace clipguard::m3d
