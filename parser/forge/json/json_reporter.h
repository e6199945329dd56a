// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// JsonReporter: findings about a JSON document, with their places.

#ifndef CLIPGUARD_PARSER_FORGE_JSON_JSON_REPORTER_H_
#define CLIPGUARD_PARSER_FORGE_JSON_JSON_REPORTER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser/finding.h"
#include "parser/forge/json/json_document.h"
#include "parser/text_reporter.h"

namespace clipguard::forge {

// RFC 6901: '~' and '/' are written ~0 and ~1. Names above 1,000 bytes are cut.
void AppendPointerToken(std::string_view token, std::string& pointer);

// A name as messages show it: in quotes, and cut when it is long.
std::string Quoted(std::string_view name);

// "; did you mean \"open\"?", or nothing if none of the names is near.
std::string Suggestion(std::string_view written,
                       std::span<const std::string_view> names);
// How many of a file's names are compared.
inline constexpr size_t kNamesCompared = 200;

// Reports what is wrong with nodes. Paths are pointers: "/clips/open/1". A
// finding about a key has the path of its value, and the bytes of the key.
// Thread-compatible; document and sink must outlive it.
class JsonReporter {
 public:
  JsonReporter(const JsonDocument& json, FindingSink& sink)
      : json_(&json), reporter_(json.text(), sink) {}

  const JsonDocument& json() const { return *json_; }

  // `arguments` is called for a finding that is kept, and returns the Arguments
  // of the code's message, or nothing.
  template <typename GetArguments>
  void At(CodeFor<GetArguments> code, JsonNode node, GetArguments arguments,
          const Scope& scope = Scope()) {
    reporter_.Report(code, json_->range(node), scope, [&](Description& d) {
      d.path = PointerTo(node);
      return arguments();
    });
  }
  // For a code whose message takes no arguments.
  void At(CodeTaking<0> code, JsonNode node) {
    At(code, node, [] {});
  }

  // Reports that `key` is missing in an object: at the object, with the path
  // that the key would have.
  template <typename GetArguments>
  void AtMissing(CodeFor<GetArguments> code, JsonNode object,
                 std::string_view key, GetArguments arguments) {
    reporter_.Report(code, json_->range(object), {}, [&](Description& d) {
      d.path = PointerTo(object);
      AppendPointerToken(key, d.path);
      return arguments();
    });
  }

  // Whether to look among a file's names for the one that was meant: true a few
  // times only, because hundreds of names are compared each time.
  bool MaySuggest() {
    if (suggestions_left_ == 0) return false;
    --suggestions_left_;
    return true;
  }

  // "" for the root. Quick for nodes in ascending order; where others come
  // often, places of elements are kept.
  std::string PointerTo(JsonNode node);

 private:
  // A child that is on the way to the node that was last looked for.
  struct Step {
    JsonNode container;
    JsonNode child;  // of an object, the key
    uint64_t index;
  };

  // The elements of a container; of an object, the keys.
  struct Elements {
    JsonNode container;
    std::vector<JsonNode> nodes;
  };

  // The step in `container` to what is before, or is, `target`.
  Step StepTo(JsonNode container, JsonNode target);

  const JsonDocument* json_;
  TextReporter reporter_;
  size_t suggestions_left_ = 10;
  std::vector<Step> way_;
  size_t turns_back_ = 0;
  // The containers that were asked for last, kept once the way has turned back
  // often.
  std::vector<Elements> elements_;
  size_t oldest_ = 0;
};

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_JSON_JSON_REPORTER_H_
