// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/glob.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/str_format.h"
#include "base/text.h"

namespace clipguard::cli {
namespace {

constexpr std::string_view kAnyFolders = "**";

std::vector<std::string_view> PartsOf(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const size_t slash = std::min(path.find('/'), path.size());
    if (slash != 0) parts.push_back(path.substr(0, slash));
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return parts;
}

// Bytes of what matches one character: itself, an escape, or a bracket. 0 if it
// is not complete.
size_t ElementSize(std::string_view pattern) {
  if (pattern[0] == '\\') {
    return pattern.size() < 2 ? 0 : 1 + FirstCharacterSize(pattern.substr(1));
  }
  if (pattern[0] != '[') return FirstCharacterSize(pattern);
  size_t at = 1;
  if (at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^')) ++at;
  // The first may be the bracket itself.
  for (bool first = true; at < pattern.size(); first = false) {
    if (pattern[at] == ']' && !first) return at + 1;
    if (pattern[at] == '\\') ++at;
    if (at >= pattern.size()) return 0;
    at += FirstCharacterSize(pattern.substr(at));
  }
  return 0;
}

// The character that an element of a bracket begins with; it is taken away.
std::string_view TakeOne(std::string_view& list) {
  if (list[0] == '\\') list.remove_prefix(1);
  const std::string_view one = list.substr(0, FirstCharacterSize(list));
  list.remove_prefix(one.size());
  return one;
}

// Whether characters come in this order: that of their numbers, which in UTF-8
// is that of their bytes.
bool InOrder(std::string_view a, std::string_view b) { return a <= b; }

bool InBracket(std::string_view bracket, std::string_view character) {
  std::string_view list = bracket.substr(1, bracket.size() - 2);
  const bool others = list.starts_with('!') || list.starts_with('^');
  if (others) list.remove_prefix(1);
  bool found = false;
  while (!list.empty()) {
    const std::string_view low = TakeOne(list);
    std::string_view high = low;
    if (list.size() > 1 && list[0] == '-') {
      list.remove_prefix(1);
      high = TakeOne(list);
    }
    found |= InOrder(low, character) && InOrder(character, high);
  }
  return found != others;
}

bool ElementMatches(std::string_view element, std::string_view character) {
  switch (element[0]) {
    case '?':
      return true;
    case '[':
      return InBracket(element, character);
    case '\\':
      return element.substr(1) == character;
    default:
      return element == character;
  }
}

// A pattern without slashes and a name. Only the last star is ever tried again,
// which suffices: time is at most the product of the sizes.
bool PartMatches(std::string_view pattern, std::string_view name) {
  size_t at = 0;
  size_t in = 0;
  size_t after_star = std::string_view::npos;
  size_t star_in = 0;
  while (in < name.size()) {
    const size_t size = FirstCharacterSize(name.substr(in));
    if (at < pattern.size() && pattern[at] == '*') {
      after_star = ++at;
      star_in = in;
      continue;
    }
    if (at < pattern.size()) {
      const size_t element = ElementSize(pattern.substr(at));
      if (ElementMatches(pattern.substr(at, element), name.substr(in, size))) {
        at += element;
        in += size;
        continue;
      }
    }
    if (after_star == std::string_view::npos) return false;
    at = after_star;
    star_in += FirstCharacterSize(name.substr(star_in));
    in = star_in;
  }
  while (at < pattern.size() && pattern[at] == '*') ++at;
  return at == pattern.size();
}

}  // namespace

absl::StatusOr<Glob> Glob::Parse(std::string_view pattern) {
  const auto bad = [&](std::string_view why) {
    return absl::InvalidArgumentError(
        absl::StrFormat("the pattern '%s' %s", ToPrintable(pattern), why));
  };
  if (pattern.starts_with('!')) {
    return bad("begins with !: there is no negation (\\! is the character)");
  }
  Glob glob;
  glob.folders_only_ = pattern.ends_with('/');
  std::string_view rest = pattern;
  while (rest.ends_with('/')) rest.remove_suffix(1);
  const bool anywhere = rest.find('/') == std::string_view::npos;
  for (const std::string_view part : PartsOf(rest)) {
    if (part == ".") continue;
    for (size_t at = 0; at < part.size();) {
      const size_t size = ElementSize(part.substr(at));
      if (size == 0) {
        return bad(part[at] == '[' ? "has a bracket that is not closed"
                                   : "ends in a backslash");
      }
      at += size;
    }
    // One after the other they mean the same as one.
    if (part == kAnyFolders && !glob.parts_.empty() &&
        glob.parts_.back() == kAnyFolders) {
      continue;
    }
    glob.parts_.emplace_back(part);
  }
  if (glob.parts_.empty()) return bad("matches nothing");
  if (anywhere && glob.parts_.front() != kAnyFolders) {
    glob.parts_.insert(glob.parts_.begin(), std::string(kAnyFolders));
  }
  return glob;
}

bool Glob::Matches(std::string_view path, bool is_folder) const {
  const std::vector<std::string_view> names = PartsOf(path);
  // Whether the parts so far match the first n names.
  std::vector<bool> so_far(names.size() + 1, false);
  so_far[0] = true;
  for (const std::string& part : parts_) {
    std::vector<bool> next(names.size() + 1, false);
    if (part == kAnyFolders) {
      bool any = false;
      for (size_t n = 0; n <= names.size(); ++n) {
        any = any || so_far[n];
        next[n] = any;
      }
      // At the end of a pattern it stands for what is in a folder.
      if (&part == &parts_.back() && parts_.size() > 1) {
        for (size_t n = names.size(); n > 0; --n) next[n] = next[n - 1];
        next[0] = false;
      }
    } else {
      for (size_t n = 0; n < names.size(); ++n) {
        next[n + 1] = so_far[n] && PartMatches(part, names[n]);
      }
    }
    so_far = std::move(next);
  }
  // A folder on the way, or all of it.
  const size_t end = names.size() + (folders_only_ && !is_folder ? 0 : 1);
  for (size_t n = 1; n < end; ++n) {
    if (so_far[n]) return true;
  }
  return false;
}

bool AnyMatches(const std::vector<Glob>& globs, std::string_view path,
                bool is_folder) {
  return std::any_of(globs.begin(), globs.end(), [&](const Glob& glob) {
    return glob.Matches(path, is_folder);
  });
}

}  // namespace clipguard::cli
