// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Prints the hashes of testing/kernel_hash.h for one fixed text of keyframes,
// vertices and triangles.

#include "testing/kernel_hash.h"

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "parser/m3d/reader/bulk_rows.h"
#include "testing/bits_hash.h"

namespace clipguard::m3d {
namespace {

constexpr size_t kRows = 5000;
constexpr uint32_t kElements = 200;  // that an index can name

class Text {
 public:
  // Numbers of every form and length; one in `oddity` is not a number.
  Text(uint32_t seed, uint32_t oddity) : engine_(seed), oddity_(oddity) {}

  std::string Keys() {
    std::string text(kRoomBefore, '\n');
    for (size_t i = 0; i < kRows; ++i) {
      Line(text, "Time:", 1);
      Line(text, "Pos:", 3);
      Line(text, "Scale:", 3);
      Line(text, "Quat:", 4);
    }
    return text + std::string(100, '\n');
  }
  std::string Vertices() {
    std::string text(kRoomBefore, '\n');
    for (size_t i = 0; i < kRows; ++i) {
      Line(text, "Position:", 3);
      Line(text, "Tangent:", 4);
      Line(text, "Normal:", 3);
      Line(text, "Tex-Coords:", 2);
      Line(text, "BlendWeights:", 4);
      text += "BlendIndices:";
      for (int k = 0; k < 4; ++k) Index(text);
      text += '\n';
    }
    return text + std::string(100, '\n');
  }
  std::string Triangles() {
    std::string text(kRoomBefore, '\n');
    for (size_t i = 0; i < 3 * kRows; ++i) Index(text);
    return text + std::string(100, '\n');
  }

 private:
  uint32_t Below(uint32_t end) {
    return static_cast<uint32_t>(engine_()) % end;
  }
  void Digits(std::string& text, uint32_t count) {
    while (count-- != 0) text += static_cast<char>('0' + Below(10));
  }
  void Line(std::string& text, std::string_view label, int numbers) {
    text += label;
    while (numbers-- != 0) {
      text += Below(16) == 0 ? "\t " : " ";
      Number(text);
    }
    text += '\n';
  }
  void Number(std::string& text) {
    if (Below(oddity_) == 0) {
      static constexpr std::string_view kOdd[] = {
          "-", ".", "-.", "1.2.3", "1x", "--1", "1,5", "1e", "12345678x5"};
      text += kOdd[Below(std::size(kOdd))];
      return;
    }
    if (Below(3) == 0) text += '-';
    const uint32_t whole = Below(4) == 0 ? Below(12) : Below(3);
    Digits(text, whole);
    const uint32_t places = Below(4) == 0 ? Below(14) : 6 + Below(2);
    if (places != 0 || whole == 0 || Below(8) == 0) text += '.';
    Digits(text, whole + places == 0 ? 1 : places);
    if (Below(50) == 0) text += "e-3";
  }
  void Index(std::string& text) {
    text += ' ' + std::to_string(
                      Below(Below(oddity_) == 0 ? 100'000'000 : kElements));
  }

  std::mt19937 engine_;
  uint32_t oddity_;
};

// Of what has the form of a number: ReadReal() needs more than this program is
// built with.
bool ReadReal(const uint8_t* text, size_t length, float* value) {
  const std::string number(reinterpret_cast<const char*>(text), length);
  if (number.find_first_not_of("-.0123456789e") != std::string::npos ||
      number.find_first_of("0123456789") == std::string::npos) {
    return false;
  }
  char* end = nullptr;
  *value = std::strtof(number.c_str(), &end);
  return end == number.c_str() + number.size();
}

BulkText Begin(const std::string& text) {
  return {.bytes = reinterpret_cast<const uint8_t*>(text.data()),
          .size = text.size(),
          .offset = kRoomBefore,
          .read_real = ReadReal,
          .marks = nullptr,
          .row = 0,
          .scanned = 0};
}

// Everything that a kernel reads of the text, row after row; what it does not
// read is passed over to the next line that begins with `label`.
template <typename Read>
void HashRows(const std::string& text, std::string_view label,
              eval::BitsHash& hash, Read read) {
  BulkText in = Begin(text);
  while (true) {
    read(in, hash);
    const auto row = static_cast<float>(in.row);
    hash.Add({&row, 1});
    const size_t next = text.find(label, in.offset + 1);
    if (next == std::string::npos) return;
    const size_t after = text.find(label, next + 1);
    if (after == std::string::npos) return;
    in.offset = after;
  }
}

void HashKeys(const BulkRows& rows, const std::string& text,
              eval::BitsHash& hash) {
  std::vector<float> out(11 * kRows);
  const KeyRows to = {&out[0], &out[kRows], &out[4 * kRows], &out[7 * kRows]};
  HashRows(text, "Time:", hash, [&](BulkText& in, eval::BitsHash& h) {
    const size_t count = rows.keys(&in, &to, kRows);
    h.Add({to.times, count});
    h.Add({to.translations, 3 * count});
    h.Add({to.scales, 3 * count});
    h.Add({to.rotations, 4 * count});
  });
}

void HashVertices(const BulkRows& rows, const std::string& text,
                  eval::BitsHash& hash) {
  std::vector<float> out(16 * kRows);
  std::vector<uint8_t> indices(4 * kRows);
  const VertexRows to = {&out[0],          &out[3 * kRows],  &out[7 * kRows],
                         &out[10 * kRows], &out[12 * kRows], indices.data(),
                         kElements};
  HashRows(text, "Position:", hash, [&](BulkText& in, eval::BitsHash& h) {
    const size_t count = rows.vertices(&in, &to, kRows);
    h.Add({to.positions, 3 * count});
    h.Add({to.tangents, 4 * count});
    h.Add({to.normals, 3 * count});
    h.Add({to.tex_coords, 2 * count});
    h.Add({to.blend_weights, 4 * count});
    const std::vector<float> blend(indices.begin(),
                                   indices.begin() + 4 * count);
    h.Add(blend);
  });
}

void HashTriangles(const BulkRows& rows, const std::string& text,
                   eval::BitsHash& hash) {
  std::vector<uint32_t> indices(3 * kRows);
  HashRows(text, " ", hash, [&](BulkText& in, eval::BitsHash& h) {
    const size_t count = rows.triangles(&in, indices.data(), kElements, kRows);
    const std::vector<float> read(indices.begin(), indices.begin() + 3 * count);
    h.Add(read);
  });
}

eval::BitsHash HashOf(const BulkRows& rows) {
  eval::BitsHash hash;
  for (const uint32_t oddity : {1'000'000'000, 3000, 30}) {
    Text text(oddity, oddity);
    HashKeys(rows, text.Keys(), hash);
    HashVertices(rows, text.Vertices(), hash);
    HashTriangles(rows, text.Triangles(), hash);
  }
  return hash;
}

}  // namespace
}  // namespace clipguard::m3d

int main() {
  clipguard::eval::PrintHashes<clipguard::m3d::BulkRows>(
      clipguard::m3d::HashOf);
}
