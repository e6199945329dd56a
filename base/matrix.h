// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// 4x4 matrices, one type for each convention: a matrix for row vectors is no
// matrix for column vectors, and the compiler refuses the one for the other.
//
//   RowVectorMatrix<float> m = {{1, 0, 0, 0},
//                               {0, 1, 0, 0},
//                               {0, 0, 1, 0},
//                               {x, y, z, 1}};

#ifndef CLIPGUARD_BASE_MATRIX_H_
#define CLIPGUARD_BASE_MATRIX_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace clipguard {

// The kind of vectors that a matrix multiplies.
enum class Vectors : uint8_t { kRows, kColumns };

// 16 numbers, row by row, and nothing else: an array of matrices is an array of
// numbers. Undefined until it is given values, as the numbers are.
template <typename T, Vectors kVectors>
class Matrix4x4 {
 public:
  using Row = std::array<T, 4>;

  Matrix4x4() = default;
  // By rows, whatever the vectors are.
  constexpr Matrix4x4(const Row& a, const Row& b, const Row& c, const Row& d)
      : elements_{a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3],
                  c[0], c[1], c[2], c[3], d[0], d[1], d[2], d[3]} {}

  static constexpr Matrix4x4 Identity() {
    return {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
  }

  // Element 4 * row + column.
  constexpr T& operator[](size_t i) { return elements_[i]; }
  constexpr const T& operator[](size_t i) const { return elements_[i]; }

  // A range of its elements.
  static constexpr size_t size() { return 16; }
  constexpr T* data() { return elements_.data(); }
  constexpr const T* data() const { return elements_.data(); }
  constexpr T* begin() { return data(); }
  constexpr const T* begin() const { return data(); }
  constexpr T* end() { return data() + size(); }
  constexpr const T* end() const { return data() + size(); }

  constexpr void fill(const T& value) { elements_.fill(value); }

  friend constexpr bool operator==(const Matrix4x4&,
                                   const Matrix4x4&) = default;

 private:
  std::array<T, 16> elements_;
};

// A point is v * M, and the translation lies in the last row: elements 12
// to 14.
template <typename T>
using RowVectorMatrix = Matrix4x4<T, Vectors::kRows>;

// A point is M * v, and the translation lies in the last column: elements 3, 7
// and 11.
template <typename T>
using ColumnVectorMatrix = Matrix4x4<T, Vectors::kColumns>;

static_assert(std::is_trivial_v<RowVectorMatrix<float>> &&
              sizeof(RowVectorMatrix<float>) == 16 * sizeof(float));
static_assert(
    !std::is_convertible_v<RowVectorMatrix<float>, ColumnVectorMatrix<float>>);

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_MATRIX_H_
