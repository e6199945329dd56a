// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rows/row_source.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "base/text.h"
#include "parser/mrtk/format.h"
#include "parser/xrhands/format.h"

namespace clipguard::cli {
namespace {

// How far from perpendicular axes may be, as a cosine: float32 rounds.
constexpr double kShear = 1e-4;

constexpr size_t kMatrixSize = RowVectorMatrix<float>::size();

std::vector<ValueColumn> WideColumns() {
  std::vector<ValueColumn> columns;
  for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
    const mrtk::CurveSlot slot(i);
    std::string name = slot.Path();
    // A state is an array of its own.
    std::string array =
        slot.is_boolean() ? name : name.substr(0, name.rfind('.'));
    columns.push_back({std::move(name), std::move(array), slot.is_boolean()});
  }
  for (size_t i = 0; i < kMatrixSize; ++i) {
    columns.push_back({absl::StrCat("m", i / 4, i % 4), "matrix"});
  }
  for (const std::string_view hand : xrhands::kHandNames) {
    const std::string name =
        absl::StrCat("hands.", std::string(hand), ".valid");
    columns.push_back({name, name, true});
  }
  for (const std::string_view hand : xrhands::kHandNames) {
    for (const std::string_view joint : xrhands::kJointNames) {
      for (const std::string_view part : mrtk::kPoseComponentNames) {
        std::string name = absl::StrCat("hands.", std::string(hand), ".",
                                        std::string(joint), ".");
        name += part;
        std::string array = name.substr(0, name.rfind('.'));
        columns.push_back({std::move(name), std::move(array)});
      }
    }
  }
  return columns;
}

using Vector = std::array<double, 3>;

double Dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// False if it has no direction.
bool Normalize(const std::array<float, 3>& axis, Vector& unit) {
  unit = {axis[0], axis[1], axis[2]};
  const double length = std::sqrt(Dot(unit, unit));
  if (!std::isfinite(length) || length == 0) return false;
  for (double& component : unit) component /= length;
  return true;
}

// x y z w of perpendicular unit axes that are not mirrored.
std::array<double, 4> RotationOf(const std::array<Vector, 3>& axes) {
  const double xx = axes[0][0];
  const double yy = axes[1][1];
  const double zz = axes[2][2];
  // Four times the square of each component; the largest one is divided by.
  const std::array<double, 4> squares = {1 + xx - yy - zz, 1 - xx + yy - zz,
                                         1 - xx - yy + zz, 1 + xx + yy + zz};
  const auto largest =
      static_cast<size_t>(std::ranges::max_element(squares) - squares.begin());
  const double twice = std::sqrt(squares[largest]);
  std::array<double, 4> q = {};
  const double yz = axes[1][2];
  const double zy = axes[2][1];
  const double zx = axes[2][0];
  const double xz = axes[0][2];
  const double xy = axes[0][1];
  const double yx = axes[1][0];
  switch (largest) {
    case 0:
      q = {twice * twice, xy + yx, xz + zx, yz - zy};
      break;
    case 1:
      q = {xy + yx, twice * twice, yz + zy, zx - xz};
      break;
    case 2:
      q = {xz + zx, yz + zy, twice * twice, xy - yx};
      break;
    default:
      q = {yz - zy, zx - xz, xy - yx, twice * twice};
  }
  double length = 0;
  for (const double component : q) length += component * component;
  length = std::sqrt(length);
  // q and -q are the same rotation: return the one with w >= 0.
  if (q[3] < 0) length = -length;
  for (double& component : q) component /= length;
  return q;
}

}  // namespace

const size_t kFirstOfMatrix = mrtk::CurveSlot::kCount;
const size_t kFirstOfCapture = kFirstOfMatrix + kMatrixSize;

std::span<const ValueColumn> ValueColumns(TableShape shape) {
  static const std::vector<ValueColumn> wide = WideColumns();
  static const std::vector<ValueColumn> long_columns = {
      {"x", "position"},       {"y", "position"},
      {"z", "position"},       {"qx", "rotation"},
      {"qy", "rotation"},      {"qz", "rotation"},
      {"qw", "rotation"},      {"tracked", "tracked", true},
      {"valid", "valid", true}};
  return shape == TableShape::kWide ? wide : long_columns;
}

size_t NumpyWidth(std::string_view text) {
  // Each character has one byte that continues none.
  return static_cast<size_t>(std::ranges::count_if(
      ToUtf8(text), [](char c) { return (c & 0xc0) != 0x80; }));
}

void RowTotals::Add(std::string_view part, std::string_view joint,
                    size_t row_values) {
  ++rows;
  values += row_values;
  text_bytes += part.size() + joint.size();
  part_width = std::max(part_width, NumpyWidth(part));
  joint_width = std::max(joint_width, NumpyWidth(joint));
}

void FillPose(const JointAxes& joint, std::span<float, 8> values,
              std::span<bool, 8> there) {
  std::ranges::fill(there, false);
  for (size_t i = 0; i < 3; ++i) {
    values[i] = joint.origin[i];
    there[i] = true;
  }
  std::array<Vector, 3> axes;
  for (size_t i = 0; i < 3; ++i) {
    if (!Normalize(joint.axes[i], axes[i])) return;
  }
  const Vector& x = axes[0];
  const Vector& y = axes[1];
  const Vector& z = axes[2];
  if (std::abs(Dot(x, y)) > kShear || std::abs(Dot(y, z)) > kShear ||
      std::abs(Dot(z, x)) > kShear) {
    return;
  }
  const Vector cross = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
                        x[0] * y[1] - x[1] * y[0]};
  if (Dot(cross, z) <= 0) return;
  const std::array<double, 4> rotation = RotationOf(axes);
  for (size_t i = 0; i < 4; ++i) {
    values[3 + i] = static_cast<float>(rotation[i]);
    there[3 + i] = true;
  }
}

void MatrixRows::AddColumns(ColumnSet& columns) {
  columns.joint = true;
  std::fill_n(columns.values.begin() + static_cast<ptrdiff_t>(kFirstOfMatrix),
              kMatrixSize, true);
}

void MatrixRows::AddRow(TableShape shape, std::string_view part,
                        std::string_view joint, RowTotals& totals) {
  constexpr size_t kPlaceAndRotation = 7;
  shape == TableShape::kWide ? totals.Add({}, joint, kMatrixSize)
                             : totals.Add(part, joint, kPlaceAndRotation);
}

SampleRow MatrixRows::WideRow(float time, std::string_view joint,
                              std::span<const float> matrix) const {
  static constexpr auto kAll = [] {
    std::array<bool, kMatrixSize> all = {};
    all.fill(true);
    return all;
  }();
  return {.time = time,
          .part = part_,
          .joint = joint,
          .first = kFirstOfMatrix,
          .values = matrix,
          .there = kAll};
}

}  // namespace clipguard::cli
