// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Whatever one field of a file becomes: diff does not say "same", JSON and back
// keeps it, and repair of a sound file keeps it. Each file is looked at as
// JSON, every number, word, flag and (of Forge's) name of which is a field.

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <limits>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/test_util.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using rapidjson::Document;
using rapidjson::Value;

// Fields that are tried of each kind of place, from all over the file: kMost of
// them, or fewer once kEnough are changed and one of these is a difference.
constexpr size_t kMost = 24;
constexpr size_t kEnough = 6;

struct File {
  const char* path;
  const char* target;  // what convert --to takes for its JSON; "": it is JSON
  const char* extension;

  friend void PrintTo(const File& file, std::ostream* out) {
    *out << file.path;
  }
};

constexpr std::array kFiles = {
    File{"mrtk/valid/hermite.bin", "mrtk", ".bin"},
    File{"mrtk/valid/parts-camera-gaze.bin", "mrtk", ".bin"},
    File{"mrtk/valid/one-hand.bin", "mrtk", ".bin"},
    File{"mrtk/valid/markers.bin", "mrtk", ".bin"},
    File{"mrtk/warnings/marker-name-length-padded.bin", "mrtk", ".bin"},
    File{"mrtk/warnings/presence-byte-unusual.hands.bin", "mrtk", ".bin"},
    File{"m3d/valid/arm.m3d", "m3d", ".m3d"},
    File{"m3d/valid/arm-d3d11.m3d", "m3d", ".m3d"},
    File{"m3d/valid/crate.m3d", "m3d", ".m3d"},
    File{"m3d/valid/crate-dashed.m3d", "m3d", ".m3d"},
    File{"m3d/valid/d3d10.m3d", "m3d", ".m3d"},
    File{"forge/valid/chest.armature.json", "", ".armature.json"},
    File{"forge/valid/variables.armature.json", "", ".armature.json"},
    File{"forge/valid/chest.asm.json", "", ".asm.json"},
    File{"forge/valid/clips.asm.json", "", ".asm.json"},
    File{"forge/valid/time-values.asm.json", "", ".asm.json"},
};

// Fields whose change has another effect than a difference.
enum class Role {
  kNote,     // it says how something is written: a note, not a difference
  kNothing,  // it means nothing to anybody
  kBound,    // other fields say it, too: a change of it alone may be refused
};

struct Place {
  const char* file;    // with wildcards
  const char* fields;  // the same; indices of arrays are left out
  Role role;
};

constexpr std::array kPlaces = {
    Place{"*", "/clipguard", Role::kBound},
    Place{"mrtk/*", "/recording/version/", Role::kBound},
    Place{"mrtk/*", "/recording/keys", Role::kBound},
    Place{"mrtk/*", "/recording/has*", Role::kBound},
    Place{"mrtk/*", "/recording/curves//path", Role::kBound},
    Place{"mrtk/*", "/recording/markerList", Role::kNote},
    Place{"mrtk/*", "/recording/presenceBytes/", Role::kNothing},
    Place{"mrtk/*", "/recording/markers//lengthBytes", Role::kNothing},
    // No weight is in use.
    Place{"mrtk/*/hermite.bin", "/recording/curves//*Weights/", Role::kNote},
    Place{"m3d/*", "/character/dialect", Role::kBound},
    Place{"m3d/*d3d1[01].m3d", "/character/materials//name", Role::kBound},
    Place{"m3d/*dashed.m3d", "/character/materials//name", Role::kBound},
    Place{"m3d/*", "/character/parents/", Role::kBound},
    Place{"m3d/*", "/character/clips//firstKeys/", Role::kBound},
    Place{"m3d/*/d3d10.m3d", "/character/subsets/", Role::kBound},
    Place{"m3d/*/d3d10.m3d", "/character/materials//diffuse/", Role::kBound},
    Place{"m3d/*/d3d10.m3d", "/character/materials//alphaClip", Role::kBound},
    Place{"m3d/*/d3d10.m3d", "/character/materials//type", Role::kBound},
    // Nobody looks at the type, and clips without "loop" do not.
    Place{"*.armature.json", "*/type", Role::kNothing},
    Place{"*.armature.json", "*/type~", Role::kNothing},
    Place{"*.armature.json", "/clips/lid/loop~", Role::kNothing},
};

Role const* RoleOf(std::string_view file, const std::string& kind) {
  for (const Place& place : kPlaces) {
    if (fnmatch(place.file, std::string(file).c_str(), 0) == 0 &&
        fnmatch(place.fields, kind.c_str(), 0) == 0) {
      return &place.role;
    }
  }
  return nullptr;
}

std::string TextOf(const Document& json) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  json.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

// A value, or the name of a member.
struct Field {
  Value* value;
  Value* name;
  std::string kind;  // of place
};

void Collect(Value& value, const std::string& kind, bool names,
             std::vector<Field>& fields) {
  if (value.IsObject()) {
    for (auto& member : value.GetObject()) {
      const std::string place =
          absl::StrCat(kind, "/", member.name.GetString());
      if (names) {
        fields.push_back({nullptr, &member.name, absl::StrCat(place, "~")});
      }
      Collect(member.value, place, names, fields);
    }
  } else if (value.IsArray()) {
    for (auto& element : value.GetArray()) {
      Collect(element, absl::StrCat(kind, "/"), names, fields);
    }
  } else {
    fields.push_back({&value, nullptr, kind});
  }
}

// Something else that the field may be, as JSON; the smallest change first.
std::vector<std::string> OthersThan(const Value& value) {
  const auto quoted = [](std::string_view text) {
    return absl::StrCat("\"", std::string(text), "\"");
  };
  if (value.IsBool()) return {value.GetBool() ? "false" : "true"};
  if (value.IsNumber()) {
    const auto number = static_cast<float>(value.GetDouble());
    constexpr float kMore = std::numeric_limits<float>::infinity();
    std::vector<std::string> others;
    // The last ones are modes.
    for (const float other :
         {std::nextafter(number, kMore), std::nextafter(number, -kMore),
          number + 1, number - 1, 2.0F, 4.0F, 1.0F}) {
      if (other != number) others.push_back(absl::StrFormat("%.9g", other));
    }
    return others;
  }
  const std::string_view text = value.GetString();
  std::vector<std::string> others;
  for (const std::string_view other :
       {"nearest", "linear", "offset_x", "#identity", "-", "/", "7", "0.375"}) {
    if (other != text) others.push_back(quoted(other));
  }
  others.insert(others.begin(), quoted(absl::StrCat(std::string(text), "x")));
  return others;
}

class Checker {
 public:
  explicit Checker(const File& file)
      : file_(file), base_(absl::StrCat("corpus/", file.path)) {
    if (*file.target == '\0') {
      json_ = ReadFile(base_);
    } else {
      Exits(0, "convert --to=json -o", folder_ / "base.json", base_);
      json_ = ReadFile(folder_ / "base.json");
    }
  }

  void Run() {
    std::map<std::string, std::vector<size_t>> by_kind;
    Document json = Json(json_);
    const bool names = *file_.target == '\0';
    std::vector<Field> fields;
    Collect(json, "", names, fields);
    for (size_t i = 0; i < fields.size(); ++i) {
      by_kind[fields[i].kind].push_back(i);
    }
    for (const auto& [kind, places] : by_kind) {
      SCOPED_TRACE(absl::StrCat(file_.path, " ", kind));
      const Role* const role = RoleOf(file_.path, kind);
      size_t changed = 0;
      size_t different = 0;
      for (size_t i = 0; i < std::min(kMost, places.size()); ++i) {
        const size_t place =
            places[i * places.size() / std::min(kMost, places.size())];
        if (role == nullptr) CheckLong(json, fields[place]);
        if (!Change(json, fields[place])) continue;
        ++changed;
        different += IsDifferent(role) ? 1 : 0;
        if (changed >= kEnough && different != 0) break;
      }
      total_ += changed;
      // In Forge's files names say what else has to be there.
      if (role == nullptr && !names) {
        EXPECT_GT(different, 0u) << changed << " changed";
      }
    }
    EXPECT_GT(total_, 2u);
  }

 private:
  std::string Name(std::string_view stem) const {
    return folder_ / absl::StrCat(std::string(stem), file_.extension);
  }

  // Makes a file of it in which the field is another one. False if every other
  // value is refused.
  bool Change(Document& json, const Field& field) {
    Value& place = field.value != nullptr ? *field.value : *field.name;
    const Value before(place, json.GetAllocator());
    for (const std::string& other : OthersThan(before)) {
      Document value(&json.GetAllocator());
      value.Parse(other.c_str());
      place.CopyFrom(value, json.GetAllocator());
      change_ = absl::StrCat(" -> ", other);
      const bool accepted = Make(TextOf(json), "changed");
      place.CopyFrom(before, json.GetAllocator());
      if (accepted) return true;
    }
    return false;
  }

  bool Make(const std::string& text, std::string_view stem) {
    const std::string source = folder_.Write("source.json", text);
    const std::string made = Name(stem);
    if (*file_.target == '\0') {
      folder_.Write(absl::StrCat(std::string(stem), file_.extension), text);
    } else {
      std::filesystem::remove(made);
      const RunResult result = Clipguard(
          "convert", absl::StrCat("--to=", file_.target), "-o", made, source);
      if (result.exit_code != 0) return false;
    }
    return Clipguard("validate", made).exit_code == 0;
  }

  // Words that differ after hundreds of bytes are others.
  void CheckLong(Document& json, const Field& field) {
    if (field.value == nullptr || !field.value->IsString()) return;
    const Value before(*field.value, json.GetAllocator());
    const auto make = [&](std::string_view stem, char end) {
      const std::string text = std::string(300, 'x') + end;
      field.value->SetString(text.c_str(), json.GetAllocator());
      return Make(TextOf(json), stem);
    };
    if (make("long", 'a') && make("changed", 'b')) {
      EXPECT_NE(Clipguard("diff", Name("long"), Name("changed")).exit_code, 0);
    }
    field.value->CopyFrom(before, json.GetAllocator());
  }

  // Whether it is a difference in meaning. It is a note at least, JSON and back
  // keeps it, and so does repair.
  bool IsDifferent(const Role* role) {
    SCOPED_TRACE(change_);
    const std::string changed = Name("changed");
    const int plain = Clipguard("diff", base_, changed).exit_code;
    if (role == nullptr || *role != Role::kNothing) {
      EXPECT_NE(Clipguard("diff --exact", base_, changed).exit_code, 0);
    }
    CheckJson(changed);
    CheckRepair(changed);
    return plain != 0;
  }

  void CheckJson(const std::string& changed) {
    const std::string json = folder_ / "again.json";
    std::filesystem::remove(json);
    Exits(0, "convert --to=json -o", json, changed);
    if (*file_.target == '\0') {
      Exits(0, "diff --exact", changed, json);
      return;
    }
    EXPECT_TRUE(Make(ReadFile(json), "back"));
    EXPECT_EQ(ReadFile(Name("back")), ReadFile(changed));
  }

  void CheckRepair(const std::string& changed) {
    const Document found =
        Json(Clipguard("validate --format=json", changed).out);
    if (!found["findings"].Empty()) return;
    const Document repaired =
        Json(Clipguard("repair --dry-run --format=json", changed).out);
    EXPECT_TRUE(repaired["changes"].Empty()) << changed;
  }

  const File file_;
  TempFolder folder_;
  const std::string base_;
  std::string json_;
  std::string change_;
  size_t total_ = 0;
};

class FieldsTest : public testing::TestWithParam<File> {};

TEST_P(FieldsTest, EveryChangeIsSeenAndKept) { Checker(GetParam()).Run(); }

INSTANTIATE_TEST_SUITE_P(Files, FieldsTest, testing::ValuesIn(kFiles));

}  // namespace
}  // namespace clipguard::cli
