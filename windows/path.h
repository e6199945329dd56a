// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Paths and errors, as Windows has them and as posix.h does.

#ifndef CLIPGUARD_WINDOWS_PATH_H_
#define CLIPGUARD_WINDOWS_PATH_H_

#include <windows.h>

#include <string>
#include <string_view>

namespace clipguard::windows {

std::string Utf8(std::wstring_view text);
// False if it is no UTF-8.
bool Wide(std::string_view text, std::wstring* wide);

// The whole path, in the form in which it may have any length. Empty, and
// errno, if there can be none.
std::wstring LongPath(std::string_view path);

// Where an open file or folder is; empty, and errno, if that is not known.
std::wstring PathOf(HANDLE file);

// The handle of a descriptor.
HANDLE HandleOf(int fd);

// Sets errno to what GetLastError() says of something with this path. -1.
int Fail(const std::wstring& path = {});

}  // namespace clipguard::windows

#endif  // CLIPGUARD_WINDOWS_PATH_H_
