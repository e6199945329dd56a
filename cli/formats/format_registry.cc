// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/format_registry.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "actions/convert/forms/model_json.h"
#include "base/text_of.h"
#include "base/utf8.h"
#include "base/wide_text.h"
#include "cli/files/path_base.h"
#include "cli/formats/forge_resources.h"
#include "cli/formats/format_handler.h"
#include "cli/formats/texture_folder.h"
#include "parser/forge/json/root_keys.h"
#include "parser/m3d/format.h"
#include "parser/mrtk/format.h"
#include "parser/parsed/parsed_file.h"
#include "parser/xrhands/detect.h"

namespace clipguard::cli {
namespace {

constexpr size_t kLookedAt = 512;  // bytes

struct Signature {
  std::string_view bytes;
  std::string_view kind;
};

using namespace std::string_view_literals;  // for bytes with NULs

// Files that are most often mistaken for animation files.
constexpr std::array kSignatures = {
    Signature{"glTF", "a binary glTF file"},
    Signature{"\x89PNG", "a PNG image"},
    Signature{"\xFF\xD8\xFF", "a JPEG image"},
    Signature{"GIF8", "a GIF image"},
    Signature{"PK\x03\x04", "a ZIP archive"},
    Signature{"PK\x05\x06", "a ZIP archive"},
    Signature{"\x1F\x8B", "gzip-compressed data"},
    Signature{"BZh", "bzip2-compressed data"},
    Signature{"\xFD"
              "7zXZ",
              "xz-compressed data"},
    Signature{"\x28\xB5\x2F\xFD", "zstd-compressed data"},
    Signature{"7z\xBC\xAF", "a 7z archive"},
    Signature{"Kaydara FBX Binary", "a binary FBX file"},
    Signature{"BLENDER", "a Blender file"},
    Signature{"%PDF", "a PDF document"},
    Signature{"\x7F"
              "ELF",
              "a program"},
    Signature{"MZ", "a Windows program"},
    Signature{"UnityFS", "a Unity asset bundle"},
    Signature{"%YAML", "a YAML document"},
    Signature{"<?xml", "an XML document"},
    Signature{"<!DOCTYPE", "an HTML or XML document"},
    Signature{"<html", "an HTML document"},
    Signature{"version https://git-lfs", "a Git LFS pointer, not the file"},
    // Others call their files .m3d, too.
    Signature{"3DMO", "a Model 3D file (another program's .m3d)"},
    Signature{"3dmodel ", "a Model 3D text file (another program's .m3d)"},
    Signature{"RIFF", "a RIFF file (WebP, WAV, AVI)"},
    Signature{"OggS", "an Ogg file"},
    Signature{"DDS ", "a DDS texture"},
    Signature{"SQLite format 3", "an SQLite database"},
    Signature{"fileFormatVersion:", "a Unity .meta file"},
    Signature{"Manifest-Version:", "a Java manifest"},
    Signature{"\xCA\xFE\xBA\xBE", "a Java class or macOS program"},
};

// Recordings that went through a program which took them for text.
constexpr std::array kSpoiltRecordings = {
    Signature{"\xEF\xBF\xBD\x42\xEF\xBF\xBD\x0F",
              "a recording that was saved as text, which lost each byte of "
              "0x80 or more: fetch it again, as a binary file"},
    Signature{"\xC3\x86\x42\xC2\x9E\x0F",
              "a recording that was converted to UTF-8 as if it were text: "
              "fetch it again, as a binary file"},
    Signature{"\x46\x42\x1E\x0F\x6E\x2F\x0F\x6A",
              "a recording that was sent in 7 bits a byte, which lost the "
              "eighth: fetch it again, as a binary file"},
};

// The JSON of `convert --to=json`, by its kind.
constexpr std::array kModels = {
    Signature{actions::kRecordingKind,
              "JSON of a recording, which convert --to=mrtk makes a file of"},
    Signature{actions::kCharacterKind,
              "JSON of a character, which convert --to=m3d makes a file of"},
    Signature{actions::kCaptureKind,
              "JSON of a capture, which convert --to=handsbin makes a file of"},
};

// The file that a .glb of `convert --keep-original` keeps, by what it says of
// it.
constexpr std::array kOriginals = {
    Signature{R"("format":"mrtk")",
              "a .glb that keeps a recording: convert --to=mrtk writes it"},
    Signature{R"("format":"m3d")",
              "a .glb that keeps a character: convert --to=m3d writes it"},
    Signature{R"("format":"forge)",
              "a .glb that keeps a file of Forge's: convert --to=forge writes "
              "it"},
    Signature{R"("format":"xr-hands")",
              "a .glb that keeps a capture: convert --to=handsbin writes it"},
};

// The kind of the first that is somewhere in a text; empty: none is.
std::string_view KindByPart(std::string_view text,
                            std::span<const Signature> parts) {
  for (const Signature& part : parts) {
    if (text.find(part.bytes) != text.npos) return part.kind;
  }
  return {};
}

bool StartsWith(std::span<const uint8_t> bytes, std::string_view start) {
  return bytes.size() >= start.size() &&
         std::memcmp(bytes.data(), start.data(), start.size()) == 0;
}

// The kind of the first that the content begins like; empty: it does like none.
std::string_view KindByStart(std::span<const uint8_t> bytes,
                             std::span<const Signature> starts) {
  for (const Signature& start : starts) {
    if (StartsWith(bytes, start.bytes)) return start.kind;
  }
  return {};
}

// Whether a text has a banner of .m3d first, or counts as .m3d has them.
bool IsLikeCharacter(std::span<const uint8_t> bytes) {
  const std::string_view text =
      TextOf(bytes.first(std::min(bytes.size(), kLookedAt)));
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  if (line.find("-File-Header") != line.npos && line.starts_with('*')) {
    return true;
  }
  if (m3d::SectionOfBanner(line.substr(0, line.find(' ')))) return true;
  size_t counts = 0;
  for (const std::string_view count :
       {"#Materials", "#Vertices", "#Triangles", "#Bones"}) {
    counts += text.find(count) != text.npos;
  }
  return counts >= 2;
}

// Files that validate writes beside the files that it checks.
constexpr std::array kOwnFiles = {
    Signature{R"({"clipguard":"baseline")", "a baseline of clipguard's"},
    Signature{"clipguard ledger ", "a ledger of clipguard's"},
};

std::string_view OwnKindOf(std::span<const uint8_t> bytes) {
  return KindByStart(bytes, kOwnFiles);
}

// Text, for what its first few hundred bytes tell: UTF-8 without control
// characters. Where the look ends, a character may be cut.
bool LooksLikeText(std::span<const uint8_t> bytes) {
  const size_t cut = bytes.size() >= kLookedAt - kByteOrderMark.size() ? 3 : 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                              bytes.size());
  const auto error = FindUtf8Error(text);
  if (error && error->offset + cut < text.size()) return false;
  return std::all_of(bytes.begin(), bytes.end(), [](uint8_t c) {
    return (c >= 0x20 && c != 0x7F) || (c >= 0x09 && c <= 0x0D);
  });
}

// A file of Forge's whose names have other quotes than JSON's, or none.
std::string_view LooseKindOf(std::string_view text) {
  switch (forge::ScanLooseRootKeys(text).kind()) {
    case forge::ForgeKind::kArmature:
      return "JSON with single quotes or none, which --as=forge-armature reads";
    case forge::ForgeKind::kStateMachine:
      return "JSON with single quotes or none, which --as=forge-asm reads";
    case forge::ForgeKind::kNeither:
      break;
  }
  return {};
}

// Text in two or four bytes a character, as far as its beginning tells: no
// control characters.
std::string_view WideKindOf(std::span<const uint8_t> bytes) {
  const auto wide = FindWideText(bytes);
  if (!wide) return {};
  const NarrowedText narrowed(bytes, *wide);
  const std::string_view text = narrowed.text();
  if (!LooksLikeText(
          {reinterpret_cast<const uint8_t*>(text.data()), text.size()})) {
    return {};
  }
  return wide->unit == 2 ? "text in UTF-16, not UTF-8"
                         : "text in UTF-32, not UTF-8";
}

// Returns the first character of the value of the first such key; 0 if there is
// none.
char ValueOf(std::string_view text, std::string_view key) {
  size_t at = text.find(absl::StrCat("\"", std::string(key), "\""));
  if (at == text.npos) return 0;
  at = text.find_first_not_of(" \t\r\n:", at + key.size() + 2);
  return at == text.npos ? 0 : text[at];
}

// Recognises others' JSON files, some by lists where the rest have objects.
std::string_view KindOfJson(std::string_view text) {
  const std::string_view foreign = forge::ScanRootKeys(text).foreign();
  if (foreign.starts_with("a texture's") && ValueOf(text, "animation") == '[') {
    return "an animation of Epic Fight";
  }
  if (foreign.starts_with("a Bedrock or GeckoLib") &&
      ValueOf(text, "animations") == '[') {
    return ValueOf(text, "length") == 0 ? ""
                                        : "an entity's animation (NeoForge)";
  }
  return foreign;
}

// By the beginning of its JSON, where its writer says of the original; empty:
// it keeps none.
std::string_view KindOfGlb(std::span<const uint8_t> bytes) {
  constexpr size_t kMostJson = 4096;
  std::string_view json =
      TextOf(bytes.first(std::min(bytes.size(), kMostJson)));
  json.remove_prefix(
      std::min(json.find("\"clipguardOriginal\":{"), json.size()));
  return KindByPart(json.substr(0, json.find('}')), kOriginals);
}

std::string_view KindOf(std::span<const uint8_t> bytes) {
  if (bytes.empty()) return "an empty file";
  const std::string_view model = actions::KindOfModelJson(bytes);
  for (const Signature& known : kModels) {
    if (model == known.bytes) return known.kind;
  }
  if (StartsWith(bytes, "glTF")) {
    if (const auto kind = KindOfGlb(bytes); !kind.empty()) return kind;
  }
  if (const auto kind = KindByStart(bytes, kSignatures); !kind.empty()) {
    return kind;
  }
  if (const auto kind = KindByStart(bytes, kSpoiltRecordings); !kind.empty()) {
    return kind;
  }
  const std::string_view whole = TextOf(bytes);
  bytes = bytes.first(std::min(bytes.size(), kLookedAt));
  if (std::all_of(bytes.begin(), bytes.end(),
                  [](uint8_t c) { return c == 0; })) {
    return "nothing but zeros";
  }
  if (const auto kind = WideKindOf(bytes); !kind.empty()) return kind;
  std::span<const uint8_t> text = bytes;
  const bool mark = StartsWith(text, kByteOrderMark);
  if (mark) text = text.subspan(kByteOrderMark.size());
  if (!LooksLikeText(text)) return "something else";
  if (const auto kind = LooseKindOf(whole); !kind.empty()) return kind;
  const auto is_seen = [](uint8_t c) { return c > ' '; };
  const auto first = std::find_if(text.begin(), text.end(), is_seen);
  if (first != text.end() && (*first == '{' || *first == '[')) {
    const auto next = std::find_if(first + 1, text.end(), is_seen);
    const bool is_quote = next != text.end() && *next == '\'';
    return is_quote ? "JSON with single quotes" : "JSON";
  }
  return IsLikeCharacter(bytes) ? "a text like .m3d, of another program"
                                : "text";
}

std::optional<mrtk::KeyLayout> LayoutOf(std::string_view name) {
  for (const mrtk::KeyLayout layout :
       {mrtk::KeyLayout::kCompact, mrtk::KeyLayout::kFull}) {
    if (name == KeyLayoutName(layout)) return layout;
  }
  return std::nullopt;
}

}  // namespace

const FormatHandler& HandlerOf(Format format) {
  // In the order of format_list.inc.
  static constexpr std::array kHandlers = {
      &kMrtkHandler, &kM3dHandler, &kForgeAsmHandler, &kForgeArmatureHandler,
      &kXrHandsHandler};
  static_assert(kHandlers.size() == kFormatCount);
  return *kHandlers[static_cast<size_t>(format)];
}

std::span<const std::string_view> LayoutNames() {
  static constexpr std::array kNames = {"auto"sv, "compact"sv, "full"sv};
  return kNames;
}

std::optional<Format> FormatOfPath(std::string_view path, bool is_empty) {
  if (is_empty && path.ends_with(".m3d")) return Format::kM3d;
  if (path.ends_with(xrhands::kFileExtension)) return Format::kXrHands;
  if (!path.ends_with(".json")) return std::nullopt;
  // A path may be relative to a folder inside "armatures": look at all of it.
  const auto whole =
      std::filesystem::path(PathBase().Under(path)).lexically_normal();
  std::array<std::string, 3> last;  // the folders above, nearest at the end
  for (const auto& part : whole.parent_path()) {
    std::rotate(last.begin(), last.begin() + 1, last.end());
    last.back() = part.string();
    if (last[0] != "assets") continue;
    if (last[2] == "armatures") return Format::kForgeArmature;
    if (last[2] == "asms") return Format::kForgeAsm;
  }
  return std::nullopt;
}

bool IsBedrockAnimation(std::string_view path, std::span<const uint8_t> bytes) {
  return path.ends_with(".animation.json") &&
         forge::ScanRootKeys(TextOf(bytes)).foreign().starts_with("a Bedrock");
}

bool IsOwnFile(std::span<const uint8_t> bytes) {
  return !OwnKindOf(bytes).empty();
}

bool HasOtherSignature(std::span<const uint8_t> bytes) {
  return !KindByStart(bytes, kSignatures).empty();
}

bool IsLikeOurs(std::span<const uint8_t> bytes) {
  return !KindByStart(bytes, kSpoiltRecordings).empty() ||
         IsLikeCharacter(bytes);
}

std::string_view KindOfUnknown(std::span<const uint8_t> bytes) {
  if (const auto own = OwnKindOf(bytes); !own.empty()) return own;
  const std::string_view foreign =
      KindOfJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return foreign.empty() ? KindOf(bytes) : foreign;
}

std::string DescribeUnknown(std::span<const uint8_t> bytes) {
  constexpr size_t kShown = 8;
  std::string out(KindOfUnknown(bytes));
  for (size_t i = 0; i < std::min(bytes.size(), kShown); ++i) {
    absl::StrAppendFormat(&out, "%s%02x", i == 0 ? " (" : " ", bytes[i]);
  }
  if (!bytes.empty()) out += ')';
  return out;
}

ParseOptions ParseOptionsOf(const ReadOptions& options, Format format) {
  ParseOptions parse(options.limits, LayoutOf(options.layout));
  parse.format = format;
  parse.target = options.TargetOf(format);
  ForgeResources* const resources = options.resources;
  if (format == Format::kForgeAsm) {
    parse.machine.inputs = options.inputs;
    parse.machine.special_events = options.special_events;
    parse.machine.find_armature = FinderOf(resources);
    if (resources != nullptr) {
      parse.machine.find_alike = [resources](const forge::ModelClip& clip) {
        return resources->Alike(clip);
      };
      parse.machine.missing_model = [resources](const forge::ModelClip& clip) {
        return resources->MissingModel(clip);
      };
    }
  }
  if (format == Format::kForgeArmature) {
    parse.armature.target = parse.target;
    parse.armature.special_events = options.special_events;
    if (resources != nullptr) {
      parse.armature.model_elements = resources->CountElements(options.file);
      parse.armature.missing_model = resources->MissingModelOf(options.file);
    }
  }
  if (TextureFolder* const textures = options.textures) {
    parse.why_missing = [textures, seen = TextureFolder::Listings()](
                            std::string_view name, bool suggest) mutable {
      return textures->WhyMissing(name, suggest, seen);
    };
  }
  return parse;
}

}  // namespace clipguard::cli
