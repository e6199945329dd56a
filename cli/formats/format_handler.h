// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// FormatHandler: what the commands need to know about a family of files.
//
// To add a family: derive from OpenFile in a file of its own (mrtk_handler.cc
// is the model), with a handler that is declared below, and add it to
// format_registry.cc.
// Commands and report writers then work for it as they are.
//
// A handler's functions are thread-safe.

#ifndef CLIPGUARD_CLI_FORMATS_FORMAT_HANDLER_H_
#define CLIPGUARD_CLI_FORMATS_FORMAT_HANDLER_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "actions/convert/boxes/block_model.h"
#include "actions/diff/comparison.h"
#include "actions/repair/repair.h"
#include "base/json_writer.h"
#include "cli/io/environment.h"
#include "cli/rows/row_source.h"
#include "parser/detect/format.h"
#include "parser/finding.h"
#include "parser/forge/state_machine.h"
#include "parser/format_set.h"
#include "parser/limits.h"
#include "parser/parsed/parsed_file.h"
#include "parser/target.h"
#include "report/fields/field_list.h"
#include "report/html/detail_writer.h"
#include "report/html/document.h"
#include "report/html/section.h"

namespace clipguard::cli {

class ForgeResources;
class TextureFiles;
class TextureFolder;

// How to read a file.
struct ReadOptions {
  Limits limits;
  // A name of LayoutNames(); families without layouts ignore it.
  std::string layout = "auto";
  // Inputs that the game's code supplies to a state machine, if they are known.
  std::optional<std::vector<std::string>> inputs;
  // The special events that a machine of the mod's own knows.
  std::vector<std::string> special_events;
  // Where models' armatures are; null: not known. Outlives what is opened.
  ForgeResources* resources = nullptr;
  // The model that armatures move, if one was named; null: the resources may
  // know it.
  actions::SharedModel model;
  // Where characters' textures are; null: not known. Outlives what is opened.
  TextureFolder* textures = nullptr;
  // The same to be read, for pages; null: they have none.
  TextureFiles* texture_files = nullptr;
  // The programs that files are meant for, one of a family at most.
  std::vector<Target> targets;
  // Name of the file that the bytes are from, as it was given; empty: unknown.
  std::string file;

  // The program that files of a format are meant for.
  std::optional<Target> TargetOf(Format format) const {
    for (const Target target : targets) {
      if (GetTargetInfo(target).formats.Contains(format)) return target;
    }
    return std::nullopt;
  }
};

// The description of a file in a report, besides its findings.
struct Summary {
  std::string version;  // "1.1"; empty: unknown
  std::string layout;   // "compact"; empty: unknown, or there is but one
  std::string text;     // "MRTK 1.1 compact, 395 curves, 12.3 s"
};

// A file's row in the table that `clipguard info` makes of several.
using InfoRow = report::FileFacts;

// Options of `clipguard info` as text.
struct InfoOptions {
  bool curves = false;  // every single curve

  // So many rows of a table are shown.
  size_t rows() const { return curves ? SIZE_MAX : 100; }
};

// --set=NAME=FLOAT: a value that a game's code would supply.
struct InputSetting {
  std::string name;
  float value = 0;
};

// A request to `clipguard sample`.
struct SampleRequest {
  std::string file;          // as it is named in the output
  std::vector<float> times;  // seconds
  bool csv = false;
  bool raw_rotation = false;
  bool true_times = false;  // of captures: not as frames are stamped
  std::string clip;         // empty: the first
  // For state machines: the time values; none: all parameters.
  std::vector<std::string> values;
  std::vector<InputSetting> inputs;
  Limits limits;
  uint64_t file_bytes = 0;
};

// For formats without time values: InvalidArgument if some are asked for.
inline absl::Status RefuseValues(const SampleRequest& request) {
  if (request.values.empty() && request.inputs.empty()) return {};
  return absl::InvalidArgumentError(
      "--value and --set are for animation state machines");
}

// Seconds.
struct TimeSpan {
  float from = 0;
  float to = 0;
  bool endless = false;   // `to` means nothing
  bool any_time = false;  // times that are not finite mean something, too

  friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

// One of a file's clips.
struct RowClip {
  std::string_view name;  // empty: the file itself is the clip
  TimeSpan span;
  const RowSource& rows;
};
using VisitClip = absl::FunctionRef<absl::Status(const RowClip&)>;

// Sorted, without what is there twice.
inline std::vector<float> EachOnce(std::vector<float> times) {
  std::ranges::sort(times);
  times.erase(std::ranges::unique(times).begin(), times.end());
  return times;
}

// A file that could be read, if not without errors. Looks at the caller's
// bytes, and must not outlive them.
class OpenFile {
 public:
  explicit OpenFile(ParsedFile file) : parsed_(std::move(file)) {}
  virtual ~OpenFile() = default;
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  // The model; null if it is of another type.
  template <typename T>
  const T* Find() const {
    return std::get_if<T>(&parsed_.model);
  }
  const forge::StateMachine* state_machine() const {
    return Find<forge::StateMachine>();
  }
  // REQUIRES: it is of that type.
  template <typename T>
  const T& model() const {
    return *Find<T>();
  }
  // A capture is one, too.
  bool is_recording() const { return IsRecording(parsed_.format); }
  // Gives the model away. Nothing but the destructor may be called then.
  ParsedFile Take() { return std::move(parsed_); }

  virtual Summary summary() const = 0;

  // Returns the span that `clipguard sample --fps` samples by default, of that
  // clip, or of the first one if the name is empty. InvalidArgument if there is
  // none.
  virtual absl::StatusOr<TimeSpan> SampleSpan(std::string_view clip) const = 0;

  // The times of that clip's keys, or of the first one's: ascending, each once.
  // A capture's are the stamps of its frames, or the true times.
  // InvalidArgument if there is no such clip, or what is sampled has no keys.
  virtual absl::StatusOr<std::vector<float>> KeyTimes(
      std::string_view /*clip*/, bool /*true_times*/) const {
    return absl::InvalidArgumentError(
        "--times=keys: what such a file moves has no keys; --fps takes times "
        "that are as far apart");
  }

  // The format's own fields of `info`, into an object that is begun. Calls
  // between() where a long list may be cut into pieces: it may take what was
  // written so far.
  virtual void WriteInfo(JsonWriter& json,
                         absl::FunctionRef<void()> between) const = 0;

  // The same for people: lines that end in line breaks.
  virtual std::string InfoText(const InfoOptions& options) const = 0;

  // The same in a row. REQUIRES: the file has no errors.
  virtual InfoRow TableRow() const = 0;

  // Whether what is without errors in it can be sampled, played and drawn where
  // something else has some.
  virtual bool usable_with_errors() const { return false; }

  // Whether what can be read of it can be compared where something else has
  // errors.
  virtual bool comparable_with_errors() const { return false; }

  // Writes one document, piece by piece: JSON, or of a state machine CSV.
  // REQUIRES: the file has no errors, or is usable with them. Before anything
  // is written: InvalidArgument if the request does not fit the format,
  // DataLoss if what it asks for has an error, ResourceExhausted, with
  // LIMIT_EXCEEDED in the message, if it takes too much.
  virtual absl::Status Sample(const SampleRequest& request,
                              Output& out) const = 0;

  // Whether there are clips that rows can be made of.
  virtual bool has_rows() const { return false; }

  // Calls visit() for each clip that is asked for, each once. The same faults
  // as Sample(), or what visit() returns. Takes as long as the file is large,
  // and as the clips have rows.
  virtual absl::Status ForEachClip(const RowOptions& /*options*/,
                                   VisitClip /*visit*/) const {
    return absl::InvalidArgumentError(
        "there are no rows of such a file: sample takes it alone, with "
        "--format=json");
  }

  // The names that --only can choose of a clip, or of all if `clip` is empty:
  // what was recorded, each once.
  virtual void ForEachName(
      std::string_view /*clip*/,
      absl::FunctionRef<void(std::string_view)> /*visit*/) const {}

  // Writes what a report shows of the file: members of an object that is begun,
  // one for each section, as far as the budget goes. The file may have errors.
  virtual void WriteReport(const report::SectionRequest& request,
                           report::DetailWriter& json,
                           report::Budget& budget) const = 0;

  // The moment of the animation that a finding is about, in seconds from its
  // start; nothing if it is about none.
  virtual std::optional<double> TimeOf(const Finding&) const {
    return std::nullopt;
  }

 protected:
  std::span<const uint8_t> bytes() const { return parsed_.bytes; }

 private:
  ParsedFile parsed_;
};

struct FormatHandler {
  Format format;

  // For people: "MRTK".
  std::string_view title;

  // REQUIRES: the file has a model, of this format, and was parsed with these
  // options.
  std::unique_ptr<OpenFile> (*open)(ParsedFile file,
                                    const ReadOptions& options);

  // Lists what is where in the bytes, as far as they can be read: `open` is
  // what open() made of them, if anything.
  void (*list_fields)(std::span<const uint8_t> bytes, const OpenFile* open,
                      const Limits& limits, report::FieldList& fields);

  // Compares the meaning of two files that this handler opened. REQUIRES: they
  // have no errors, or are comparable with them.
  actions::Comparison (*compare)(const OpenFile& a, const OpenFile& b,
                                 const actions::CompareOptions& options);

  actions::Repaired (*repair)(std::span<const uint8_t> bytes,
                              const ParseOptions& parse,
                              const actions::RepairOptions& options);

  // The version that the bytes state, for files that cannot be opened; empty if
  // they state none, or null.
  std::string (*stated_version)(std::span<const uint8_t> bytes) = nullptr;

  // Bytes of a stream that are worth reading: with one more than the format's
  // files may have, all is said.
  uint64_t Limits::* most_bytes = &Limits::file_bytes;
};

// FormatHandler::open, of a class that is made of the same.
template <typename File>
std::unique_ptr<OpenFile> OpenAs(ParsedFile file, const ReadOptions& options) {
  return std::make_unique<File>(std::move(file), options);
}

// FormatHandler::compare, by a function that takes models.
template <typename T, auto kCompare>
actions::Comparison CompareAs(const OpenFile& a, const OpenFile& b,
                              const actions::CompareOptions& options) {
  return kCompare(a.model<T>(), b.model<T>(), options);
}

// FormatHandler::repair, by a function that takes the options of its reader.
template <auto kRepair, auto kRead>
actions::Repaired RepairAs(std::span<const uint8_t> bytes,
                           const ParseOptions& parse,
                           const actions::RepairOptions& options) {
  return kRepair(bytes, parse.*kRead, options);
}

// The options in the terms of that format's reader. Looks for the model that an
// armature moves. format_registry.cc has it.
ParseOptions ParseOptionsOf(const ReadOptions& options, Format format);

extern const FormatHandler kMrtkHandler;  // input recordings
extern const FormatHandler kM3dHandler;   // .m3d skinned characters
extern const FormatHandler kForgeAsmHandler;
extern const FormatHandler kForgeArmatureHandler;
extern const FormatHandler kXrHandsHandler;  // .handsbin captures

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_FORMAT_HANDLER_H_
