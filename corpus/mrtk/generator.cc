// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/mrtk/generator.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "corpus/mrtk/motion.h"
#include "corpus/mrtk/recording.h"
#include "parser/mrtk/format.h"

namespace clipguard::corpus {
namespace {

using mrtk::CurveSlot;
using mrtk::Handedness;
using mrtk::Keyframe;
using mrtk::KeyLayout;
using Keys = std::vector<Keyframe>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kMaxFloat = std::numeric_limits<float>::max();
constexpr int32_t kIntMax = std::numeric_limits<int32_t>::max();
constexpr int32_t kIntMin = std::numeric_limits<int32_t>::min();
// The quiet NaN that C# and most hardware produce has its sign set.
const float kNan = std::bit_cast<float>(uint32_t{0x7fc00000});
const float kNegativeNan = std::bit_cast<float>(uint32_t{0xffc00000});

constexpr std::array<int32_t, 5> kWrapModes = {0, 1, 2, 4, 8};

constexpr CurveSlot kCameraX = CurveSlot::Camera(mrtk::kPositionX);
constexpr CurveSlot kCameraY = CurveSlot::Camera(mrtk::kPositionY);
constexpr CurveSlot kCameraRotationW = CurveSlot::Camera(mrtk::kRotationW);
constexpr CurveSlot kLeftTracked = CurveSlot::Tracked(Handedness::kLeft);
constexpr CurveSlot kRightPinch = CurveSlot::Pinch(Handedness::kRight);

// A string literal's bytes, NULs included.
template <size_t N>
std::string Bytes(const char (&text)[N]) {
  return std::string(text, N - 1);
}

// A unit quaternion of short floats: 0.6^2 + 0.8^2 = 1.
constexpr std::array<float, 4> kTilted = {0.0f, 0.6f, 0.0f, 0.8f};

// Collects the files. Every Valid(), Warning() or Invalid() adds one.
class Generator {
 public:
  std::vector<CorpusFile> Run() {
    AddValidLayouts();
    AddValidParts();
    AddValidCurves();
    AddValidMarkers();
    AddFormat();
    AddHeader();
    AddTruncated();
    AddCounts();
    AddMarkerStructure();
    AddMarkerContent();
    AddWrapModes();
    AddKeyTimes();
    AddKeyFields();
    AddMeaning();
    AddSeveral();
    AddLimits();
    std::sort(files_.begin(), files_.end(),
              [](const CorpusFile& a, const CorpusFile& b) {
                return a.name < b.name;
              });
    return std::move(files_);
  }

 private:
  // ---- Adding a file
  // ---------------------------------------------------------

  // The caller goes on to describe what is expected; valid until the next one.
  CorpusFile& Add(std::string_view folder, std::string_view name,
                  std::string_view title, std::vector<uint8_t> bytes) {
    CorpusFile file;
    file.name = "mrtk/";
    file.name += folder;
    file.name += '/';
    file.name += name;
    file.name += ".bin";
    file.title = title;
    file.bytes = std::move(bytes);
    files_.push_back(std::move(file));
    return files_.back();
  }

  CorpusFile& Valid(std::string_view name, std::string_view title,
                    const Recording& recording) {
    return Add("valid", name, title, Write(recording).bytes);
  }

  static void Expect(CorpusFile& file, std::string_view code,
                     const Place& place, uint64_t count = 1) {
    file.findings.push_back(
        {std::string(code), place.offset, place.length, place.path, count});
  }

  // A file whose one finding is at `place`. The name begins with the code.
  void Damaged(std::string_view folder, std::string_view code,
               std::string_view variant, std::string_view title,
               std::vector<uint8_t> bytes, const Place& place,
               uint64_t count = 1) {
    std::string name;
    for (char c : code) {
      name += c == '_'               ? '-'
              : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a')
                                     : c;
    }
    if (!variant.empty()) {
      name += '.';
      name += variant;
    }
    Expect(Add(folder, name, title, std::move(bytes)), code, place, count);
  }

  void Invalid(std::string_view code, std::string_view variant,
               std::string_view title, const Written& file, const Place& place,
               uint64_t count = 1) {
    Damaged("invalid", code, variant, title, file.bytes, place, count);
  }

  void Warning(std::string_view code, std::string_view variant,
               std::string_view title, const Written& file, const Place& place,
               uint64_t count = 1) {
    Damaged("warnings", code, variant, title, file.bytes, place, count);
  }

  // ---- Bases
  // -----------------------------------------------------------------

  // A recording of 23 bytes: no parts, no markers.
  static Recording Nothing() {
    Recording r;
    r.presence = {0, 0, 0};
    return r;
  }

  // Camera only, no keys: 107 bytes, and the smallest file with curves but
  // for the gaze.
  static Recording Camera() { return Recording(); }

  // Camera only; position.x has these keys, the other curves none.
  static Recording CameraKeys(Keys keys, KeyLayout layout) {
    Recording r;
    r.keys = layout;
    r.curve(kCameraX).keys = std::move(keys);
    return r;
  }

  // Hands only, without keys.
  static Recording Hands() {
    Recording r;
    r.presence = {0, 1, 0};
    return r;
  }

  // Hands only, with the least that is no warning: each wrist moves.
  static Recording MovingHands() {
    Recording r = Hands();
    for (Handedness hand : mrtk::kHands) AddWrist(hand, 0.25f, r);
    return r;
  }

  // A wrist with two keys a curve, `step` metres apart.
  static void AddWrist(Handedness hand, float step, Recording& r) {
    r.curve(CurveSlot::Tracked(hand)).keys = {{.time = 0, .value = 1}};
    for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
      const auto component = static_cast<mrtk::PoseComponent>(c);
      const float value = c < 3 ? 0.5f : kTilted[c - 3];
      const float move = c < 3 ? step : 0.0f;
      r.curve(CurveSlot::Joint(hand, 1, component)).keys = {
          {.time = 0, .value = value}, {.time = 1, .value = value + move}};
    }
  }

  // A camera whose rotation keeps still at `times`, and is a unit quaternion.
  static void SetCameraRotation(const std::vector<float>& times, Recording& r) {
    for (size_t c = 0; c < 4; ++c) {
      Keys& keys = r.curves[CurveSlot::kCamera + 3 + c].keys;
      keys.clear();
      for (float t : times) keys.push_back({.time = t, .value = kTilted[c]});
    }
  }

  static void AddGaze(float step, Recording& r) {
    for (size_t c = 0; c < mrtk::kRayCurves; ++c) {
      const float value = c == 5 ? 1.0f : c == 1 ? 1.6f : 0.0f;
      const float move = c < 3 ? step : 0.0f;
      r.curves[CurveSlot::kGaze + c].keys = {
          {.time = 0, .value = value}, {.time = 1, .value = value + move}};
    }
  }

  static void AddUsualMarkers(Recording& r) {
    r.markers = {{0.25f, "begin", {}},
                 {0.5f,
                  "gr\xc3\xb6\xc3\x9f"
                  "er \xe2\x9c\x8b",
                  {}},
                 {1.75f, "end", {}}};
  }

  // ---- valid/
  // ----------------------------------------------------------------

  // A motion in one of the layouts, with the marker list as the recorder
  // writes it, and without as documented.
  void AddLayout(std::string_view name, std::string_view title,
                 const MotionOptions& options, Recording r) {
    AddMotion(options, r);
    AddUsualMarkers(r);
    Valid(name, title, r);
    std::string text(title);
    r.markers.clear();
    r.marker_list = false;
    const Written written = Write(r);
    Warning("MARKER_LIST_MISSING", name,
            text + ", as documented: no marker list", written,
            {written.end(), 0, "markers"});
  }

  void AddValidLayouts() {
    MotionOptions options;
    options.position_tolerance = 0.004;
    options.rotation_tolerance = 0.02;
    Recording r;
    r.presence = {1, 1, 1};
    AddLayout("v11-compact", "1.1 with compact keys, camera, hands and gaze",
              options, r);

    options.seconds = 0.6;
    options.right_hand_delay = 0.1;
    r.keys = KeyLayout::kFull;
    options.smooth = true;
    AddLayout("v11-full", "1.1 with full keys, camera, hands and gaze", options,
              r);
    r.minor = 0;
    options.smooth = false;
    options.seed = 2;
    AddLayout("v10-full", "1.0 as the recorder writes it", options, r);

    r = Recording();
    r.minor = 0;
    r.keys = KeyLayout::kFull;
    options.seconds = 0.3;
    options.smooth = true;
    AddMotion(options, r);
    Valid("v10-full.smooth", "1.0 with Hermite tangents, as an editor makes it",
          r);
  }

  void AddValidParts() {
    Valid("nothing", "1.1 without any part: 23 bytes", Nothing());
    Valid("camera-no-keys", "1.1 with a camera, but no keys", Camera());

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
      Valid(name, title, r);
    }

    MotionOptions options;
    options.seed = 20;
    options.seconds = 0.5;
    options.rate = 60;
    options.position_tolerance = options.rotation_tolerance = 0;
    Recording camera;
    AddMotion(options, camera);
    Valid("unthinned", "Camera only, every frame kept", camera);

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
    Valid("hands-come-and-go",
          "One hand comes late, one is lost early, inner joints untracked",
          hands);

    options = MotionOptions();
    options.start = -1.5;
    options.rate = 30;
    Recording negative;
    negative.presence = {1, 0, 1};
    AddMotion(options, negative);
    negative.markers = {{-1.25f, "before zero", {}}, {0.25f, "after", {}}};
    Valid("negative-times", "Key and marker times from -1.5 s to 0.5 s",
          negative);
  }

  void AddValidCurves() {
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
      Valid(half == 0 ? "wrap-modes-1" : "wrap-modes-2",
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
      Valid("wrap-modes-boolean", "Boolean curves that loop and ping-pong", r);
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

    Valid("weighted-modes", "Every pair of weighted modes at a segment's ends",
          three_curves([&] {
            Keys keys = random_keys(kModes.size());
            for (size_t i = 0; i < keys.size(); ++i) {
              keys[i].weighted_mode = kModes[i];
            }
            return keys;
          }));
    Valid("weights-inside", "Weights inside (0, 1) on both sides",
          three_curves([&] { return random_keys(24); }));
    Valid("weights-extreme", "Weights 0 and 1 in all four pairs",
          three_curves([&] {
            Keys keys = random_keys(9);
            for (size_t i = 0; i < keys.size(); ++i) {
              keys[i].in_weight = (i & 1) != 0 ? 1.0f : 0.0f;
              keys[i].out_weight = (i & 2) != 0 ? 1.0f : 0.0f;
            }
            return keys;
          }));
    Valid("hermite", "No weights in use: cubic Hermite segments",
          three_curves([&] {
            Keys keys = random_keys(12);
            for (Keyframe& key : keys) {
              key.weighted_mode = 0;
              key.in_weight = key.out_weight = 1.0f / 3.0f;
            }
            return keys;
          }));
    Valid("infinite-tangents", "Steps: infinite tangents of either sign",
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
    Valid("one-key", "A camera of one key a curve, looping around it", one_key);

    Recording near_keys;
    for (size_t c = 0; c < 3; ++c) {
      Keys& keys = near_keys.curves[c].keys;
      for (uint32_t i = 0; i < 8; ++i) {
        // Consecutive floats from 1000 s on.
        const float t = std::bit_cast<float>(0x447a0000u + i);
        keys.push_back({.time = t, .value = (i & 1) != 0 ? 1.0f : 0.0f});
      }
    }
    Valid("neighbouring-times", "Keys at consecutive floats near 1000 s",
          near_keys);

    Recording extreme;
    extreme.curve(kCameraX).keys = {{.time = -0.0f, .value = 1e-45f},
                                    {.time = 1e-45f, .value = -0.0f},
                                    {.time = 1e-38f, .value = 1e-39f},
                                    {.time = 1e30f, .value = 3e38f}};
    Valid("extreme-values", "Denormal, huge and negative-zero floats", extreme);
  }

  void AddValidMarkers() {
    Recording r = Nothing();
    AddUsualMarkers(r);
    Valid("markers", "Three markers, one of them in several scripts", r);

    r.markers.clear();
    for (std::string_view name :
         {"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5",      // Greek
          "\xd9\x85\xd8\xb1\xd8\xad\xd8\xa8\xd8\xa7",          // Arabic
          "\xe6\x89\x8b\xe3\x82\x92\xe6\x8c\xaf\xe3\x82\x8b",  // Japanese
          "\xf0\x9f\x91\x8b\xf0\x9f\x8f\xbd",                  // emoji
          "e\xcc\x81",                                         // combining
          "\xef\xbb\xbf"
          "mark",                         // U+FEFF
          "\t\"\\\r\n\x1b[31m</script>",  // for printers
          // The last and first code points of each encoded length, those
          // around the surrogates, and noncharacters.
          "\x01\x7f", "\xc2\x80\xdf\xbf", "\xe0\xa0\x80\xef\xbf\xbf",
          "\xed\x9f\xbf\xee\x80\x80", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf",
          "\xef\xb7\x90\xef\xbf\xbe"}) {
      r.markers.push_back({1, std::string(name), {}});
    }
    Valid("marker-names-unicode", "Names at every border of UTF-8, at one time",
          r);

    r.markers = {{0, "", {}}, {0, "", {}}, {1, "", {}}};
    Valid("marker-names-empty", "Names of no bytes", r);

    r.markers.clear();
    for (size_t length : {127, 128, 300, 16383, 16384}) {
      r.markers.push_back({1, std::string(length, 'x'), {}});
    }
    Valid("marker-names-long",
          "Names whose lengths take one, two and three bytes", r);

    r.markers.clear();
    for (int i = 0; i < 300; ++i) {
      r.markers.push_back(
          {static_cast<float>(i) * 0.125f, absl::StrCat("marker ", i), {}});
    }
    Valid("markers-many", "300 markers", r);

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
    Valid("v10-tips-only", "1.0 with wrists, palms and fingertips", ten);
  }

  // ---- The file as a whole
  // ---------------------------------------------------

  void AddFormat() {
    const auto unknown = [&](std::string_view variant, std::string_view title,
                             std::string_view text) {
      Damaged("invalid", "FORMAT_UNKNOWN", variant, title,
              std::vector<uint8_t>(text.begin(), text.end()),
              {0, std::min<uint64_t>(text.size(), 8), "file"});
    };
    unknown("", "An empty file", "");
    unknown("text", "A text file", "This is no animation.\n");
    unknown("zeros", "Sixteen zero bytes",
            Bytes("\0\0\0\0\0\0\0\0"
                  "\0\0\0\0\0\0\0\0"));
    unknown("three-bytes-wrong", "The magic with three wrong bytes",
            Bytes("\0\0\0\x0f\x6e\xaf\x8f\x6a\x01\0\0\0\x01\0\0\0\0\0\0"));
    unknown("second-byte", "The magic without its first byte",
            Bytes("\x42\x9e\x0f\x6e\xaf\x8f\x6a\x01\0\0\0\x01\0\0\0\0\0\0"));
  }

  void AddHeader() {
    const Written sound = Write(Nothing());
    const auto magic = [&](std::string_view variant, std::string_view title,
                           auto&& damage) {
      Written file = sound;
      damage(file.bytes);
      Invalid("MAGIC_MISMATCH", variant, title, file, file.Header("magic"));
    };
    magic("", "One bit of the magic is flipped",
          [](auto& bytes) { bytes[3] ^= 0x10; });
    magic("last-byte", "The last byte of the magic is wrong",
          [](auto& bytes) { bytes[7] = 0; });
    magic("two-bytes", "Two bytes of the magic are wrong", [](auto& bytes) {
      bytes[0] = 'M';
      bytes[1] = 'Z';
    });
    magic("reversed", "The magic's bytes are reversed: big-endian",
          [](auto& bytes) { std::reverse(bytes.begin(), bytes.begin() + 8); });

    const auto version = [&](std::string_view variant, int32_t major,
                             int32_t minor) {
      Recording r = Nothing();
      r.major = major;
      r.minor = minor;
      const Written file = Write(r);
      Invalid("VERSION_UNSUPPORTED", variant,
              absl::StrCat("Version ", major, ".", minor), file,
              file.Header(major != 1 ? "majorVersion" : "minorVersion"));
    };
    version("", 1, 2);
    version("major-2", 2, 0);
    version("major-0", 0, 1);
    version("major-negative", -1, 1);
    version("minor-negative", 1, -1);
    version("int-max", kIntMax, kIntMax);
    version("big-endian", 0x01000000, 0x01000000);
    {
      // Another program's file: the magic, and then at once its data.
      Written file = sound;
      file.bytes.resize(8);
      for (float f : {0.5f, 1.6f, 0.0f}) {
        const auto bits = std::bit_cast<uint32_t>(f);
        for (int shift = 0; shift < 32; shift += 8) {
          file.bytes.push_back(static_cast<uint8_t>(bits >> shift));
        }
      }
      Invalid("VERSION_UNSUPPORTED", "no-version",
              "The magic is followed by data instead of a version", file,
              file.Header("majorVersion"));
    }

    for (size_t part = 0; part < 3; ++part) {
      constexpr std::array<std::string_view, 3> kNames = {"camera", "hands",
                                                          "gaze"};
      Recording r = Nothing();
      if (part == 1) r = MovingHands();
      if (part == 2) AddGaze(0.5f, r);
      r.presence[part] = part == 0 ? 2 : part == 1 ? 0xff : 0x80;
      const Written file = Write(r);
      Warning("PRESENCE_BYTE_UNUSUAL", part == 0 ? "" : kNames[part],
              absl::StrCat("A presence byte of ", r.presence[part]), file,
              file.Presence(part));
    }
  }

  // Cuts the file so that `kept` bytes of the field at `place` remain.
  void Cut(std::string_view code, std::string_view variant,
           std::string_view title, Written file, const Place& place,
           uint64_t kept) {
    file.bytes.resize(place.offset + kept);
    Invalid(code, variant, title, file, {place.offset, kept, place.path});
  }

  void AddTruncated() {
    constexpr std::string_view kCode = "FILE_TRUNCATED";
    const Written nothing = Write(Nothing());
    Cut(kCode, "magic-1", "One byte of the magic", nothing,
        nothing.Header("magic"), 1);
    Cut(kCode, "magic-7", "Seven bytes of the magic", nothing,
        nothing.Header("magic"), 7);
    Cut(kCode, "major-0", "Cut after the magic", nothing,
        nothing.Header("majorVersion"), 0);
    Cut(kCode, "major-2", "Cut inside the major version", nothing,
        nothing.Header("majorVersion"), 2);
    Cut(kCode, "minor-0", "Cut after the major version", nothing,
        nothing.Header("minorVersion"), 0);
    Cut(kCode, "minor-3", "Cut inside the minor version", nothing,
        nothing.Header("minorVersion"), 3);
    Cut(kCode, "presence-camera", "Cut after the header", nothing,
        nothing.Presence(0), 0);
    Cut(kCode, "presence-hands", "Cut after the first presence byte", nothing,
        nothing.Presence(1), 0);
    Cut(kCode, "presence-gaze", "Cut after the second presence byte", nothing,
        nothing.Presence(2), 0);

    const Written camera = Write(Camera());
    Cut(kCode, "", "Cut inside a pre-wrap mode", camera,
        camera.CurveField(kCameraX, "preWrap"), 3);
    Cut(kCode, "pre-wrap-0", "Cut after the presence bytes", camera,
        camera.CurveField(kCameraX, "preWrap"), 0);
    Cut(kCode, "between-curves", "Cut between two curves", camera,
        camera.CurveField(kCameraY, "preWrap"), 0);
    Cut(kCode, "post-wrap", "Cut inside a post-wrap mode", camera,
        camera.CurveField(kCameraX, "postWrap"), 1);
    Cut(kCode, "key-count", "Cut inside a key count", camera,
        camera.CurveField(kCameraRotationW, "keyCount"), 2);
    Cut(kCode, "marker-count", "Cut inside the marker count", camera,
        camera.MarkerCount(), 2);

    const Written hands = Write(Hands());
    Cut(kCode, "boolean-curve", "Cut inside a boolean curve's header", hands,
        hands.CurveField(kLeftTracked, "keyCount"), 1);
    Recording r;
    r.presence = {0, 0, 1};
    const Written gaze = Write(r);
    Cut(kCode, "gaze", "Cut inside a gaze curve's header", gaze,
        gaze.CurveField(CurveSlot::Gaze(mrtk::kDirectionZ), "postWrap"), 2);
    r = Recording();
    r.minor = 0;
    r.keys = KeyLayout::kFull;
    const Written ten = Write(r);
    Cut(kCode, "v10", "A 1.0 file cut after its version", ten,
        ten.CurveField(kCameraX, "preWrap"), 0);

    // The first name is long, so that the count itself is not too large.
    r = Nothing();
    r.markers = {{0, "a long first name", {}}, {1, "second", {}}};
    const Written markers = Write(r);
    Cut(kCode, "marker-time", "Cut inside a marker's time", markers,
        markers.MarkerTime(1), 2);
    Cut(kCode, "marker-time-0", "Cut before a marker's time", markers,
        markers.MarkerTime(1), 0);
    // A length is missing as a whole, whatever there is of it.
    Cut(kCode, "name-length", "Cut before the length of a name", markers,
        markers.MarkerLength(1), 0);
    r.markers[1].length_bytes = "\xff\xff";
    const Written half_length = Write(r);
    {
      Written file = half_length;
      const Place length = file.MarkerLength(1);
      file.bytes.resize(length.offset + length.length);
      Invalid(kCode, "name-length-half", "Cut inside the length of a name",
              file, {length.offset + length.length, 0, length.path});
    }
  }

  // ---- Counts
  // ----------------------------------------------------------------

  void AddCount(std::string_view code, std::string_view variant,
                std::string_view title, Recording r, CurveSlot slot,
                int32_t count) {
    r.curve(slot).declared_count = count;
    const Written file = Write(r);
    Invalid(code, variant, title, file, file.CurveField(slot, "keyCount"));
  }

  void AddCounts() {
    constexpr std::string_view kNegative = "KEY_COUNT_NEGATIVE";
    AddCount(kNegative, "", "-1 keys", Camera(), kCameraX, -1);
    AddCount(kNegative, "int-min", "-2147483648 keys", Camera(), kCameraX,
             kIntMin);
    AddCount(kNegative, "last-curve", "-1 keys in the last curve", Camera(),
             kCameraRotationW, -1);

    constexpr std::string_view kTooLarge = "KEY_COUNT_TOO_LARGE";
    AddCount(kTooLarge, "", "One key more than the file holds", Camera(),
             kCameraRotationW, 1);
    AddCount(kTooLarge, "int-max", "2147483647 keys", Camera(), kCameraX,
             kIntMax);
    AddCount(kTooLarge, "wraps-8", "2^29 keys of 8 bytes: 0 in 32 bits",
             Camera(), kCameraX, 1 << 29);
    AddCount(kTooLarge, "wraps-28-auto",
             "153391690 keys, which are 24 bytes in 32 bits if full", Camera(),
             kCameraX, 153391690);

    Recording ten;
    ten.minor = 0;
    ten.keys = KeyLayout::kFull;
    for (const auto& [variant, count] :
         {std::pair<const char*, int32_t>{"v10-int-max", kIntMax},
          {"v10-wraps-28", 153391690}}) {
      Recording r = ten;
      r.curve(kCameraX).declared_count = count;
      Written file = Write(r);
      file.bytes.resize(16 + 12 + 24);
      Invalid(kTooLarge, variant,
              absl::StrCat(count, " keys in a 1.0 file, 24 bytes follow"), file,
              file.CurveField(kCameraX, "keyCount"));
    }
    {
      // Cut inside a key: the count is what shows it.
      const Keys keys = {{.time = 0, .value = 0}, {.time = 1, .value = 1}};
      Written file = Write(CameraKeys(keys, KeyLayout::kCompact));
      const Place value = file.KeyField(kCameraX, 1, "value");
      file.bytes.resize(value.offset + 2);
      Invalid(kTooLarge, "cut-in-key", "Cut inside a key's value", file,
              file.CurveField(kCameraX, "keyCount"));
    }
    {
      Recording r = Hands();
      r.curve(kLeftTracked).declared_count = kIntMax;
      Written file = Write(r);
      file.bytes.resize(file.curve_begin(kLeftTracked) + 12);
      Invalid(kTooLarge, "boolean", "2147483647 keys in a boolean curve", file,
              file.CurveField(kLeftTracked, "keyCount"));
    }
    {
      Recording r;
      r.curve(kCameraRotationW).keys = {{.time = 0, .value = 1}};
      const Written file = Write(r);
      Invalid(kTooLarge, "forced-full", "A compact key, read as a full one",
              file, file.CurveField(kCameraRotationW, "keyCount"));
      files_.back().layout = "full";
    }

    constexpr std::string_view kMarkersNegative = "MARKER_COUNT_NEGATIVE";
    constexpr std::string_view kMarkersTooLarge = "MARKER_COUNT_TOO_LARGE";
    const auto markers = [&](std::string_view code, std::string_view variant,
                             std::string_view title, int32_t count,
                             std::vector<RawMarker> list) {
      Recording r = Nothing();
      r.markers = std::move(list);
      r.declared_marker_count = count;
      const Written file = Write(r);
      Invalid(code, variant, title, file, file.MarkerCount());
    };
    markers(kMarkersNegative, "", "-1 markers", -1, {});
    markers(kMarkersNegative, "int-min", "-2147483648 markers", kIntMin, {});
    markers(kMarkersTooLarge, "", "One marker that is not there", 1, {});
    markers(kMarkersTooLarge, "plus-1", "Two markers of which one is there", 2,
            {{1, "m", {}}});
    markers(kMarkersTooLarge, "wraps",
            "858993460 markers: 4 bytes in 32 bits, and 8 follow", 858993460,
            {{1, "xyz", {}}});
  }

  // ---- Markers
  // ---------------------------------------------------------------

  // One marker with these bytes for its name's length.
  static Recording LengthBytes(std::string bytes, std::string name) {
    Recording r = Nothing();
    r.markers = {{1, std::move(name), std::move(bytes)}};
    return r;
  }

  void AddMarkerStructure() {
    const auto add = [&](std::string_view code, std::string_view variant,
                         std::string_view title, std::string bytes,
                         std::string name) {
      const Written file =
          Write(LengthBytes(std::move(bytes), std::move(name)));
      const bool warning = code == "MARKER_NAME_LENGTH_PADDED";
      Damaged(warning ? "warnings" : "invalid", code, variant, title,
              file.bytes, file.MarkerLength(0));
    };
    add("MARKER_NAME_LENGTH_MALFORMED", "",
        "A length of five bytes that all announce another",
        "\xff\xff\xff\xff\xff", "");
    add("MARKER_NAME_LENGTH_MALFORMED", "six-bytes",
        "A length of 1, padded to six bytes", "\x81\x80\x80\x80\x80",
        Bytes("\0a"));
    add("MARKER_NAME_LENGTH_TOO_LARGE", "", "A length of 2^31",
        "\x80\x80\x80\x80\x08", "");
    add("MARKER_NAME_LENGTH_TOO_LARGE", "minus-1", "A length of -1, as int32",
        "\xff\xff\xff\xff\x0f", "");
    add("MARKER_NAME_LENGTH_TOO_LARGE", "overflow-bits",
        "A length of 3, and bits above the 32nd", "\x83\x80\x80\x80\x70",
        "abc");
    add("MARKER_NAME_PAST_END", "", "A length one byte past the end", "\x04",
        "abc");
    add("MARKER_NAME_PAST_END", "int-max", "A length of 2147483647",
        "\xff\xff\xff\xff\x07", "abc");
    add("MARKER_NAME_LENGTH_PADDED", "", "A length of 3 in two bytes",
        Bytes("\x83\x00"), "abc");
    add("MARKER_NAME_LENGTH_PADDED", "five-bytes",
        "A length of 3 in five bytes", Bytes("\x83\x80\x80\x80\x00"), "abc");
    add("MARKER_NAME_LENGTH_PADDED", "zero", "A length of 0 in five bytes",
        Bytes("\x80\x80\x80\x80\x00"), "");
    {
      Recording r = Nothing();
      r.markers = {{1, "first", {}}, {2, "second", {}}};
      Written file = Write(r);
      const Place name = file.MarkerName(1, 0, 6);
      file.bytes.resize(name.offset + 3);
      Invalid("MARKER_NAME_PAST_END", "cut", "Cut inside a name", file,
              file.MarkerLength(1));
    }

    constexpr std::string_view kTrailing = "TRAILING_BYTES";
    const auto trailing = [&](std::string_view variant, std::string_view title,
                              Recording r, std::string bytes) {
      r.trailing = std::move(bytes);
      const Written file = Write(r);
      Invalid(kTrailing, variant, title, file,
              {file.end(), file.bytes.size() - file.end(), "end"});
    };
    trailing("", "One byte after the end", Nothing(), "x");
    trailing("zeros", "Padded with zeros to 64 bytes", Nothing(),
             std::string(64 - 23, '\0'));
    trailing("newline", "A newline after a camera", Camera(), "\r\n");
    Recording marked = Nothing();
    marked.markers = {{1, "m", {}}};
    trailing("after-markers", "Four zero bytes after the last marker", marked,
             Bytes("\0\0\0\0"));
    trailing("marker-count-zero", "A marker, though the count says none",
             Nothing(), Bytes("\0\0\x80\x3f\x01m"));
  }

  void AddMarkerContent() {
    constexpr std::string_view kNotFinite = "MARKER_TIME_NOT_FINITE";
    const auto times = [](std::vector<float> list) {
      Recording r = Nothing();
      for (float t : list) r.markers.push_back({t, "m", {}});
      return Write(r);
    };
    Written file = times({kNan});
    Invalid(kNotFinite, "", "A marker at NaN", file, file.MarkerTime(0));
    file = times({0, kNan, 1});
    Invalid(kNotFinite, "middle", "NaN between two markers", file,
            file.MarkerTime(1));
    file = times({0, kInfinity});
    Invalid(kNotFinite, "infinity", "A marker at infinity", file,
            file.MarkerTime(1));
    file = times({-kInfinity, 0});
    Invalid(kNotFinite, "minus-infinity", "A marker at minus infinity", file,
            file.MarkerTime(0));

    file = times({2, 1});
    Warning("MARKER_TIME_DECREASING", "", "Markers out of order", file,
            file.MarkerTime(1));

    // Bytes that are not UTF-8, and the place of the first ill-formed part in
    // the name: a whole sequence whose bytes fit together but encode nothing,
    // else as much as there is of it.
    struct Text {
      const char* variant;
      const char* title;
      std::string name;
      size_t from;
      size_t length;
    };
    const Text kTexts[] = {
        {"", "0xff and 0xfe", "a\xff\xfez", 1, 1},
        {"fe", "0xfe", "\xfe", 0, 1},
        {"continuation-80", "A continuation byte alone", "a\x80z", 1, 1},
        {"continuation-bf", "A continuation byte first", "\xbf", 0, 1},
        {"overlong-2", "NUL in two bytes: c0 80", "\xc0\x80", 0, 2},
        {"overlong-2-c1", "DEL in two bytes: c1 bf", "\xc1\xbf", 0, 2},
        {"overlong-3", "A slash in three bytes: e0 80 af", "\xe0\x80\xaf", 0,
         3},
        {"overlong-3-max", "U+07FF in three bytes", "\xe0\x9f\xbf", 0, 3},
        {"overlong-4", "A slash in four bytes: f0 80 80 af", "\xf0\x80\x80\xaf",
         0, 4},
        {"overlong-4-max", "U+FFFF in four bytes", "\xf0\x8f\xbf\xbf", 0, 4},
        {"surrogate-first", "U+D800", "\xed\xa0\x80", 0, 3},
        {"surrogate-last", "U+DFFF", "\xed\xbf\xbf", 0, 3},
        {"surrogate-pair", "An emoji as two surrogates: CESU-8",
         "\xed\xa0\xbd\xed\xb1\x8b", 0, 3},
        {"above-10ffff", "U+110000", "\xf4\x90\x80\x80", 0, 4},
        {"f5", "0xf5, which begins no character", "\xf5\x80\x80\x80", 0, 4},
        {"five-bytes", "A five-byte form", "\xf8\x88\x80\x80\x80", 0, 1},
        {"six-bytes", "A six-byte form", "\xfc\x84\x80\x80\x80\x80", 0, 1},
        {"cut-2", "A two-byte character cut at the end", "a\xc3", 1, 1},
        {"cut-3", "A three-byte character cut at the end", "a\xe2\x82", 1, 2},
        {"cut-4", "A four-byte character cut at the end", "a\xf0\x9f\x91", 1,
         3},
        {"broken-2", "A two-byte character broken off by a letter", "\xc3z", 0,
         1},
        {"broken-3", "A three-byte character broken off by a letter",
         "\xe2\x82z", 0, 2},
        {"broken-4", "A four-byte character broken off by a letter",
         "\xf0\x9f\x91z", 0, 3},
        {"late", "A stray byte after 40 good ones",
         "0123456789012345678901234567890123456789\x90", 40, 1},
        {"latin-1", "Latin-1", "gr\xfc\xdf", 2, 1},
    };
    for (const Text& text : kTexts) {
      Recording r = Nothing();
      r.markers = {{1, text.name, {}}};
      file = Write(r);
      Invalid("MARKER_NAME_NOT_UTF8", text.variant, text.title, file,
              file.MarkerName(0, text.from, text.length));
    }

    Recording r = Nothing();
    r.markers = {{1, Bytes("a\0b"), {}}};
    file = Write(r);
    Warning("MARKER_NAME_HAS_NUL", "", "A name with a NUL in it", file,
            file.MarkerName(0, 1, 1));
    r.markers = {{1, Bytes("\0"), {}}};
    file = Write(r);
    Warning("MARKER_NAME_HAS_NUL", "only", "A name that is a NUL", file,
            file.MarkerName(0, 0, 1));
  }

  // ---- Curves
  // ----------------------------------------------------------------

  void AddWrapModes() {
    for (const auto& [variant, field, mode] :
         {std::tuple<const char*, const char*, int32_t>{"", "preWrap", 3},
          {"5", "postWrap", 5},
          {"16", "postWrap", 16},
          {"negative", "preWrap", -3},
          {"int-max", "postWrap", kIntMax},
          {"two-bits", "preWrap", 6}}) {
      Recording r;
      RawCurve& curve = r.curve(kCameraX);
      (field == std::string_view("preWrap") ? curve.pre_wrap
                                            : curve.post_wrap) = mode;
      const Written file = Write(r);
      Invalid("WRAP_MODE_UNKNOWN", variant, absl::StrCat("Wrap mode ", mode),
              file, file.CurveField(kCameraX, field));
    }
  }

  // A camera of which position.x has compact keys at these times.
  static Written AtTimes(const std::vector<float>& times) {
    Keys keys;
    float value = 0;
    for (float t : times) {
      keys.push_back({.time = t, .value = value});
      value += 0.5f;
    }
    return Write(CameraKeys(std::move(keys), KeyLayout::kCompact));
  }

  void AddKeyTimes() {
    struct Times {
      const char* code;
      const char* variant;
      const char* title;
      std::vector<float> times;
      size_t key;
      uint64_t count;
    };
    constexpr const char* kNotFinite = "KEY_TIME_NOT_FINITE";
    constexpr const char* kDecreasing = "KEY_TIME_DECREASING";
    constexpr const char* kDuplicate = "KEY_TIME_DUPLICATE";
    const Times kTimes[] = {
        {kNotFinite, "", "A key at NaN", {kNan}, 0, 1},
        {kNotFinite, "middle", "NaN between two keys", {0, kNan, 1}, 1, 1},
        {kNotFinite,
         "negative-nan",
         "A NaN with its sign set",
         {0, kNegativeNan},
         1,
         1},
        {kNotFinite,
         "infinity",
         "The last key at infinity",
         {0, kInfinity},
         1,
         1},
        {kNotFinite,
         "minus-infinity",
         "The first key at minus infinity",
         {-kInfinity, 0},
         0,
         1},
        {kNotFinite,
         "three",
         "NaN at three keys of five",
         {0, kNan, 1, kNan, kNan},
         1,
         3},
        {kDecreasing, "", "Two keys in the wrong order", {1, 0}, 1, 1},
        {kDecreasing,
         "by-one-ulp",
         "A key earlier by the least possible",
         {1, 0.99999994f},
         1,
         1},
        {kDecreasing,
         "all",
         "Five keys in reverse order",
         {4, 3, 2, 1, 0},
         1,
         4},
        {kDuplicate, "", "Two keys at one time", {1, 1}, 1, 1},
        {kDuplicate, "zeros", "Keys at -0 and 0", {-0.0f, 0}, 1, 1},
        {kDuplicate, "three", "Three keys at one time", {1, 1, 1, 2}, 1, 2},
    };
    for (const Times& t : kTimes) {
      const Written file = AtTimes(t.times);
      const bool warning = t.code == std::string_view(kDuplicate);
      Damaged(warning ? "warnings" : "invalid", t.code, t.variant, t.title,
              file.bytes, file.KeyField(kCameraX, t.key, "time"), t.count);
    }

    // The end of the recording is where the other curves end.
    Recording r = CameraKeys({{.time = 0}, {.time = kInfinity, .value = 1}},
                             KeyLayout::kCompact);
    r.curve(kCameraY).keys = {{.time = 0}, {.time = 1, .value = 1}};
    Written file = Write(r);
    Invalid(kNotFinite, "infinite-end", "One curve of two ends at infinity",
            file, file.KeyField(kCameraX, 1, "time"));

    r = MovingHands();
    r.curve(kRightPinch).keys = {{.time = 0, .value = 0},
                                 {.time = kNan, .value = 1}};
    file = Write(r);
    Invalid(kNotFinite, "boolean", "A boolean curve's key at NaN", file,
            file.KeyField(kRightPinch, 1, "time"));
    r.curve(kRightPinch).keys[1].time = -1;
    file = Write(r);
    Invalid(kDecreasing, "boolean", "A boolean curve's keys out of order", file,
            file.KeyField(kRightPinch, 1, "time"));
  }

  void AddKeyFields() {
    const Keys good = {{.time = 0, .value = 0}, {.time = 1, .value = 1}};
    // position.x with a full key 1 that `damage` has changed.
    const auto full = [&](std::string_view code, std::string_view variant,
                          std::string_view title, std::string_view field,
                          auto&& damage) {
      Keys keys = good;
      damage(keys[1]);
      const Written file = Write(CameraKeys(std::move(keys), KeyLayout::kFull));
      const bool warning = code == "KEY_WEIGHT_OUT_OF_RANGE";
      Damaged(warning ? "warnings" : "invalid", code, variant, title,
              file.bytes, file.KeyField(kCameraX, 1, field));
    };

    constexpr std::string_view kValue = "KEY_VALUE_NOT_FINITE";
    for (const auto& [variant, value] :
         {std::pair<const char*, float>{"", kNan},
          {"infinity", kInfinity},
          {"minus-infinity", -kInfinity}}) {
      Keys keys = good;
      keys[1].value = value;
      const Written file =
          Write(CameraKeys(std::move(keys), KeyLayout::kCompact));
      Invalid(kValue, variant, "A key without a finite value", file,
              file.KeyField(kCameraX, 1, "value"));
    }
    full(kValue, "full", "A full key whose value is NaN", "value",
         [](Keyframe& k) { k.value = kNan; });

    constexpr std::string_view kTangent = "KEY_TANGENT_NAN";
    full(kTangent, "", "The in tangent is NaN", "inTangent",
         [](Keyframe& k) { k.in_tangent = kNan; });
    full(kTangent, "out", "The out tangent is NaN", "outTangent",
         [](Keyframe& k) { k.out_tangent = kNegativeNan; });

    constexpr std::string_view kWeight = "KEY_WEIGHT_NAN";
    full(kWeight, "", "The in weight is NaN", "inWeight",
         [](Keyframe& k) { k.in_weight = kNan; });
    full(kWeight, "out", "The out weight is NaN", "outWeight",
         [](Keyframe& k) { k.out_weight = kNan; });
    full(kWeight, "unused", "A weight that is not in use is NaN", "inWeight",
         [](Keyframe& k) {
           k.in_weight = kNan;
           k.weighted_mode = 0;
         });

    constexpr std::string_view kRange = "KEY_WEIGHT_OUT_OF_RANGE";
    full(kRange, "", "An in weight of 1.5", "inWeight",
         [](Keyframe& k) { k.in_weight = 1.5f; });
    full(kRange, "negative", "An out weight of -0.5", "outWeight",
         [](Keyframe& k) { k.out_weight = -0.5f; });
    full(kRange, "just-above", "A weight of the float after 1", "inWeight",
         [](Keyframe& k) { k.in_weight = 1.0000001f; });
    full(kRange, "infinite", "An infinite weight on a tangent of 0", "inWeight",
         [](Keyframe& k) { k.in_weight = kInfinity; });

    constexpr std::string_view kMode = "WEIGHTED_MODE_UNKNOWN";
    full(kMode, "", "Weighted mode 4", "weightedMode",
         [](Keyframe& k) { k.weighted_mode = 4; });
    full(kMode, "negative", "Weighted mode -1", "weightedMode",
         [](Keyframe& k) { k.weighted_mode = -1; });
    full(kMode, "int-max", "Weighted mode 2147483647", "weightedMode",
         [](Keyframe& k) { k.weighted_mode = kIntMax; });

    {
      Keys keys = good;
      keys[0].out_tangent = kMaxFloat;
      keys[1].time = 100;
      for (Keyframe& key : keys) {
        key.weighted_mode = 0;
        key.in_weight = key.out_weight = 1.0f / 3.0f;
      }
      const Written file = Write(CameraKeys(std::move(keys), KeyLayout::kFull));
      Warning("CURVE_OVERFLOWS", "", "A tangent that leads beyond all floats",
              file, file.KeyField(kCameraX, 0, "outTangent"));
    }

    const auto boolean = [&](std::string_view code, std::string_view variant,
                             std::string_view title, float value) {
      Recording r = MovingHands();
      r.curve(kRightPinch).keys = {{.time = 0, .value = 0},
                                   {.time = 0.5f, .value = value}};
      const Written file = Write(r);
      Damaged(code == kValue ? "invalid" : "warnings", code, variant, title,
              file.bytes, file.KeyField(kRightPinch, 1, "value"));
    };
    boolean("BOOLEAN_VALUE_UNUSUAL", "", "A pinch of one half", 0.5f);
    boolean("BOOLEAN_VALUE_UNUSUAL", "minus-1", "A pinch of -1", -1);
    boolean("BOOLEAN_VALUE_UNUSUAL", "nearly-1",
            "A pinch of the float before 1", 0.99999994f);
    boolean(kValue, "boolean", "A pinch of NaN", kNan);
  }

  // ---- What it means
  // ---------------------------------------------------------

  // Which the warnings about a hand or the gaze refer to: all joint curves of
  // the hand, or all curves of the gaze.
  static Place HandPlace(const Written& file, Handedness hand) {
    const CurveSlot first = CurveSlot::Joint(hand, 0, mrtk::kPositionX);
    const size_t next = first.index() + mrtk::kJointCount * mrtk::kPoseCurves;
    const uint64_t begin = file.curve_begin(first);
    return {begin, file.curve_begin(CurveSlot(next)) - begin,
            hand == Handedness::kLeft ? "hands.left" : "hands.right"};
  }
  static Place GazePlace(const Written& file) {
    const uint64_t begin = file.curve_begin(CurveSlot(CurveSlot::kGaze));
    return {begin, file.curves_end() - begin, "gaze"};
  }

  void AddMeaning() {
    AddRotations();
    AddTails();

    constexpr std::string_view kNoHand = "HAND_WITHOUT_KEYS";
    constexpr std::string_view kStillHand = "HAND_NEVER_CHANGES";
    for (Handedness hand : mrtk::kHands) {
      const bool left = hand == Handedness::kLeft;
      const std::string_view variant = left ? "" : "right";
      const Handedness other = left ? Handedness::kRight : Handedness::kLeft;
      Recording r = Hands();
      AddWrist(other, 0.25f, r);
      Written file = Write(r);
      Warning(kNoHand, variant,
              left ? "The left hand has no keys" : "The right hand has no keys",
              file, HandPlace(file, hand));
      AddWrist(hand, 0, r);
      file = Write(r);
      Warning(kStillHand, variant,
              left ? "The left hand keeps still" : "The right hand keeps still",
              file, HandPlace(file, hand));
    }
    {
      // As recorders write it for a hand that is never tracked.
      Recording r = MovingHands();
      r.curve(kLeftTracked).keys = {{.time = 0, .value = 0}};
      for (size_t joint = 1; joint < mrtk::kJointCount; ++joint) {
        for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
          const auto component = static_cast<mrtk::PoseComponent>(c);
          r.curve(CurveSlot::Joint(Handedness::kLeft, joint, component))
              .keys = {{.time = 0, .value = 0}, {.time = 1, .value = 0}};
        }
      }
      const Written file = Write(r);
      Warning(kStillHand, "zeros", "All values of a hand are zero", file,
              HandPlace(file, Handedness::kLeft));
    }

    Recording r = Nothing();
    r.presence = {0, 0, 1};
    Written file = Write(r);
    Warning("GAZE_WITHOUT_KEYS", "", "Gaze without keys", file,
            GazePlace(file));
    AddGaze(0, r);
    file = Write(r);
    Warning("GAZE_NEVER_CHANGES", "", "Gaze that keeps still", file,
            GazePlace(file));

    // The smallest files with all parts have several findings.
    r = Recording();
    r.presence = {1, 1, 1};
    file = Write(r);
    CorpusFile& all_empty =
        Add("warnings", "hand-without-keys.v11-no-keys",
            "1.1 with every part, but no keys: 4763 bytes", file.bytes);
    Expect(all_empty, kNoHand, HandPlace(file, Handedness::kLeft));
    Expect(all_empty, kNoHand, HandPlace(file, Handedness::kRight));
    Expect(all_empty, "GAZE_WITHOUT_KEYS", GazePlace(file));

    r.minor = 0;
    r.keys = KeyLayout::kFull;
    file = Write(r);
    CorpusFile& ten_empty = Add("warnings", "hand-without-keys.v10-no-keys",
                                "1.0 without keys: 4688 bytes", file.bytes);
    Expect(ten_empty, kNoHand, HandPlace(file, Handedness::kLeft));
    Expect(ten_empty, kNoHand, HandPlace(file, Handedness::kRight));
  }

  // Files with more than one finding: how repeats are counted, and the order.
  void AddSeveral() {
    Recording r = Nothing();
    r.markers = {{0, "a\xff", {}},
                 {1, "fine", {}},
                 {2, "\xc0\x80", {}},
                 {3, "\xff\xff", {}}};
    Written file = Write(r);
    Invalid("MARKER_NAME_NOT_UTF8", "three-markers",
            "Three of four names are not UTF-8", file, file.MarkerName(0, 1, 1),
            3);
    r.markers = {{3, "a", {}}, {2, "b", {}}, {1, "c", {}}};
    file = Write(r);
    Warning("MARKER_TIME_DECREASING", "reversed", "Markers in reverse order",
            file, file.MarkerTime(1), 2);
    r.markers = {{0, "a", Bytes("\x81\x00")}, {0, "b", Bytes("\x81\x00")}};
    file = Write(r);
    Warning("MARKER_NAME_LENGTH_PADDED", "two", "Two padded lengths", file,
            file.MarkerLength(0), 2);

    constexpr std::string_view kWrap = "WRAP_MODE_UNKNOWN";
    r = Recording();
    r.curve(kCameraX).pre_wrap = 77;
    r.curve(kCameraX).post_wrap = -3;
    file = Write(r);
    CorpusFile& wraps = Add("invalid", "wrap-mode-unknown.both",
                            "Both wrap modes of a curve", file.bytes);
    Expect(wraps, kWrap, file.CurveField(kCameraX, "preWrap"));
    Expect(wraps, kWrap, file.CurveField(kCameraX, "postWrap"));

    // Misread bytes show first as wrap modes that are none.
    r = Recording();
    r.curve(kCameraX).post_wrap = 1000;
    r.curve(kCameraY).declared_count = -5;
    file = Write(r);
    CorpusFile& misread =
        Add("invalid", "key-count-negative.misread",
            "A wrap mode that is none, then a negative count", file.bytes);
    Expect(misread, kWrap, file.CurveField(kCameraX, "postWrap"));
    Expect(misread, "KEY_COUNT_NEGATIVE",
           file.CurveField(kCameraY, "keyCount"));

    r = Nothing();
    r.markers = {{1, "m", {}}};
    r.declared_marker_count = kIntMax;
    file = Write(r);
    Invalid("MARKER_COUNT_TOO_LARGE", "int-max",
            "2147483647 markers, of which one is there", file,
            file.MarkerCount());

    // 1.1 with full keys: still recognised when it is damaged.
    r = CameraKeys({{.time = 0, .value = 0.5f, .weighted_mode = 0},
                    {.time = 1, .value = 0.25f, .weighted_mode = 0}},
                   KeyLayout::kFull);
    r.trailing = "x";
    file = Write(r);
    Invalid("TRAILING_BYTES", "full", "One byte after a file with full keys",
            file, {file.end(), 1, "end"});
    r.trailing.clear();
    r.curve(kCameraRotationW).declared_count = 1000;
    file = Write(r);
    Invalid("KEY_COUNT_TOO_LARGE", "full",
            "Full keys, and a count that is too large after them", file,
            file.CurveField(kCameraRotationW, "keyCount"));

    // One key with every fault at once, and a second one that repeats some.
    r = CameraKeys({{.time = 5, .value = 1},
                    {.time = 4,
                     .value = kNan,
                     .in_tangent = kNan,
                     .out_tangent = kNan,
                     .in_weight = kNan,
                     .out_weight = 2,
                     .weighted_mode = -1},
                    {.time = kNan,
                     .value = kInfinity,
                     .in_weight = -1,
                     .weighted_mode = 4},
                    {.time = 6, .value = 1}},
                   KeyLayout::kFull);
    r.curve(kCameraX).post_wrap = 3;
    file = Write(r);
    CorpusFile& many =
        Add("invalid", "key-value-not-finite.many-faults",
            "Eight kinds of faults in the keys of one curve", file.bytes);
    const auto expect_key = [&](std::string_view code, size_t key,
                                std::string_view field, uint64_t count) {
      Expect(many, code, file.KeyField(kCameraX, key, field), count);
    };
    Expect(many, kWrap, file.CurveField(kCameraX, "postWrap"));
    expect_key("KEY_TIME_DECREASING", 1, "time", 1);
    expect_key("KEY_VALUE_NOT_FINITE", 1, "value", 2);
    expect_key("KEY_TANGENT_NAN", 1, "inTangent", 2);
    expect_key("KEY_WEIGHT_NAN", 1, "inWeight", 1);
    expect_key("KEY_WEIGHT_OUT_OF_RANGE", 1, "outWeight", 2);
    expect_key("WEIGHTED_MODE_UNKNOWN", 1, "weightedMode", 2);
    expect_key("KEY_TIME_NOT_FINITE", 2, "time", 1);
  }

  void AddRotations() {
    constexpr CurveSlot kRotationX = CurveSlot::Camera(mrtk::kRotationX);
    constexpr std::string_view kNotUnit = "ROTATION_NOT_UNIT";
    // Key k's values are multiplied by `factors[k]`.
    const auto scaled = [&](std::string_view variant, std::string_view title,
                            const std::vector<float>& factors, size_t first,
                            uint64_t count, KeyLayout layout) {
      Recording r;
      r.keys = layout;
      std::vector<float> times;
      for (size_t k = 0; k < factors.size(); ++k) {
        times.push_back(static_cast<float>(k));
      }
      SetCameraRotation(times, r);
      for (size_t c = 0; c < 4; ++c) {
        Keys& keys = r.curves[kRotationX.index() + c].keys;
        for (size_t k = 0; k < keys.size(); ++k) keys[k].value *= factors[k];
      }
      const Written file = Write(r);
      Warning(kNotUnit, variant, title, file,
              file.KeyField(kRotationX, first, "value"), count);
    };
    scaled("", "A quaternion of length 2", {2}, 0, 1, KeyLayout::kCompact);
    scaled("short", "A quaternion of length 0.99", {1, 0.99f}, 1, 1,
           KeyLayout::kCompact);
    scaled("two-of-four", "Two of four quaternions are not of length 1",
           {1, 0.5f, 1, 1.5f}, 1, 2, KeyLayout::kFull);

    // The w curve of a rotation about y, by n frames, cut to `left` keys; with
    // two, the last one holds the last value of z.
    const auto lost = [&](std::string_view variant, std::string_view title,
                          size_t n, size_t left) {
      Recording r;
      std::vector<float> times;
      for (size_t k = 0; k < n; ++k) {
        times.push_back(static_cast<float>(k) * 0.125f);
      }
      SetCameraRotation(times, r);
      for (size_t k = 0; k < n; ++k) {
        const double angle = 0.1 * static_cast<double>(k) - 1;
        for (size_t c = 0; c < 4; ++c) {
          const double value = c == 1   ? Sine(angle)
                               : c == 3 ? Sine(angle + 1.5707963267948966)
                                        : 0;
          r.curves[kRotationX.index() + c].keys[k].value =
              static_cast<float>(value);
        }
      }
      Keys& w = r.curve(kCameraRotationW).keys;
      if (left == 2) w[1] = {.time = times.back(), .value = 0};
      w.resize(left);
      const Written file = Write(r);
      Warning("ROTATION_W_LOST", variant, title, file,
              file.CurveField(kCameraRotationW, "keyCount"));
    };
    lost("", "24 keys for x, y and z, one for w", 24, 1);
    lost("two-keys", "24 keys for x, y and z, two for w", 24, 2);
    lost("shortest", "Two keys for x, y and z, one for w", 2, 1);
  }

  void AddTails() {
    constexpr std::string_view kCode = "CURVE_TAIL_LOST";
    const auto line = [](float until) {
      return Keys{{.time = 0, .value = 0}, {.time = until, .value = until}};
    };
    Recording r;
    for (size_t c = 0; c < 3; ++c) r.curves[c].keys = line(2);
    r.curve(kCameraY).keys = line(1.5f);
    Written file = Write(r);
    Warning(kCode, "", "A camera's y ends half a second before x and z", file,
            file.KeyField(kCameraY, 1, "time"));

    r.curve(kCameraY).keys = {{.time = 0, .value = 1}};
    file = Write(r);
    Warning(kCode, "one-key", "Only the first key of a camera's y is left",
            file, file.KeyField(kCameraY, 0, "time"));

    // The recording goes on with the gaze, but the camera stops.
    r = Recording();
    r.presence = {1, 0, 1};
    r.curve(kCameraX).keys = line(0.5f);
    AddGaze(0.5f, r);
    file = Write(r);
    Warning(kCode, "camera", "The camera ends before the recording", file,
            file.KeyField(kCameraX, 1, "time"));

    // A hand is tracked to the end, which the wrists do not reach.
    r = MovingHands();
    RawCurve& tracked = r.curve(kLeftTracked);
    tracked.keys = {{.time = 0, .value = 1}, {.time = 1.5f, .value = 0}};
    file = Write(r);
    CorpusFile& hands =
        Add("warnings", "curve-tail-lost.hands",
            "Both hands end before their tracking does", file.bytes);
    for (Handedness hand : mrtk::kHands) {
      // The curves of a pose are one finding.
      Expect(hands, kCode,
             file.KeyField(CurveSlot::Joint(hand, 1, mrtk::kPositionX), 1,
                           "time"),
             mrtk::kPoseCurves);
    }
  }

  void AddLimits() {
    const auto limited = [&](std::string_view variant, std::string_view title,
                             const Written& file, const Place& place,
                             LimitSetting limit) {
      Invalid("LIMIT_EXCEEDED", variant, title, file, place);
      files_.back().limits.push_back(std::move(limit));
    };
    Written file = Write(Nothing());
    limited("", "23 bytes, 22 allowed", file, {0, 23, "file"},
            {"file-bytes", 22});
    file = AtTimes({0, 1, 2});
    limited("keys-per-curve", "Three keys in a curve, two allowed", file,
            file.CurveField(kCameraX, "keyCount"), {"keys-per-curve", 2});
    Recording r = Nothing();
    r.markers = {{0, "a", {}}, {1, "bc", {}}, {2, "def", {}}};
    file = Write(r);
    limited("markers", "Three markers, two allowed", file, file.MarkerCount(),
            {"markers", 2});
    limited("name-bytes", "A name of three bytes, two allowed", file,
            file.MarkerLength(2), {"name-bytes", 2});
  }

  std::vector<CorpusFile> files_;
};

}  // namespace

std::vector<CorpusFile> MrtkCorpus() { return Generator().Run(); }

}  // namespace clipguard::corpus
