// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/reduce/reduce.h"

#include <algorithm>
#include <utility>

#include "actions/reduce/groups.h"

namespace clipguard::actions {
namespace {

using Bytes = std::vector<uint8_t>;

class Reducer {
 public:
  Reducer(const Structure& structure, uint64_t max_tries,
          absl::FunctionRef<bool(std::span<const uint8_t>)> holds)
      : structure_(structure), max_tries_(max_tries), holds_(holds) {}

  Reduced Run(std::span<const uint8_t> bytes) {
    best_.assign(bytes.begin(), bytes.end());
    Reduced result;
    result.holds = Try(best_);
    if (result.holds) {
      do {
        // A late cut may make a cut possible that failed before.
        do {
          changed_ = false;
          CutGroups();
        } while (changed_ && !spent_);
        CutBytes();
        Simplify();
      } while (changed_ && !spent_);
      result.complete = !spent_;
    }
    result.bytes = std::move(best_);
    result.tries = tries_;
    return result;
  }

 private:
  bool Try(std::span<const uint8_t> bytes) {
    if (tries_ >= max_tries_) {
      spent_ = true;
      return false;
    }
    ++tries_;
    return holds_(bytes);
  }

  // Whether it holds; then it is the best.
  bool Accept(Bytes bytes) {
    if (!Try(bytes)) return false;
    best_ = std::move(bytes);
    changed_ = true;
    return true;
  }

  // Cuts out as many of `count` pieces as it can: all, halves, quarters, from
  // the end, where what is cut moves no other piece's index.
  void Minimize(size_t count,
                absl::FunctionRef<Bytes(const std::vector<bool>&)> without) {
    std::vector<size_t> left(count);
    for (size_t i = 0; i < count; ++i) left[i] = i;
    std::vector<bool> gone(count);
    for (size_t chunk = count; chunk > 0 && !spent_; chunk /= 2) {
      size_t end = left.size();
      while (end > 0 && !spent_) {
        const size_t begin = end - std::min(chunk, end);
        for (size_t i = begin; i < end; ++i) gone[left[i]] = true;
        if (Accept(without(gone))) {
          left.erase(left.begin() + static_cast<ptrdiff_t>(begin),
                     left.begin() + static_cast<ptrdiff_t>(end));
        } else {
          for (size_t i = begin; i < end; ++i) gone[left[i]] = false;
        }
        end = begin;
      }
    }
  }

  void CutGroups() {
    if (structure_.group == nullptr) return;
    for (size_t index = 0; !spent_; ++index) {
      const std::optional<Group> group = structure_.group(best_, index);
      if (!group) return;
      const Bytes whole = best_;
      Minimize(group->pieces, [&](const std::vector<bool>& gone) {
        return Without(whole, *group, gone);
      });
    }
  }

  void CutBytes() {
    const Bytes whole = best_;
    Minimize(whole.size(), [&](const std::vector<bool>& gone) {
      Bytes left;
      left.reserve(whole.size());
      for (size_t i = 0; i < whole.size(); ++i) {
        if (!gone[i]) left.push_back(whole[i]);
      }
      return left;
    });
  }

  // A byte becomes only what is simpler, so that this comes to an end.
  bool CanBecome(uint8_t byte, size_t filler) const {
    const size_t rank = structure_.fillers.find(static_cast<char>(byte));
    return rank == std::string_view::npos || rank > filler;
  }

  void Simplify() {
    for (size_t filler = 0; filler < structure_.fillers.size(); ++filler) {
      for (size_t chunk = best_.size(); chunk > 0 && !spent_; chunk /= 2) {
        for (size_t at = 0; at < best_.size() && !spent_; at += chunk) {
          SimplifyRange(at, std::min(best_.size(), at + chunk), filler);
        }
      }
    }
  }

  void SimplifyRange(size_t begin, size_t end, size_t filler) {
    const auto can = [&](uint8_t byte) { return CanBecome(byte, filler); };
    const auto first = best_.begin() + static_cast<ptrdiff_t>(begin);
    const auto last = best_.begin() + static_cast<ptrdiff_t>(end);
    if (std::none_of(first, last, can)) return;
    Bytes simpler = best_;
    std::replace_if(simpler.begin() + static_cast<ptrdiff_t>(begin),
                    simpler.begin() + static_cast<ptrdiff_t>(end), can,
                    static_cast<uint8_t>(structure_.fillers[filler]));
    Accept(std::move(simpler));
  }

  const Structure structure_;
  const uint64_t max_tries_;
  absl::FunctionRef<bool(std::span<const uint8_t>)> holds_;
  Bytes best_;
  uint64_t tries_ = 0;
  bool changed_ = false;
  bool spent_ = false;
};

}  // namespace

Structure StructureOf(std::optional<Format> format) {
  // Fillers of all formats: bytes that are text in one may not be in another,
  // where NUL is no space.
  if (!format) return {nullptr, std::string_view("\0 0", 3)};
  switch (*format) {
    case Format::kMrtk:
      return {RecordingGroup, std::string_view("\0", 1)};
    case Format::kXrHands:
      return {CaptureGroup, std::string_view("\0", 1)};
    case Format::kM3d:
      return {CharacterGroup, " 0"};
    case Format::kForgeAsm:
    case Format::kForgeArmature:
      return {JsonGroup, " 0"};
  }
  return {};
}

Reduced Reduce(std::span<const uint8_t> bytes, const Structure& structure,
               const ReduceOptions& options,
               absl::FunctionRef<bool(std::span<const uint8_t>)> holds) {
  return Reducer(structure, options.max_tries, holds).Run(bytes);
}

std::string KindOfPlace(std::string_view path) {
  std::string kind;
  for (size_t i = 0; i < path.size(); ++i) {
    kind += path[i];
    if (path[i] != '[' && path[i] != '/') continue;
    size_t end = i + 1;
    while (end < path.size() && path[end] >= '0' && path[end] <= '9') ++end;
    const bool is_index = path[i] == '['
                              ? end < path.size() && path[end] == ']'
                              : end == path.size() || path[end] == '/';
    if (is_index) i = end - 1;
  }
  return kind;
}

}  // namespace clipguard::actions
