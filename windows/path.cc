// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "windows/path.h"

#include <algorithm>

namespace clipguard::windows {
namespace {

constexpr std::wstring_view kLong = L"\\\\?\\";
constexpr std::wstring_view kLongShare = L"\\\\?\\UNC\\";

int ErrnoOf(DWORD error) {
  switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_NOT_READY:
      return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_WRITE_PROTECT:
    case ERROR_PRIVILEGE_NOT_HELD:
      return EACCES;
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_USER_MAPPED_FILE:
      return EBUSY;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
      return EEXIST;
    case ERROR_DIRECTORY:
      return ENOTDIR;
    case ERROR_DIR_NOT_EMPTY:
      return ENOTEMPTY;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      return ENOSPC;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_COMMITMENT_LIMIT:
      return ENOMEM;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
    case ERROR_PIPE_NOT_CONNECTED:
      return EPIPE;
    case ERROR_TOO_MANY_OPEN_FILES:
      return EMFILE;
    case ERROR_FILENAME_EXCED_RANGE:
      return ENAMETOOLONG;
    case ERROR_CANT_RESOLVE_FILENAME:
      return ELOOP;
    case ERROR_NOT_SAME_DEVICE:
      return EXDEV;
    case ERROR_INVALID_HANDLE:
      return EBADF;
    case ERROR_INVALID_PARAMETER:
      return EINVAL;
    default:
      return EIO;
  }
}

// Whether a part of the path, but the last one, is a file.
bool LeadsThroughFile(std::wstring path) {
  for (;;) {
    const size_t slash = path.rfind(L'\\');
    if (slash == std::wstring::npos || slash <= kLong.size()) return false;
    path.resize(slash);
    const DWORD attributes = GetFileAttributesW(path.c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES) continue;
    return (attributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
  }
}

}  // namespace

std::string Utf8(std::wstring_view text) {
  const int size = static_cast<int>(text.size());
  std::string out(3 * text.size(), '\0');
  out.resize(static_cast<size_t>(
      WideCharToMultiByte(CP_UTF8, 0, text.data(), size, out.data(),
                          static_cast<int>(out.size()), nullptr, nullptr)));
  return out;
}

bool Wide(std::string_view text, std::wstring* wide) {
  wide->resize(text.size());
  const int size = MultiByteToWideChar(
      CP_UTF8, MB_ERR_INVALID_CHARS, text.data(), static_cast<int>(text.size()),
      wide->data(), static_cast<int>(wide->size()));
  wide->resize(static_cast<size_t>(std::max(size, 0)));
  return text.empty() || size > 0;
}

std::wstring LongPath(std::string_view path) {
  errno = ENOENT;
  std::wstring wide;
  if (path == "/dev/null") path = "NUL";
  if (path.empty() || !Wide(path, &wide)) return {};
  std::ranges::replace(wide, L'/', L'\\');
  if (wide.starts_with(kLongShare)) {
    wide.replace(0, kLongShare.size(), L"\\\\");
  } else if (wide.starts_with(kLong)) {
    wide.erase(0, kLong.size());
  }
  std::wstring whole(32768, L'\0');
  whole.resize(GetFullPathNameW(wide.c_str(), static_cast<DWORD>(whole.size()),
                                whole.data(), nullptr));
  if (whole.empty() || whole.size() >= 32767) {
    errno = whole.empty() ? ENOENT : ENAMETOOLONG;
    return {};
  }
  if (whole.starts_with(L"\\\\.\\")) return whole;  // a device
  if (whole.starts_with(L"\\\\")) {
    return whole.replace(0, 2, kLongShare);
  }
  return whole.insert(0, kLong);
}

HANDLE HandleOf(int fd) {
  // The C library would end the program for a descriptor that is none.
  if (fd < 0) return INVALID_HANDLE_VALUE;
  return reinterpret_cast<HANDLE>(_get_osfhandle(fd));
}

std::wstring PathOf(HANDLE file) {
  std::wstring path(32768, L'\0');
  const DWORD size = GetFinalPathNameByHandleW(
      file, path.data(), static_cast<DWORD>(path.size()),
      FILE_NAME_NORMALIZED | VOLUME_NAME_DOS);
  if (size == 0 || size >= path.size()) {
    Fail();
    return {};
  }
  path.resize(size);
  return path;
}

int Fail(const std::wstring& path) {
  const DWORD error = GetLastError();
  errno = ErrnoOf(error);
  if (errno == ENOENT && LeadsThroughFile(path)) errno = ENOTDIR;
  return -1;
}

}  // namespace clipguard::windows
