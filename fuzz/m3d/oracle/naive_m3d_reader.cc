// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/m3d/oracle/naive_m3d_reader.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace clipguard::fuzz {
namespace {

struct Word {
  std::string text;
  size_t offset;
};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::vector<Word> Split(const std::string& file) {
  const std::string spaces = " \t\n\v\f\r";
  std::vector<Word> words;
  bool within = false;
  for (size_t i = 0; i < file.size(); ++i) {
    if (spaces.find(file[i]) != std::string::npos) {
      within = false;
      continue;
    }
    if (!within) words.push_back({"", i});
    within = true;
    words.back().text += file[i];
  }
  return words;
}

// An integer of any length, but never more than 20 digits' worth.
std::optional<int64_t> ReadInteger(const std::string& word) {
  const bool negative = word.substr(0, 1) == "-";
  const bool sign = negative || word.substr(0, 1) == "+";
  int64_t value = 0;
  for (char c : word.substr(sign ? 1 : 0)) {
    if (!IsDigit(c)) return std::nullopt;
    if (value < 1'000'000'000'000) value = 10 * value + (c - '0');
  }
  if (word.size() == (sign ? 1 : 0)) return std::nullopt;
  return negative ? -value : value;
}

// In lower case, without what may stand between the words of a name.
std::string Simplified(const std::string& name) {
  std::string simple;
  for (char c : name) {
    if (c == '-' || c == '_') continue;
    simple += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  return simple;
}

// Returns the text between a banner's stars or dashes; nothing if it is no
// banner. Three of them make one of anything, fewer of a section's name only.
std::optional<std::string> NameInBanner(std::string word) {
  const char mark = word.empty() ? ' ' : word[0];
  if (mark != '*' && mark != '-') return std::nullopt;
  size_t marks = 0;
  for (; !word.empty() && word.front() == mark; ++marks) word.erase(0, 1);
  while (!word.empty() && word.back() == mark) word.pop_back();
  const std::string name = Simplified(word);
  if (marks >= 3) return name;
  for (const char* section :
       {"m3dfileheader", "materials", "subsettable", "vertices", "triangles",
        "boneoffsets", "bonehierarchy", "animationclips"}) {
    if (name == section) return name;
  }
  if (mark == '*' && name == "subsets") return name;
  return std::nullopt;
}

// Whether there is nothing but stars, or nothing but dashes.
bool IsOnlyMarks(const std::string& word) {
  return !word.empty() && (word[0] == '*' || word[0] == '-') &&
         word == std::string(word.size(), word[0]);
}

class Reader {
 public:
  explicit Reader(const std::string& file)
      : words_(Split(file)), size_(file.size()) {}

  NaiveCharacter Read() {
    ReadAll();
    out_.readable = good_;
    return out_;
  }

 private:
  // ---- Words --------------------------------------------------------------

  // The first fault ends the reading: nothing is taken any more.
  void Fail(const std::string& why) {
    if (!good_) return;
    good_ = false;
    out_.why = why;
    out_.offset = at_ < words_.size() ? words_[at_].offset : size_;
  }

  // Empty if there is none.
  std::string Peek() const {
    return at_ < words_.size() ? words_[at_].text : "";
  }

  std::string Take() {
    const std::string word = Peek();
    if (word.empty()) Fail("the file ends");
    if (good_) ++at_;
    return word;
  }

  void Expect(const std::string& label) {
    if (Peek() != label) Fail("no " + label);
    Take();
  }

  void ExpectBanner(const std::string& name) {
    if (NameInBanner(Peek()) != name) Fail("no banner " + name);
    Take();
  }

  float Float() {
    const auto number = ReadNumberNaively(Peek());
    if (!number) Fail("no number");
    Take();
    return number.value_or(0);
  }

  std::vector<float> Floats(size_t count) {
    std::vector<float> numbers;
    for (size_t i = 0; i < count; ++i) numbers.push_back(Float());
    return numbers;
  }

  void Append(std::vector<float>& to, const std::string& label, size_t count) {
    Expect(label);
    for (size_t i = 0; i < count; ++i) to.push_back(Float());
  }

  // An integer from `least` up to, but without, `end`.
  int64_t Integer(int64_t least, int64_t end) {
    const auto integer = ReadInteger(Peek());
    if (!integer || *integer < least || *integer >= end) Fail("no such number");
    Take();
    return integer.value_or(0);
  }

  uint32_t Count(const std::string& label) {
    Expect(label);
    return static_cast<uint32_t>(Integer(0, int64_t{1} << 32));
  }

  // `next` is the label after the name; if it stands in the name's place, or a
  // banner, or nothing but stars or dashes, the name is missing.
  std::string Name(const std::string& label, const std::string& next) {
    if (!label.empty()) Expect(label);
    if (Peek() == next || NameInBanner(Peek()) || IsOnlyMarks(Peek())) {
      Fail("no name");
    }
    return Take();
  }

  // ---- Structure ----------------------------------------------------------

  void ReadAll() {
    const bool dashed = Peek().substr(0, 1) == "-";
    ExpectBanner("m3dfileheader");
    const std::string hash = dashed ? "" : "#";
    const uint32_t materials = Count(hash + "Materials");
    const uint32_t vertices = Count(hash + "Vertices");
    const uint32_t triangles = Count(hash + "Triangles");
    if (!dashed && Peek().substr(0, 1) == "*" &&
        NameInBanner(Peek()) == "subsets") {
      ReadD3D10(materials, vertices, triangles);
      return;
    }
    const uint32_t bones = Count(hash + "Bones");
    const uint32_t clips = Count(hash + "AnimationClips");
    if (clips != 0 && bones == 0) Fail("clips of no bones");
    out_.past_header = good_;
    ExpectBanner("materials");
    out_.dialect = dashed                 ? NaiveDialect::kDashed
                   : Peek() == "Ambient:" ? NaiveDialect::kD3D11
                                          : NaiveDialect::kD3D12;
    for (uint32_t i = 0; good_ && i < materials; ++i) ReadMaterial();
    ExpectBanner("subsettable");
    for (uint32_t i = 0; good_ && i < materials; ++i) ReadSubset();
    ExpectBanner("vertices");
    short_labels_ = Peek() == "P:";
    for (uint32_t i = 0; good_ && i < vertices; ++i) ReadVertex(bones);
    ExpectBanner("triangles");
    for (uint32_t i = 0; good_ && i < triangles; ++i) {
      out_.triangles.emplace_back();
      for (int k = 0; k < 3; ++k) {
        out_.triangles.back().push_back(
            static_cast<uint32_t>(Integer(0, vertices)));
      }
    }
    if (bones != 0) {
      ReadSkeleton(bones, clips);
      if (Peek() == "AnimationClip") Fail("a clip too many");
    } else if (Peek() != "" && !NameInBanner(Peek())) {
      Fail("a triangle too many");
    }
  }

  void ReadD3D10(uint32_t materials, uint32_t vertices, uint32_t triangles) {
    out_.dialect = NaiveDialect::kD3D10;
    out_.past_header = good_;
    Take();
    for (uint32_t i = 0; good_ && i < materials; ++i) {
      NaiveMaterial material;
      for (std::string* name : {&material.diffuse_map, &material.specular_map,
                                &material.normal_map}) {
        *name = Name("", "Reflectivity");
      }
      Append(material.numbers, "Reflectivity", 3);
      out_.materials.push_back(material);
    }
    ExpectBanner("vertices");
    for (uint32_t i = 0; good_ && i < vertices; ++i) {
      NaiveVertex vertex;
      Append(vertex.numbers, "Position:", 3);
      Append(vertex.numbers, "Tangent:", 3);
      vertex.numbers.push_back(1);
      Append(vertex.numbers, "Normal:", 3);
      Append(vertex.numbers, "Tex-Coords:", 2);
      out_.vertices.push_back(vertex);
    }
    ExpectBanner("triangles");
    std::vector<std::vector<std::vector<uint32_t>>> of_material(
        good_ ? materials : 0);
    for (uint32_t i = 0; good_ && i < triangles; ++i) {
      std::vector<uint32_t> corners;
      for (int k = 0; k < 3; ++k) {
        corners.push_back(static_cast<uint32_t>(Integer(0, vertices)));
      }
      const int64_t material = Integer(0, materials);
      if (good_) of_material[static_cast<size_t>(material)].push_back(corners);
    }
    if (Peek() != "" && !NameInBanner(Peek())) Fail("a triangle too many");
    for (uint32_t i = 0; i < of_material.size(); ++i) {
      uint32_t first = 0;
      uint32_t end = 0;
      const auto start = static_cast<uint32_t>(out_.triangles.size());
      for (const std::vector<uint32_t>& corners : of_material[i]) {
        for (const uint32_t corner : corners) {
          first = end == 0 ? corner : std::min(first, corner);
          end = std::max(end, corner + 1);
        }
        out_.triangles.push_back(corners);
      }
      out_.subsets.push_back({i, first, end - first, start,
                              static_cast<uint32_t>(of_material[i].size())});
    }
  }

  void ReadMaterial() {
    NaiveMaterial material;
    std::vector<float>& numbers = material.numbers;
    const bool d3d12 = out_.dialect == NaiveDialect::kD3D12;
    if (d3d12) {
      material.name = Name("Name:", "Diffuse:");
      Append(numbers, "Diffuse:", 3);
      Append(numbers, "Fresnel0:", 3);
      material.says_shininess = Peek() == "Shininess:";
      Append(numbers, material.says_shininess ? "Shininess:" : "Roughness:", 1);
    } else {
      Append(numbers, "Ambient:", 3);
      Append(numbers, "Diffuse:", 3);
      Append(numbers, "Specular:", 3);
      Append(numbers, "SpecPower:", 1);
      Append(numbers, "Reflectivity:", 3);
    }
    Expect("AlphaClip:");
    material.alpha_clip = Integer(0, 2) == 1;
    material.type =
        Name(d3d12 ? "MaterialTypeName:" : "Effect:", "DiffuseMap:");
    material.diffuse_map = Name("DiffuseMap:", "NormalMap:");
    material.normal_map = Name("NormalMap:", d3d12 ? "Name:" : "Ambient:");
    out_.materials.push_back(material);
  }

  void ReadSubset() {
    std::vector<uint32_t> numbers;
    for (const char* label : {"SubsetID:", "VertexStart:", "VertexCount:",
                              "FaceStart:", "FaceCount:"}) {
      numbers.push_back(Count(label));
    }
    out_.subsets.push_back(numbers);
  }

  void ReadVertex(uint32_t bones) {
    NaiveVertex vertex;
    Append(vertex.numbers, short_labels_ ? "P:" : "Position:", 3);
    Append(vertex.numbers, short_labels_ ? "T:" : "Tangent:", 4);
    Append(vertex.numbers, short_labels_ ? "N:" : "Normal:", 3);
    Append(vertex.numbers, short_labels_ ? "T:" : "Tex-Coords:", 2);
    if (bones != 0) {
      const bool short_too = short_labels_ && Peek() != "BlendWeights:";
      Append(vertex.numbers, short_too ? "W:" : "BlendWeights:", 4);
      Expect(short_too ? "I:" : "BlendIndices:");
      for (int i = 0; i < 4; ++i) {
        vertex.blend_indices.push_back(
            static_cast<uint32_t>(Integer(0, std::min(bones, 256u))));
      }
    }
    out_.vertices.push_back(vertex);
  }

  void ReadSkeleton(uint32_t bones, uint32_t clips) {
    ExpectBanner("boneoffsets");
    const bool short_offsets = Peek() == "B0:";
    for (uint32_t i = 0; good_ && i < bones; ++i) {
      const std::string number = std::to_string(i);
      Expect(short_offsets ? "B" + number + ":" : "BoneOffset" + number);
      out_.bone_offsets.push_back(Floats(16));
    }
    ExpectBanner("bonehierarchy");
    const std::string parent = Peek() == "P0:" ? "P" : "ParentIndexOfBone";
    for (uint32_t i = 0; good_ && i < bones; ++i) {
      Expect(parent + std::to_string(i) + ":");
      out_.parents.push_back(Integer(-1, i));
    }
    ExpectBanner("animationclips");
    for (uint32_t i = 0; good_ && i < clips; ++i) ReadClip(bones);
  }

  void ReadClip(uint32_t bones) {
    NaiveClip clip;
    clip.name = Name("AnimationClip", "{");
    Expect("{");
    const bool is_short = Peek() == "B0";
    for (uint32_t i = 0; good_ && i < bones; ++i) {
      Expect((is_short ? "B" : "Bone") + std::to_string(i));
      const uint32_t keys = Count(is_short ? "#K:" : "#Keyframes:");
      Expect("{");
      clip.bones.emplace_back();
      for (uint32_t k = 0; good_ && k < keys; ++k) {
        std::vector<float> key;
        Append(key, is_short ? "T:" : "Time:", 1);
        Append(key, is_short ? "P:" : "Pos:", 3);
        Append(key, is_short ? "S:" : "Scale:", 3);
        Append(key, is_short ? "Q:" : "Quat:", 4);
        clip.bones.back().push_back(key);
      }
      Expect("}");
    }
    Expect("}");
    out_.clips.push_back(clip);
  }

  std::vector<Word> words_;
  size_t size_;
  size_t at_ = 0;
  bool good_ = true;
  bool short_labels_ = false;  // of vertices
  NaiveCharacter out_;
};

// A number taken apart: [sign] whole [. fraction] [e exponent].
struct Parts {
  bool negative = false;
  std::string whole;
  std::string fraction;
  bool negative_exponent = false;
  std::string exponent;
};

std::string TakeDigits(const std::string& word, size_t& at) {
  std::string digits;
  while (at < word.size() && IsDigit(word[at])) digits += word[at++];
  return digits;
}

// Takes a sign; true if it is a minus.
bool TakeSign(const std::string& word, size_t& at) {
  if (at == word.size() || (word[at] != '+' && word[at] != '-')) return false;
  return word[at++] == '-';
}

std::optional<Parts> TakeApart(const std::string& word) {
  Parts parts;
  size_t at = 0;
  parts.negative = TakeSign(word, at);
  parts.whole = TakeDigits(word, at);
  if (at < word.size() && word[at] == '.') {
    ++at;
    parts.fraction = TakeDigits(word, at);
  }
  if (parts.whole.empty() && parts.fraction.empty()) return std::nullopt;
  if (at < word.size() && (word[at] == 'e' || word[at] == 'E')) {
    ++at;
    parts.negative_exponent = TakeSign(word, at);
    parts.exponent = TakeDigits(word, at);
    if (parts.exponent.empty()) return std::nullopt;
  }
  if (at != word.size()) return std::nullopt;
  return parts;
}

// Whether a number that is not 0 is at least 1: 0.001e5 is, 1000e-5 is not.
bool IsLarge(const Parts& parts) {
  const std::string digits = parts.whole + parts.fraction;
  const auto first = static_cast<int64_t>(digits.find_first_not_of('0'));
  const int64_t before_point = static_cast<int64_t>(parts.whole.size()) - first;
  int64_t exponent = 0;
  for (char c : parts.exponent) {
    if (exponent < 1'000'000'000'000) exponent = 10 * exponent + (c - '0');
  }
  return before_point + (parts.negative_exponent ? -exponent : exponent) > 0;
}

}  // namespace

std::optional<float> ReadNumberNaively(const std::string& word) {
  const auto parts = TakeApart(word);
  if (!parts) return std::nullopt;
  const float zero = parts->negative ? -0.0f : 0.0f;
  const std::string digits = parts->whole + parts->fraction;
  if (digits.find_first_not_of('0') == std::string::npos) return zero;
  const std::string plain = word[0] == '+' ? word.substr(1) : word;
  float value = 0;
  const auto result =
      std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (result.ec == std::errc()) return value;
  if (IsLarge(*parts)) return std::nullopt;
  return zero;
}

NaiveCharacter ReadM3dNaively(const std::string& file) {
  // The byte order mark that some editors put before a text is none of its
  // words.
  std::string text = file;
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.replace(0, 3, 3, ' ');
  return Reader(text).Read();
}

}  // namespace clipguard::fuzz
