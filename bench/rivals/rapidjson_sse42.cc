// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A namespace of its own: the other files' RapidJSON is built without.
#define RAPIDJSON_SSE42
#define RAPIDJSON_NAMESPACE rapidjson_sse42
#define RAPIDJSON_NAMESPACE_BEGIN namespace rapidjson_sse42 {
#define RAPIDJSON_NAMESPACE_END }

#include "bench/rivals/json_counter.h"
#include "bench/rivals/json_rival.h"
#include "rapidjson/reader.h"

namespace clipguard::bench {
namespace {

size_t ReadTokens(const std::string& text) {
  JsonCounter counter;
  rapidjson_sse42::StringStream stream(text.c_str());
  rapidjson_sse42::Reader reader;
  constexpr unsigned kFlags = rapidjson_sse42::kParseIterativeFlag |
                              rapidjson_sse42::kParseCommentsFlag;
  return reader.Parse<kFlags>(stream, counter).IsError() ? 0 : counter.count;
}

}  // namespace

extern const JsonRival kRapidJsonSaxSse42 = {"rapidjson-sax-sse42",
                                             &ReadTokens};

}  // namespace clipguard::bench
