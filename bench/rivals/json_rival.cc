// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/json_rival.h"

#include <array>
#include <cstdint>

#include "rapidjson/document.h"
#include "rapidjson/reader.h"

namespace clipguard::bench {
namespace {

// Counts keys and values.
struct JsonCounter {
  bool Null() { return Count(); }
  bool Bool(bool) { return Count(); }
  bool Int(int) { return Count(); }
  bool Uint(unsigned) { return Count(); }
  bool Int64(int64_t) { return Count(); }
  bool Uint64(uint64_t) { return Count(); }
  bool Double(double) { return Count(); }
  bool RawNumber(const char*, unsigned, bool) { return Count(); }
  bool String(const char*, unsigned, bool) { return Count(); }
  bool StartObject() { return Count(); }
  bool Key(const char*, unsigned, bool) { return Count(); }
  bool EndObject(unsigned) { return true; }
  bool StartArray() { return Count(); }
  bool EndArray(unsigned) { return true; }

  bool Count() {
    ++count;
    return true;
  }

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
