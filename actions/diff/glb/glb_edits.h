// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Changes that somebody could make to a .glb by hand, for tests and fuzz
// targets.

#ifndef CLIPGUARD_ACTIONS_DIFF_GLB_GLB_EDITS_H_
#define CLIPGUARD_ACTIONS_DIFF_GLB_GLB_EDITS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clipguard::actions {

// A .glb of this JSON, filled up with spaces, and this binary chunk, if it is
// not empty.
inline std::vector<uint8_t> GlbWith(std::string json, std::string_view binary) {
  json.append((4 - json.size() % 4) % 4, ' ');
  std::vector<uint8_t> glb;
  const auto append = [&](size_t word) {
    for (int shift = 0; shift < 32; shift += 8) {
      glb.push_back(static_cast<uint8_t>(word >> shift));
    }
  };
  append(0x46546C67);
  append(2);
  append(20 + json.size() + (binary.empty() ? 0 : 8 + binary.size()));
  append(json.size());
  append(0x4E4F534A);
  glb.insert(glb.end(), json.begin(), json.end());
  if (binary.empty()) return glb;
  append(binary.size());
  append(0x004E4942);
  glb.insert(glb.end(), binary.begin(), binary.end());
  return glb;
}

// With `to` in place of the `nth` occurrence of `from` in the JSON, whose
// length changes; nothing if there is none. REQUIRES: a whole .glb.
inline std::optional<std::vector<uint8_t>> ReplacedInJson(
    const std::vector<uint8_t>& glb, std::string_view from, std::string_view to,
    size_t nth = 0) {
  constexpr size_t kHeader = 20;
  uint32_t length = 0;
  std::memcpy(&length, glb.data() + 12, sizeof(length));
  const auto* const text = reinterpret_cast<const char*>(glb.data()) + kHeader;
  std::string json(text, length);
  size_t at = json.find(from);
  for (; nth != 0 && at != std::string::npos; --nth) {
    at = json.find(from, at + 1);
  }
  if (at == std::string::npos) return std::nullopt;
  json.replace(at, from.size(), to);
  const std::string_view chunk(text + length, glb.size() - kHeader - length);
  return GlbWith(std::move(json), chunk.empty() ? chunk : chunk.substr(8));
}

struct GlbEdit {
  std::string_view from;
  std::string_view to;
  // Whether a viewer shows it: not the scene's name, nor how what stands
  // still moves.
  bool is_seen = true;
};

// What of a .glb of a character or an armature can be other than clipguard
// writes it: each is found, or refused.
inline constexpr GlbEdit kGlbEdits[] = {
    {"\"source\":\"", "\"source\":\"x"},
    {"\"asset\":{", "\"extensionsRequired\":[],\"asset\":{"},
    {"\"asset\":{", "\"extensionsUsed\":[\"EXT_x\"],\"asset\":{"},
    {"\"nodes\":[{", "\"nodes\":[{\"extensions\":{},"},
    {"\"primitives\":[{", "\"primitives\":[{\"extensions\":{},"},
    {"\"skins\":[{", "\"skins\":[{\"extensions\":{},"},
    {"\"channels\":[{", "\"channels\":[{\"extensions\":{},"},
    {"\"samplers\":[{", "\"samplers\":[{\"extensions\":{},"},
    {"\"roughnessFactor\":0.5", "\"roughnessFactor\":\"NaN\""},
    {"\"baseColorFactor\":[1.0", "\"baseColorFactor\":[\"NaN\""},
    {"\"joints\":[2,3", "\"joints\":[2,2"},
    {"\"buffers\":[{\"byteLength\":", "\"buffers\":[{\"byteLength\":1"},
    {"\"LINEAR\"", "\"CUBICSPLINE\""},
    {"\"LINEAR\"", "\"STEP\"", false},
    {"\"STEP\"", "\"LINEAR\"", false},
    {"\"LINEAR\"", "\"CURVE\""},
    {"\"path\":\"rotation\"", "\"path\":\"weights\""},
    {"\"path\":\"rotation\"", "\"path\":\"scale\""},
    {"\"path\":\"translation\"", "\"path\":\"scale\""},
    {"\"path\":\"scale\"", "\"path\":\"translation\""},
    {"\"name\":\"skeleton\"", "\"name\":\"skeleton\",\"scale\":[1,1,2]"},
    {"\"name\":\"armature\",\"child", "\"name\":\"other\",\"child"},
    {"\"name\":\"armature\",\"child",
     "\"mesh\":0,\"name\":\"armature\",\"child"},
    {"\"name\":\"armature\",\"child",
     "\"camera\":0,\"name\":\"armature\",\"child"},
    {"\"name\":\"character\",\"mesh\"",
     "\"name\":\"character\",\"matrix\":[],\"mesh\""},
    {"\"name\":\"character\",\"mesh\"", "\"name\":\"figure\",\"mesh\""},
    {"\"name\":\"character\"", "\"name\":\"body\"", false},
    {"\"name\":\"Bone1\"", "\"name\":\"Bone0\""},
    {"\"name\":\"Bone1\"", "\"name\":\"Bone77\""},
    {"\"name\":\"Bone0\"", "\"name\":\"Bone99\""},
    {"\"name\":\"Bone1\"", "\"name\":\"Bone01\""},
    {"\"name\":\"", "\"name\":\"x", false},
    {"\"name\":\"character\",\"mesh\"", "\"name\":\"\",\"mesh\""},
    {"\"mesh\":0", "\"mesh\":1"},
    {",\"mesh\":0", ""},
    {"\"skin\":0", "\"skin\":1"},
    {",\"skin\":0", ""},
    {"\"translation\":[", "\"translation\":[1,"},
    {"\"translation\":[", "\"rotation\":[0,1,0,0],\"translation2\":["},
    {"\"scale\":[1.0", "\"scale\":[1.5"},
    {"\"children\":[", "\"children\":[1,"},
    {"\"children\":[", "\"children2\":["},
    {".content\"", ".other\""},
    {".content\"", ".content\",\"scale\":[1,2,3]"},
    {"\"scene\":0", "\"scene\":7"},
    {"\"scenes\":[{", "\"scenes\":[{},{"},
    {"\"JOINTS_0\":", "\"JOINTS_1\":"},
    {"\"NORMAL\":", "\"WEIGHTS_0\":"},
    {"\"POSITION\":", "\"TANGENT\":"},
    {",\"POSITION\":0", ""},
    {"\"attributes\":{\"POSITION\"", "\"attributes\":{\"COLOR_0\""},
    {"\"primitives\":[{", "\"primitives\":[{\"mode\":1,"},
    {"\"primitives\":[{", "\"primitives\":[{\"targets\":[],"},
    {"\"primitives\":[{", "\"weights\":[0],\"primitives\":[{"},
    {"\"indices\":", "\"indexes\":"},
    {"\"material\":0", "\"mode\":4"},
    {"\"componentType\":5123", "\"componentType\":5121"},
    {"\"componentType\":5123", "\"componentType\":5125"},
    {"\"componentType\":5121", "\"componentType\":5123"},
    {"\"componentType\":5126", "\"componentType\":5125"},
    {"\"componentType\":5126", "\"componentType\":5120"},
    {"\"type\":\"VEC2\"", "\"type\":\"SCALAR\""},
    {"\"type\":\"MAT4\"", "\"type\":\"VEC4\""},
    {"\"joints\":[", "\"joints\":[0,"},
    {"\"joints\":[", "\"joints\":[3,"},
    {"\"inverseBindMatrices\":", "\"inverse\":"},
    {"\"baseColorFactor\":[", "\"baseColorFactor\":[1,"},
    {"\"pbrMetallicRoughness\":{\"base", "\"pbrMetallicRoughness\":{\"x"},
    {"\"pbrMetallicRoughness\":", "\"other\":"},
    {"\"metallicFactor\":0.0", "\"metallicFactor\":1"},
    {",1.0],\"metallicFactor\"", ",0.5],\"metallicFactor\""},
    {"\"pbrMetallicRoughness\":{",
     "\"alphaMode\":\"BLEND\",\"doubleSided\":true,\"alphaCutoff\":0.25,"
     "\"normalTexture\":{\"index\":0},\"emissiveFactor\":[1,1,1],"
     "\"pbrMetallicRoughness\":{"},
    {"\"count\":", "\"sparse\":{},\"count\":"},
    {"\"count\":", "\"normalized\":true,\"count\":"},
    {"\"count\":2,", "\"count\":1,"},
    {"\"byteLength\":", "\"byteStride\":20,\"byteLength\":"},
    {"\"byteOffset\":", "\"byteOffset\":9"},
    {"\"buffers\":[{", "\"buffers\":[{\"uri\":\"x\","},
    {"\"animations\"", "\"unknown\""},
    {"\"nodes\":[{", "\"others\":[{"},
    {"\"node\":1", "\"node\":0"},
    {"\"node\":2", "\"node\":1"},
    {"\"sampler\":1", "\"sampler\":0"},
    {"\"input\":", "\"inqut\":"},
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_GLB_GLB_EDITS_H_
