// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/json_counter.h"
#include "bench/rivals/json_rival.h"
#include "rapidjson/document.h"
#include "rapidjson/reader.h"

namespace clipguard::bench {
namespace {

constexpr unsigned kFlags =
    rapidjson::kParseIterativeFlag | rapidjson::kParseCommentsFlag;

size_t ReadTokens(const std::string& text) {
  JsonCounter counter;
  rapidjson::StringStream stream(text.c_str());
  rapidjson::Reader reader;
  return reader.Parse<kFlags>(stream, counter).IsError() ? 0 : counter.count;
}

size_t ReadTree(const std::string& text) {
  rapidjson::Document document;
  document.Parse<kFlags>(text.c_str());
  return document.IsObject() ? document.MemberCount() : 0;
}

}  // namespace

extern const JsonRival kRapidJsonSax = {"rapidjson-sax", &ReadTokens};
extern const JsonRival kRapidJsonDom = {"rapidjson-dom", &ReadTree};

}  // namespace clipguard::bench
