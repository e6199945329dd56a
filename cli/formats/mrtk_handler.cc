// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/diff/recordings.h"
#include "actions/repair/mrtk/recording.h"
#include "base/float_text.h"
#include "base/text.h"
#include "cli/formats/format_handler.h"
#include "cli/formats/mrtk_sample.h"
#include "eval/curve/curve.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/parsed/parsed_file.h"
#include "report/fields/mrtk_fields.h"
#include "report/mrtk/curves_section.h"
#include "report/mrtk/scene_section.h"

namespace clipguard::cli {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::InputAnimationView;

constexpr size_t kMarkersShown = 20;

// A summary of some curves: how many keys each has, and when.
struct KeyRange {
  size_t curves = 0;
  size_t least = 0;  // keys in a curve
  size_t most = 0;
  uint64_t keys = 0;
  float from = 0;
  float to = 0;

  void Add(const CurveView& curve) {
    least = curves == 0 ? curve.size() : std::min(least, curve.size());
    most = std::max(most, curve.size());
    ++curves;
    if (curve.empty()) return;
    const float first = curve.time(0);
    const float last = curve.time(curve.size() - 1);
    from = keys == 0 ? first : std::min(from, first);
    to = keys == 0 ? last : std::max(to, last);
    keys += curve.size();
  }

  // "730", or "64-730" if they differ.
  std::string Counts() const {
    std::string out = Grouped(least);
    if (most != least) absl::StrAppend(&out, "-", Grouped(most));
    return out;
  }
};

// A row of the table of parts.
std::string Row(std::string_view name, std::string_view first,
                std::string_view second, const KeyRange& all) {
  std::string row = absl::StrFormat("  %-26s %15s %15s", name, first, second);
  if (all.keys != 0) {
    absl::StrAppendFormat(&row, "   %s to %s", FloatText(all.from),
                          Seconds(all.to));
  }
  return row + "\n";
}

std::string VersionText(const mrtk::Version& version) {
  return absl::StrFormat("%d.%d", version.major, version.minor);
}

class MrtkFile : public OpenFile {
 public:
  MrtkFile(ParsedFile file, const ReadOptions&)
      : OpenFile(std::move(file)), view_(model<InputAnimationView>()) {}

  Summary summary() const override {
    const std::string version = VersionText(view_.version());
    const std::string layout(KeyLayoutName(view_.layout()));
    return {.version = version,
            .layout = layout,
            .text = absl::StrFormat("MRTK %s %s, %s, %s", version, layout,
                                    Count(view_.curve_count(), "curve"),
                                    Seconds(view_.Duration()))};
  }

  absl::StatusOr<TimeSpan> SampleSpan(std::string_view) const override {
    return CurveMotion(view_).span();
  }

  absl::StatusOr<std::vector<float>> KeyTimes(std::string_view,
                                              bool) const override {
    std::vector<float> times;
    ForEachCurve([&](CurveSlot, const CurveView& curve) {
      for (size_t i = 0; i < curve.size(); ++i) times.push_back(curve.time(i));
    });
    return EachOnce(std::move(times));
  }

  void WriteInfo(JsonWriter& json,
                 absl::FunctionRef<void()> between) const override {
    json.Field("duration", view_.Duration());
    json.Field("hasCamera", view_.has_camera());
    json.Field("hasHands", view_.has_hands());
    json.Field("hasGaze", view_.has_gaze());
    json.BeginArray("curves");
    ForEachCurve([&](CurveSlot slot, const CurveView& curve) {
      json.BeginObject();
      json.Field("path", slot.Path());
      json.Field("kind", slot.is_boolean() ? "bool" : "float");
      json.Field("keys", uint64_t{curve.size()});
      json.Field("preWrap", int64_t{curve.pre_wrap()});
      json.Field("postWrap", int64_t{curve.post_wrap()});
      WriteTime("firstTime", curve, 0, json);
      WriteTime("lastTime", curve, curve.size() - 1, json);
      json.EndObject();
    });
    json.EndArray();
    json.BeginArray("markers");
    auto markers = view_.markers();
    while (const auto marker = markers.Next()) {
      json.BeginObject();
      json.Field("time", marker->time);
      json.Field("name", marker->name);
      json.EndObject();
      between();
    }
    json.EndArray();
  }

  std::string InfoText(const InfoOptions& options) const override {
    KeyRange all;
    ForEachCurve([&](CurveSlot, const CurveView& curve) { all.Add(curve); });
    std::string out = absl::StrFormat(
        "  MRTK input recording, version %s, %s keys, %s marker list\n"
        "  %s, %s, %s, %s\n",
        VersionText(view_.version()), KeyLayoutName(view_.layout()),
        view_.has_marker_list() ? "with" : "without",
        Bytes(view_.bytes().size()), Seconds(view_.Duration()),
        Count(view_.curve_count(), "curve"), Count(all.keys, "key"));
    out += options.curves ? CurveTable() : PartTable();
    out += Markers();
    return out;
  }

  InfoRow TableRow() const override {
    KeyRange all;
    ForEachCurve([&](CurveSlot, const CurveView& curve) { all.Add(curve); });
    const auto left = ShareTracked(mrtk::Handedness::kLeft);
    const auto right = ShareTracked(mrtk::Handedness::kRight);
    const int hands = (left ? 1 : 0) + (right ? 1 : 0);
    return {.seconds = view_.Duration(),
            .parts = Count(static_cast<uint64_t>(hands), "hand"),
            .left_tracked = left,
            .right_tracked = right,
            .keys = all.keys};
  }

  void WriteReport(const report::SectionRequest& request,
                   report::DetailWriter& json,
                   report::Budget& budget) const override {
    report::WriteCurves(view_, request.findings, budget, json);
    report::WriteScene(view_, request, budget, json);
  }

  std::optional<double> TimeOf(const Finding& finding) const override {
    return report::MrtkTimeOf(view_, finding);
  }

  bool comparable_with_errors() const override { return true; }

  absl::Status Sample(const SampleRequest& request,
                      Output& out) const override {
    return SampleRecording(CurveMotion(view_), request, out);
  }

  bool has_rows() const override { return true; }

  absl::Status ForEachClip(const RowOptions& options,
                           VisitClip visit) const override {
    return VisitRecording(CurveMotion(view_), options, visit);
  }

  void ForEachName(
      std::string_view /*clip*/,
      absl::FunctionRef<void(std::string_view)> visit) const override {
    cli::ForEachName(CurveMotion(view_), visit);
  }

 private:
  // For how much of the time a hand is tracked; nothing if that was never
  // recorded.
  std::optional<double> ShareTracked(mrtk::Handedness hand) const {
    const CurveSlot slot = CurveSlot::Tracked(hand);
    if (!view_.has_curve(slot) || view_.curve(slot).empty()) {
      return std::nullopt;
    }
    const CurveView curve = view_.curve(slot);
    const float end = view_.Duration();
    if (!(end > 0)) return eval::SampleBoolean(curve, 0) ? 1 : 0;
    // Between two keys a state changes once at most, half way.
    std::vector<float> times;
    std::vector<double> spans;
    float last = 0;
    const auto add = [&](float to) {
      to = std::min(to, end);
      if (!(to > last)) return;
      const float half = (to - last) / 2;
      times.insert(times.end(), {last + half / 2, to - half / 2});
      spans.push_back(half);
      last = to;
    };
    for (size_t i = 0; i < curve.size(); ++i) add(curve.time(i));
    add(end);
    std::vector<float> states(times.size());
    eval::SampleBoolean(curve, times, states);
    double sum = 0;
    for (size_t i = 0; i < states.size(); ++i) sum += states[i] * spans[i / 2];
    return std::min(sum / end, 1.0);
  }

  // Calls visit(slot, curve) for each curve that the file has.
  template <typename Visit>
  void ForEachCurve(Visit visit) const {
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      const CurveSlot slot(i);
      if (view_.has_curve(slot)) visit(slot, view_.curve(slot));
    }
  }

  static void WriteTime(std::string_view key, const CurveView& curve, size_t i,
                        JsonWriter& json) {
    json.Key(key);
    if (curve.empty()) {
      json.Null();
    } else {
      json.Float(curve.time(i));
    }
  }

  KeyRange RangeOf(CurveSlot first, size_t count) const {
    KeyRange range;
    for (size_t i = 0; i < count; ++i) {
      range.Add(view_.curve(CurveSlot(first.index() + i)));
    }
    return range;
  }

  // A part of two groups of curves: position and rotation, say.
  std::string PairRow(std::string_view name, CurveSlot first, size_t split,
                      size_t count) const {
    const KeyRange all = RangeOf(first, count);
    return Row(
        name, RangeOf(first, split).Counts(),
        RangeOf(CurveSlot(first.index() + split), count - split).Counts(), all);
  }

  std::string HandRows(mrtk::Handedness hand) const {
    std::string out = absl::StrFormat("\n  %s hand\n", HandName(hand));
    for (const auto& [name, slot] :
         {std::pair{"  tracked", CurveSlot::Tracked(hand)},
          std::pair{"  pinch", CurveSlot::Pinch(hand)}}) {
      const KeyRange range = RangeOf(slot, 1);
      out += Row(name, range.Counts(), "", range);
    }
    std::string without;
    for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
      const CurveSlot first = CurveSlot::Joint(hand, joint, mrtk::kPositionX);
      const std::string name(mrtk::kJointNames[joint]);
      if (RangeOf(first, mrtk::kPoseCurves).keys != 0) {
        out += PairRow("  " + name, first, 3, mrtk::kPoseCurves);
        continue;
      }
      if (!without.empty()) without += ", ";
      without += name;
    }
    if (!without.empty()) {
      out += Wrap(absl::StrCat("without keys: ", without), 80, 4);
    }
    return out;
  }

  std::string PartTable() const {
    if (view_.curve_count() == 0) return "\n  no camera, no hands, no gaze\n";
    std::string out =
        absl::StrFormat("\n  %-26s %15s %15s   %s\n", "keys in a curve of",
                        "position", "rotation", "seconds");
    out += view_.has_camera()
               ? PairRow("camera", CurveSlot::Camera(mrtk::kPositionX), 3,
                         mrtk::kPoseCurves)
               : "  no camera\n";
    if (view_.has_hands()) {
      for (const mrtk::Handedness hand : mrtk::kHands) out += HandRows(hand);
    } else {
      out += "  no hands\n";
    }
    if (view_.has_gaze()) {
      out += "\n";
      out += PairRow("gaze origin, direction", CurveSlot::Gaze(mrtk::kOriginX),
                     3, mrtk::kRayCurves);
    } else {
      out += "  no gaze\n";
    }
    return out;
  }

  std::string CurveTable() const {
    std::string out =
        absl::StrFormat("\n  %-46s %-5s %9s  %-14s %-14s %s\n", "curve", "kind",
                        "keys", "before", "after", "seconds");
    ForEachCurve([&](CurveSlot slot, const CurveView& curve) {
      absl::StrAppendFormat(&out, "  %-46s %-5s %9s  %-14s %-14s", slot.Path(),
                            slot.is_boolean() ? "bool" : "float",
                            Grouped(curve.size()),
                            mrtk::WrapModeName(curve.pre_wrap()),
                            mrtk::WrapModeName(curve.post_wrap()));
      if (!curve.empty()) {
        absl::StrAppendFormat(&out, " %s to %s", FloatText(curve.time(0)),
                              FloatText(curve.time(curve.size() - 1)));
      }
      out += '\n';
    });
    return out;
  }

  std::string Markers() const {
    if (view_.marker_count() == 0) return "\n  no markers\n";
    std::string out =
        absl::StrFormat("\n  %s\n", Count(view_.marker_count(), "marker"));
    size_t shown = 0;
    auto markers = view_.markers();
    while (const auto marker = markers.Next()) {
      if (shown++ == kMarkersShown) break;
      absl::StrAppendFormat(&out, "  %10s  %s\n", FloatText(marker->time),
                            ToPrintable(marker->name.substr(0, 200)));
    }
    if (view_.marker_count() > kMarkersShown) {
      absl::StrAppendFormat(
          &out, "  and %s\n",
          Grouped(view_.marker_count() - kMarkersShown) + " more");
    }
    return out;
  }

  const InputAnimationView& view_;
};

void ListRecording(std::span<const uint8_t> bytes, const OpenFile* open,
                   const Limits&, report::FieldList& fields) {
  report::ListMrtkFields(
      bytes, open == nullptr ? nullptr : open->Find<InputAnimationView>(),
      fields);
}

std::string RecordingVersion(std::span<const uint8_t> bytes) {
  const auto version = mrtk::ReadVersion(bytes);
  return version ? VersionText(*version) : std::string();
}

}  // namespace

constinit const FormatHandler kMrtkHandler = {
    .format = Format::kMrtk,
    .title = "MRTK",
    .open = OpenAs<MrtkFile>,
    .list_fields = ListRecording,
    .compare = CompareAs<InputAnimationView, actions::CompareRecordings>,
    .repair = RepairAs<actions::RepairRecording, &ParseOptions::recording>,
    .stated_version = RecordingVersion};

}  // namespace clipguard::cli
