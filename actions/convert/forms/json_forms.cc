// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/conversion.h"
#include "actions/convert/forms/capture_frames.h"
#include "actions/convert/forms/family_json.h"
#include "actions/convert/forms/forms.h"
#include "actions/convert/result_budget.h"
#include "base/float_text.h"
#include "base/piece_writer.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/m3d/character.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/key_fields.h"
#include "parser/xrhands/capture.h"
#include "parser/xrhands/format.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;

constexpr std::string_view kCsv = "csv";

// A field of any bytes: in quotes if it needs them.
void AppendField(std::string_view text, std::string& row) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    row += text;
    return;
  }
  row += '"';
  for (const char c : text) {
    if (c == '"') row += '"';
    row += c;
  }
  row += '"';
}

void AppendFloats(std::initializer_list<float> values, std::string& row) {
  for (const float value : values) {
    row += ',';
    AppendColumnFloat(value, row);
  }
}

// ---- Recordings -------------------------------------------------------------

void ReportCsvNotes(const mrtk::InputAnimationView& view, FindingSink& notes) {
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!view.has_curve(slot)) continue;
    const CurveView curve = view.curve(slot);
    const auto clamp = static_cast<int32_t>(mrtk::WrapMode::kClampForever);
    if (curve.pre_wrap() != clamp || curve.post_wrap() != clamp) {
      ReportLoss(kCsv, {view.curve_offset(slot), 8}, slot.Path(), "wrap modes",
                 notes);
    }
  }
  if (view.marker_count() != 0) {
    const auto first = view.markers().Next();
    ReportLoss(kCsv, {first ? first->offset : 0, 0}, "markers",
               absl::StrFormat("markers (%d)", view.marker_count()), notes);
  }
}

void WriteRecordingCsv(const mrtk::InputAnimationView& view, PieceWriter& out) {
  out.text() += "curve";
  for (const std::string_view name : mrtk::kKeyFieldNames) {
    out.text() += ',';
    out.text() += name;
  }
  out.text() += '\n';
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!view.has_curve(slot)) continue;
    const CurveView curve = view.curve(slot);
    const std::string path = slot.Path();
    for (size_t k = 0; k < curve.size(); ++k) {
      const mrtk::Keyframe key = curve.key(k);
      out.text() += path;
      for (const mrtk::FloatField& field : mrtk::kFloatFields) {
        AppendFloats({key.*field.member}, out.text());
      }
      absl::StrAppend(&out.text(), ",", key.weighted_mode, "\n");
      out.PassOn();
    }
  }
}

// ---- Captures ---------------------------------------------------------------

// Empty cells where there is no such half.
void AppendPose(const xrhands::HeadParts& pose, std::string& row) {
  if (pose.position) {
    const auto& [x, y, z] = *pose.position;
    AppendFloats({x, y, z}, row);
  } else {
    row += ",,,";
  }
  if (pose.rotation) {
    const auto& [x, y, z, w] = *pose.rotation;
    AppendFloats({x, y, z, w}, row);
  } else {
    row += ",,,,";
  }
}

void WriteCaptureCsv(const xrhands::CaptureView& capture, PieceWriter& out) {
  out.text() +=
      "stamp,time,part,joint,position.x,position.y,position.z,rotation.x,"
      "rotation.y,rotation.z,rotation.w,tracked,valid\n";
  for (size_t i = 0; i < capture.frames(); ++i) {
    const auto begin = [&](std::string_view part, std::string_view joint) {
      AppendColumnFloat(capture.stamp(i), out.text());
      AppendFloats({capture.true_time(i)}, out.text());
      absl::StrAppend(&out.text(), ",", std::string(part), ",",
                      std::string(joint));
    };
    VisitFrame(capture, i, [&](const FrameParts& frame) {
      if (frame.head.position || frame.head.rotation) {
        begin("head", "");
        AppendPose(frame.head, out.text());
        out.text() += ",,\n";
      }
      for (size_t h = 0; h < frame.joints.size(); ++h) {
        const std::string_view tracked = frame.tracked[h] ? ",1" : ",0";
        if (frame.joints[h].empty() && frame.tracked[h]) {
          begin(xrhands::kHandNames[h], "");
          out.text() += ",,,,,,,,1,0\n";
        }
        for (size_t joint = 0; joint < frame.joints[h].size(); ++joint) {
          begin(xrhands::kHandNames[h], xrhands::kJointNames[joint]);
          const xrhands::Pose& pose = frame.joints[h][joint];
          AppendPose({pose.position, pose.rotation}, out.text());
          out.text() += tracked;
          out.text() += ",1\n";
        }
      }
    });
    out.PassOn();
  }
}

// ---- Characters -------------------------------------------------------------

// About how many bytes the names in all rows are.
uint64_t NamesIn(const m3d::Character& c) {
  uint64_t bytes = 0;
  for (const m3d::Clip& clip : c.clips) bytes += clip.keys() * clip.name.size();
  return bytes;
}

void WriteCharacterCsv(const m3d::Character& c, PieceWriter& out) {
  out.text() +=
      "clip,bone,time,translation.x,translation.y,translation.z,scale.x,"
      "scale.y,scale.z,rotation.x,rotation.y,rotation.z,rotation.w\n";
  for (const m3d::Clip& clip : c.clips) {
    for (size_t bone = 0; bone + 1 < clip.first_key.size(); ++bone) {
      for (uint64_t k = clip.first_key[bone]; k < clip.first_key[bone + 1];
           ++k) {
        AppendField(clip.name, out.text());
        absl::StrAppend(&out.text(), ",", bone);
        const m3d::Float3& t = clip.translations[k];
        const m3d::Float3& s = clip.scales[k];
        const m3d::Float4& q = clip.rotations[k];
        AppendFloats(
            {clip.times[k], t.x, t.y, t.z, s.x, s.y, s.z, q.x, q.y, q.z, q.w},
            out.text());
        out.text() += '\n';
        out.PassOn();
      }
    }
  }
}

// ---- Armatures --------------------------------------------------------------

// About how many bytes the names in all rows are.
uint64_t NamesIn(const forge::Armature& a) {
  uint64_t bytes = 0;
  for (const forge::Armature::Clip& clip : a.clips) {
    for (const forge::Armature::JointClip& joint : a.JointClips(clip)) {
      const uint64_t names =
          a.texts[clip.name].size() + a.texts[joint.joint].size();
      for (const forge::Armature::VariableClip& v : a.Variables(joint)) {
        bytes += a.Samples(v).size() * names;
      }
    }
  }
  return bytes;
}

void WriteVariable(const forge::Armature& a, const forge::Armature::Clip& clip,
                   const forge::Armature::JointClip& joint,
                   const forge::Armature::VariableClip& variable,
                   PieceWriter& out) {
  size_t i = 0;
  for (const float sample : a.Samples(variable)) {
    AppendField(a.texts[clip.name], out.text());
    out.text() += ',';
    AppendField(a.texts[joint.joint], out.text());
    absl::StrAppendFormat(
        &out.text(), ",%s,%s,%d",
        forge::kVariableNames[static_cast<size_t>(variable.variable)],
        forge::kInterpolationNames[static_cast<size_t>(variable.interpolation)],
        i++);
    AppendFloats({sample}, out.text());
    out.text() += '\n';
    out.PassOn();
  }
}

void WriteArmatureCsv(const forge::Armature& a, PieceWriter& out) {
  out.text() += "clip,joint,variable,interpolation,sample,value\n";
  for (const forge::Armature::Clip& clip : a.clips) {
    for (const forge::Armature::JointClip& joint : a.JointClips(clip)) {
      for (const forge::Armature::VariableClip& v : a.Variables(joint)) {
        WriteVariable(a, clip, joint, v, out);
      }
    }
  }
}

template <typename Model>
std::unique_ptr<Converted> TextOf(Model model,
                                  typename ConvertedText<Model>::Write write) {
  return std::make_unique<ConvertedText<Model>>(std::move(model), write);
}

// The same of rows that repeat names, which may be long.
template <typename Model>
absl::StatusOr<std::unique_ptr<Converted>> RowsOf(
    Model model, typename ConvertedText<Model>::Write write,
    std::string_view path, const ParsedFile& file, FindingSink& losses) {
  ResultBudget budget(file);
  if (!budget.Spend(NamesIn(model))) {
    budget.Report({0, file.bytes.size()}, path, losses);
    return budget.RefusedWhole();
  }
  return TextOf(std::move(model), write);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Converted>> ConvertToJson(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses) {
  if (const auto* view = file.Sound<mrtk::InputAnimationView>()) {
    return TextOf(*view, WriteRecordingJson);
  }
  if (file.Sound<xrhands::CaptureView>() != nullptr) {
    return TextOf(file.bytes,
                  [](const std::span<const uint8_t>& bytes, PieceWriter& out) {
                    WriteCaptureJson(bytes, out);
                  });
  }
  if (auto* character = file.Sound<m3d::Character>()) {
    return TextOf(std::move(*character), WriteCharacterJson);
  }
  return ConvertToForge(std::move(file), options, losses);
}

absl::StatusOr<std::unique_ptr<Converted>> ConvertToCsv(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses) {
  FindingSink& notes = NotesOf(options, losses);
  if (const auto* view = file.Sound<mrtk::InputAnimationView>()) {
    ReportCsvNotes(*view, notes);
    return TextOf(*view, WriteRecordingCsv);
  }
  if (auto* capture = file.Sound<xrhands::CaptureView>()) {
    NoteWhatFramesLose(*capture, kCsv, notes);
    return TextOf(std::move(*capture), WriteCaptureCsv);
  }
  if (auto* character = file.Sound<m3d::Character>()) {
    ReportLoss(kCsv, {}, "materials", "materials, mesh and skeleton", notes);
    return RowsOf(std::move(*character), WriteCharacterCsv, "clips", file,
                  losses);
  }
  auto* armature = file.Sound<forge::Armature>();
  if (armature == nullptr) return HasErrors();
  ReportLoss(kCsv, {}, "/joints", "joints' weights, loops and events", notes);
  return RowsOf(std::move(*armature), WriteArmatureCsv, "/clips", file, losses);
}

}  // namespace clipguard::actions
