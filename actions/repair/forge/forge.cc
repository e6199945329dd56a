// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/forge/forge.h"

#include <optional>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "actions/repair/forge/fixes.h"
#include "actions/repair/lazy_finding.h"
#include "actions/repair/text_passes.h"
#include "actions/repair/text_plan.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/json/json_document.h"
#include "parser/limits.h"

namespace clipguard::actions {
namespace {

using enum FindingCode;
using Validate = absl::FunctionRef<void(std::string_view, FindingSink&)>;

// Notes the codes of errors.
class ErrorSink : public FindingSink {
 public:
  using FindingSink::Report;
  void Report(const Occurrence& occurrence) override {
    if (GetCodeInfo(occurrence.code).severity == Severity::kError) {
      errors_.Add(occurrence.code);
    }
    See(LazyFinding(occurrence));
  }
  const CodeSet& errors() const { return errors_; }

 protected:
  virtual void See(const LazyFinding&) {}

 private:
  CodeSet errors_;
};

// Repairs faults of a text that is not JSON.
class SyntaxSink : public ErrorSink {
 public:
  SyntaxSink(const Limits& limits, TextPlan& plan, bool& quotes_values)
      : limits_(limits), plan_(plan), quotes_values_(quotes_values) {}

 protected:
  void See(const LazyFinding& found) override {
    if (found.code() == kJsonNotUtf8) {
      FixEncoding(found.bytes(), plan_);
    } else if (found.code() == kJsonSyntax ||
               found.code() == kJsonTrailingContent) {
      quotes_values_ |= FixSyntax(found.code(), found.bytes(), limits_, plan_);
    }
  }

 private:
  const Limits& limits_;
  TextPlan& plan_;
  bool& quotes_values_;
};

// Repairs faults of the values in a text that is JSON.
class NodeSink : public ErrorSink {
 public:
  NodeSink(const JsonDocument& json, TextPlan& plan)
      : plan_(plan), fixer_(json, plan) {}

 protected:
  // A fix that has no room is left to the next pass, which finds the fault
  // again.
  void See(const LazyFinding& found) override {
    if (!plan_.full()) fixer_.Fix(found);
  }

 private:
  const TextPlan& plan_;
  NodeFixer fixer_;
};

// Whether one of these errors ends the reading.
bool IsUnreadable(const CodeSet& errors) {
  return errors.Has(kTextEncodingUnsupported) || errors.Has(kJsonNotUtf8) ||
         errors.Has(kJsonSyntax) || errors.Has(kJsonTrailingContent);
}

Repaired Repair(std::span<const uint8_t> bytes, const Limits& limits,
                const RepairOptions& options, Validate validate) {
  bool quotes_values = false;
  return RepairText(
      bytes, options, validate,
      [&](std::string_view text, TextPlan& plan) {
        SyntaxSink syntax(limits, plan, quotes_values);
        const auto json = ReadJson(text, limits, syntax);
        if (!json) return syntax.errors();
        NodeSink nodes(*json, plan);
        validate(text, nodes);
        return nodes.errors();
      },
      [&](const CodeSet& before, const CodeSet& after) {
        // A text that can be read at last shows what is in it, but for strings
        // that the repair has made of words where numbers are meant.
        if (IsUnreadable(before)) {
          return !quotes_values || !(after.Has(kForgeTypeWrong) ||
                                     after.Has(kAsmParameterMalformed));
        }
        return after.Without(before).empty();
      });
}

}  // namespace

Repaired RepairStateMachine(std::span<const uint8_t> bytes,
                            const forge::StateMachineOptions& read,
                            const RepairOptions& options) {
  return Repair(bytes, read.limits, options,
                [&](std::string_view text, FindingSink& sink) {
                  forge::ReadDamagedStateMachine(text, read, sink);
                });
}

Repaired RepairArmature(std::span<const uint8_t> bytes,
                        const forge::ArmatureOptions& read,
                        const RepairOptions& options) {
  return Repair(bytes, read.limits, options,
                [&](std::string_view text, FindingSink& sink) {
                  forge::ReadDamagedArmature(text, read, sink);
                });
}

}  // namespace clipguard::actions
