// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/check/glb_player.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "actions/convert/gltf/check/glb_check.h"

namespace clipguard::actions::gltf {
namespace {

Four RotationAt(const CheckedChannel& channel, double time) {
  const auto next = static_cast<size_t>(
      std::upper_bound(channel.times.begin(), channel.times.end(), time) -
      channel.times.begin());
  const auto key = [&](size_t i) {
    Four value;
    std::copy_n(channel.values.begin() + static_cast<std::ptrdiff_t>(4 * i), 4,
                value.begin());
    return Unit(value);
  };
  if (next == 0) return key(0);
  const Four a = key(next - 1);
  if (next == channel.times.size() || channel.interpolation == "STEP") return a;
  Four b = key(next);
  double dot = 0;
  for (size_t i = 0; i < 4; ++i) dot += a[i] * b[i];
  if (dot < 0) {
    for (double& x : b) x = -x;
    dot = -dot;
  }
  const double u = (time - channel.times[next - 1]) /
                   (double{channel.times[next]} - channel.times[next - 1]);
  const double angle = std::atan2(std::sqrt(std::max(0.0, 1 - dot * dot)), dot);
  const bool tiny = angle < 1e-9;
  const double of_a =
      tiny ? 1 - u : std::sin((1 - u) * angle) / std::sin(angle);
  const double of_b = tiny ? u : std::sin(u * angle) / std::sin(angle);
  Four value;
  for (size_t i = 0; i < 4; ++i) value[i] = of_a * a[i] + of_b * b[i];
  return Unit(value);
}

}  // namespace

double LengthOf(const Four& v) {
  return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
}

Four Unit(Four v) {
  const double length = LengthOf(v);
  for (double& x : v) x /= length;
  return v;
}

Matrix Product(const Matrix& a, const Matrix& b) {
  Matrix product = {};
  for (size_t column = 0; column < 4; ++column) {
    for (size_t row = 0; row < 4; ++row) {
      for (size_t k = 0; k < 4; ++k) {
        product[4 * column + row] += a[4 * k + row] * b[4 * column + k];
      }
    }
  }
  return product;
}

Matrix LocalOf(const CheckedNode& node) {
  const auto& [x, y, z, w] = node.rotation;
  Matrix m = {1 - 2 * (y * y + z * z), 2 * (x * y + z * w),
              2 * (x * z - y * w),     0,
              2 * (x * y - z * w),     1 - 2 * (x * x + z * z),
              2 * (y * z + x * w),     0,
              2 * (x * z + y * w),     2 * (y * z - x * w),
              1 - 2 * (x * x + y * y), 0,
              node.translation[0],     node.translation[1],
              node.translation[2],     1};
  for (size_t column = 0; column < 3; ++column) {
    for (size_t row = 0; row < 3; ++row) {
      m[4 * column + row] *= node.scale[column];
    }
  }
  return m;
}

void Play(const CheckedChannel& channel, double time, CheckedNode& node) {
  if (channel.path == "rotation") {
    node.rotation = RotationAt(channel, time);
  } else {
    std::ranges::copy(channel.At(time), channel.path == "scale"
                                            ? node.scale.begin()
                                            : node.translation.begin());
  }
}

}  // namespace clipguard::actions::gltf
