// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard sample of many files, from end to end: 200 recordings of one and
// two hands, with lost tracking, and five that are broken, as tables of every
// kind.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/test_util.h"
#include "corpus/mrtk/motion.h"
#include "corpus/mrtk/recording.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"
#include "rapidjson/document.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::Not;
using ::testing::StartsWith;

using Row = std::vector<std::string>;

constexpr std::string_view kLongHeader =
    "file,clip,time,part,joint,x,y,z,qx,qy,qz,qw,tracked";
constexpr size_t kManyFiles = 200;

// A line of CSV without quotes.
Row Cells(const std::string& line) {
  Row cells;
  size_t begin = 0;
  for (;;) {
    const size_t comma = std::min(line.find(',', begin), line.size());
    cells.push_back(line.substr(begin, comma - begin));
    if (comma == line.size()) return cells;
    begin = comma + 1;
  }
}

void Forget(mrtk::Handedness hand, corpus::Recording& recording) {
  recording.curve(mrtk::CurveSlot::Tracked(hand)).keys.clear();
  recording.curve(mrtk::CurveSlot::Pinch(hand)).keys.clear();
  for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
    for (int c = 0; c < 7; ++c) {
      recording
          .curve(mrtk::CurveSlot::Joint(hand, joint,
                                        static_cast<mrtk::PoseComponent>(c)))
          .keys.clear();
    }
  }
}

// Whether a recording is broken, each in a way of its own.
bool Break(size_t number, corpus::Recording& recording) {
  using mrtk::CurveSlot;
  corpus::RawCurve& y = recording.curve(CurveSlot::Camera(mrtk::kPositionY));
  switch (number) {
    case 20:
      y.keys[0].time = 1.0f / 0.0f;
      return true;
    case 60:
      y.pre_wrap = 3;
      return true;
    case 100:
      y.declared_count = -5;
      return true;
    case 140:
      recording.major = 7;
      return true;
    case 180:  // cut, below
      return true;
    default:
      return false;
  }
}

// 200 recordings in folders, made once.
class SampleManyTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    for (size_t i = 0; i < kManyFiles; ++i) {
      corpus::MotionOptions options;
      options.seed = i + 1;
      options.seconds = 0.5;
      options.rate = 20;
      options.right_hand_delay = i % 3 == 0 ? 0.2 : 0;
      options.left_hand_lost = i % 4 == 0 ? 0.2 : 0;
      options.fingers_only_tips = i % 5 == 0;
      corpus::Recording recording;
      recording.presence = {1, 1, static_cast<uint8_t>(i % 2)};
      corpus::AddMotion(options, recording);
      if (i % 7 == 0) Forget(mrtk::Handedness::kLeft, recording);
      const bool broken = Break(i, recording);
      const auto written = corpus::Write(recording);
      std::string bytes(written.bytes.begin(), written.bytes.end());
      if (i == 180) bytes.resize(bytes.size() / 2);
      const std::string name =
          absl::StrFormat("%s/%03d.bin", i < 100 ? "a" : "b", i);
      (broken ? bad_ : good_).push_back(folder_->Write(name, bytes));
    }
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
    good_.clear();
    bad_.clear();
  }

  static std::string Path() { return folder_->path(); }

  static TempFolder* folder_;
  static std::vector<std::string> good_;
  static std::vector<std::string> bad_;
};

TempFolder* SampleManyTest::folder_ = nullptr;
std::vector<std::string> SampleManyTest::good_;
std::vector<std::string> SampleManyTest::bad_;

TEST_F(SampleManyTest, TheLongTableIsThoseOfTheFilesOneAfterTheOther) {
  ASSERT_EQ(bad_.size(), 5u);
  std::string expected(kLongHeader);
  expected += '\n';
  for (const std::string& file : good_) {
    const RunResult one =
        Exits(0, "sample --fps=10 --shape=long --format=csv", file);
    expected += one.out.substr(one.out.find('\n') + 1);
  }
  for (const char* jobs : {"1", "3"}) {
    const RunResult all =
        Exits(1, "sample --fps=10", absl::StrCat("--jobs=", jobs), Path());
    EXPECT_TRUE(all.out == expected) << "jobs=" << jobs;
    for (const std::string& file : bad_)
      EXPECT_THAT(all.err, Has(file, "195 of 200 files", "5 with errors",
                               "1 WRAP_MODE_UNKNOWN"));
  }
}

// Each cell of a long table is that of the file's wide one; what no row says
// was not recorded.
TEST_F(SampleManyTest, LongAndWideSayTheSame) {
  for (size_t i = 0; i < good_.size(); i += 13) {
    const std::string& file = good_[i];
    const std::vector<std::string> wide =
        Lines(Clipguard("sample --fps=10 --format=csv", file).out);
    std::map<std::string, size_t> column;
    const Row names = Cells(wide[0]);
    for (size_t c = 0; c < names.size(); ++c) column[names[c]] = c;
    size_t said = 0;
    const std::vector<std::string> rows =
        Lines(Clipguard("sample --fps=10 --shape=long --format=csv", file).out);
    for (size_t r = 1; r < rows.size(); ++r) {
      const Row row = Cells(rows[r]);
      ASSERT_EQ(row.size(), 13u);
      const auto at = std::find_if(wide.begin() + 1, wide.end(),
                                   [&](const std::string& line) {
                                     return line.starts_with(row[2] + ",");
                                   });
      ASSERT_NE(at, wide.end());
      const Row whole = Cells(*at);
      const bool is_hand = row[3] == "left" || row[3] == "right";
      const std::string start =
          is_hand ? "hands." + row[3] + "." + row[4] : row[3];
      const auto cell = [&](const std::string& name) {
        EXPECT_TRUE(column.contains(name)) << name;
        const std::string& text = whole[column[name]];
        said += !text.empty();
        return text;
      };
      constexpr std::string_view kXyzw = "xyzw";
      for (size_t c = 0; c < 3; ++c) {
        const std::string name =
            row[3] == "gaze" ? start + "." + row[4] : start + ".position";
        EXPECT_EQ(row[5 + c], cell(name + "." + kXyzw[c]));
      }
      for (size_t c = 0; c < 4; ++c) {
        EXPECT_EQ(row[8 + c], row[3] == "gaze"
                                  ? ""
                                  : cell(start + ".rotation." + kXyzw[c]));
      }
      EXPECT_EQ(row[12],
                is_hand ? whole[column["hands." + row[3] + ".tracked"]] : "");
    }
    // No more values than that, but times and the states of hands.
    size_t values = 0;
    for (size_t r = 1; r < wide.size(); ++r) {
      const Row whole = Cells(wide[r]);
      for (size_t c = 1; c < whole.size(); ++c) {
        values += !whole[c].empty() && !names[c].ends_with("tracked") &&
                  !names[c].ends_with("pinch");
      }
    }
    EXPECT_EQ(said, values) << file;
  }
}

TEST_F(SampleManyTest, TheWideTableHasTheColumnsOfAll) {
  // Gaze is in every other file only, and so in none of these but one.
  const std::vector<std::string> files = {good_[0], good_[1], good_[2]};
  const std::string args = "sample --times=0.1,0.4 --shape=wide --format=csv";
  const std::vector<std::string> lines = Lines(Exits(0, args, files).out);
  ASSERT_EQ(lines.size(), 7u);
  EXPECT_THAT(lines[0], StartsWith("file,time,camera.position.x,"));
  const Row names = Cells(lines[0]);
  // Without the placeholder of either hand.
  EXPECT_EQ(names.size(), 2u + 395u - 2u * 7u);
  for (size_t f = 0; f < files.size(); ++f) {
    const std::vector<std::string> one =
        Lines(Clipguard("sample --times=0.1,0.4 --format=csv", files[f]).out);
    const Row own = Cells(one[0]);
    for (size_t r = 0; r < 2; ++r) {
      const Row row = Cells(lines[1 + 2 * f + r]);
      const Row single = Cells(one[1 + r]);
      EXPECT_EQ(row[0], files[f]);
      for (size_t c = 1; c < names.size(); ++c) {
        const auto at = std::ranges::find(own, names[c]);
        EXPECT_EQ(row[c], at == own.end()
                              ? ""
                              : single[static_cast<size_t>(at - own.begin())]);
      }
    }
  }
}

TEST_F(SampleManyTest, AFileEach) {
  TempFolder out;
  const RunResult all =
      Exits(1, "sample --fps=10 -o", out / "tables/", "--jobs=2", Path());
  EXPECT_THAT(all.out, Has("195 of 200 files"));
  for (size_t i = 0; i < good_.size(); i += 17) {
    const std::string below = good_[i].substr(Path().size() + 1, 5);
    EXPECT_EQ(ReadFile(out / ("tables/" + below + ".csv")),
              Clipguard("sample --fps=10 --format=csv", good_[i]).out);
  }
  EXPECT_FALSE(std::filesystem::exists(out / "tables/a/020.csv"));
  // Two that would become one: neither does.
  TempFolder same;
  same.Write("x.bin", CameraRecording());
  same.Write("x.rec", CameraRecording());
  Exits(1, "sample --fps=1 -o", out / "t/", same.path());
  EXPECT_FALSE(std::filesystem::exists(out / "t"));
}

// The times of the file's own keys: of a recording those of all curves.
TEST_F(SampleManyTest, AtTheTimesOfKeys) {
  const auto times_of = [](std::string_view path) {
    std::string times;
    const RunResult run = Exits(
        0, "sample --times=keys --shape=wide --format=csv", std::string(path));
    std::string last;
    for (const std::string& row : Lines(run.out)) {
      const std::string time = row.substr(0, row.find(','));
      if (time != last) times += time + " ";
      last = time;
    }
    return times;
  };
  EXPECT_EQ(times_of("corpus/mrtk/valid/one-key.bin"), "time 2.5 ");
  EXPECT_EQ(times_of("corpus/m3d/valid/arm.m3d"), "time 0.0 1.25 ");
  EXPECT_THAT(times_of("corpus/xrhands/valid/v2-both.handsbin"),
              StartsWith("time "));
  EXPECT_THAT(Clipguard("sample --times=keys corpus/m3d/valid/arm.m3d").out,
              Has("\"times\":[0,1.25]"));
  const RunResult none =
      Exits(2, "sample --times=keys corpus/forge/valid/chest.armature.json");
  EXPECT_THAT(none.err, Has("has no keys"));
  Exits(2, "sample --times=keys --from=1 corpus/m3d/valid/arm.m3d");
}

TEST_F(SampleManyTest, OnlyWhatIsAskedFor) {
  const RunResult all = Exits(0,
                              "sample --times=0.3 --only=camera,right.IndexTip "
                              "--only right.*.position -q",
                              good_[2], good_[3]);
  EXPECT_EQ(all.err, "");
  const std::vector<std::string> rows = Lines(all.out);
  for (size_t r = 1; r < rows.size(); ++r) {
    const Row row = Cells(rows[r]);
    EXPECT_TRUE(row[3] == "camera" || row[3] == "right") << rows[r];
    const bool has_rotation = row[3] == "camera" || row[4] == "IndexTip";
    EXPECT_EQ(row[8].empty(), !has_rotation) << rows[r];
    EXPECT_NE(row[5], "");
    EXPECT_EQ(row[12].empty(), row[3] == "camera");
  }
  // A joint of either hand, and its columns.
  const std::vector<std::string> wide = Lines(
      Clipguard(
          "sample --times=0.3 --only=Palm.position.y --shape=wide --format=csv",
          good_[2])
          .out);
  EXPECT_EQ(wide[0],
            "time,hands.left.tracked,hands.right.tracked,"
            "hands.left.Palm.position.y,hands.right.Palm.position.y");
  EXPECT_THAT(
      Refusal(2, "sample --times=0 --only=right.IndxTip", good_[2], good_[3]),
      Has("did you mean 'right.IndexTip'?"));
  Exits(2, "sample --times=0 --only=right.IndxTip", good_[2]);
  // A name of recordings is none of a character.
  const std::string arm = "corpus/m3d/valid/arm-d3d11.m3d";
  for (const char* shape : {"--shape=wide", "--shape=long"}) {
    Exits(2, "sample --times=0 --format=csv", shape, "--only=camera", arm);
    Exits(2, "sample --times=0 --format=csv", shape, "--only=camera", arm,
          "corpus/m3d/valid/biped.m3d");
  }
  Exits(2, "sample --times=0 --only=[", good_[2]);
  // Nothing of it in the file is no fault.
  Exits(0, "sample --times=0 --only=left.Palm", good_[0], good_[6]);
}

TEST_F(SampleManyTest, ListsColumns) {
  const RunResult list = Exits(1, "sample --list-columns", Path());
  EXPECT_THAT(list.out, Has("camera.position\n", "right.IndexTip.rotation\n",
                            "gaze.origin\t"));
  EXPECT_THAT(list.out, Not(Has("None")));
  for (const std::string& flag :
       {std::string("--format=csv"), std::string("--shape=long"),
        std::string("--times=0"), std::string("--fps=9"),
        std::string("--from=0"), std::string("--to=1"),
        "--out=" + Path() + "/list"}) {
    const RunResult refused = Exits(2, "sample --list-columns", flag, Path());
    EXPECT_THAT(refused.err, Has("has no effect on --list-columns"));
  }
}

using SampleListTest = TestInFolder;

// A count is of files, however many clips these have.
TEST_F(SampleListTest, CountsFilesAndNotClips) {
  const auto armature = [&](const std::string& name, const std::string& joints,
                            const std::string& clips) {
    return folder.Write(
        name, "{\"joints\":{" + joints + "},\"clips\":{" + clips + "}}");
  };
  const std::string clips =
      R"("a":{"joint_clips":{},"events":{}},"b":{"joint_clips":{},"events":{}},
         "c":{"joint_clips":{},"events":{}})";
  const std::string one = armature("1.json", R"("lid":{},"base":{})", clips);
  const std::string other = armature("2.json", R"("lid":{})", clips);
  const RunResult list = Exits(0, "sample --list-columns", one, other);
  EXPECT_EQ(list.out, "joints.lid\njoints.base\t1 of 2 files\n");
  // A clip that moves a joint which is not listed, and that clip alone.
  const std::string moves = armature(
      "3.json", R"("lid":{})",
      R"("a":{"joint_clips":{},"events":{}},"b":{"joint_clips":{"x":[]},
          "events":{}})");
  EXPECT_EQ(Clipguard("sample --list-columns", moves).out,
            "joints.lid\njoints.x\n");
  EXPECT_EQ(Clipguard("sample --list-columns --clip=a", moves).out,
            "joints.lid\n");
}

// MRTK's joint that is none.
TEST_F(SampleListTest, ThePlaceholderIsThereIfItIsNamed) {
  corpus::Recording recording;
  recording.presence = {0, 1, 0};
  using mrtk::CurveSlot;
  using mrtk::Handedness;
  for (const size_t joint : {0, 2}) {
    for (const auto c :
         {mrtk::kPositionX, mrtk::kPositionY, mrtk::kPositionZ}) {
      recording.curve(CurveSlot::Joint(Handedness::kLeft, joint, c))
          .keys.push_back({.time = 0, .value = 2});
    }
  }
  const auto written = corpus::Write(recording);
  const std::string file = folder.Write(
      "f", std::string(written.bytes.begin(), written.bytes.end()));
  const auto rows = [&](const std::vector<std::string>& flags) {
    return Exits(0, "sample --times=0 --format=csv", file, flags).out;
  };
  EXPECT_THAT(rows({}), Not(Has("None")));
  EXPECT_THAT(rows({"--shape=long"}), Not(Has("None")));
  EXPECT_THAT(rows({"--shape=long", "--only=left"}), Not(Has("None")));
  EXPECT_THAT(rows({"--shape=long", "--only=left.None"}),
              Has(",,0.0,left,None,2.0,2.0,2.0,"));
  EXPECT_THAT(rows({"--only=None"}), Has("hands.left.None.position.x"));
}

TEST_F(SampleManyTest, JsonHasNullsAndBooleans) {
  const RunResult lines =
      Exits(0, "sample --times=0.4 --format=ndjson", good_[0], good_[2]);
  size_t tracked = 0;
  for (const std::string& line : Lines(lines.out)) {
    const rapidjson::Document row = Json(line);
    EXPECT_EQ(row.MemberCount(), 13u);
    EXPECT_TRUE(row["clip"].IsNull());
    EXPECT_TRUE(row["x"].IsNumber());
    const std::string part = row["part"].GetString();
    EXPECT_EQ(row["tracked"].IsBool(), part == "left" || part == "right");
    tracked += row["tracked"].IsBool();
  }
  EXPECT_GT(tracked, 30u);
  const rapidjson::Document list = Json(
      Clipguard("sample --times=0.4 --format=json", good_[0], good_[2]).out);
  EXPECT_EQ(list.Size(), Lines(lines.out).size());
  EXPECT_EQ(Json(Clipguard("sample --times=0 --format=json --only=left.Palm",
                           good_[0], good_[6])
                     .out)
                .Size(),
            1u);
}

// NumPy reads what CSV says, without pickles; no value is NaN.
TEST_F(SampleManyTest, NumpyReadsTheSame) {
  if (std::system("/usr/bin/python3 -c 'import numpy' 2>/dev/null") != 0) {
    GTEST_SKIP() << "python3-numpy is not installed";
  }
  TempFolder out;
  for (const char* name : {"long.csv", "long.npy", "wide.npz"}) {
    Exits(1, "sample --fps=10 --jobs=2 -o", out / name, Path());
  }
  for (const char* format : {"csv", "npz"}) {
    Exits(0, "sample --fps=10 --shape=wide -o",
          out / absl::StrCat("w.", format), good_[0], good_[1], good_[2]);
  }
  out.Write("check.py", R"(
import csv, sys, zipfile
import numpy as np
here = sys.argv[1]
def number(text): return np.float32(text) if text else np.float32('nan')
def same(a, b): return np.array_equal(np.asarray(a, 'f4'), b, equal_nan=True)
table = np.load(here + '/long.npy', allow_pickle=False)
with open(here + '/long.csv', newline='') as f:
    rows = list(csv.reader(f))
assert list(table.dtype.names) == rows[0], table.dtype
assert len(table) == len(rows) - 1 > 10000
for i, name in enumerate(rows[0]):
    if table.dtype[name].kind == 'U':
        assert [r[i] for r in rows[1:]] == table[name].tolist(), name
    else:
        assert same([number(r[i]) for r in rows[1:]], table[name]), name
assert zipfile.ZipFile(here + '/wide.npz').testzip() is None
wide = np.load(here + '/w.npz', allow_pickle=False)
with open(here + '/w.csv', newline='') as f:
    rows = list(csv.reader(f))
column = {name: i for i, name in enumerate(rows[0])}
assert [r[0] for r in rows[1:]] == wide['path'].tolist()
assert wide.files[-1] == 'path', wide.files
np.savez(here + '/again.npz', **wide)
checked = 0
for name in wide.files:
    if name == 'path': continue
    a = wide[name]
    names = [name] if a.ndim == 1 else [name + '.' + c for c in 'xyzw'[:a.shape[1]]]
    for k, each in enumerate(names):
        got = a if a.ndim == 1 else a[:, k]
        assert same([number(r[column[each]]) for r in rows[1:]], got), each
        checked += 1
assert checked == len(rows[0]) - 1, checked
big = np.load(here + '/wide.npz', allow_pickle=False)
assert big['hands.right.Palm.position'].shape[1] == 3
assert len(set(big['path'].tolist())) == 195
)");
  EXPECT_EQ(std::system(absl::StrFormat("/usr/bin/python3 %s %s",
                                        out / "check.py", out.path())
                            .c_str()),
            0);
}

}  // namespace
}  // namespace clipguard::cli
