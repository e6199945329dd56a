// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/original.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actions/convert/conversion.h"
#include "actions/convert/gltf/check/test_glb.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/convert/test_converted.h"
#include "corpus/corpus_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"

namespace clipguard::actions {
namespace {

using gltf::OriginalIn;
using ::testing::HasSubstr;

std::vector<uint8_t> Kept(const std::vector<uint8_t>& bytes, Format format) {
  FindingList losses;
  const auto glb = ConvertToGlb(Parsed(bytes, format),
                                {.keep_original = gltf::HashOf}, losses);
  EXPECT_TRUE(glb.ok()) << glb.status();
  return glb.ok() ? WrittenBytes(**glb) : std::vector<uint8_t>();
}

std::vector<uint8_t> FileNamed(const corpus::CorpusFormat& corpus,
                               std::string_view name) {
  for (const corpus::CorpusFile& file : corpus.generate()) {
    if (file.name == name) return file.bytes;
  }
  ADD_FAILURE() << name;
  return {};
}

TEST(OriginalTest, ThereAndBackForTheCorpus) {
  size_t files = 0;
  for (const corpus::CorpusFormat* corpus :
       {&corpus::kMrtkCorpus, &corpus::kM3dCorpus}) {
    const bool is_mrtk = corpus == &corpus::kMrtkCorpus;
    for (const corpus::CorpusFile& file : corpus->generate()) {
      if (corpus::HasErrors(file) || file.layout || file.target) continue;
      SCOPED_TRACE(file.name);
      const std::vector<uint8_t> glb =
          Kept(file.bytes, is_mrtk ? Format::kMrtk : Format::kM3d);
      EXPECT_EQ(gltf::LoadGlb(glb).fault, "");
      const auto back = OriginalIn(glb, is_mrtk ? "mrtk" : "m3d");
      ASSERT_TRUE(back.ok()) << back.status();
      EXPECT_TRUE(std::ranges::equal(*back, file.bytes));
      EXPECT_EQ(OriginalIn(glb, "").value().data(), back->data());
      EXPECT_FALSE(OriginalIn(glb, is_mrtk ? "m3d" : "mrtk").ok());
      ++files;
    }
  }
  EXPECT_GE(files, 80u);
}

TEST(OriginalTest, CutAnywhereIsRefused) {
  const std::vector<uint8_t> glb = Kept(
      FileNamed(corpus::kMrtkCorpus, "mrtk/valid/one-key.bin"), Format::kMrtk);
  for (size_t size = 0; size < glb.size(); ++size) {
    EXPECT_FALSE(OriginalIn(std::span(glb).first(size), "mrtk").ok()) << size;
  }
}

// Whichever byte is another one: the original as it was, or none.
TEST(OriginalTest, WithAnyByteChangedItIsTheSameOrRefused) {
  const std::vector<uint8_t> bytes =
      FileNamed(corpus::kMrtkCorpus, "mrtk/valid/one-key.bin");
  std::vector<uint8_t> glb = Kept(bytes, Format::kMrtk);
  for (size_t i = 0; i < glb.size(); ++i) {
    for (const int bit : {0, 4, 7}) {
      const auto flip = static_cast<uint8_t>(1 << bit);
      glb[i] = static_cast<uint8_t>(glb[i] ^ flip);
      const auto back = OriginalIn(glb, "mrtk");
      EXPECT_TRUE(!back.ok() || std::ranges::equal(*back, bytes)) << i;
      glb[i] = static_cast<uint8_t>(glb[i] ^ flip);
    }
  }
}

// A .glb of this JSON, filled up with spaces, and this binary chunk, if it is
// not empty.
std::vector<uint8_t> GlbWith(std::string json, std::string_view binary) {
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

std::string ReasonOf(std::string_view json, std::string_view binary = "data") {
  return std::string(OriginalIn(GlbWith(std::string(json), binary), "mrtk")
                         .status()
                         .message());
}

TEST(OriginalTest, WhatOthersMayWrite) {
  EXPECT_THAT(ReasonOf("{}"), HasSubstr("--keep-original"));
  EXPECT_THAT(ReasonOf("{"), HasSubstr("JSON is not in order"));
  EXPECT_THAT(ReasonOf(R"({"asset":[{"extras":{"clipguardOriginal":{
      "bufferView":0,"bytes":4,"format":"mrtk","blake2b":""}}}]})"),
              HasSubstr("--keep-original"));
  const auto with = [](std::string_view views, std::string_view view) {
    return std::string(R"({"bufferViews":)") + std::string(views) +
           R"(,"asset":{"extras":{"clipguardOriginal":{"bufferView":)" +
           std::string(view) +
           R"(,"bytes":4,"format":"mrtk","blake2b":"00"}}}})";
  };
  for (const char* views :
       {"[]", "{}", "[1]", "[[{}]]", R"([{"byteLength":4}])",
        R"([{"byteOffset":1,"byteLength":4}])",
        R"([{"byteOffset":18446744073709551615,"byteLength":4}])",
        R"([{"byteOffset":-1,"byteLength":4}])",
        R"([{"byteOffset":1e9,"byteLength":4}])"}) {
    EXPECT_THAT(ReasonOf(with(views, "0")), HasSubstr("somebody")) << views;
  }
  EXPECT_THAT(ReasonOf(with("[{}]", "18446744073709551615")),
              HasSubstr("somebody"));
  EXPECT_THAT(ReasonOf(with("[{}]", "-1")), HasSubstr("somebody"));
  EXPECT_THAT(ReasonOf(with("[{}]", "\"0\"")), HasSubstr("somebody"));
  // Without a BIN chunk's data.
  EXPECT_THAT(ReasonOf(with(R"([{"byteLength":4}])", "0"), ""),
              HasSubstr("somebody"));
  // Deep, without recursion.
  const std::string deep(1'000'000, '[');
  EXPECT_THAT(ReasonOf(deep), HasSubstr("JSON is not in order"));
}

// "None is there" is said of a .glb that says of none.
TEST(OriginalTest, DamagedIsNotMissing) {
  const auto code = [](std::string_view original) {
    const std::string json =
        R"({"asset":{"extras":{)" + std::string(original) + "}}}";
    return OriginalIn(GlbWith(json, "data"), "mrtk").status().code();
  };
  using enum absl::StatusCode;
  EXPECT_EQ(code(""), kNotFound);
  EXPECT_EQ(code(R"("clipguardOriginal":{})"), kNotFound);
  EXPECT_EQ(code(R"("clipguardOriginal":{"bytes":4,"format":"m3d"})"),
            kNotFound);
  EXPECT_EQ(code(R"("clipguardOriginal":{"bytes":4,"format":"mrtk"})"),
            kInvalidArgument);
  EXPECT_EQ(code(R"("clipguardOriginal":{"bytes":4,"format":"mrtj"})"),
            kInvalidArgument);
  EXPECT_EQ(code(R"("clipguardOriginal":{"blake2b":"00"})"), kInvalidArgument);
  // The same without a family.
  const auto any = [](std::string_view extras) {
    const std::string json =
        R"({"asset":{"extras":{)" + std::string(extras) + "}}}";
    return OriginalIn(GlbWith(json, "data"), "").status().code();
  };
  EXPECT_EQ(any(""), kNotFound);
  EXPECT_EQ(any(R"("clipguardOriginal":{"bytes":4,"format":"mrtj"})"),
            kInvalidArgument);
}

TEST(OriginalTest, LongJsonIsRefused) {
  Limits limits;
  limits.json_bytes = 1;
  EXPECT_THAT(
      std::string(
          OriginalIn(GlbWith("{}", "data"), "mrtk", limits).status().message()),
      HasSubstr("json-bytes"));
}

TEST(OriginalTest, HashIsBlake2b) {
  EXPECT_EQ(gltf::HashOf({}),
            "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
}

}  // namespace
}  // namespace clipguard::actions
