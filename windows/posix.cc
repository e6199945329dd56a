// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files, folders and memory.

#include "windows/posix.h"

#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "windows/path.h"

namespace clipguard {
namespace {

using windows::Fail;
using windows::HandleOf;
using windows::LongPath;
using windows::PathOf;

// Bytes that one call may read or write.
constexpr size_t kMost = size_t{1} << 30;

// Whether something that was opened as what it is, is a link. Other reparse
// points, files that are in a cloud among them, are files.
bool IsLink(HANDLE file) {
  FILE_ATTRIBUTE_TAG_INFO info = {};
  return GetFileInformationByHandleEx(file, FileAttributeTagInfo, &info,
                                      sizeof(info)) &&
         (info.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
         IsReparseTagNameSurrogate(info.ReparseTag);
}

bool IsFolder(HANDLE file) {
  FILE_ATTRIBUTE_TAG_INFO info = {};
  return GetFileInformationByHandleEx(file, FileAttributeTagInfo, &info,
                                      sizeof(info)) &&
         (info.FileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

HANDLE Open(const std::wstring& path, DWORD access, DWORD sharing,
            DWORD disposition, DWORD flags) {
  return CreateFileW(path.c_str(), access, sharing, nullptr, disposition,
                     flags | FILE_FLAG_BACKUP_SEMANTICS, nullptr);
}

// Where open folders are, by their descriptors. They stay there: open().
struct Folders {
  std::mutex mutex;
  std::map<int, std::wstring> paths;
};
Folders& OpenFolders() {
  static Folders& folders = *new Folders;
  return folders;
}

std::wstring PathOfFolder(int fd) {
  Folders& folders = OpenFolders();
  const std::lock_guard lock(folders.mutex);
  const auto found = folders.paths.find(fd);
  if (found != folders.paths.end()) return found->second;
  errno = EBADF;
  return {};
}

// That of a name in an open folder.
std::wstring PathIn(int folder, const char* name) {
  std::wstring wide;
  errno = ENOENT;
  if (!windows::Wide(name, &wide) || wide.empty() ||
      wide.find_first_of(L"\\:") != std::wstring::npos) {
    return {};
  }
  std::ranges::replace(wide, L'/', L'\\');
  const std::wstring parts = L'\\' + wide + L'\\';
  if (parts.find(L"\\..\\") != std::wstring::npos) return {};
  std::wstring path = PathOfFolder(folder);
  if (path.empty() || wide == L".") return path;
  if (!path.ends_with(L'\\')) path += L'\\';
  return path + wide;
}

// A handle of what a path leads to, or of the link that it is, to ask about it.
HANDLE OpenToAsk(const std::wstring& path, bool follow) {
  return Open(path, FILE_READ_ATTRIBUTES,
              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
              OPEN_EXISTING, follow ? 0 : FILE_FLAG_OPEN_REPARSE_POINT);
}

int StatHandle(HANDLE file, struct stat* about) {
  *about = {};
  const DWORD type = GetFileType(file);
  if (type == FILE_TYPE_PIPE || type == FILE_TYPE_CHAR) {
    about->st_mode = type == FILE_TYPE_PIPE ? S_IFIFO : S_IFCHR;
    return 0;
  }
  BY_HANDLE_FILE_INFORMATION info = {};
  if (!GetFileInformationByHandle(file, &info)) return Fail();
  about->st_dev = info.dwVolumeSerialNumber;
  about->st_ino = uint64_t{info.nFileIndexHigh} << 32 | info.nFileIndexLow;
  about->st_size = static_cast<int64_t>(uint64_t{info.nFileSizeHigh} << 32 |
                                        info.nFileSizeLow);
  const DWORD attributes = info.dwFileAttributes;
  if (IsLink(file)) {
    about->st_mode = S_IFLNK | 0777;
  } else if ((attributes & FILE_ATTRIBUTE_DIRECTORY) != 0) {
    about->st_mode = S_IFDIR | 0777;
  } else {
    about->st_mode =
        S_IFREG | ((attributes & FILE_ATTRIBUTE_READONLY) != 0 ? 0444 : 0666);
  }
  return 0;
}

int StatWide(const std::wstring& path, bool follow, struct stat* about) {
  if (path.empty()) return -1;
  const HANDLE file = OpenToAsk(path, follow);
  if (file == INVALID_HANDLE_VALUE) return Fail(path);
  const int result = StatHandle(file, about);
  CloseHandle(file);
  return result;
}

// "a/b/" is the folder a/b.
std::wstring WithoutSlash(std::wstring path, bool* had_one) {
  *had_one = path.size() > 7 && path.ends_with(L'\\');  // \\?\C:\ is a root
  if (*had_one) path.pop_back();
  return path;
}

int StatPathname(const char* path, bool follow, struct stat* about) {
  bool is_folder = false;
  if (StatWide(WithoutSlash(LongPath(path), &is_folder), follow, about) != 0) {
    return -1;
  }
  if (!is_folder || S_ISDIR(about->st_mode)) return 0;
  errno = ENOTDIR;
  return -1;
}

int OpenWide(const std::wstring& path, int flags) {
  if (path.empty()) return -1;
  DWORD access = FILE_READ_ATTRIBUTES | SYNCHRONIZE;
  DWORD sharing = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  const bool writes = (flags & (O_WRONLY | O_RDWR)) != 0;
  if ((flags & O_DIRECTORY) != 0) {
    // With this access, not to share that it is renamed counts.
    access |= FILE_TRAVERSE;
    if ((flags & O_PATH) == 0) access |= FILE_LIST_DIRECTORY;
    sharing &= ~DWORD{FILE_SHARE_DELETE};
  } else if ((flags & O_PATH) == 0) {
    access |= writes ? GENERIC_WRITE : GENERIC_READ;
  }
  DWORD disposition = OPEN_EXISTING;
  if ((flags & O_CREAT) != 0) {
    disposition = (flags & O_EXCL) != 0 ? CREATE_NEW : OPEN_ALWAYS;
  }
  const bool follow = (flags & O_NOFOLLOW) == 0;
  HANDLE file = Open(path, access, sharing, disposition,
                     follow ? 0 : FILE_FLAG_OPEN_REPARSE_POINT);
  if (file == INVALID_HANDLE_VALUE && (flags & O_DIRECTORY) != 0 &&
      GetLastError() == ERROR_SHARING_VIOLATION) {
    // It is being renamed or removed, or whoever has it open may do that.
    file = Open(path, access, sharing | FILE_SHARE_DELETE, disposition,
                follow ? 0 : FILE_FLAG_OPEN_REPARSE_POINT);
  }
  if (file == INVALID_HANDLE_VALUE) return Fail(path);
  int error = 0;
  if (!follow && IsLink(file)) {
    error = ELOOP;
  } else if ((flags & O_DIRECTORY) != 0 && !IsFolder(file)) {
    error = ENOTDIR;
  }
  const int fd = error != 0 ? -1
                            : _open_osfhandle(reinterpret_cast<intptr_t>(file),
                                              O_BINARY | O_NOINHERIT);
  if (fd >= 0 && (flags & O_DIRECTORY) != 0) {
    Folders& folders = OpenFolders();
    const std::lock_guard lock(folders.mutex);
    folders.paths.insert_or_assign(fd, path);
  }
  if (fd >= 0) return fd;
  CloseHandle(file);
  errno = error != 0 ? error : EMFILE;
  return -1;
}

OVERLAPPED At(int64_t offset) {
  OVERLAPPED at = {};
  at.Offset = static_cast<DWORD>(offset);
  at.OffsetHigh = static_cast<DWORD>(offset >> 32);
  return at;
}

ssize_t ReadHandle(HANDLE file, void* to, size_t size, OVERLAPPED* at) {
  DWORD got = 0;
  if (ReadFile(file, to, static_cast<DWORD>(std::min(size, kMost)), &got, at)) {
    // At the keyboard, Ctrl+Z ends the input.
    const bool ended = got != 0 && GetFileType(file) == FILE_TYPE_CHAR &&
                       *static_cast<const char*>(to) == 0x1A;
    return ended ? 0 : static_cast<ssize_t>(got);
  }
  const DWORD error = GetLastError();
  if (error == ERROR_HANDLE_EOF || error == ERROR_BROKEN_PIPE) return 0;
  if (error == ERROR_INVALID_FUNCTION && IsFolder(file)) {
    errno = EISDIR;
    return -1;
  }
  return Fail();
}

ssize_t WriteHandle(HANDLE file, const void* from, size_t size,
                    OVERLAPPED* at) {
  DWORD written = 0;
  if (!WriteFile(file, from, static_cast<DWORD>(std::min(size, kMost)),
                 &written, at)) {
    return Fail();
  }
  return static_cast<ssize_t>(written);
}

std::string Forward(std::wstring_view path) {
  if (path.starts_with(L"\\\\?\\UNC\\")) {
    path.remove_prefix(7);
    std::string out = "\\" + windows::Utf8(path);
    std::ranges::replace(out, '\\', '/');
    return out;
  }
  if (path.starts_with(L"\\\\?\\")) path.remove_prefix(4);
  std::string out = windows::Utf8(path);
  std::ranges::replace(out, '\\', '/');
  return out;
}

}  // namespace

int stat(const char* path, struct stat* about) {
  return StatPathname(path, /*follow=*/true, about);
}

int lstat(const char* path, struct stat* about) {
  return StatPathname(path, /*follow=*/false, about);
}

int fstat(int fd, struct stat* about) {
  const HANDLE file = HandleOf(fd);
  if (file == INVALID_HANDLE_VALUE) {
    errno = EBADF;
    return -1;
  }
  if (StatHandle(file, about) == 0) return 0;
  // Wine says nothing of a file that is standard input: it is read as a pipe
  // is.
  if (fd != STDIN_FILENO) return -1;
  about->st_mode = S_IFIFO;
  return 0;
}

int fstatat(int folder, const char* name, struct stat* about, int flags) {
  return StatWide(PathIn(folder, name), (flags & AT_SYMLINK_NOFOLLOW) == 0,
                  about);
}

int open(const char* path, int flags, mode_t) {
  bool is_folder = false;
  const std::wstring wide = WithoutSlash(LongPath(path), &is_folder);
  return OpenWide(wide, is_folder ? flags | O_DIRECTORY : flags);
}

int openat(int folder, const char* name, int flags, mode_t) {
  return OpenWide(PathIn(folder, name), flags);
}

ssize_t read(int fd, void* to, size_t size) {
  return ReadHandle(HandleOf(fd), to, size, nullptr);
}

ssize_t pread(int fd, void* to, size_t size, int64_t offset) {
  OVERLAPPED at = At(offset);
  return ReadHandle(HandleOf(fd), to, size, &at);
}

ssize_t write(int fd, const void* from, size_t size) {
  return WriteHandle(HandleOf(fd), from, size, nullptr);
}

ssize_t pwrite(int fd, const void* from, size_t size, int64_t offset) {
  OVERLAPPED at = At(offset);
  return WriteHandle(HandleOf(fd), from, size, &at);
}

int64_t lseek(int fd, int64_t offset, int whence) {
  LARGE_INTEGER distance = {};
  distance.QuadPart = offset;
  LARGE_INTEGER place = {};
  const HANDLE file = HandleOf(fd);
  // A pipe has no place, but Windows names one.
  if (GetFileType(file) != FILE_TYPE_DISK) {
    errno = ESPIPE;
    return -1;
  }
  if (!SetFilePointerEx(file, distance, &place, static_cast<DWORD>(whence))) {
    return Fail();
  }
  return place.QuadPart;
}

int fsync(int fd) { return FlushFileBuffers(HandleOf(fd)) ? 0 : Fail(); }

int close(int fd) {
  {
    Folders& folders = OpenFolders();
    const std::lock_guard lock(folders.mutex);
    folders.paths.erase(fd);
  }
  return _close(fd);
}

int renameat(int folder, const char* from, int other, const char* to) {
  const std::wstring old_path = PathIn(folder, from);
  const std::wstring new_path = PathIn(other, to);
  if (old_path.empty() || new_path.empty()) return -1;
  return MoveFileExW(old_path.c_str(), new_path.c_str(),
                     MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)
             ? 0
             : Fail(new_path);
}

int unlinkat(int folder, const char* name, int) {
  const std::wstring path = PathIn(folder, name);
  if (path.empty()) return -1;
  return DeleteFileW(path.c_str()) ? 0 : Fail(path);
}

int faccessat(int folder, const char* name, int mode, int) {
  struct stat about = {};
  if (fstatat(folder, name, &about, 0) != 0) return -1;
  if (mode != W_OK || (about.st_mode & 0222) != 0) return 0;
  errno = EACCES;
  return -1;
}

int mkdir(const char* path, mode_t) {
  const std::wstring wide = LongPath(path);
  if (wide.empty()) return -1;
  return CreateDirectoryW(wide.c_str(), nullptr) ? 0 : Fail(wide);
}

int rmdir(const char* path) {
  const std::wstring wide = LongPath(path);
  if (wide.empty()) return -1;
  return RemoveDirectoryW(wide.c_str()) ? 0 : Fail(wide);
}

char* mkdtemp(char* pattern) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";
  char* const end = pattern + strlen(pattern);
  for (int tries = 0; tries < 100; ++tries) {
    unsigned number = 0;
    if (getentropy(&number, sizeof(number)) != 0) return nullptr;
    for (char* c = end - 6; c != end; ++c, number /= 32) {
      *c = kLetters[number % 32];
    }
    if (mkdir(pattern, 0700) == 0) return pattern;
    if (errno != EEXIST) break;
  }
  return nullptr;
}

char* realpath(const char* path, char*) {
  bool is_folder = false;
  const std::wstring wide = WithoutSlash(LongPath(path), &is_folder);
  if (wide.empty()) return nullptr;
  const HANDLE file = OpenToAsk(wide, /*follow=*/true);
  if (file == INVALID_HANDLE_VALUE) {
    Fail(wide);
    return nullptr;
  }
  const bool is_good = !is_folder || IsFolder(file);
  // A device has no place.
  const std::wstring real =
      GetFileType(file) == FILE_TYPE_DISK ? PathOf(file) : wide;
  CloseHandle(file);
  if (!is_good) errno = ENOTDIR;
  return is_good && !real.empty() ? _strdup(Forward(real).c_str()) : nullptr;
}

struct DIR {
  int fd;
  HANDLE search;
  bool is_first;
  WIN32_FIND_DATAW found;
  dirent entry;
};

DIR* fdopendir(int fd) {
  const std::wstring path = PathOfFolder(fd);
  if (path.empty()) return nullptr;
  auto folder = std::make_unique<DIR>();
  folder->fd = fd;
  folder->is_first = true;
  const std::wstring all = path + (path.ends_with(L'\\') ? L"*" : L"\\*");
  folder->search =
      FindFirstFileExW(all.c_str(), FindExInfoBasic, &folder->found,
                       FindExSearchNameMatch, nullptr, 0);
  // The root of a drive has no entries for itself, and may have none at all.
  if (folder->search == INVALID_HANDLE_VALUE &&
      GetLastError() != ERROR_FILE_NOT_FOUND) {
    Fail(path);
    return nullptr;
  }
  return folder.release();
}

DIR* opendir(const char* path) {
  const int fd = open(path, O_RDONLY | O_DIRECTORY);
  if (fd < 0) return nullptr;
  DIR* const folder = fdopendir(fd);
  if (folder == nullptr) close(fd);
  return folder;
}

int dirfd(DIR* folder) { return folder->fd; }

dirent* readdir(DIR* folder) {
  if (folder->search == INVALID_HANDLE_VALUE) return nullptr;
  if (!folder->is_first && !FindNextFileW(folder->search, &folder->found)) {
    if (GetLastError() != ERROR_NO_MORE_FILES) Fail();
    return nullptr;
  }
  folder->is_first = false;
  const DWORD attributes = folder->found.dwFileAttributes;
  if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) {
    folder->entry.d_type = DT_UNKNOWN;
  } else {
    folder->entry.d_type =
        (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? DT_DIR : DT_REG;
  }
  // At most 255 units of UTF-16.
  const std::string name = windows::Utf8(folder->found.cFileName);
  const size_t size = std::min(name.size(), sizeof(folder->entry.d_name) - 1);
  folder->entry.d_name[name.copy(folder->entry.d_name, size)] = '\0';
  return &folder->entry;
}

int closedir(DIR* folder) {
  if (folder->search != INVALID_HANDLE_VALUE) FindClose(folder->search);
  const int result = close(folder->fd);
  delete folder;
  return result;
}

void* mmap(void*, size_t size, int, int, int, int64_t) {
  void* const memory =
      VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  if (memory == nullptr) errno = ENOMEM;
  return memory;
}

void* mremap(void* memory, size_t size, size_t new_size, int) {
  void* const larger = mmap(nullptr, new_size, 0, 0, -1, 0);
  if (larger == nullptr) return nullptr;
  memcpy(larger, memory, size);
  munmap(memory, size);
  return larger;
}

int munmap(void* memory, size_t) {
  return VirtualFree(memory, 0, MEM_RELEASE) ? 0 : Fail();
}

int getentropy(void* to, size_t size) {
  for (size_t i = 0; i < size; i += sizeof(unsigned)) {
    unsigned number = 0;
    if (rand_s(&number) != 0) {
      errno = EIO;
      return -1;
    }
    memcpy(static_cast<char*>(to) + i, &number,
           std::min(size - i, sizeof(number)));
  }
  return 0;
}

const char* strerrordesc_np(int error) {
  switch (error) {
    case EIO:
      return "Input/output error";
    case EBUSY:
      return "Device or resource busy";
    case EXDEV:
      return "Invalid cross-device link";
    case ELOOP:
      return "Too many levels of symbolic links";
    case ENAMETOOLONG:
      return "File name too long";
    case ENOSYS:
      return "Function not implemented";
    case ENOTEMPTY:
      return "Directory not empty";
    case ENOMEM:
      return "Cannot allocate memory";
    case EBADF:
      return "Bad file descriptor";
    default:
      // All others are said in the same words.
      return strerror(error);
  }
}

}  // namespace clipguard
