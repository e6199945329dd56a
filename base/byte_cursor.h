// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ByteCursor: the one place where an untrusted offset becomes a read.
//
// Readers of binary files walk their input with a ByteCursor and look at arrays
// through a PackedSpan that a ByteCursor made. Apart from these, only kernels,
// which are handed whole spans, do pointer arithmetic on a caller's bytes; and
// CurveView (mrtk/input_animation_view.h), over a span of whole keys. A check
// never adds to an offset, so it cannot overflow: `n <= size - offset`, with
// `offset <= size` as the class invariant. Failure is a `false`, never an
// exception, and leaves the cursor where it was.
//
//   ByteCursor in(bytes);
//   int32_t count;
//   PackedSpan<Key> keys;
//   if (!in.Read(&count) || count < 0) return Error(in.offset());
//   if (!in.ReadPacked(static_cast<uint32_t>(count), &keys)) return ...;
//
// Both types are views: they own nothing, and must not outlive the bytes.
// Thread-compatible: const methods may run concurrently.

#ifndef CLIPGUARD_BASE_BYTE_CURSOR_H_
#define CLIPGUARD_BASE_BYTE_CURSOR_H_

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace clipguard {

// The formats are little-endian and values are loaded as they lie.
static_assert(std::endian::native == std::endian::little,
              "clipguard reads little-endian files on little-endian machines");

// An array of T at any alignment, packed without padding, in somebody else's
// bytes. T's size is the stride.
template <typename T>
class PackedSpan {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  PackedSpan() = default;

  // Views the elements of an ordinary, aligned array.
  explicit PackedSpan(std::span<const T> elements)
      : data_(reinterpret_cast<const uint8_t*>(elements.data())),
        size_(elements.size()) {}

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // REQUIRES: i < size().
  T operator[](size_t i) const {
    assert(i < size_);
    T value;
    std::memcpy(&value, data_ + i * sizeof(T), sizeof(T));
    return value;
  }

  // The bytes of all elements.
  std::span<const uint8_t> bytes() const { return {data_, size_ * sizeof(T)}; }

  // Elements [first, first + count). REQUIRES: the range lies within size().
  PackedSpan subspan(size_t first, size_t count) const {
    assert(first <= size_ && count <= size_ - first);
    PackedSpan part;
    part.data_ = data_ + first * sizeof(T);
    part.size_ = count;
    return part;
  }

 private:
  friend class ByteCursor;

  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

// Reads forward through a span of bytes.
class ByteCursor {
 public:
  // Starts at `offset`; an offset past the end starts at the end.
  explicit ByteCursor(std::span<const uint8_t> bytes, size_t offset = 0)
      : bytes_(bytes),
        offset_(offset <= bytes.size() ? offset : bytes.size()) {}

  // Bytes from the start of the span to the next read. Never above size().
  size_t offset() const { return offset_; }
  size_t size() const { return bytes_.size(); }
  size_t remaining() const { return bytes_.size() - offset_; }

  // Reads one little-endian value.
  template <typename T>
  [[nodiscard]] bool Read(T* value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (sizeof(T) > remaining()) return false;
    std::memcpy(value, bytes_.data() + offset_, sizeof(T));
    offset_ += sizeof(T);
    return true;
  }

  // Steps over `count` bytes.
  [[nodiscard]] bool Skip(uint64_t count) {
    if (count > remaining()) return false;
    offset_ += static_cast<size_t>(count);
    return true;
  }

  // Takes the next `count` bytes as they are.
  [[nodiscard]] bool ReadBytes(uint64_t count, std::span<const uint8_t>* out) {
    if (count > remaining()) return false;
    *out = bytes_.subspan(offset_, static_cast<size_t>(count));
    offset_ += static_cast<size_t>(count);
    return true;
  }

  // Whether `count` elements of T would fit in what is left. Divides, so that
  // no count overflows.
  template <typename T>
  bool Fits(uint64_t count) const {
    return count <= remaining() / sizeof(T);
  }

  // Takes the next `count` elements of T as an array.
  template <typename T>
  [[nodiscard]] bool ReadPacked(uint64_t count, PackedSpan<T>* out) {
    if (!Fits<T>(count)) return false;
    out->data_ = bytes_.data() + offset_;
    out->size_ = static_cast<size_t>(count);
    offset_ += out->size_ * sizeof(T);
    return true;
  }

 private:
  std::span<const uint8_t> bytes_;
  size_t offset_;  // <= bytes_.size()
};

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_BYTE_CURSOR_H_
