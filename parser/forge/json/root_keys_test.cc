// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/json/root_keys.h"

#include <string>
#include <string_view>

#include "corpus/corpus_file.h"
#include "corpus/forge/generator.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/json/json_document.h"

namespace clipguard::forge {
namespace {

ForgeKind KindOf(std::string_view text) { return ScanRootKeys(text).kind(); }

TEST(RootKeysTest, TextAndDocumentAgree) {
  size_t documents = 0;
  for (const corpus::CorpusFile& file : corpus::ForgeCorpus()) {
    const std::string text = corpus::TextOf(file);
    SCOPED_TRACE(file.name);
    FindingList findings;
    const auto json = ReadJson(text, {}, findings);
    if (!json || text.find("\\u") != std::string::npos) continue;
    ++documents;
    const RootKeys keys = ScanRootKeys(text);
    EXPECT_EQ(keys.kind(), RootKeysOf(*json).kind());
    EXPECT_EQ(keys.foreign(), RootKeysOf(*json).foreign());
  }
  EXPECT_GT(documents, 90u);
}

TEST(RootKeysTest, ClipsTellTheirKind) {
  EXPECT_EQ(KindOf(R"({"clips": {"a": "#identity"}})"),
            ForgeKind::kStateMachine);
  EXPECT_EQ(KindOf(R"({"clips": {"a": ["apply", 1]}})"),
            ForgeKind::kStateMachine);
  EXPECT_EQ(KindOf(R"({"clips": {"a": {"loop": true}}})"),
            ForgeKind::kArmature);
  EXPECT_EQ(KindOf(R"({"clips": {}})"), ForgeKind::kNeither);
  EXPECT_EQ(KindOf(R"({"clips": [{"a": {}}]})"), ForgeKind::kNeither);
  EXPECT_EQ(KindOf(R"({"clips": {"a": {}}, "states": []})"),
            ForgeKind::kStateMachine);
}

TEST(RootKeysTest, OnlyTheRootsKeysCount) {
  EXPECT_EQ(KindOf(R"({"a": {"joints": {}}})"), ForgeKind::kNeither);
  EXPECT_EQ(KindOf(R"({"a": "joints"})"), ForgeKind::kNeither);
  EXPECT_EQ(KindOf(R"({"a": ["joints", ":"]})"), ForgeKind::kNeither);
  EXPECT_EQ(KindOf(R"([{"joints": {}}])"), ForgeKind::kNeither);
  EXPECT_EQ(KindOf(R"({"a": {}} {"joints": {}})"), ForgeKind::kNeither);
  EXPECT_EQ(KindOf(R"({"a\"joints": 1, "joints": {}})"), ForgeKind::kArmature);
}

TEST(RootKeysTest, CommentsAndBlanksAreSkipped) {
  EXPECT_EQ(KindOf("\xEF\xBB\xBF // {\n# \"\n/* { */ {/**/\"joints\" //\n:"),
            ForgeKind::kArmature);
  EXPECT_EQ(KindOf("/* {\"joints\": {}}"), ForgeKind::kNeither);
}

TEST(RootKeysTest, DamageIsNoObstacle) {
  EXPECT_EQ(KindOf(R"({"parameters": {}, "clips": nonsense, "sta)"),
            ForgeKind::kStateMachine);
  EXPECT_EQ(KindOf(R"({,,"joints" {}, "joints": )"), ForgeKind::kArmature);
  EXPECT_EQ(KindOf(""), ForgeKind::kNeither);
  EXPECT_EQ(KindOf("{"), ForgeKind::kNeither);
  EXPECT_EQ(KindOf("{\""), ForgeKind::kNeither);
  EXPECT_EQ(KindOf("{\"\\"), ForgeKind::kNeither);
}

TEST(RootKeysTest, LooseKeysHaveAnyQuotes) {
  const auto kind = [](std::string_view text) {
    return ScanLooseRootKeys(text).kind();
  };
  EXPECT_EQ(kind("{ joints: { lid: {} } }"), ForgeKind::kArmature);
  EXPECT_EQ(kind("// my armature\n{'joints'={}}"), ForgeKind::kArmature);
  EXPECT_EQ(kind("{a => 'b}'; joints => {}}"), ForgeKind::kArmature);
  EXPECT_EQ(kind("{'it\\'s': 1, clips: {open: {}}}"), ForgeKind::kArmature);
  EXPECT_EQ(kind("{clips: {a: 'b'}, \"states\": [a]}"),
            ForgeKind::kStateMachine);
  EXPECT_EQ(kind("{a: joints, b: {joints: 1}}"), ForgeKind::kNeither);
  EXPECT_EQ(kind("joints: {}"), ForgeKind::kNeither);
  for (const char* text : {"", "{", "{'", "{'\\", "{=", "{jo", "{joints"}) {
    EXPECT_EQ(kind(text), ForgeKind::kNeither) << text;
  }
  EXPECT_EQ(KindOf("{ joints: {} }"), ForgeKind::kNeither);
}

// Read up to each byte; the sanitizers watch.
TEST(RootKeysTest, CutAtEveryByte) {
  for (const corpus::CorpusFile& file : corpus::ForgeCorpus()) {
    const std::string text = corpus::TextOf(file);
    if (text.size() > 2000) continue;
    for (size_t size = 0; size < text.size(); ++size) {
      const std::string cut = text.substr(0, size);
      const ForgeKind kind = KindOf(cut);
      if (size < 4) {
        EXPECT_EQ(kind, ForgeKind::kNeither);
      }
    }
  }
}

// Templates, schemas and other programs' machines have such keys, too.
TEST(RootKeysTest, OneKeyAmongOthersSaysNothing) {
  for (const char* text :
       {R"({"$schema": "x", "parameters": {}, "resources": []})",
        R"({"initial": "a", "states": {}})",
        R"({"version": 1, "frames": [], "joints": []})",
        R"({"name": "a", "clips": [{"loop": true}]})"}) {
    EXPECT_EQ(KindOf(text), ForgeKind::kNeither) << text;
  }
  EXPECT_EQ(KindOf(R"({"states": []})"), ForgeKind::kStateMachine);
  EXPECT_EQ(KindOf(R"({"states": [], "start_state": "a", "name": "b"})"),
            ForgeKind::kStateMachine);
  // "clips" may be misspelt.
  EXPECT_EQ(KindOf(R"({"joints": {}, "clip": {}})"), ForgeKind::kArmature);
}

TEST(RootKeysTest, OthersAreNamed) {
  const auto foreign = [](std::string_view text) {
    return ScanRootKeys(text).foreign();
  };
  EXPECT_EQ(foreign(R"({"format_version": "1.8.0", "animations": {}})"),
            "a Bedrock or GeckoLib animation");
  EXPECT_EQ(foreign(R"({"meta": {}, "outliner": []})"), "a Blockbench project");
  EXPECT_EQ(foreign(R"({"asset": {}, "animations": []})"), "a glTF file");
  EXPECT_EQ(foreign(R"({"bones": [], "slots": [], "animations": {}})"),
            "a Spine skeleton");
  EXPECT_EQ(foreign(R"({"frameRate": 24, "armature": []})"),
            "a DragonBones project");
  EXPECT_EQ(foreign(R"({"name": "x"})"), "");
}

}  // namespace
}  // namespace clipguard::forge
