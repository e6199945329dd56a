// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/json_rival.h"

#include <array>

#include "rapidjson/document.h"
#include "rapidjson/reader.h"

namespace clipguard::bench {
namespace {

// Counts keys and values.
struct JsonCounter
    : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, JsonCounter> {
  bool Default() {
    ++count;
    return true;
  }
  bool EndObject(unsigned) { return true; }
  bool EndArray(unsigned) { return true; }

  size_t count = 0;
};

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

std::span<const JsonRival> JsonRivals() {
  static constexpr std::array kRivals = {
      JsonRival{"rapidjson-sax", &ReadTokens},
      JsonRival{"rapidjson-dom", &ReadTree}};
  return kRivals;
}

}  // namespace clipguard::bench
