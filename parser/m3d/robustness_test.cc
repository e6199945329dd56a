// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Damage of every kind: whatever it is, rows taken as a whole and rows read
// token by token give the same character and the same findings, and nothing
// beyond the text is read.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "corpus/m3d/figures.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/reader/read_character.h"
#include "parser/m3d/test_files.h"
#include "parser/m3d/write_character.h"
#include "testing/guarded_memory.h"
#include "testing/sanitizers.h"

namespace clipguard::m3d {
namespace {

// The outcome of reading a text.
struct Outcome {
  bool ok = false;
  std::vector<Seen> seen;
  std::vector<std::string> messages;
  std::string text;  // what was read, written again

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome Read(std::span<const uint8_t> bytes, const ReadOptions& options) {
  Outcome outcome;
  FindingList list;
  const auto character = ReadAndValidate(bytes, options, list);
  outcome.ok = character.has_value();
  EXPECT_EQ(outcome.ok, list.errors() == 0);
  outcome.seen = SeenIn(list);
  for (const Finding& f : list.findings()) {
    outcome.messages.push_back(f.message);
    EXPECT_LE(f.bytes.offset, bytes.size());
    EXPECT_LE(f.bytes.length, bytes.size() - f.bytes.offset);
    EXPECT_GE(f.line, 1u);
    EXPECT_GE(f.column, 1u);
    EXPECT_FALSE(f.path.empty());
  }
  if (character) {
    const auto text = WriteCharacter(*character);
    EXPECT_TRUE(text.ok()) << text.status();
    if (text.ok()) outcome.text = *text;
  }
  return outcome;
}

// The outcome, which must be that of reading token by token. The text lies
// against pages that cannot be read.
Outcome ReadBothWays(std::string_view text) {
  GuardedMemory memory(text.size());
  ReadOptions options;
  options.quick_rows = false;
  const Outcome expected = Read(memory.CopyToBegin(BytesOf(text)), options);
  const Outcome outcome = Read(memory.CopyToEnd(BytesOf(text)), {});
  EXPECT_EQ(outcome.seen, expected.seen);
  EXPECT_EQ(outcome.messages, expected.messages);
  // Not EXPECT_EQ, which would print them.
  EXPECT_TRUE(outcome == expected);
  return outcome;
}

// A skinned character with short labels; with `long_blend`, those of its
// weights and indices are long.
std::string DashedArm(bool long_blend) {
  std::string text = WriteCharacter(MustRead(Arm()), Dialect::kDashed).value();
  if (!long_blend) return text;
  return absl::StrReplaceAll(
      text, {{"W:", "BlendWeights:"}, {"I:", "BlendIndices:"}});
}

TEST(Robustness, CutAtEveryByte) {
  for (const std::string& whole :
       {Arm(), DashedArm(false), DashedArm(true),
        StaticTriangle(Dialect::kD3D12), StaticTriangle(Dialect::kD3D11),
        StaticTriangle(Dialect::kDashed)}) {
    // All but the white space at its end is needed.
    const size_t end = whole.find_last_not_of('\n') + 1;
    for (size_t size = 0; size < whole.size(); ++size) {
      const Outcome outcome =
          ReadBothWays(std::string_view(whole).substr(0, size));
      // The last number may lose digits and still be one.
      if (size < end - 1) {
        EXPECT_FALSE(outcome.ok) << size;
        EXPECT_FALSE(outcome.seen.empty());
      }
      if (HasFailure()) FAIL() << "cut at " << size;
    }
    EXPECT_TRUE(ReadBothWays(whole).ok);
  }
}

TEST(Robustness, EveryByteReplaced) {
  // The optimised build tests every byte; sanitized builds test every third.
  constexpr size_t kStep = CLIPGUARD_SANITIZED ? 3 : 1;
  const std::string whole = Arm();
  for (size_t i = 0; i < whole.size(); i += kStep) {
    for (const char c :
         {'\0', ' ', '\n', '9', '-', '.', 'e', '{', '*', '\x80'}) {
      std::string text = whole;
      text[i] = c;
      ReadBothWays(text);
      if (HasFailure()) FAIL() << "byte " << i;
    }
  }
}

TEST(Robustness, EveryTokenTakenOutOrTwiceOrLong) {
  for (const std::string& whole : {Arm(), DashedArm(false), DashedArm(true)}) {
    size_t begin = 0;
    while ((begin = whole.find_first_not_of(" \n\t", begin)) !=
           std::string::npos) {
      const size_t end = whole.find_first_of(" \n\t", begin);
      const std::string token = whole.substr(begin, end - begin);
      const std::string before = whole.substr(0, begin);
      ReadBothWays(before + whole.substr(end));
      ReadBothWays(before + token + " " + whole.substr(begin));
      ReadBothWays(whole.substr(0, end) + whole.substr(end + 1));  // glued
      // A row has short labels or long ones.
      for (const std::string_view label :
           {"BlendWeights:", "BlendIndices:", "W:", "I:", "Time:"}) {
        ReadBothWays(before + std::string(label) + whole.substr(end));
      }
      if (HasFailure()) FAIL() << token << " at " << begin;
      begin = end;
    }
  }
}

using std::string_view_literals::operator""sv;

// Numbers as nobody should write them, a word each.
constexpr std::string_view kOdd =
    "nan inf - . -. 1.2.3 --1 0x1 1,5 1e 1e400 5. .5 +1 -0 1e5 "
    "16777216 16777217 16777218 0.0000000001 0.00000000001 "
    "99999999999999999999 123456789.12345678 1.234567890123456 "
    "12345678901234.5 -1.23456789012345 -123456789012345 "
    "-1234567890123456 1234567890123456 12345678901234567 "
    "0000000000000000 00000000000000001 1.0000000000000 8388608.5 "
    "8388609.5 1e-45 1E-23 -7.5E+2 3.4028236e38 1\0002 \x80 "
    "4294967296. .00000000001 -.0000000001 300 -7"sv;

// The text with other numbers from its vertices on: `oddity` of a thousand are
// of these, the others any floats.
std::string WithNumbers(const std::string& whole, uint32_t seed,
                        uint32_t oddity, const std::vector<std::string>& odd) {
  std::mt19937 random(seed);
  size_t begin = std::min(whole.find("Position: "), whole.find("\nP: "));
  std::string text = whole.substr(0, begin);
  while (begin < whole.size()) {
    const size_t end =
        std::min(whole.find_first_of(" \n\t", begin), whole.size());
    const std::string token = whole.substr(begin, end - begin);
    // Times stay in order.
    const bool is_real = token.find('.') != std::string::npos &&
                         !text.ends_with("Time: ") && !text.ends_with("T: ");
    const auto any = std::bit_cast<float>(static_cast<uint32_t>(random()));
    if (token.find_first_not_of("-.0123456789") != std::string::npos ||
        token.empty()) {
      text += token;
    } else if (random() % 1000 < oddity) {
      text += odd[random() % odd.size()];
    } else {
      text +=
          is_real && std::isfinite(any) ? absl::StrFormat("%.9g", any) : token;
    }
    if (end < whole.size()) {
      text +=
          seed % 5 == 0 && whole[end] == '\n' ? "\r\n" : whole.substr(end, 1);
    }
    begin = end + 1;
  }
  return text;
}

// Sound ones, damaged ones, and odd numbers in every place of a row.
TEST(Robustness, LongFiles) {
  const Character biped = corpus::Biped();
  const std::string texts[] = {WriteCharacter(biped).value(),
                               WriteCharacter(biped, Dialect::kDashed).value()};
  std::vector<std::string> odd = absl::StrSplit(std::string(kOdd), ' ');
  // Indices that are too large by one.
  for (size_t n : {biped.bones(), biped.vertices.positions.size()}) {
    odd.push_back(std::to_string(n));
  }
  for (uint32_t seed = 0; seed < 110; ++seed) {
    const uint32_t oddity = seed < 40 ? 0 : seed < 100 ? seed % 30 : 1000;
    const Outcome outcome =
        ReadBothWays(WithNumbers(texts[seed % 2], seed, oddity, odd));
    EXPECT_TRUE(outcome.ok || oddity != 0);
    if (HasFailure()) FAIL() << "seed " << seed;
  }
}

}  // namespace
}  // namespace clipguard::m3d
