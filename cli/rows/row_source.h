// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Samples as rows of numbers: what recordings, characters and armatures have in
// common as tables. A format gives rows, and knows nothing of how they are
// written; what writes them (row_writer.h) knows nothing of formats.

#ifndef CLIPGUARD_CLI_ROWS_ROW_SOURCE_H_
#define CLIPGUARD_CLI_ROWS_ROW_SOURCE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "base/matrix.h"
#include "cli/rows/column_choice.h"

namespace clipguard::cli {

enum class TableShape : uint8_t {
  kWide,  // a row a time, and for characters and armatures a row a joint, too
  kLong,  // a row for each time and joint
};

// A column of numbers. All tables of a shape number them alike, and show some.
struct ValueColumn {
  std::string name;   // "hands.left.Wrist.position.x"
  std::string array;  // the array it is in: "hands.left.Wrist.position"
  bool is_boolean = false;
};

// Returns the columns of a shape. kLong: x y z, qx qy qz qw, tracked, valid.
// kWide: the curves of a recording in the order of the file, then a matrix, and
// then whether a capture's hands have joints, and the curves of these under
// their own names.
std::span<const ValueColumn> ValueColumns(TableShape shape);

inline constexpr size_t kTracked = 7;  // of kLong
inline constexpr size_t kValid = 8;
extern const size_t kFirstOfMatrix;  // of kWide
extern const size_t kFirstOfCapture;

struct SampleRow {
  float time = 0;
  std::string_view part;   // "left"
  std::string_view joint;  // "IndexTip", "12"; empty if the part has none
  // Neighbouring columns from `first` on, and which of them have a value.
  size_t first = 0;
  std::span<const float> values;
  std::span<const bool> there;
};

// Which columns there are, by number; joints have a column of their own in wide
// tables of characters and armatures.
struct ColumnSet {
  std::vector<bool> values;
  bool joint = false;
  bool valid = false;  // kValid, of long tables
};

// How many characters a text has in a NumPy array.
size_t NumpyWidth(std::string_view text);

// The rows that each time has, together.
struct RowTotals {
  size_t rows = 0;
  size_t values = 0;      // cells with a value
  size_t text_bytes = 0;  // of parts and joints
  // Steps to compute the values, besides writing them: see docs/cost.md.
  uint64_t steps = 0;
  // NumpyWidth() of the longest.
  size_t part_width = 0;
  size_t joint_width = 0;

  void Add(std::string_view part, std::string_view joint, size_t row_values);
};

// Which rows are asked for.
struct RowOptions {
  TableShape shape = TableShape::kWide;
  bool raw_rotation = false;
  bool true_times = false;               // of captures
  const ColumnChoice* choice = nullptr;  // null: all columns
  // Name of the clip to sample; empty: the first, or all.
  std::string_view clip = {};
  bool all_clips = false;

  bool Wants(std::string_view name) const {
    return choice == nullptr || choice->Wants(name);
  }
  bool WantsPlaceholder(std::string_view name) const {
    return choice != nullptr && choice->WantsPlaceholder(name);
  }
};

// One clip of a file. Looks into the file, and at the options.
class RowSource {
 public:
  virtual ~RowSource() = default;

  // The title of the column of joints in a table of this clip alone.
  virtual std::string_view joint_title() const { return "joint"; }

  // Adds the columns of a wide table, and those that only some long ones have.
  virtual void AddColumns(ColumnSet& columns) const = 0;

  virtual RowTotals RowsOfATime() const = 0;

  // The rows, time after time, until visit() returns false.
  virtual void ForEachRow(
      std::span<const float> times,
      absl::FunctionRef<bool(const SampleRow&)> visit) const = 0;
};

// A joint's axes and its place, as a matrix has them: where it takes x, y and
// z, and the origin.
struct JointAxes {
  std::array<std::array<float, 3>, 3> axes;
  std::array<float, 3> origin;
};

// Fills in position and rotation of a long row. A rotation has no value if the
// axes are none that a rotation and a scale of each axis could make: mirrored,
// sheared, of length zero, or no numbers.
void FillPose(const JointAxes& joint, std::span<float, 8> values,
              std::span<bool, 8> there);

// Those of a matrix, whichever its vectors are.
template <Vectors kVectors>
JointAxes AxesOf(const Matrix4x4<float, kVectors>& m) {
  const auto at = [&](size_t axis, size_t i) {
    return m[kVectors == Vectors::kRows ? 4 * axis + i : 4 * i + axis];
  };
  JointAxes joint = {};
  for (size_t i = 0; i < 3; ++i) {
    for (size_t axis = 0; axis < 3; ++axis) joint.axes[axis][i] = at(axis, i);
    joint.origin[i] = at(3, i);
  }
  return joint;
}

// Makes rows of joints' matrices: wide as they are, long what they do to a
// joint.
class MatrixRows {
 public:
  MatrixRows(TableShape shape, std::string_view part)
      : shape_(shape), part_(part) {}

  static void AddColumns(ColumnSet& columns);

  // Adds the row that a joint has at each time.
  static void AddRow(TableShape shape, std::string_view part,
                     std::string_view joint, RowTotals& totals);

  // Looks into the matrix and into this, up to the next call.
  template <Vectors kVectors>
  SampleRow Row(float time, std::string_view joint,
                const Matrix4x4<float, kVectors>& matrix) {
    if (shape_ == TableShape::kWide) return WideRow(time, joint, matrix);
    FillPose(AxesOf(matrix), cells_, there_);
    return {.time = time,
            .part = part_,
            .joint = joint,
            .values = cells_,
            .there = there_};
  }

 private:
  SampleRow WideRow(float time, std::string_view joint,
                    std::span<const float> matrix) const;

  const TableShape shape_;
  const std::string_view part_;
  std::array<float, 8> cells_ = {};
  std::array<bool, 8> there_ = {};
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_ROWS_ROW_SOURCE_H_
