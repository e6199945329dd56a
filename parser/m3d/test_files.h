// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests: small .m3d files to change, and findings in a form that can be
// compared.

#ifndef CLIPGUARD_PARSER_M3D_TEST_FILES_H_
#define CLIPGUARD_PARSER_M3D_TEST_FILES_H_

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_of.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/reader/read_character.h"

namespace clipguard::m3d {

// The stable parts of a finding.
struct Seen {
  FindingCode code;
  uint64_t offset = 0;
  uint64_t length = 0;
  uint32_t line = 0;
  uint32_t column = 0;
  std::string path;

  friend bool operator==(const Seen&, const Seen&) = default;
};
std::ostream& operator<<(std::ostream& out, const Seen& seen);

std::vector<Seen> SeenIn(const FindingList& list);

// The findings of ReadCharacter(), and of ReadAndValidate().
std::vector<Seen> ReadFindings(std::string_view text,
                               const ReadOptions& options = {});
std::vector<Seen> AllFindings(std::string_view text,
                              const ReadOptions& options = {});

// The character that ReadCharacter() reads from a text without errors; views
// into the text.
Character MustRead(std::string_view text, const ReadOptions& options = {});

// A file about which there is nothing to say: a material, a triangle, two
// bones, a clip "wave" with two keyframes a bone. 40 lines or so.
std::string Arm();

// Another one, with the short labels of the dashed dialect.
std::string DashedArm();

// A static file in each dialect.
std::string StaticTriangle(Dialect dialect);

// `text` with the first `from` after `behind` replaced by `to`. Aborts if there
// is none.
std::string Replaced(std::string_view text, std::string_view from,
                     std::string_view to, std::string_view behind = {});

// The finding that `code` is at the first `what` after `behind`, with this
// path.
Seen SeenAt(FindingCode code, std::string_view text, std::string_view what,
            std::string_view path, std::string_view behind = {});

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_TEST_FILES_H_
