// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/line_endings.h"

#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/text.h"
#include "parser/finding.h"

namespace clipguard::actions {

std::optional<Splicer> RemoveCarriageReturns(
    std::span<const uint8_t> bytes, std::string_view noun,
    absl::FunctionRef<bool(std::span<const uint8_t>)> fits, ChangeLog& log) {
  constexpr const char* kPath = "file";
  Splicer out(bytes);
  uint64_t count = 0;
  ByteRange range;
  for (size_t i = 1; i < bytes.size(); ++i) {
    if (bytes[i] != '\n' || bytes[i - 1] != '\r') continue;
    if (count++ == 0) range.offset = i - 1;
    range.length = i - range.offset;
    out.Replace(i - 1, 1, {});
  }
  out.Finish();
  const std::string name(noun);
  if (count == 0 || !fits(out.bytes())) {
    log.Refuse(
        FindingCode::kLineEndingsConverted, range, kPath,
        absl::StrCat("without the CRs the file is no ", name, " either"));
    return std::nullopt;
  }
  log.Add(FindingCode::kLineEndingsConverted, /*safe=*/true, range, [&] {
    return ChangeText{
        .path = kPath,
        .before = absl::StrCat(Count(count, "CR"), ", each before an LF"),
        .after = "no CR",
        .note =
            absl::StrCat("every LF has one, and without them the file is a ",
                         name, " to its last byte")};
  });
  return out;
}

}  // namespace clipguard::actions
