// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files without findings, and their twins in the documented layouts, which
// lack the marker list.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "corpus/mrtk/builder.h"
#include "corpus/mrtk/motion.h"
#include "corpus/mrtk/recording.h"
#include "parser/mrtk/format.h"

namespace clipguard::corpus {
namespace {

using mrtk::CurveSlot;
using mrtk::Keyframe;
using mrtk::KeyLayout;

constexpr std::array<int32_t, 5> kWrapModes = {0, 1, 2, 4, 8};

// A motion in one of the layouts, with the marker list as the recorder
// writes it, and without as documented.
void AddLayout(FileSet& files, std::string_view name, std::string_view title,
               const MotionOptions& options, Recording r) {
  AddMotion(options, r);
  AddUsualMarkers(r);
  files.Valid(name, title, r);
  std::string text(title);
  r.markers.clear();
  r.marker_list = false;
  const Written written = Write(r);
  files.Damaged("MARKER_LIST_MISSING", name,
                text + ", as documented: no marker list", written,
                {written.end(), 0, "markers"});
}

void AddValidLayouts(FileSet& files) {
  MotionOptions options;
  options.position_tolerance = 0.004;
  options.rotation_tolerance = 0.02;
  Recording r;
  r.presence = {1, 1, 1};
  AddLayout(files, "v11-compact",
            "1.1 with compact keys, camera, hands and gaze", options, r);

  options.seconds = 0.6;
  options.right_hand_delay = 0.1;
  r.keys = KeyLayout::kFull;
  options.smooth = true;
  AddLayout(files, "v11-full", "1.1 with full keys, camera, hands and gaze",
            options, r);
  r.minor = 0;
  options.smooth = false;
  options.seed = 2;
  AddLayout(files, "v10-full", "1.0 as the recorder writes it", options, r);

  r = Recording();
  r.minor = 0;
  r.keys = KeyLayout::kFull;
  options.seconds = 0.3;
  options.smooth = true;
  AddMotion(options, r);
  files.Valid("v10-full.smooth",
              "1.0 with Hermite tangents, as an editor makes it", r);
}

void AddValidParts(FileSet& files) {
  files.Valid("nothing", "1.1 without any part: 23 bytes", NoParts());
  files.Valid("camera-no-keys", "1.1 with a camera, but no keys", Camera());

  // Every combination of parts; the one without any is nothing.bin.
  for (unsigned bits = 1; bits < 8; ++bits) {
    Recording r;
    std::string name = "parts";
    std::string title = "1.1 with ";
    const char* separator = "";
    constexpr std::array<std::string_view, 3> kParts = {"camera", "hands",
                                                        "gaze"};
    for (size_t part = 0; part < 3; ++part) {
      const bool present = (bits >> part & 1) != 0;
      r.presence[part] = present;
      if (!present) continue;
      name += '-';
      name += kParts[part];
      title += separator;
      title += kParts[part];
      separator = ", ";
    }
    MotionOptions options;
    options.seed = 10 + bits;
    options.seconds = 0.5;
    options.rate = 30;
    options.right_hand_delay = 0;
    options.position_tolerance = 0.001;
    options.rotation_tolerance = 0.005;
    AddMotion(options, r);
    files.Valid(name, title, r);
  }

  MotionOptions options;
  options.seed = 20;
  options.seconds = 0.5;
  options.rate = 60;
  options.position_tolerance = options.rotation_tolerance = 0;
  Recording camera;
  AddMotion(options, camera);
  files.Valid("unthinned", "Camera only, every frame kept", camera);

  options.seconds = 1;
  options.rate = 30;
  options.right_hand_delay = 0.4;
  options.left_hand_lost = 0.3;
  options.position_tolerance = 0.006;
  options.rotation_tolerance = 0.03;
  options.fingers_only_tips = true;
  Recording hands;
  hands.presence = {0, 1, 0};
  AddMotion(options, hands);
  files.Valid("hands-come-and-go",
              "One hand comes late, one is lost early, inner joints untracked",
              hands);

  options = MotionOptions();
  options.start = -1.5;
  options.rate = 30;
  Recording negative;
  negative.presence = {1, 0, 1};
  AddMotion(options, negative);
  negative.markers = {{-1.25f, "before zero", {}}, {0.25f, "after", {}}};
  files.Valid("negative-times", "Key and marker times from -1.5 s to 0.5 s",
              negative);
}

void AddValidCurves(FileSet& files) {
  // Three keys a curve; 13 curves hold 13 of the 25 combinations.
  for (size_t half = 0; half < 2; ++half) {
    Recording r;
    r.presence = {1, 0, 1};
    for (size_t c = 0; c < 13; ++c) {
      const size_t combination = std::min<size_t>(half * 13 + c, 24);
      RawCurve& curve =
          r.curves[c < 7 ? CurveSlot::kCamera + c : CurveSlot::kGaze + c - 7];
      curve.pre_wrap = kWrapModes[combination / 5];
      curve.post_wrap = kWrapModes[combination % 5];
      const bool rotation = c >= 3 && c < 7;
      const float value = rotation ? kTilted[c - 3] : 1.0f;
      const float move = rotation ? 0.0f : 0.5f;
      curve.keys = {{.time = 0.5f, .value = value},
                    {.time = 1, .value = value + move},
                    {.time = 2, .value = value - move}};
    }
    files.Valid(half == 0 ? "wrap-modes-1" : "wrap-modes-2",
                half == 0 ? "Pairs of pre- and post-wrap modes, the first 13"
                          : "Pairs of pre- and post-wrap modes, the other 12",
                r);
  }
  {
    Recording r = MovingHands();
    for (size_t i = 0; i < 4; ++i) {
      RawCurve& curve = r.curves[CurveSlot::kHandStates + i];
      curve.pre_wrap = kWrapModes[i];
      curve.post_wrap = kWrapModes[4 - i];
      curve.keys = {{.time = 0, .value = 0},
                    {.time = 0.25f, .value = 1},
                    {.time = 1, .value = 0}};
    }
    files.Valid("wrap-modes-boolean", "Boolean curves that loop and ping-pong",
                r);
  }

  Random random(30);
  // A de Bruijn sequence: every pair of neighbours occurs once.
  constexpr std::array<int32_t, 17> kModes = {0, 0, 1, 0, 2, 0, 3, 1, 1,
                                              2, 1, 3, 2, 2, 3, 3, 0};
  const auto random_float = [&](double low, double high) {
    return static_cast<float>(random.Between(low, high));
  };
  // Keys at 0, 0.25 ... with random tangents, weights and values.
  const auto random_keys = [&](size_t count) {
    Keys keys(count);
    for (size_t i = 0; i < count; ++i) {
      Keyframe& key = keys[i];
      key.time = 0.25f * static_cast<float>(i);
      key.value = random_float(-1, 1);
      key.in_tangent = random_float(-8, 8);
      key.out_tangent = random_float(-8, 8);
      key.in_weight = random_float(0, 1);
      key.out_weight = random_float(0, 1);
      key.weighted_mode = 3;
    }
    return keys;
  };
  const auto three_curves = [&](auto&& make) {
    Recording r;
    r.keys = KeyLayout::kFull;
    for (size_t c = 0; c < 3; ++c) r.curves[c].keys = make();
    return r;
  };

  files.Valid("weighted-modes",
              "Every pair of weighted modes at a segment's ends",
              three_curves([&] {
                Keys keys = random_keys(kModes.size());
                for (size_t i = 0; i < keys.size(); ++i) {
                  keys[i].weighted_mode = kModes[i];
                }
                return keys;
              }));
  files.Valid("weights-inside", "Weights inside (0, 1) on both sides",
              three_curves([&] { return random_keys(24); }));
  files.Valid("weights-extreme", "Weights 0 and 1 in all four pairs",
              three_curves([&] {
                Keys keys = random_keys(9);
                for (size_t i = 0; i < keys.size(); ++i) {
                  keys[i].in_weight = (i & 1) != 0 ? 1.0f : 0.0f;
                  keys[i].out_weight = (i & 2) != 0 ? 1.0f : 0.0f;
                }
                return keys;
              }));
  files.Valid("hermite", "No weights in use: cubic Hermite segments",
              three_curves([&] {
                Keys keys = random_keys(12);
                for (Keyframe& key : keys) {
                  key.weighted_mode = 0;
                  key.in_weight = key.out_weight = 1.0f / 3.0f;
                }
                return keys;
              }));
  files.Valid("infinite-tangents", "Steps: infinite tangents of either sign",
              three_curves([&] {
                Keys keys = random_keys(10);
                for (size_t i = 0; i < keys.size(); ++i) {
                  const float sign = (i & 1) != 0 ? -1.0f : 1.0f;
                  if (i % 3 != 0) keys[i].out_tangent = sign * kInfinity;
                  if (i % 3 != 1) keys[i].in_tangent = sign * kInfinity;
                  keys[i].weighted_mode = static_cast<int32_t>(i % 4);
                }
                return keys;
              }));

  Recording one_key;
  for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
    one_key.curves[c].keys = {
        {.time = 2.5f, .value = c < 3 ? 1.5f : kTilted[c - 3]}};
    one_key.curves[c].pre_wrap = 2;
    one_key.curves[c].post_wrap = 4;
  }
  files.Valid("one-key", "A camera of one key a curve, looping around it",
              one_key);

  Recording near_keys;
  for (size_t c = 0; c < 3; ++c) {
    Keys& keys = near_keys.curves[c].keys;
    for (uint32_t i = 0; i < 8; ++i) {
      // Consecutive floats from 1000 s on.
      const float t = std::bit_cast<float>(0x447a0000u + i);
      keys.push_back({.time = t, .value = (i & 1) != 0 ? 1.0f : 0.0f});
    }
  }
  files.Valid("neighbouring-times", "Keys at consecutive floats near 1000 s",
              near_keys);

  Recording extreme;
  extreme.curve(kCameraX).keys = {{.time = -0.0f, .value = 1e-45f},
                                  {.time = 1e-45f, .value = -0.0f},
                                  {.time = 1e-38f, .value = 1e-39f},
                                  {.time = 131072, .value = 3e38f}};
  files.Valid("extreme-values", "Denormal, huge and negative-zero floats",
              extreme);
}

void AddValidMarkers(FileSet& files) {
  Recording r = NoParts();
  AddUsualMarkers(r);
  files.Valid("markers", "Three markers, one of them in several scripts", r);

  r.markers.clear();
  for (std::string_view name :
       {"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5",      // Greek
        "\xd9\x85\xd8\xb1\xd8\xad\xd8\xa8\xd8\xa7",          // Arabic
        "\xe6\x89\x8b\xe3\x82\x92\xe6\x8c\xaf\xe3\x82\x8b",  // Japanese
        "\xf0\x9f\x91\x8b\xf0\x9f\x8f\xbd",                  // emoji
        "e\xcc\x81",                                         // combining
        "\xef\xbb\xbfmark",                                  // U+FEFF
        "\t\"\\\r\n\x1b[31m</script>",                       // for printers
        // The last and first code points of each encoded length, those
        // around the surrogates, and noncharacters.
        "\x01\x7f", "\xc2\x80\xdf\xbf", "\xe0\xa0\x80\xef\xbf\xbf",
        "\xed\x9f\xbf\xee\x80\x80", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf",
        "\xef\xb7\x90\xef\xbf\xbe"}) {
    r.markers.push_back({1, std::string(name), {}});
  }
  files.Valid("marker-names-unicode",
              "Names at every border of UTF-8, at one time", r);

  r.markers = {{0, "", {}}, {0, "", {}}, {1, "", {}}};
  files.Valid("marker-names-empty", "Names of no bytes", r);

  r.markers.clear();
  for (size_t length : {127, 128, 300, 16383, 16384}) {
    r.markers.push_back({1, std::string(length, 'x'), {}});
  }
  files.Valid("marker-names-long",
              "Names whose lengths take one, two and three bytes", r);

  r.markers.clear();
  for (int i = 0; i < 300; ++i) {
    r.markers.push_back(
        {static_cast<float>(i) * 0.125f, absl::StrCat("marker ", i), {}});
  }
  files.Valid("markers-many", "300 markers", r);

  Recording ten;
  ten.minor = 0;
  ten.keys = KeyLayout::kFull;
  MotionOptions options;
  options.seed = 40;
  options.seconds = 0.1;
  options.right_hand_delay = 0;
  options.fingers_only_tips = true;
  AddMotion(options, ten);
  AddUsualMarkers(ten);
  files.Valid("v10-tips-only", "1.0 with wrists, palms and fingertips", ten);
}

}  // namespace

void AddValid(FileSet& files) {
  AddValidLayouts(files);
  AddValidParts(files);
  AddValidCurves(files);
  AddValidMarkers(files);
}

}  // namespace clipguard::corpus
