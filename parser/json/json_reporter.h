// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// JsonReporter: findings about a JSON document, with their places.

#ifndef CLIPGUARD_PARSER_JSON_JSON_REPORTER_H_
#define CLIPGUARD_PARSER_JSON_JSON_REPORTER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "parser/finding.h"
#include "parser/json/json_document.h"
#include "parser/text_reporter.h"

namespace clipguard {

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

  // Suggestion() for a name, out of the first kNamesCompared of
  // `name_of(names[i])`. That takes long, so only a few names get one, each
  // wherever it stands. The address of `names` tells lists apart: they must
  // outlive the reporter.
  template <typename Names, typename NameOf>
  std::string SuggestAmong(std::string_view written, const Names& names,
                           NameOf name_of) {
    return SuggestOnce(written, &names, [&] {
      std::vector<std::string_view> compared;
      for (size_t i = 0; i < names.size() && i < kNamesCompared; ++i) {
        compared.push_back(name_of(names[i]));
      }
      return Suggestion(written, compared);
    });
  }
  // The same of what `suggest` finds.
  std::string SuggestOnce(std::string_view written, const void* names,
                          absl::FunctionRef<std::string()> suggest);

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

  struct Suggested {
    std::string written;
    const void* names;
    std::string suggestion;
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
  std::vector<Suggested> suggested_;
  std::vector<Step> way_;
  size_t turns_back_ = 0;
  // The containers that were asked for last, kept once the way has turned back
  // often.
  std::vector<Elements> elements_;
  size_t oldest_ = 0;
};

}  // namespace clipguard

#endif  // CLIPGUARD_PARSER_JSON_JSON_REPORTER_H_
