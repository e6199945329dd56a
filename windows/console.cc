// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The console, and what is pressed there.

#include <windows.h>

#include <algorithm>
#include <atomic>

#include "windows/path.h"
#include "windows/posix.h"

namespace clipguard {
namespace {

std::atomic<void (*)(int)> handler = nullptr;

BOOL WINAPI OnEvent(DWORD event) {
  const auto call = handler.load();
  if (call != nullptr) call(event == CTRL_C_EVENT ? SIGINT : SIGTERM);
  return FALSE;  // to the next one, which ends the program
}

}  // namespace

int isatty(int fd) {
  const HANDLE file = windows::HandleOf(fd);
  DWORD mode = 0;
  if (!GetConsoleMode(file, &mode)) return 0;
  if (fd == STDIN_FILENO) return 1;
  return SetConsoleMode(file, mode | ENABLE_PROCESSED_OUTPUT |
                                  ENABLE_VIRTUAL_TERMINAL_PROCESSING)
             ? 1
             : 0;
}

int ioctl(int fd, int, winsize* size) {
  CONSOLE_SCREEN_BUFFER_INFO info = {};
  if (!GetConsoleScreenBufferInfo(windows::HandleOf(fd), &info)) {
    return windows::Fail();
  }
  const int columns = info.srWindow.Right - info.srWindow.Left + 1;
  size->ws_col = static_cast<unsigned short>(std::clamp(columns, 0, 0xFFFF));
  return 0;
}

int sigaction(int, const struct sigaction* action, struct sigaction* before) {
  if (before != nullptr) before->sa_handler = SIG_DFL;
  if (action == nullptr) return 0;
  if (handler.exchange(action->sa_handler) == nullptr) {
    SetConsoleCtrlHandler(OnEvent, TRUE);
  }
  return 0;
}

}  // namespace clipguard
