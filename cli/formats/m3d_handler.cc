// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/diff/characters.h"
#include "actions/repair/m3d/character.h"
#include "base/float_text.h"
#include "base/text.h"
#include "cli/formats/format_handler.h"
#include "cli/formats/m3d_sample.h"
#include "cli/formats/texture_files.h"
#include "eval/skeleton/bone_key.h"
#include "parser/m3d/character.h"
#include "parser/m3d/format.h"
#include "parser/m3d/handedness.h"
#include "parser/parsed/parsed_file.h"
#include "report/fields/m3d_fields.h"
#include "report/m3d/curves_section.h"
#include "report/m3d/scene_section.h"

namespace clipguard::cli {
namespace {

using m3d::Character;
using m3d::Clip;

// Steps to the right in the skeleton's tree, at most.
constexpr size_t kDeepest = 20;

std::string NameText(std::string_view name, size_t width) {
  std::string text = ToPrintable(name);
  if (text.size() > width) text = text.substr(0, width - 3) + "...";
  return text;
}

class M3dFile : public OpenFile {
 public:
  M3dFile(ParsedFile file, const ReadOptions& options)
      : OpenFile(std::move(file)),
        c_(model<Character>()),
        file_(options.file),
        texture_files_(options.texture_files) {}

  Summary summary() const override {
    const std::string dialect(m3d::DialectName(c_.dialect));
    const std::string layout = c_.is_skinned() ? "skinned" : "static";
    std::string text =
        absl::StrFormat(".m3d %s %s, %s, %s", dialect, layout, Vertices(),
                        Count(c_.triangles.size(), "triangle"));
    if (c_.is_skinned()) {
      absl::StrAppendFormat(&text, ", %s, %s", Count(c_.bones(), "bone"),
                            Count(c_.clips.size(), "clip"));
    }
    if (const auto hand = m3d::WindingOf(c_).Tells()) {
      absl::StrAppendFormat(&text, ", %s-handed", HandednessName(*hand));
    }
    return {.version = dialect, .layout = layout, .text = text};
  }

  absl::StatusOr<TimeSpan> SampleSpan(std::string_view clip) const override {
    const auto found = FindClip(c_, clip);
    if (!found.ok()) return found.status();
    const eval::TimeRange times = eval::TimesOf(c_, **found);
    return TimeSpan{times.start, times.end};
  }

  absl::StatusOr<std::vector<float>> KeyTimes(std::string_view clip,
                                              bool) const override {
    const auto found = FindClip(c_, clip);
    if (!found.ok()) return found.status();
    return EachOnce({(*found)->times.begin(), (*found)->times.end()});
  }

  void WriteInfo(JsonWriter& json,
                 absl::FunctionRef<void()> between) const override {
    json.Field("materials", uint64_t{c_.materials.size()});
    json.Field("vertices", uint64_t{c_.vertices.positions.size()});
    json.Field("triangles", uint64_t{c_.triangles.size()});
    json.Field("bones", uint64_t{c_.bones()});
    WriteHandedness(json);
    json.BeginArray("clips");
    for (const Clip& clip : c_.clips) {
      const eval::TimeRange times = eval::TimesOf(c_, clip);
      json.BeginObject();
      json.Field("name", clip.name);
      json.Field("startTime", times.start);
      json.Field("endTime", times.end);
      json.BeginArray("keyframes");
      for (size_t b = 0; b < c_.bones(); ++b) {
        json.Uint(clip.first_key[b + 1] - clip.first_key[b]);
      }
      json.EndArray();
      json.EndObject();
      between();
    }
    json.EndArray();
    json.BeginArray("materialNames");
    for (const m3d::Material& material : c_.materials) {
      json.String(material.name);
      between();
    }
    json.EndArray();
    json.BeginArray("parents");
    for (const int32_t parent : c_.parents) json.Int(parent);
    json.EndArray();
  }

  std::string InfoText(const InfoOptions& options) const override {
    const size_t rows = options.rows();
    std::string out = absl::StrFormat(
        "  .m3d character, %s dialect, %s\n"
        "  %s, %s, %s, %s, %s, %s\n",
        m3d::DialectName(c_.dialect), c_.is_skinned() ? "skinned" : "static",
        Bytes(bytes().size()), Vertices(),
        Count(c_.triangles.size(), "triangle"),
        Count(c_.materials.size(), "material"), Count(c_.bones(), "bone"),
        Count(c_.clips.size(), "clip"));
    out += HandednessText();
    out += Materials(rows);
    if (c_.is_skinned()) {
      out += Clips(rows);
      out += Skeleton(rows);
    }
    return out;
  }

  InfoRow TableRow() const override {
    InfoRow row;
    row.parts = Count(c_.bones(), "bone");
    uint64_t keys = 0;
    for (const auto& clip : c_.clips) {
      const eval::TimeRange times = eval::TimesOf(c_, clip);
      row.seconds = std::max(row.seconds.value_or(0),
                             double{times.end} - double{times.start});
      keys += clip.keys();
    }
    row.keys = keys;
    return row;
  }

  void WriteReport(const report::SectionRequest& request,
                   report::DetailWriter& json,
                   report::Budget& budget) const override {
    report::WriteCurves(c_, budget, json);
    const auto beside =
        texture_files_ == nullptr ? nullptr : texture_files_->Beside(file_);
    report::WriteScene(c_, request.handedness, beside.get(), budget, json);
  }

  absl::Status Sample(const SampleRequest& request,
                      Output& out) const override {
    return SampleM3d(c_, request, out);
  }

  bool has_rows() const override { return !c_.clips.empty(); }

  absl::Status ForEachClip(const RowOptions& options,
                           VisitClip visit) const override {
    return VisitClips(c_, options, visit);
  }

  void ForEachName(
      std::string_view clip,
      absl::FunctionRef<void(std::string_view)> visit) const override {
    if (!FindClip(c_, clip).ok()) return;
    for (size_t b = 0; b < c_.bones(); ++b) visit(absl::StrCat("bones.", b));
  }

 private:
  static std::string More(size_t all, size_t shown) {
    if (all <= shown) return {};
    return absl::StrFormat("  and %s more (all with --curves)\n",
                           Grouped(all - shown));
  }

  std::string Vertices() const {
    const size_t count = c_.vertices.positions.size();
    return count == 1 ? "1 vertex" : Grouped(count) + " vertices";
  }

  // Writes the handedness that the winding of the triangles indicates, or null.
  void WriteHandedness(JsonWriter& json) const {
    const m3d::Winding winding = m3d::WindingOf(c_);
    json.Key("handedness");
    if (const auto hand = winding.Tells()) {
      json.String(HandednessName(*hand));
    } else {
      json.Null();
    }
    json.BeginObject("winding");
    json.Field("withNormals", winding.with);
    json.Field("againstNormals", winding.against);
    json.EndObject();
  }

  std::string HandednessText() const {
    const m3d::Winding winding = m3d::WindingOf(c_);
    if (winding.all() == 0) return {};
    const auto hand = winding.Tells();
    return absl::StrFormat(
        "  %s; triangles wound with their normals: %s, against them: %s\n",
        hand ? std::string(HandednessName(*hand)) + "-handed"
             : "left- or right-handed is not told",
        Grouped(winding.with), Grouped(winding.against));
  }

  std::string Materials(size_t rows) const {
    if (c_.materials.empty()) return "\n  no materials\n";
    std::string out =
        absl::StrFormat("\n  %-24s %10s %10s  %s\n", "material", "vertices",
                        "triangles", "diffuse map, normal map");
    for (size_t i = 0; i < std::min(rows, c_.materials.size()); ++i) {
      const m3d::Material& m = c_.materials[i];
      absl::StrAppendFormat(
          &out, "  %-24s %10s %10s  %s, %s\n",
          m.name.empty() ? absl::StrCat("(", i, ")") : NameText(m.name, 24),
          Grouped(c_.subsets[i].vertex_count),
          Grouped(c_.subsets[i].face_count), NameText(m.diffuse_map, 40),
          NameText(m.normal_map, 40));
    }
    return out + More(c_.materials.size(), rows);
  }

  std::string Clips(size_t rows) const {
    if (c_.clips.empty()) return "\n  no clips\n";
    std::string out = absl::StrFormat("\n  %-24s %10s %12s  %s\n", "clip",
                                      "keyframes", "a bone", "seconds");
    for (size_t i = 0; i < std::min(rows, c_.clips.size()); ++i) {
      const Clip& clip = c_.clips[i];
      uint64_t least = clip.keys();
      uint64_t most = 0;
      for (size_t b = 0; b < c_.bones(); ++b) {
        const uint64_t keys = clip.first_key[b + 1] - clip.first_key[b];
        least = std::min(least, keys);
        most = std::max(most, keys);
      }
      const eval::TimeRange times = eval::TimesOf(c_, clip);
      absl::StrAppendFormat(
          &out, "  %-24s %10s %12s  %s to %s\n", NameText(clip.name, 24),
          Grouped(clip.keys()),
          least == most ? Grouped(most)
                        : absl::StrCat(Grouped(least), "-", Grouped(most)),
          FloatText(times.start), Seconds(times.end));
    }
    return out + More(c_.clips.size(), rows);
  }

  // The bones as a tree: each below its parent, in the order of the file.
  std::string Skeleton(size_t rows) const {
    const size_t bones = c_.bones();
    std::vector<uint64_t> vertices(bones);
    for (size_t i = 0; i < c_.vertices.blend_indices.size(); ++i) {
      const m3d::Float4& w = c_.vertices.blend_weights[i];
      const std::array<uint8_t, 4>& index = c_.vertices.blend_indices[i];
      const std::array<float, 4> weights = {w.x, w.y, w.z, w.w};
      for (size_t k = 0; k < weights.size(); ++k) {
        if (weights[k] != 0) ++vertices[index[k]];
      }
    }
    // Children as lists, the last one first.
    constexpr size_t kNone = SIZE_MAX;
    std::vector<size_t> child(bones, kNone);
    std::vector<size_t> sibling(bones, kNone);
    std::vector<size_t> depth(bones);
    std::vector<size_t> stack;
    for (size_t i = 0; i < bones; ++i) {
      if (c_.parents[i] < 0) continue;
      const auto parent = static_cast<size_t>(c_.parents[i]);
      sibling[i] = child[parent];
      child[parent] = i;
      depth[i] = depth[parent] + 1;
    }
    for (size_t i = bones; i-- > 0;) {
      if (c_.parents[i] < 0) stack.push_back(i);
    }
    std::vector<std::pair<std::string, size_t>> lines;
    size_t width = std::string_view("skeleton").size();
    while (!stack.empty() && lines.size() < rows) {
      const size_t bone = stack.back();
      stack.pop_back();
      for (size_t i = child[bone]; i != kNone; i = sibling[i]) {
        stack.push_back(i);
      }
      std::string name(2 * std::min(depth[bone], kDeepest), ' ');
      absl::StrAppend(&name, "bone ", bone);
      if (depth[bone] > kDeepest) {
        absl::StrAppend(&name, " (", depth[bone], " deep)");
      }
      width = std::max(width, name.size());
      lines.emplace_back(std::move(name), bone);
    }
    const auto columns = static_cast<int>(width);
    std::string out =
        absl::StrFormat("\n  %-*s %9s\n", columns, "skeleton", "vertices");
    for (const auto& [name, bone] : lines) {
      absl::StrAppendFormat(&out, "  %-*s %9s\n", columns, name,
                            Grouped(vertices[bone]));
    }
    return out + More(bones, rows);
  }

  const Character& c_;
  std::string file_;
  TextureFiles* texture_files_;
};

void ListCharacter(std::span<const uint8_t> bytes, const OpenFile*,
                   const Limits&, report::FieldList& fields) {
  report::ListM3dFields(bytes, fields);
}

}  // namespace

// The version, a dialect, shows only when the materials are read.
constinit const FormatHandler kM3dHandler = {
    .format = Format::kM3d,
    .title = ".m3d",
    .open = OpenAs<M3dFile>,
    .list_fields = ListCharacter,
    .compare = CompareAs<Character, actions::CompareCharacters>,
    .repair = RepairAs<actions::RepairCharacter, &ParseOptions::character>};

}  // namespace clipguard::cli
