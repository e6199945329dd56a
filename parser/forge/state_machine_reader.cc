// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// From JSON to a StateMachine: the first half of reading one.

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "base/memory/huge_pages.h"
#include "parser/forge/json/json_fields.h"
#include "parser/forge/json/member_names.h"
#include "parser/forge/json/root_keys.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/state_machine_check.h"
#include "parser/json/json_reporter.h"

namespace clipguard::forge {
namespace {

using Member = JsonDocument::Member;

constexpr JsonFields::Field kMachineFields[] = {{member::kParameters},
                                                {member::kClips},
                                                {member::kStates},
                                                {member::kTransitions},
                                                {member::kStartState}};
enum MachineField {
  kParameters,
  kMachineClips,
  kStates,
  kTransitions,
  kStartState
};

// Room for what is pending and for states, which in most files does not have to
// grow.
constexpr size_t kUsualDepth = 32;
constexpr size_t kUsualStates = 256;

constexpr size_t kFewNodes = 256;

// With so many nodes, lists are given room for all that could be in them, in
// large pages. Growing would copy them again and again.
constexpr size_t kManyNodes = size_t{1} << 20;

constexpr size_t kMostArguments = 4;

// The kind that an argument of an operation must have.
enum class Wanted : uint8_t { kTimeValue, kClip, kEvent };

struct Operation {
  std::string_view name;
  ExpressionKind kind;
  std::string_view takes;
  // The event is no child, but the expression's text. It comes last.
  size_t count;
  std::array<Wanted, kMostArguments> wanted;

  size_t Children() const {
    return wanted[count - 1] == Wanted::kEvent ? count - 1 : count;
  }
};

constexpr Operation kCompose = {"compose",
                                ExpressionKind::kCompose,
                                "two time values",
                                2,
                                {Wanted::kTimeValue, Wanted::kTimeValue}};

constexpr Operation kClipOperations[] = {
    {"apply",
     ExpressionKind::kApply,
     "a clip and a time value",
     2,
     {Wanted::kClip, Wanted::kTimeValue}},
    {"slerp",
     ExpressionKind::kSlerp,
     "two clips and two time values",
     4,
     {Wanted::kClip, Wanted::kClip, Wanted::kTimeValue, Wanted::kTimeValue}},
    {"trigger_positive",
     ExpressionKind::kTrigger,
     "a clip, a time value and an event",
     3,
     {Wanted::kClip, Wanted::kTimeValue, Wanted::kEvent}},
};

constexpr auto kIsOperator = [] {
  std::array<bool, 256> is{};
  for (const char c : std::string_view("+-*/mMrRfF")) {
    is[static_cast<unsigned char>(c)] = true;
  }
  return is;
}();

bool AreOperators(std::string_view text) {
  for (const char c : text) {
    if (!kIsOperator[static_cast<unsigned char>(c)]) return false;
  }
  return !text.empty();
}

class MachineReader {
 public:
  MachineReader(const Limits& limits, JsonReporter& report,
                StateMachine& machine, MachinePlaces& places)
      : limits_(limits),
        report_(report),
        json_(report.json()),
        machine_(machine),
        places_(places) {}

  // False if a name exceeds the limit.
  bool ReadRoot() {
    JsonFields fields(report_, JsonDocument::kRoot, kMachineFields);
    // No more than there are values, and all names are parts of the text; what
    // is not needed is never touched. For a small file half of that will do in
    // most cases, and small blocks are had and given back sooner.
    const size_t share = json_.size() < kFewNodes ? 2 : 1;
    ReserveLarge(machine_.expressions, json_.size() / share);
    machine_.texts.Reserve(json_.text().size() / share);
    if (json_.size() >= kManyNodes) ReserveLarge(places_.named, json_.size());
    if (const auto node = fields[kParameters]) {
      ReadNamed(*node, Wanted::kTimeValue, machine_.parameters,
                places_.parameter_names);
    }
    if (const auto node = fields[kMachineClips]) {
      places_.has_clips =
          ReadNamed(*node, Wanted::kClip, machine_.clips, places_.clip_names);
    }
    if (const auto node = fields[kStates]) ReadStates(*node);
    if (const auto node = fields[kTransitions]) ReadTransitions(*node);
    if (const auto node = fields[kStartState]) {
      if (const auto text = ReadString(report_, *node)) {
        places_.start_state = *node;
        machine_.start_state = AddName(*node, *text);
      }
    }
    IndexStates();
    return !too_long_;
  }

 private:
  // Nodes side by side that are to become the expressions from `index` on.
  struct Pending {
    JsonNode node;
    ExpressionIndex index;
    uint32_t count;
    Wanted wanted;
    bool used;  // not an operand without an operator, nor part of one
  };

  // A copy of the name that is at `node`, or of part of what is there.
  Text AddName(JsonNode node, std::string_view name) {
    too_long_ |= !CheckNameLength(report_, node, name, limits_);
    return machine_.texts.Add(name);
  }

  // Once all names have been added, so that they stay where they are.
  void IndexStates() {
    const std::vector<StateMachine::State>& states = machine_.states;
    machine_.state_names.reserve(states.size());
    for (uint32_t i = 0; i < states.size(); ++i) {
      machine_.state_names.try_emplace(machine_.texts[states[i].name], i);
    }
  }

  // False if it is none of the forms that names and values may have.
  bool ReadNamed(JsonNode node, Wanted wanted,
                 std::vector<StateMachine::Named>& named, NameMap& names) {
    const auto members = ReadMembers(report_, node, Duplicates::kLastCounts,
                                     /*pairs=*/true, &names);
    if (!members) return false;
    ReserveLarge(named, members->size());
    for (const Member& member : *members) {
      const Text name = AddName(member.key, json_.string(member.key));
      named.push_back({name, ReadExpression(member.value, wanted)});
    }
    return true;
  }

  void ReadStates(JsonNode node) {
    if (!ExpectArray(report_, node)) return;
    places_.has_states = true;
    machine_.states.reserve(std::min(json_.CountElements(node), kUsualStates));
    for (const JsonNode element : json_.Elements(node)) {
      if (const auto name = ReadString(report_, element)) {
        machine_.states.push_back({AddName(element, *name), kNowhere, element});
      }
    }
  }

  void ReadTransitions(JsonNode node) {
    const auto members =
        ReadMembers(report_, node, Duplicates::kAddUp, /*pairs=*/false);
    if (!members) return;
    places_.has_transitions = true;
    const size_t most = json_.After(node) - node - members->size();
    const size_t usual = std::min(most, kUsualStates);
    machine_.named_transitions.reserve(usual);
    places_.transition_from.reserve(usual);
    places_.transition_to.reserve(usual);
    for (const Member& member : *members) {
      const Text from = AddName(member.key, json_.string(member.key));
      switch (json_.kind(member.value)) {
        case JsonKind::kString:
          AddTransition(member.key, from, member.value);
          break;
        case JsonKind::kArray:
          for (const JsonNode to : json_.Elements(member.value)) {
            AddTransition(member.key, from, to);
          }
          break;
        default:
          ReportType(report_, member.value, "a string or an array of strings");
      }
    }
  }

  void AddTransition(JsonNode key, Text from, JsonNode to) {
    const auto name = ReadString(report_, to);
    if (!name) return;
    const Text to_name = AddName(to, *name);
    StateMachine::NamedTransition& added =
        machine_.named_transitions.emplace_back();
    added.from = from;
    added.to = to_name;
    places_.transition_from.push_back(key);
    places_.transition_to.push_back(to);
  }

  // An expression and, without recursion, all that is in it.
  ExpressionIndex ReadExpression(JsonNode root, Wanted wanted) {
    const ExpressionIndex index = AddExpressions(1);
    used_ = true;
    ReadInto(index, root, wanted);
    while (!pending_.empty()) {
      Pending& next = pending_.back();
      const ExpressionIndex i = next.index;
      const JsonNode node = next.node;
      const Wanted kind = next.wanted;
      used_ = next.used;
      if (next.count == 1) {
        pending_.pop_back();
      } else {
        next.node = json_.After(node);
        ++next.index;
        --next.count;
      }
      ReadInto(i, node, kind);
    }
    return index;
  }

  // An expression; of a list, without the lists in it, nor what follows the
  // first of those: that is pending then.
  void ReadInto(ExpressionIndex i, JsonNode node, Wanted wanted) {
    if (json_.kind(node) == JsonKind::kArray) {
      At(i).place = node;
      if (wanted == Wanted::kTimeValue) {
        ReadTimeList(node, i);
      } else {
        ReadClipList(node, i);
      }
    } else {
      ReadSingle(i, node, wanted);
    }
  }

  // REQUIRES: no list.
  void ReadSingle(ExpressionIndex i, JsonNode node, Wanted wanted) {
    Expression& e = At(i);
    e.place = node;
    if (wanted == Wanted::kTimeValue) {
      ReadSingleTime(node, e);
    } else {
      ReadSingleClip(node, e);
    }
    AddToNamed(i, e);
  }

  void AddToNamed(ExpressionIndex i, const Expression& e) {
    if (used_ && HasName(e.kind)) places_.named.push_back(i);
  }

  // Good until expressions are added.
  Expression& At(ExpressionIndex i) { return machine_.expressions[i]; }

  // Whether it has a name that is looked up or checked.
  static bool HasName(ExpressionKind kind) {
    return kind == ExpressionKind::kParameter ||
           kind == ExpressionKind::kClipReference ||
           kind == ExpressionKind::kModelClip ||
           kind == ExpressionKind::kTrigger;
  }

  ExpressionIndex AddExpressions(size_t count) {
    const size_t index = machine_.expressions.size();
    for (size_t i = 0; i < count; ++i) machine_.expressions.emplace_back();
    return static_cast<ExpressionIndex>(index);
  }

  void ReadSingleTime(JsonNode node, Expression& e) {
    switch (json_.kind(node)) {
      case JsonKind::kNumber:
        if (const auto number = ReadFloat(report_, node)) {
          e.kind = ExpressionKind::kNumber;
          e.number = *number;
        }
        return;
      case JsonKind::kString:
        ReadTimeReference(node, e);
        return;
      default:
        ReportType(report_, node, "a time value (number, \"#name\" or list)");
        return;
    }
  }

  void ReadTimeList(JsonNode node, ExpressionIndex i) {
    const auto type = OperationName(node);
    if (!type) return;
    if (*type == kCompose.name) {
      ReadOperation(node, kCompose, i);
    } else {
      ReadOperators(node, *type, i);
    }
  }

  // "#identity", or "#name".
  void ReadTimeReference(JsonNode node, Expression& e) {
    const std::string_view text = json_.string(node);
    if (text == "#identity") {
      e.kind = ExpressionKind::kTime;
    } else if (text.starts_with('#')) {
      e.kind = ExpressionKind::kParameter;
      e.text = AddName(node, text.substr(1));
    } else {
      report_.At(FindingCode::kAsmParameterMalformed, node,
                 [&] { return Arguments{Quoted(text)}; });
    }
  }

  // ["+*", 1, "#speed"]
  void ReadOperators(JsonNode node, std::string_view operators,
                     ExpressionIndex i) {
    if (!AreOperators(operators)) {
      report_.At(FindingCode::kAsmOperationUnknown, node + 1, [&] {
        return Arguments{Quoted(operators),
                         Suggestion(operators, std::array{kCompose.name})};
      });
      return;
    }
    const auto children = static_cast<uint32_t>(json_.CountElements(node) - 1);
    const ExpressionIndex first = AddExpressions(children);
    Expression& e = At(i);
    e.kind = ExpressionKind::kOperators;
    e.text = machine_.texts.Add(operators);
    e.children = children;
    e.first = first;
    uint32_t used = e.children;
    if (e.children != operators.size()) {
      CheckOperands(node, operators, e);
      used = std::min(used, e.text.size);
    }
    JsonNode operand = json_.After(node + 1);
    for (uint32_t n = 0; n < used; ++n) {
      if (json_.kind(operand) == JsonKind::kArray) {
        AddPending(operand, first + n, used - n, Wanted::kTimeValue, used_);
        return;
      }
      ReadSingle(first + n, operand, Wanted::kTimeValue);
      operand = json_.After(operand);
    }
  }

  // Reports that there are too few operands, or too many; the latter are read
  // after the others.
  void CheckOperands(JsonNode node, std::string_view operators, Expression& e) {
    const auto arguments = [&] {
      return Arguments{Quoted(operators), absl::StrCat(operators.size()),
                       absl::StrCat(e.children)};
    };
    if (e.children < operators.size()) {
      e.kind = ExpressionKind::kInvalid;
      report_.At(FindingCode::kAsmOperandsMissing, node + 1, arguments);
      return;
    }
    JsonNode extra = json_.After(node + 1);
    for (size_t i = 0; i < operators.size(); ++i) extra = json_.After(extra);
    report_.At(FindingCode::kAsmOperandsExtra, extra, arguments);
    const auto used = static_cast<uint32_t>(operators.size());
    AddPending(extra, e.first + used, e.children - used, Wanted::kTimeValue,
               /*used=*/false);
  }

  void AddPending(JsonNode node, ExpressionIndex index, uint32_t count,
                  Wanted wanted, bool used) {
    Pending& added = pending_.emplace_back();
    added.node = node;
    added.index = index;
    added.count = count;
    added.wanted = wanted;
    added.used = used;
  }

  void ReadSingleClip(JsonNode node, Expression& e) {
    if (json_.kind(node) != JsonKind::kString) {
      ReportType(report_, node, "a clip (string or list)");
      return;
    }
    const std::string_view text = json_.string(node);
    if (text == "#identity") {
      e.kind = ExpressionKind::kNoClip;
    } else if (text.starts_with('#')) {
      e.kind = ExpressionKind::kClipReference;
      e.text = AddName(node, text.substr(1));
    } else {
      const Text copy = AddName(node, text);
      if (text.find('@') == std::string_view::npos) {
        report_.At(FindingCode::kAsmModelClipMalformed, node,
                   [&] { return Arguments{Quoted(text)}; });
        return;
      }
      e.kind = ExpressionKind::kModelClip;
      e.text = copy;
    }
  }

  void ReadClipList(JsonNode node, ExpressionIndex index) {
    const auto type = OperationName(node);
    if (!type) return;
    for (const Operation& operation : kClipOperations) {
      if (*type != operation.name) continue;
      ReadOperation(node, operation, index);
      return;
    }
    report_.At(FindingCode::kAsmClipTypeUnknown, node + 1, [&] {
      std::vector<std::string_view> names;
      for (const Operation& o : kClipOperations) names.push_back(o.name);
      return Arguments{Quoted(*type), Suggestion(*type, names)};
    });
  }

  // The first element of a list. Reports when it is not there.
  std::optional<std::string_view> OperationName(JsonNode node) {
    if (!json_.Elements(node).empty()) return ReadString(report_, node + 1);
    ReportEmptyList(node);
    return std::nullopt;
  }
  void ReportEmptyList(JsonNode node) {
    report_.At(FindingCode::kForgeTypeWrong, node, [] {
      return Arguments{"a list that begins with an operation's name",
                       "an empty one"};
    });
  }

  void ReadOperation(JsonNode node, const Operation& operation,
                     ExpressionIndex index) {
    std::array<JsonNode, kMostArguments> arguments;
    size_t count = 0;
    const JsonNode end = json_.After(node);
    for (JsonNode n = json_.After(node + 1); n != end; n = json_.After(n)) {
      if (count < kMostArguments) arguments[count] = n;
      ++count;
    }
    const auto children = static_cast<uint32_t>(operation.Children());
    const ExpressionIndex first = AddExpressions(children);
    Expression& e = At(index);
    e.kind = operation.kind;
    e.first = first;
    e.children = children;
    if (count != operation.count) {
      e.kind = ExpressionKind::kInvalid;
      report_.At(FindingCode::kAsmArgumentCount, node + 1, [&] {
        return Arguments{std::string(operation.name),
                         std::string(operation.takes), absl::StrCat(count)};
      });
    }
    size_t end_of_parts = std::min(count, operation.count);
    if (end_of_parts > children) {
      const JsonNode place = arguments[--end_of_parts];
      if (const auto event = ReadString(report_, place)) {
        e.text = AddName(place, *event);
      } else {
        e.kind = ExpressionKind::kInvalid;
      }
    }
    AddToNamed(index, e);
    const auto part = [&](size_t i) {
      return first + static_cast<uint32_t>(i);
    };
    size_t begin = 0;
    while (begin < end_of_parts &&
           json_.kind(arguments[begin]) != JsonKind::kArray) {
      ReadSingle(part(begin), arguments[begin], operation.wanted[begin]);
      ++begin;
    }
    // The last first, so that the first one is taken first.
    for (size_t i = end_of_parts; i-- > begin;) {
      AddPending(arguments[i], part(i), 1, operation.wanted[i], used_);
    }
  }

  const Limits& limits_;
  JsonReporter& report_;
  const JsonDocument& json_;
  StateMachine& machine_;
  MachinePlaces& places_;
  absl::InlinedVector<Pending, kUsualDepth> pending_;
  bool used_ = true;  // whether what is being read is
  bool too_long_ = false;
};

}  // namespace

std::optional<StateMachine> ReadStateMachine(std::string_view text,
                                             const StateMachineOptions& options,
                                             FindingSink& sink) {
  ErrorWatch watch(sink);
  auto machine = ReadDamagedStateMachine(text, options, watch);
  if (!watch.ok()) machine.reset();
  return machine;
}

std::optional<StateMachine> ReadDamagedStateMachine(
    std::string_view text, const StateMachineOptions& options,
    FindingSink& sink) {
  // The only one that is returned, so that it is never moved.
  std::optional<StateMachine> machine;
  const auto json = ReadJson(text, options.limits, sink);
  if (!json) return machine;
  JsonReporter report(*json, sink);
  if (json->kind(JsonDocument::kRoot) != JsonKind::kObject) {
    ReportType(report, JsonDocument::kRoot, "an object");
    return machine;
  }
  const RootKeys keys = RootKeysOf(*json);
  const ForgeKind kind = keys.kind();
  const std::string_view foreign =
      kind == ForgeKind::kArmature  ? "a Forge armature"
      : kind == ForgeKind::kNeither ? keys.foreign()
                                    : "";
  if (!foreign.empty()) {
    report.At(FindingCode::kForgeFormatForeign, JsonDocument::kRoot, [&] {
      return Arguments{std::string(foreign), "an animation state machine"};
    });
    return machine;
  }
  machine.emplace();
  MachinePlaces places;
  if (MachineReader(options.limits, report, *machine, places).ReadRoot()) {
    CheckStateMachine(options, places, report, *machine);
  } else {
    machine.reset();
  }
  return machine;
}

}  // namespace clipguard::forge
