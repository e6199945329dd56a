// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/corpus_file.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "parser/finding_catalog.h"
#include "parser/limits.h"
#include "parser/mrtk/format.h"
#include "parser/target.h"

namespace clipguard::corpus {
namespace {

std::string Quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

void AppendList(const char* key, const std::vector<std::string>& texts,
                std::string& out) {
  absl::StrAppend(&out, "   \"", key, "\": [");
  const char* between = "";
  for (const std::string& text : texts) {
    absl::StrAppend(&out, between, Quoted(text));
    between = ", ";
  }
  out += "],\n";
}

void AppendFile(const CorpusFile& file, std::string& out) {
  absl::StrAppend(&out, "  {\"file\": ", Quoted(file.name), ",\n");
  absl::StrAppend(&out, "   \"title\": ", Quoted(file.title), ",\n");
  if (!file.limits.empty()) {
    out += "   \"limits\": {";
    const char* separator = "";
    for (const LimitSetting& limit : file.limits) {
      absl::StrAppend(&out, separator, Quoted(limit.name), ": ", limit.value);
      separator = ", ";
    }
    out += "},\n";
  }
  if (file.layout) {
    absl::StrAppend(&out, "   \"layout\": ", Quoted(*file.layout), ",\n");
  }
  if (file.inputs) AppendList("inputs", *file.inputs, out);
  if (file.target) {
    absl::StrAppend(&out, "   \"for\": ", Quoted(*file.target), ",\n");
  }
  if (file.textures) AppendList("textures", *file.textures, out);
  if (file.model_elements) {
    absl::StrAppend(&out, "   \"model-elements\": ", *file.model_elements,
                    ",\n");
  }
  if (!file.missing_model.empty()) {
    absl::StrAppend(&out, "   \"missing-model\": ", Quoted(file.missing_model),
                    ",\n");
  }
  out += "   \"codes\": [";
  const char* separator = "\n";
  for (const ExpectedFinding& f : file.findings) {
    absl::StrAppend(&out, separator, "     {\"code\": ", Quoted(f.code),
                    ", \"offset\": ", f.offset, ", \"length\": ", f.length,
                    ", \"path\": ", Quoted(f.path), ", \"count\": ", f.count,
                    "}");
    separator = ",\n";
  }
  out += "]}";
}

bool IsError(const ExpectedFinding& finding) {
  const auto code = FindCode(finding.code);
  return code && GetCodeInfo(*code).severity == Severity::kError;
}

// The limits that are set; aborts if one has no such name.
Limits LimitsOf(const CorpusFile& file) {
  Limits limits;
  for (const LimitSetting& setting : file.limits) {
    const auto limit =
        std::ranges::find(kLimitTable, setting.name, &LimitInfo::name);
    if (limit == kLimitTable.end()) {
      std::fprintf(stderr, "%s: unknown limit %s\n", file.name.c_str(),
                   setting.name.c_str());
      std::abort();
    }
    limits.*limit->member = setting.value;
  }
  return limits;
}

// Aborts if there is none of the name.
std::optional<Target> TargetOf(const CorpusFile& file) {
  if (!file.target) return std::nullopt;
  const auto target = FindTarget(*file.target);
  if (!target) {
    std::fprintf(stderr, "%s: unknown target %s\n", file.name.c_str(),
                 file.target->c_str());
    std::abort();
  }
  return target;
}

std::optional<mrtk::KeyLayout> LayoutOf(const CorpusFile& file) {
  if (!file.layout) return std::nullopt;
  return *file.layout == "full" ? mrtk::KeyLayout::kFull
                                : mrtk::KeyLayout::kCompact;
}

ParseOptions ParseOptionsOf(const CorpusFile& file) {
  ParseOptions options(LimitsOf(file), LayoutOf(file));
  options.target = TargetOf(file);
  options.machine.inputs = file.inputs;
  options.armature.target = options.target;
  options.armature.model_elements = file.model_elements;
  options.armature.missing_model = file.missing_model;
  if (file.textures) {
    options.why_missing = [names = *file.textures](
                              std::string_view name,
                              bool) -> std::optional<std::string> {
      if (std::ranges::count(names, name) != 0) return std::nullopt;
      return std::string();
    };
  }
  return options;
}

}  // namespace

ParsedFile Parse(const CorpusFormat& format, const CorpusFile& file,
                 FindingSink& sink) {
  ParseOptions options = ParseOptionsOf(file);
  options.format = format.read_as(file);
  return ParseFile(file.bytes, options, sink);
}

std::string PathOf(std::string_view format, std::string_view name,
                   std::span<const ExpectedFinding> findings) {
  const char* folder = findings.empty()                         ? "/valid/"
                       : std::ranges::any_of(findings, IsError) ? "/invalid/"
                                                                : "/warnings/";
  return absl::StrCat(std::string(format), folder, std::string(name));
}

std::string NameAfter(std::string_view code, std::string_view variant) {
  std::string name = absl::AsciiStrToLower(std::string(code));
  std::ranges::replace(name, '_', '-');
  if (!variant.empty()) absl::StrAppend(&name, ".", std::string(variant));
  return name;
}

bool HasErrors(const CorpusFile& file) {
  return std::ranges::any_of(file.findings, IsError);
}

bool IsUnknown(const CorpusFile& file) {
  return file.findings.size() == 1 && file.findings[0].code == "FORMAT_UNKNOWN";
}

std::string ManifestJson(std::span<const CorpusFile> files) {
  std::string out = "[";
  const char* separator = "\n";
  for (const CorpusFile& file : files) {
    out += separator;
    AppendFile(file, out);
    separator = ",\n";
  }
  return out + "\n]\n";
}

}  // namespace clipguard::corpus
