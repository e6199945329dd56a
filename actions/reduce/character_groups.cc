// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "actions/reduce/groups.h"

namespace clipguard::actions {
namespace {

struct Line {
  ByteRange bytes;        // with its end
  std::string_view text;  // without the space around it
};

std::string_view Stripped(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::vector<Line> LinesOf(std::string_view text) {
  std::vector<Line> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t found = text.find('\n', at);
    const size_t end =
        found == std::string_view::npos ? text.size() : found + 1;
    lines.push_back({{at, end - at}, Stripped(text.substr(at, end - at))});
    at = end;
  }
  return lines;
}

uint64_t EndOf(const Line& line) {
  return line.bytes.offset + line.bytes.length;
}

bool IsBanner(const Line& line) { return line.text.starts_with("***"); }

// Lines of a character. The bytes must outlive it.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text), lines_(LinesOf(text)) {}

  // Where a section's lines begin and end; nothing at the end if there is none.
  std::pair<size_t, size_t> Section(std::string_view name) const {
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (!IsBanner(lines_[i]) ||
          lines_[i].text.find(name) == std::string_view::npos) {
        continue;
      }
      size_t end = i + 1;
      while (end < lines_.size() && !IsBanner(lines_[end])) ++end;
      return {i + 1, end};
    }
    return {lines_.size(), lines_.size()};
  }

  // The banner with all up to the next one.
  Group Sections() const {
    Group group;
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (!IsBanner(lines_[i])) continue;
      size_t end = i + 1;
      while (end < lines_.size() && !IsBanner(lines_[end])) ++end;
      AddCut(i, end, group.pieces++, group);
    }
    return group;
  }

  // Adds records, each from a line with that label to the next such line.
  // Without a label, each line that is not blank is a record.
  void AddRecords(std::string_view section, std::string_view label,
                  Group& group) const {
    const auto [begin, end] = Section(section);
    size_t piece = 0;
    for (size_t i = begin; i < end; ++i) {
      if (!Begins(lines_[i], label)) continue;
      size_t after = i + 1;
      while (!label.empty() && after < end && !Begins(lines_[after], label)) {
        ++after;
      }
      AddCut(i, after, piece++, group);
      if (!label.empty()) {
        AddIndices(lines_[i], label, group.cuts.back());
      }
    }
    group.pieces = std::max(group.pieces, piece);
  }

  Group Records(std::string_view count, std::string_view section,
                std::string_view label) const {
    Group group;
    AddCount(count, group);
    AddRecords(section, label, group);
    return group;
  }

  // Each row of offsets and parents, and what clips have of that bone.
  Group Bones() const {
    Group group;
    AddCount("#Bones", group);
    AddRecords("BoneOffsets", "BoneOffset", group);
    AddRecords("BoneHierarchy", "ParentIndexOfBone", group);
    size_t piece = 0;
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (lines_[i].text.starts_with("AnimationClip")) piece = 0;
      if (!IsTrack(lines_[i])) continue;
      const size_t end = EndOfBlock(i);
      AddCut(i, end, piece++, group);
      AddIndices(lines_[i], "Bone", group.cuts.back());
      group.pieces = std::max(group.pieces, piece);
      i = end - 1;
    }
    return group;
  }

  // The keys of a bone in a clip; nothing if there are fewer of these.
  std::optional<Group> Keys(size_t index) const {
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (!IsTrack(lines_[i]) || index-- != 0) continue;
      Group group;
      AddLastNumber(lines_[i], group);
      const size_t end = EndOfBlock(i);
      for (size_t key = i + 1; key < end; ++key) {
        if (lines_[key].text.starts_with("Time")) {
          AddCut(key, key + 1, group.pieces++, group);
        }
      }
      return group;
    }
    return std::nullopt;
  }

  size_t tracks() const {
    return static_cast<size_t>(
        std::count_if(lines_.begin(), lines_.end(), IsTrack));
  }

  Group EachLine() const {
    Group group;
    for (size_t i = 0; i < lines_.size(); ++i) {
      AddCut(i, i + 1, group.pieces++, group);
    }
    return group;
  }

 private:
  static bool Begins(const Line& line, std::string_view label) {
    return label.empty() ? !line.text.empty() : line.text.starts_with(label);
  }

  // "Bone0 #Keyframes: 2".
  static bool IsTrack(const Line& line) {
    return line.text.find("#Keyframes") != std::string_view::npos;
  }

  // The line after the next closing brace.
  size_t EndOfBlock(size_t line) const {
    while (line < lines_.size() && !lines_[line].text.starts_with('}')) ++line;
    return std::min(line + 1, lines_.size());
  }

  void AddCut(size_t begin, size_t end, size_t piece, Group& group) const {
    const uint64_t offset = lines_[begin].bytes.offset;
    group.cuts.push_back({{offset, EndOf(lines_[end - 1]) - offset}, piece});
  }

  // "Bone12 ...", "ParentIndexOfBone12: 3": the bone's own index, and that of
  // another after a colon.
  void AddIndices(const Line& line, std::string_view label, Cut& cut) const {
    if (!line.text.starts_with(label)) return;
    std::string_view rest = line.text.substr(label.size());
    size_t found = 0;
    for (const std::string_view before : {"", ": "}) {
      if (!rest.starts_with(before)) return;
      rest.remove_prefix(before.size());
      const size_t size =
          std::min(rest.size(), rest.find_first_not_of("0123456789"));
      if (size == 0) continue;
      cut.indices[found++] = {static_cast<uint64_t>(rest.data() - text_.data()),
                              size};
      rest.remove_prefix(size);
    }
  }

  void AddLastNumber(const Line& line, Group& group) const {
    const size_t digits = line.text.find_last_not_of("0123456789") + 1;
    const std::string_view number = line.text.substr(digits);
    if (number.empty()) return;
    const auto offset = static_cast<uint64_t>(number.data() - text_.data());
    group.counts.push_back({{offset, number.size()}, true});
  }

  void AddCount(std::string_view label, Group& group) const {
    for (const Line& line : lines_) {
      if (!line.text.starts_with(label)) continue;
      AddLastNumber(line, group);
      return;
    }
  }

  std::string_view text_;
  std::vector<Line> lines_;
};

// Cuts and counts in order, whatever the order of the sections is.
Group InOrder(Group group) {
  const auto before = [](const auto& a, const auto& b) {
    return a.bytes.offset < b.bytes.offset;
  };
  std::sort(group.cuts.begin(), group.cuts.end(), before);
  // Labels may stand where they do not belong: then nothing is to be cut.
  uint64_t end = 0;
  auto count = group.counts.begin();
  for (const Cut& cut : group.cuts) {
    if (cut.bytes.offset < end) return {};
    end = cut.bytes.offset + cut.bytes.length;
    while (count != group.counts.end() &&
           count->bytes.offset < cut.bytes.offset) {
      ++count;
    }
    if (count != group.counts.end() && count->bytes.offset < end) {
      count = group.counts.erase(count);
    }
  }
  return group;
}

}  // namespace

std::optional<Group> CharacterGroup(std::span<const uint8_t> bytes,
                                    size_t index) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                              bytes.size());
  const Lines lines(text);
  switch (index) {
    case 0:
      return lines.Sections();
    case 1:
      return InOrder(
          lines.Records("#AnimationClips", "AnimationClips", "AnimationClip"));
    case 2:
      return InOrder(lines.Bones());
    case 3: {
      Group materials = lines.Records("#Materials", "Materials", "Name");
      lines.AddRecords("SubsetTable", "SubsetID", materials);
      return InOrder(std::move(materials));
    }
    case 4:
      return InOrder(lines.Records("#Vertices", "Vertices", "Position"));
    case 5:
      return InOrder(lines.Records("#Triangles", "Triangles", {}));
    default:
      break;
  }
  index -= 6;
  const size_t tracks = lines.tracks();
  if (index < tracks) return lines.Keys(index);
  if (index == tracks) return lines.EachLine();
  return std::nullopt;
}

}  // namespace clipguard::actions
