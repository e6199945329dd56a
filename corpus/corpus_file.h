// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Describes a file of the corpus, and the manifest that lists them all.
//
// The corpus has a folder for each format. A format's generator returns its
// files as a list of CorpusFile; corpus/generate.cc writes them, and
// corpus_test compares what is committed with what is generated. CorpusFormat
// has the differences between formats; corpus/formats.cc lists all.

#ifndef CLIPGUARD_CORPUS_CORPUS_FILE_H_
#define CLIPGUARD_CORPUS_CORPUS_FILE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/parsed/parsed_file.h"

namespace clipguard::corpus {

// A finding that a validator must report. The code is spelled out, not taken
// from the catalogue: a renamed code must show up here.
struct ExpectedFinding {
  std::string code;  // "KEY_TIME_NOT_FINITE"
  uint64_t offset = 0;
  uint64_t length = 0;
  std::string path;    // "camera.position.x.keys[1].time"
  uint64_t count = 1;  // occurrences that it stands for

  friend bool operator==(const ExpectedFinding&,
                         const ExpectedFinding&) = default;
};

// A limit to validate with: "keys-per-curve" and its value.
struct LimitSetting {
  std::string name;
  uint64_t value = 0;
};

struct CorpusFile {
  std::string name;   // relative to the corpus folder: "mrtk/valid/one-key.bin"
  std::string title;  // one line for people, ASCII
  std::vector<uint8_t> bytes;
  // All findings, in the order of the report.
  std::vector<ExpectedFinding> findings;
  std::vector<LimitSetting> limits;
  // A forced key layout: "full" or "compact".
  std::optional<std::string> layout;
  // Inputs that the game's code is known to supply to a state machine.
  std::optional<std::vector<std::string>> inputs;
  // The program that the file is meant for: "mrtk-2.6".
  std::optional<std::string> target;
  // For a character: the texture files that exist, if that is known.
  std::optional<std::vector<std::string>> textures;
  // For an armature: the number of elements in its model, if that is known.
  std::optional<uint64_t> model_elements;
  // For an armature: the model's file, if it is known to be missing.
  std::string missing_model;
};

// A format's functions that the corpus needs.
struct CorpusFormat {
  std::string_view folder;
  std::vector<CorpusFile> (*generate)();
  // The format that it is read as, whatever its bytes are.
  Format (*read_as)(const CorpusFile& file);
  // The format that DetectFormat() must return for the file.
  std::optional<Format> (*format_of)(const CorpusFile& file);
  // Writes a sound file again. Says what is lost; nothing if nothing is.
  std::string (*rewrite)(const ParsedFile& file);
};

// Each is in its format's folder.
extern const CorpusFormat kForgeCorpus;
extern const CorpusFormat kM3dCorpus;
extern const CorpusFormat kMrtkCorpus;
extern const CorpusFormat kXrHandsCorpus;

// Reads and validates it, with its limits and options. Aborts if there is no
// limit or program of such a name.
ParsedFile Parse(const CorpusFormat& format, const CorpusFile& file,
                 FindingSink& sink);

// A file of that format with such findings, by the worst of them:
// "FORMAT/invalid/NAME", or in warnings/, or in valid/.
std::string PathOf(std::string_view format, std::string_view name,
                   std::span<const ExpectedFinding> findings);

// The name of a file that shows a finding: the code and, unless it is empty,
// the variant: "key-time-not-finite.infinity".
std::string NameAfter(std::string_view code, std::string_view variant);

// Whether a finding of it is an error.
bool HasErrors(const CorpusFile& file);

// Whether the file is one that no format fits.
bool IsUnknown(const CorpusFile& file);

// The manifest: a JSON array with one object a file, one finding a line.
// REQUIRES: the strings are printable ASCII.
std::string ManifestJson(std::span<const CorpusFile> files);

}  // namespace clipguard::corpus

#endif  // CLIPGUARD_CORPUS_CORPUS_FILE_H_
