// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/fields/bytes_section.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "report/html/detail_writer.h"

namespace clipguard::report {
namespace {

constexpr uint64_t kWhole = 256 * 1024;  // files up to that are shown whole
constexpr uint64_t kBegin = 4096;
constexpr uint64_t kAround = 512;  // before and after a finding
constexpr uint64_t kEnd = 512;
// The section's share of what is left, for there is more to show than bytes.
constexpr uint64_t kPart = 16;
constexpr size_t kMostFields = 100'000;
// A page that may be of any size still has no more bytes of fields, for all of
// them are made before they are written.
constexpr uint64_t kMostFieldBytes = uint64_t{8} << 20;

// Joins windows that overlap or touch.
std::vector<ByteRange> Joined(std::vector<ByteRange> windows) {
  std::ranges::sort(windows, {}, &ByteRange::offset);
  std::vector<ByteRange> out;
  for (const ByteRange& one : windows) {
    if (!out.empty() && one.offset <= out.back().offset + out.back().length) {
      const uint64_t end = std::max(out.back().offset + out.back().length,
                                    one.offset + one.length);
      out.back().length = end - out.back().offset;
    } else {
      out.push_back(one);
    }
  }
  return out;
}

void WriteWindows(std::span<const uint8_t> bytes,
                  std::span<const ByteRange> windows, DetailWriter& json) {
  json.BeginArray("windows");
  for (const ByteRange& window : windows) {
    json.BeginArray();
    json.Uint(window.offset);
    json.Array(bytes.subspan(window.offset, window.length));
    json.EndArray();
  }
  json.EndArray();
}

void WriteField(const Field& field, DetailWriter& json) {
  json.BeginArray();
  json.Uint(field.bytes.offset);
  json.Uint(field.bytes.length);
  json.String(field.path);
  json.String(FieldTypeName(field.type));
  json.EndArray();
}

void WriteRun(const FieldRun& run, DetailWriter& json) {
  json.BeginArray();
  json.Uint(run.offset);
  json.Uint(run.stride);
  json.Uint(run.count);
  json.String(run.before);
  json.String(run.after);
  json.BeginArray();
  for (const FieldRun::Part& part : run.parts) {
    json.BeginArray();
    json.Uint(part.at);
    json.Uint(part.length);
    json.String(part.name);
    json.String(FieldTypeName(part.type));
    json.EndArray();
  }
  json.EndArray();
  json.EndArray();
}

void WriteFields(const FieldList& list, Budget& budget, DetailWriter& json) {
  const bool fits = budget.Take(list.bytes());
  json.BeginArray("fields");
  if (fits) {
    for (const Field& field : list.fields()) WriteField(field, json);
  }
  json.EndArray();
  json.BeginArray("runs");
  if (fits) {
    for (const FieldRun& run : list.runs()) WriteRun(run, json);
  }
  json.EndArray();
  if (!fits || list.full()) {
    budget.LeftOut("the names of some fields, because they are too many");
  }
}

}  // namespace

std::vector<ByteRange> WindowsOf(uint64_t size,
                                 std::span<const Finding> findings,
                                 uint64_t most) {
  if (size <= std::min(most, kWhole)) {
    if (size == 0) return {};
    return {{0, size}};
  }
  std::vector<ByteRange> windows;
  uint64_t taken = 0;
  const auto add = [&](uint64_t begin, uint64_t end) {
    end = std::min(end, size);
    if (begin >= end || taken + (end - begin) > most) return;
    taken += end - begin;
    windows.push_back({begin, end - begin});
  };
  add(0, kBegin);
  for (const Finding& finding : findings) {
    if (taken >= most) break;
    const uint64_t offset = std::min(finding.bytes.offset, size);
    const uint64_t begin = offset - std::min(offset, kAround);
    // Only the beginning of a long finding is shown.
    add(begin, offset + std::min(finding.bytes.length, kAround) + kAround);
  }
  add(size - std::min(size, kEnd), size);
  return Joined(std::move(windows));
}

void WriteBytes(const SectionRequest& request, bool is_text,
                absl::FunctionRef<void(FieldList&)> list_fields, Budget& budget,
                DetailWriter& json) {
  const uint64_t size = request.bytes.size();
  const uint64_t share = budget.left() / kPart;
  const std::vector<ByteRange> windows = WindowsOf(
      size, request.findings, std::min(share / 4 * 3, uint64_t{4} * kWhole));
  uint64_t shown = 0;
  uint64_t needed = 0;
  for (const ByteRange& window : windows) {
    shown += window.length;
    needed += ArraySize(window.length);
  }
  if (!budget.Take(needed)) return budget.LeftOut("the file's bytes");
  if (shown != size) {
    budget.LeftOut(
        "bytes: only what is around findings, the beginning and the end are "
        "shown");
  }
  FieldList fields(windows, kMostFields,
                   std::min({share, budget.left(), kMostFieldBytes}));
  list_fields(fields);
  json.BeginObject("bytes");
  json.Field("size", size);
  json.Field("text", is_text);
  json.Field("whole", shown == size);
  WriteWindows(request.bytes, windows, json);
  WriteFields(fields, budget, json);
  json.EndObject();
}

}  // namespace clipguard::report
