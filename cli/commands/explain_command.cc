// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard explain: the catalogue of findings, for people, for programs, and
// as the page docs/findings.md.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/repair/repair_catalog.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/io/suggest.h"
#include "cli/reports/codes/code_text.h"
#include "cli/reports/codes/examples.h"
#include "cli/rules/targets.h"
#include "parser/finding_catalog.h"
#include "parser/format_set.h"

namespace clipguard::cli {
namespace {

constexpr std::string_view kNothing = "(nothing)";

std::string ExplainOne(const CodeInfo& info, size_t width) {
  std::string out =
      absl::StrFormat("%s (%s; format: %s)\n", info.name,
                      SeverityName(info.severity), FormatNames(info.formats));
  const auto part = [&](std::string_view name, std::string_view text) {
    out += Wrap(text, width, 11, name);
  };
  part("  message", MessageWithoutArguments(info));
  part("  cause", info.cause);
  part("  to do", AdviceWithFlags(info));
  if (const std::string repair = RepairOf(info); !repair.empty()) {
    part("  repair", repair);
  }
  // As they are: nobody reads an excerpt that is broken into lines.
  const Example& example = ExampleOf(info.code);
  absl::StrAppendFormat(&out, "  before   %s\n  after    %s\n", example.before,
                        example.after.empty() ? kNothing : example.after);
  if (!example.about.empty()) part("  that is", example.about);
  for (const std::string& note : TargetNotes(info.code)) {
    part("  --for", note);
  }
  return out;
}

std::string ListAll(const std::vector<const CodeInfo*>& codes) {
  size_t widest = 0;
  for (const CodeInfo* info : codes) {
    widest = std::max(widest, info->name.size());
  }
  std::string out;
  FormatSet formats;
  for (const CodeInfo* info : codes) {
    if (info->formats != formats) {
      formats = info->formats;
      absl::StrAppendFormat(&out, "%s%s%s\n", out.empty() ? "" : "\n",
                            FormatNames(formats),
                            formats == FormatSet::All() ? " format" : "");
    }
    absl::StrAppendFormat(&out, "  %-*s  %-7s  %s\n", static_cast<int>(widest),
                          info->name, SeverityName(info->severity),
                          MessageWithoutArguments(*info));
  }
  out += "\nFor more about one: clipguard explain CODE\n";
  return out;
}

void AppendExample(const Example& example, JsonWriter& json) {
  json.BeginObject("example");
  json.Field("bytes", example.kind == ExampleKind::kBytes);
  json.Field("before", example.before);
  json.Field("after", example.after);
  if (!example.about.empty()) json.Field("about", example.about);
  if (!example.file.empty()) {
    json.Field("file", absl::StrCat("corpus/", std::string(example.file)));
  }
  json.EndObject();
}

// One object a line.
std::string Json(const std::vector<const CodeInfo*>& codes) {
  std::string out;
  for (const CodeInfo* info : codes) {
    JsonWriter json;
    json.BeginObject();
    json.Field("code", info->name);
    json.Field("severity", SeverityName(info->severity));
    json.Field("format", FormatNames(info->formats));
    json.Field("message", MessageWithoutArguments(*info));
    json.Field("cause", info->cause);
    json.Field("advice", AdviceWithFlags(*info));
    AppendExample(ExampleOf(info->code), json);
    const actions::RepairInfo* const repair = actions::FindRepair(info->code);
    json.FieldOrNull("repair", repair == nullptr
                                   ? std::string_view()
                                   : RepairSafetyName(repair->safety));
    const std::vector<std::string> notes = TargetNotes(info->code);
    if (!notes.empty()) json.Strings("targets", notes);
    json.EndObject();
    absl::StrAppend(&out, json.Take(), "\n");
  }
  return out;
}

// Escapes the text for Markdown, so that it renders as itself.
std::string Escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_{}[]<>#|").find(c) != std::string_view::npos) {
      out += '\\';
    }
    out += c;
  }
  return out;
}

// Whether the formats are of more than one kind: those of Forge animation are
// one.
bool AreSeveral(FormatSet formats) {
  return FormatNames(formats).find(' ') != std::string::npos;
}

std::string Heading(FormatSet formats) {
  if (formats == FormatSet::All()) return "Any format";
  return (AreSeveral(formats) ? "Formats " : "Format ") + FormatNames(formats);
}

// The anchor that code hosts give a heading.
std::string Anchor(std::string_view heading) {
  std::string out = absl::AsciiStrToLower(std::string(heading));
  std::replace(out.begin(), out.end(), ' ', '-');
  return out;
}

// Shows the wrong and the corrected excerpt as a diff.
std::string MarkdownExample(const Example& example) {
  std::string out = "*Example";
  if (!example.file.empty()) {
    absl::StrAppendFormat(&out, " ([file](../corpus/%s))", example.file);
  }
  out += ":*";
  if (!example.about.empty()) absl::StrAppend(&out, " ", Escape(example.about));
  absl::StrAppendFormat(&out, "\n\n```diff\n- %s\n", example.before);
  if (!example.after.empty()) {
    absl::StrAppendFormat(&out, "+ %s\n", example.after);
  }
  return out + "```\n";
}

// A page of documentation.
std::string Markdown(const std::vector<const CodeInfo*>& codes) {
  std::string contents;
  std::string sections;
  FormatSet formats;
  for (const CodeInfo* info : codes) {
    if (info->formats != formats) {
      formats = info->formats;
      const std::string heading = Heading(formats);
      absl::StrAppendFormat(&contents,
                            "\n**[%s](#%s)**\n\n"
                            "| code | severity | message |\n"
                            "|---|---|---|\n",
                            heading, Anchor(heading));
      absl::StrAppendFormat(&sections, "\n## %s\n", heading);
    }
    const std::string message = Escape(MessageWithoutArguments(*info));
    absl::StrAppendFormat(&contents, "| [`%s`](#%s) | %s | %s |\n", info->name,
                          Anchor(info->name), SeverityName(info->severity),
                          message);
    absl::StrAppendFormat(
        &sections,
        "\n### %s\n\n"
        "**%s:** %s\n\n"
        "%s\n\n"
        "*To do:* %s\n\n"
        "%s",
        info->name, info->severity == Severity::kError ? "Error" : "Warning",
        message, Escape(info->cause), Escape(AdviceWithFlags(*info)),
        MarkdownExample(ExampleOf(info->code)));
    if (const std::string repair = RepairOf(*info); !repair.empty()) {
      absl::StrAppendFormat(&sections, "\n*Repair:* %s\n", Escape(repair));
    }
    for (const std::string& note : TargetNotes(info->code)) {
      absl::StrAppendFormat(&sections, "\n*With `--for`:* %s.\n", Escape(note));
    }
  }
  return absl::StrCat(
      "# Findings\n"
      "\n"
      "<!-- Generated by `clipguard explain --format=markdown` from "
      "parser/finding_list.inc\nand cli/reports/codes/example_list.inc. Do not "
      "edit. "
      "-->\n"
      "\n"
      "Everything that clipguard can say about a file. The codes are stable: "
      "scripts may rely\non them. The texts are for people and may change; "
      "what "
      "differs from file to file stands\nin angle brackets.\n"
      "\n"
      "- An **error** means that the file must not be trusted: a reader that "
      "goes by the format's\n  specification may misread or refuse it. "
      "`clipguard validate` exits with 1.\n"
      "- A **warning** means that such a reader reads all of it, but something "
      "about it will\n  surprise: it does not play as it should, or a certain "
      "program refuses it. Only\n  `--strict` makes it count.\n"
      "\n"
      "Offline: `clipguard explain CODE`.\n",
      contents, sections);
}

std::vector<std::string_view> NamesOfCodes() {
  std::vector<std::string_view> names;
  for (const CodeInfo& info : AllCodes()) names.push_back(info.name);
  return names;
}

// A user may ask for a word that reports have where a file has no findings, or
// often types a part that several codes share: "KEY_TIME".
std::string UnknownCode(std::string_view typed) {
  constexpr std::pair<const char*, const char*> kWordsOfReports[] = {
      {"FILE_UNREADABLE",
       "stands for a file that could not be read, and its message says why"},
      {"RESULT_NOT_WRITTEN",
       "stands for a file whose result could not be written, and its message "
       "says why"},
      {"FINDINGS_DROPPED", "says that a file has more findings than are kept"},
  };
  for (const auto& [word, meaning] : kWordsOfReports) {
    if (typed != word) continue;
    return absl::StrCat(word, " is no finding: in reports it ", meaning);
  }
  constexpr size_t kShortestPart = 3;
  std::string part = absl::AsciiStrToUpper(std::string(typed.substr(0, 64)));
  std::replace(part.begin(), part.end(), '-', '_');
  std::string having;
  size_t count = 0;
  if (part.size() >= kShortestPart) {
    for (const std::string_view name : NamesOfCodes()) {
      if (name.find(part) == std::string_view::npos) continue;
      absl::StrAppendFormat(&having, "%s%s", count == 0 ? "" : ", ", name);
      ++count;
    }
  }
  if (count > 1) {
    return absl::StrFormat("unknown code '%s'; there are %s",
                           ToPrintable(typed.substr(0, 64)), having);
  }
  return UnknownName("code", typed, NamesOfCodes()) +
         "; clipguard explain lists all";
}

}  // namespace

int ExplainCommand(const Args& args, Environment& env) {
  std::string format = "text";
  Args names;
  CommandLine line("explain");
  line.Value("--format", &format);
  line.Paths(&names);
  if (const auto done = ParseOrEnd(line, args, env)) return *done;
  std::vector<const CodeInfo*> codes;
  for (const std::string& name : names) {
    const std::optional<FindingCode> code = FindCode(name);
    if (!code) {
      return BadUsage("explain", absl::InvalidArgumentError(UnknownCode(name)),
                      env);
    }
    codes.push_back(&GetCodeInfo(*code));
  }
  const bool all = codes.empty();
  if (all) {
    for (const CodeInfo& info : AllCodes()) codes.push_back(&info);
    // Those of any format come first, then those that several share.
    const auto rank = [](const CodeInfo* info) {
      if (info->formats == FormatSet::All()) return 0;
      return AreSeveral(info->formats) ? 1 : 2;
    };
    std::stable_sort(codes.begin(), codes.end(),
                     [&](const CodeInfo* a, const CodeInfo* b) {
                       return rank(a) < rank(b);
                     });
  }
  if (format == "json") {
    env.out.Write(Json(codes));
  } else if (format == "markdown") {
    env.out.Write(Markdown(codes));
  } else if (all) {
    env.out.Write(ListAll(codes));
  } else {
    for (size_t i = 0; i < codes.size(); ++i) {
      if (i != 0) env.out.Write("\n");
      env.out.Write(ExplainOne(*codes[i], env.out_terminal.width));
    }
  }
  return kExitOk;
}

}  // namespace clipguard::cli
