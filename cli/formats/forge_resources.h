// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ForgeResources: the armatures of a folder of game resources, read when they
// are asked for: domain:path is DIR/domain/armatures/path.json.
//
// Names come from strangers' files: none leads out of the folder. Links in it
// that do are not followed, unless they are to be. Files that are not JSON, or
// have values of the wrong type, count as if they were not there, as in the
// game; in others, what has an error fails when it is played. Notes say so.
//
// Thread-safe. Armatures live as long as this.

#ifndef CLIPGUARD_CLI_FORMATS_FORGE_RESOURCES_H_
#define CLIPGUARD_CLI_FORMATS_FORGE_RESOURCES_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "actions/convert/boxes/block_model.h"
#include "cli/files/input_file.h"
#include "cli/files/path_base.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/limits.h"
#include "report/forge/armature_glb.h"

namespace clipguard::cli {

class ForgeResources {
 public:
  // InvalidArgument if there is no such folder.
  static absl::StatusOr<std::unique_ptr<ForgeResources>> Open(
      std::string folder, const Limits& limits, bool follow_symlinks = false);

  // Null if there is no such file, or it cannot be read.
  const forge::Armature* Find(const forge::ModelClip& model);

  // Where it is looked for; "file of that name" if it is looked for nowhere.
  std::string PathOf(const forge::ModelClip& model) const;

  // The name, "domain:path", of an armature that is there and called alike;
  // empty if there is none. Looks at the first thousand of the domain.
  std::string Alike(const forge::ModelClip& model) const;

  // How many elements the block model of an armature has that lies in this
  // folder, at DOMAIN/armatures/PATH.json: those of DOMAIN/models/PATH.json.
  // Nothing if the armature lies elsewhere, if there is no such file, or if it
  // lists no elements itself (it may have a parent's).
  std::optional<uint64_t> CountElements(std::string_view armature_file);

  // The same model's boxes, or those of its nearest parent that has elements.
  // An error, with a reason for people, if there are none.
  absl::StatusOr<actions::BlockModel> BlockModelOf(
      std::string_view armature_file);
  // The same for the model of a clip.
  absl::StatusOr<actions::BlockModel> BlockModelOf(
      const forge::ModelClip& model);
  // Adds its parents to a model that was read already.
  absl::StatusOr<actions::BlockModel> WithParents(actions::BlockModel model);

  // The file of such an armature's model, "DOMAIN/models/PATH.json", if it is
  // not there; empty if it is, if the armature lies elsewhere, or if the domain
  // is "minecraft", whose models the game brings.
  std::string MissingModelOf(std::string_view armature_file);
  // The same for a model of a clip.
  std::string MissingModel(const forge::ModelClip& model);

  // Bytes of the files that were read so far.
  uint64_t bytes_read();

  // Files with errors that were met so far, a line each: the first hundred, and
  // how many more.
  std::vector<std::string> notes();

 private:
  ForgeResources(std::string folder, const Limits& limits, bool follow_symlinks)
      : folder_(std::move(folder)),
        base_(folder_),
        limits_(limits),
        follow_symlinks_(follow_symlinks) {}

  std::unique_ptr<forge::Armature> Read(const forge::ModelClip& model);
  // Nothing, and a note where that helps, if it cannot be read.
  std::optional<std::string_view> ReadText(const std::string& inside,
                                           InputFile& file);
  // The first time that something is looked for: a note if nothing can be
  // there.
  void NoteWrongFolder();
  // NotFound: there is no such file; InvalidArgument: it is no model.
  absl::StatusOr<actions::BlockModel> ReadModel(const std::string& inside);
  absl::StatusOr<actions::BlockModel> ReadWithParents(
      const std::string& inside);
  void Note(std::string_view file, std::string_view what);
  // The file of an armature's model, below the folder; empty: it has none.
  std::string ModelOf(std::string_view armature_file) const;
  std::string IfMissing(const std::string& inside);

  const std::string folder_;
  const PathBase base_;
  const Limits limits_;
  const bool follow_symlinks_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<forge::Armature>> armatures_;
  std::map<std::string, bool> is_missing_;  // by model
  std::vector<std::string> notes_;
  bool is_looked_at_ = false;
  uint64_t more_notes_ = 0;
  uint64_t bytes_read_ = 0;
  uint64_t leading_out_ = 0;
};

// For whoever asks for armatures, or for their models; nothing for null: nobody
// knows them. The resources must outlive it.
forge::FindArmature FinderOf(ForgeResources* resources);
report::FindModel ModelFinderOf(ForgeResources* resources);

// The resources that a file of theirs, DIR/DOMAIN/`room`/PATH, lies in; null if
// its path is another.
std::unique_ptr<ForgeResources> ResourcesAround(std::string_view file,
                                                std::string_view room,
                                                const Limits& limits);

// The block model in a file that somebody named; `resources`, if not null, have
// its parents. InvalidArgument, with a reason for people, if it has no boxes.
absl::StatusOr<actions::BlockModel> OpenBlockModel(const std::string& path,
                                                   const Limits& limits,
                                                   ForgeResources* resources);

// Returns the model that an armature moves, or why it cannot be read: `named`,
// or else the model in the resources. Null if neither is known.
actions::SharedModel BlockModelOf(const actions::SharedModel& named,
                                  ForgeResources* resources,
                                  std::string_view armature_file);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_FORGE_RESOURCES_H_
