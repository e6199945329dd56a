// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/shared/property.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ranges>

namespace clipguard::fuzz {
namespace {

// Whatever is constructed first.
std::vector<const Property*>& Table() {
  static std::vector<const Property*> table;
  return table;
}

void Print(std::FILE* out, std::string_view before, std::string_view text) {
  std::fprintf(out, "%.*s%.*s", static_cast<int>(before.size()), before.data(),
               static_cast<int>(text.size()), text.data());
}

void PrintTable(const std::vector<const Property*>& table) {
  for (const Property* property : table) {
    const Inputs& inputs = property->inputs();
    Print(stdout, "", property->name());
    if (!inputs.dictionary.empty()) Print(stdout, " -dict=", inputs.dictionary);
    for (const std::string_view seeds : WordsOf(inputs.seeds)) {
      Print(stdout, " ", seeds);
    }
    std::fputs("\n", stdout);
  }
}

}  // namespace

Property::Property(std::string_view name,
                   void (*run)(std::span<const uint8_t> bytes),
                   const Inputs& inputs)
    : name_(name), run_(run), inputs_(inputs) {
  Table().push_back(this);
}

std::vector<std::string_view> WordsOf(std::string_view list) {
  std::vector<std::string_view> words;
  for (const auto word : std::views::split(list, ' ')) {
    if (!word.empty()) words.emplace_back(word.begin(), word.end());
  }
  return words;
}

std::vector<const Property*> AskedFor(int argc, const char* const* argv) {
  std::vector<const Property*> table = Table();
  std::ranges::sort(table, {}, &Property::name);
  std::string_view name;
  for (int i = 1; i < argc; ++i) {
    constexpr std::string_view kFlag = "--property=";
    const std::string_view arg = argv[i];
    if (arg == "--list-properties") {
      PrintTable(table);
      std::exit(0);
    }
    if (arg.starts_with(kFlag)) name = arg.substr(kFlag.size());
  }
  const std::string_view path = argc > 0 ? argv[0] : "";
  const std::string_view file = path.substr(path.rfind('/') + 1);
  const auto find = [&](std::string_view wanted) {
    return std::ranges::find(table, wanted, &Property::name);
  };
  if (auto own = find(file); name.empty() && own != table.end()) return {*own};
  if (name.empty()) return table;
  if (auto named = find(name); named != table.end()) return {*named};
  Print(stderr, "there is no property ", name);
  Print(stderr, "; there are", "");
  for (const Property* property : table) Print(stderr, " ", property->name());
  std::fputs("\n", stderr);
  std::exit(2);
}

}  // namespace clipguard::fuzz
