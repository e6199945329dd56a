// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/private_folder.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "cli/io/child.h"

namespace clipguard::cli {
namespace {

// That the handler looks at.
std::atomic<const PrivateFolder*> current_folder = nullptr;
// A child that has not become another program yet has the handler, too.
std::atomic<pid_t> owner = 0;

}  // namespace

// Calls only what a handler may. SA_RESETHAND: the signal that it raises ends
// the program when it returns.
void PrivateFolder::OnSignal(int signal) {
  const PrivateFolder* const folder = current_folder;
  if (folder != nullptr && owner == getpid()) {
    KillRunningChild();
    const size_t named = folder->named_;
    for (size_t i = 0; i < named; ++i) unlink(folder->files_[i].c_str());
    rmdir(folder->path_.c_str());
  }
  raise(signal);
}

PrivateFolder::PrivateFolder() {
  sigset_t signals;
  sigset_t unblocked;
  sigemptyset(&signals);
  for (const int signal : kSignals) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, &unblocked);
  std::error_code error;
  path_ = std::filesystem::temp_directory_path(error) / "clipguard.XXXXXX";
  if (error || mkdtemp(path_.data()) == nullptr) path_.clear();
  if (!path_.empty()) {
    owner = getpid();
    current_folder = this;
  }
  for (size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &before_[i]);
    if (path_.empty() || before_[i].sa_handler == SIG_IGN) continue;
    struct sigaction action = {};
    action.sa_handler = OnSignal;
    action.sa_mask = signals;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(kSignals[i], &action, nullptr);
  }
  pthread_sigmask(SIG_SETMASK, &unblocked, nullptr);
}

PrivateFolder::~PrivateFolder() {
  if (path_.empty()) return;
  std::error_code error;
  std::filesystem::remove_all(path_, error);
  for (size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &before_[i], nullptr);
  }
  current_folder = nullptr;
}

const std::string& PrivateFolder::Name(const std::string& file) {
  const size_t i = named_;
  files_[i] = path_ + "/" + file;
  named_ = i + 1;
  return files_[i];
}

}  // namespace clipguard::cli
