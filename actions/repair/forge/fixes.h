// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Repairs of Forge's JSON, for actions/repair/forge/forge.cc.

#ifndef CLIPGUARD_ACTIONS_REPAIR_FORGE_FIXES_H_
#define CLIPGUARD_ACTIONS_REPAIR_FORGE_FIXES_H_

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "actions/repair/forge/json_text.h"
#include "actions/repair/lazy_finding.h"
#include "actions/repair/text_plan.h"
#include "parser/finding.h"
#include "parser/json/json_document.h"
#include "parser/limits.h"

namespace clipguard::actions {

// Repairs of text that is not JSON yet: what people and other programs write,
// and the game's lenient reader takes for what was meant.

// Plans all of it at once, for a text with kJsonSyntax or kJsonTrailingContent
// (`code`) at `at`; or refuses, if something in it cannot be understood. Time
// is linear in the size of the text. Returns whether a value without quotes
// gets some: where a number is meant, that is no repair.
bool FixSyntax(FindingCode code, ByteRange at, const Limits& limits,
               TextPlan& plan);

// Repairs kJsonNotUtf8: takes bytes that are not UTF-8 for Windows-1252.
void FixEncoding(ByteRange at, TextPlan& plan);

// Repairs of values and keys of JSON that can be read.

// Plans what findings about nodes ask for. Thread-compatible. Must not outlive
// the document or the plan, which are of one text.
class NodeFixer {
 public:
  NodeFixer(const JsonDocument& json, TextPlan& plan)
      : json_(json), plan_(plan) {}

  void Fix(const LazyFinding& found);

 private:
  using Node = JsonNode;

  // The node that begins at an offset.
  std::optional<Node> NodeAt(uint64_t offset) const;
  // The container of a node, or of a key's member. REQUIRES: not the root.
  Node ParentOf(Node node);
  size_t Begin(Node node) const;
  size_t End(Node node);
  std::string_view Source(Node node);
  const JsonEnds& ends();

  void Plan(const LazyFinding& found, bool safe, size_t begin, size_t end,
            std::string_view text, std::string_view lost = {},
            std::string_view note = {});

  // Removes text, of which `what` is lost, or nothing but comments.
  void Remove(const LazyFinding& found, size_t begin, size_t end,
              std::string_view what);

  void FixCoerced(const LazyFinding& found, Node node);
  void FixDuplicates(const LazyFinding& found, Node key);
  // Joins the members of one name of an object whose lists add up.
  void JoinLists(const LazyFinding& found, Node object);
  void KeepLast(const LazyFinding& found, Node object);
  void FixMap(const LazyFinding& found, Node list);
  void FixName(const LazyFinding& found, Node node);
  void FixMissing(const LazyFinding& found, Node object);
  // Removes an array's elements from one on.
  void RemoveFrom(const LazyFinding& found, Node first);
  void FixSingle(const LazyFinding& found, Node samples);

  const JsonDocument& json_;
  TextPlan& plan_;
  // Empty until somebody asks.
  std::vector<Node> parents_;
  std::optional<JsonEnds> ends_;
  // Objects whose keys were dealt with.
  std::set<Node> done_;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_FORGE_FIXES_H_
