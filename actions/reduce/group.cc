// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/reduce/group.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace clipguard::actions {
namespace {

using ByteSpan = std::span<const uint8_t>;

void Append(ByteSpan bytes, std::vector<uint8_t>& out) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

ByteSpan Slice(ByteSpan bytes, uint64_t from, uint64_t to) {
  return bytes.subspan(from, to - from);
}

void AppendText(std::string_view text, std::vector<uint8_t>& out) {
  out.insert(out.end(), text.begin(), text.end());
}

// Nothing if it is not all digits, or too large.
std::optional<uint64_t> NumberIn(ByteSpan digits) {
  const char* const first = reinterpret_cast<const char*>(digits.data());
  const char* const last = first + digits.size();
  uint64_t value = 0;
  const auto read = std::from_chars(first, last, value);
  if (read.ec != std::errc() || read.ptr != last) return std::nullopt;
  return value;
}

void AppendTextCount(ByteSpan digits, uint64_t fewer,
                     std::vector<uint8_t>& out) {
  const std::optional<uint64_t> value = NumberIn(digits);
  if (!value || *value < fewer) {
    Append(digits, out);
  } else {
    AppendText(std::to_string(*value - fewer), out);
  }
}

void AppendBinaryCount(ByteSpan field, uint64_t fewer,
                       std::vector<uint8_t>& out) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i) value |= uint32_t{field[i]} << (8 * i);
  if (value >= fewer) value -= static_cast<uint32_t>(fewer);
  for (size_t i = 0; i < 4; ++i) {
    out.push_back(static_cast<uint8_t>(value >> (8 * i)));
  }
}

class Cutter {
 public:
  Cutter(ByteSpan bytes, const Group& group, const std::vector<bool>& gone)
      : bytes_(bytes),
        group_(group),
        gone_(gone),
        fewer_(
            static_cast<uint64_t>(std::count(gone.begin(), gone.end(), true))) {
    out_.reserve(bytes.size());
    const bool indices =
        std::any_of(group.cuts.begin(), group.cuts.end(),
                    [](const Cut& cut) { return cut.indices[0].length != 0; });
    if (!indices) return;
    uint64_t gone_before = 0;
    for (const bool is_gone : gone) {
      gone_before_.push_back(gone_before);
      if (is_gone) ++gone_before;
    }
  }

  std::vector<uint8_t> Run() {
    bool some_kept = false;
    for (size_t i = 0; i < group_.cuts.size(); ++i) {
      const Cut& cut = group_.cuts[i];
      const bool kept = !gone_[cut.piece];
      // A separator needs a neighbour on either side.
      const bool gap = i == 0 || !group_.separated || (kept && some_kept);
      Between(cut.bytes.offset, gap);
      const uint64_t end = cut.bytes.offset + cut.bytes.length;
      if (kept) {
        Keep(cut);
      } else if (cut.zero) {
        out_.insert(out_.end(), cut.bytes.length, 0);
      }
      some_kept = some_kept || kept;
      at_ = end;
    }
    Between(bytes_.size(), true);
    return std::move(out_);
  }

 private:
  void Keep(const Cut& cut) {
    for (const ByteRange& index : cut.indices) {
      if (index.length == 0) continue;
      Append(Slice(bytes_, at_, index.offset), out_);
      at_ = index.offset + index.length;
      AppendIndex(Slice(bytes_, index.offset, at_));
    }
    Append(Slice(bytes_, at_, cut.bytes.offset + cut.bytes.length), out_);
  }

  void AppendIndex(ByteSpan digits) {
    const std::optional<uint64_t> index = NumberIn(digits);
    if (!index || *index >= gone_.size()) {
      Append(digits, out_);
    } else if (gone_[*index]) {
      AppendText("-1", out_);
    } else {
      AppendText(std::to_string(*index - gone_before_[*index]), out_);
    }
  }

  // Copies the bytes from at_ to `to`, the next cut or the end, with counts
  // corrected. Unless `wanted`, those after the last count are dropped.
  void Between(uint64_t to, bool wanted) {
    while (next_count_ < group_.counts.size() &&
           group_.counts[next_count_].bytes.offset < to) {
      const Count& count = group_.counts[next_count_++];
      const uint64_t end = count.bytes.offset + count.bytes.length;
      Append(Slice(bytes_, at_, count.bytes.offset), out_);
      const ByteSpan field = Slice(bytes_, count.bytes.offset, end);
      if (count.text) {
        AppendTextCount(field, fewer_, out_);
      } else {
        AppendBinaryCount(field, fewer_, out_);
      }
      at_ = end;
    }
    if (wanted) Append(Slice(bytes_, at_, to), out_);
    at_ = to;
  }

  ByteSpan bytes_;
  const Group& group_;
  const std::vector<bool>& gone_;
  uint64_t fewer_;
  std::vector<uint64_t> gone_before_;  // by piece; empty if nobody asks
  std::vector<uint8_t> out_;
  uint64_t at_ = 0;
  size_t next_count_ = 0;
};

}  // namespace

std::vector<uint8_t> Without(std::span<const uint8_t> bytes, const Group& group,
                             const std::vector<bool>& gone) {
  return Cutter(bytes, group, gone).Run();
}

}  // namespace clipguard::actions
