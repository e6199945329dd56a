// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Names of files, which are any bytes, in JSON and other texts in UTF-8.

#ifndef CLIPGUARD_CLI_IO_NAME_TEXT_H_
#define CLIPGUARD_CLI_IO_NAME_TEXT_H_

#include <string>
#include <string_view>

namespace clipguard::cli {

// The name itself if it is UTF-8, else as by ToPercent(): "g%FF.bin". A name
// that would be taken for such a text, "g%FF.bin" itself, is "g%25FF.bin".
std::string FileNameText(std::string_view name);

// The name of such a text.
std::string FileOfNameText(std::string_view text);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_NAME_TEXT_H_
