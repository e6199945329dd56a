// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The module's code besides clipguard/c_api.h: how it asks for a file and for
// the frame of a report's page, and how it ends where C++ would throw, as
// exceptions cannot be caught here.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>
#include <typeinfo>

#include "clipguard/c_api.h"
#include "report/html/shell.h"

namespace {

#define CLIPGUARD_IMPORT(name) \
  __attribute__((import_module("clipguard"), import_name(#name)))

// Gives a file's bytes, as clipguard_input.load does.
CLIPGUARD_IMPORT(load) uint8_t* HostLoad(size_t index, size_t* size);

// Gives what the page of a report has before its data (0) or after them (1), as
// clipguard_input.load does: the host has the page, and need not have it twice.
CLIPGUARD_IMPORT(shell) uint8_t* HostShell(int part, size_t* size);

// Never returns: the host throws, and has no more use for this instance.
[[noreturn]] CLIPGUARD_IMPORT(fail) void HostFail(const char* reason,
                                                  size_t size);

[[noreturn]] void Fail(const char* reason) {
  HostFail(reason, std::strlen(reason));
}

constexpr char kOutOfMemory[] = "out of memory";

uint8_t* Load(void* /*context*/, size_t index, size_t* size) {
  return HostLoad(index, size);
}

// Kept for as long as the instance.
std::string_view Shell(int part) {
  size_t size = 0;
  const auto* const text =
      reinterpret_cast<const char*>(HostShell(part, &size));
  return {text, size};
}

void* Allocate(size_t size, size_t alignment) {
  const size_t rounded = (size + alignment - 1) / alignment * alignment;
  void* const block = alignment <= alignof(std::max_align_t)
                          ? std::malloc(size)
                          : std::aligned_alloc(alignment, rounded);
  if (block == nullptr && size != 0) Fail(kOutOfMemory);
  return block;
}

}  // namespace

std::string_view clipguard::report::ShellHead() {
  static const std::string_view head = Shell(0);
  return head;
}
std::string_view clipguard::report::ShellTail() {
  static const std::string_view tail = Shell(1);
  return tail;
}

// For clipguard_input.load, which is a number in a module's table.
extern "C" __attribute__((export_name("clipguard_module_load"))) void*
clipguard_module_load() {
  return reinterpret_cast<void*>(&Load);
}

void* operator new(size_t size) {
  return Allocate(size, alignof(std::max_align_t));
}
void* operator new[](size_t size) { return operator new(size); }
void* operator new(size_t size, std::align_val_t alignment) {
  return Allocate(size, static_cast<size_t>(alignment));
}
void* operator new[](size_t size, std::align_val_t alignment) {
  return operator new(size, alignment);
}

// Functions that `throw` calls.
extern "C" void* __cxa_allocate_exception(size_t size) noexcept {
  return std::malloc(size);
}
extern "C" void __cxa_free_exception(void* exception) noexcept {
  std::free(exception);
}
extern "C" void __cxa_throw(void*, std::type_info* type, void* (*)(void*)) {
  Fail(type != nullptr && *type == typeid(std::bad_alloc) ? kOutOfMemory
                                                          : "an exception");
}
