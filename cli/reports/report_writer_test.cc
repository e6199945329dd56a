// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/report_writer.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
using ::testing::Not;

void Add(FindingList& findings, FindingCode code, ByteRange bytes,
         std::string_view path, std::vector<std::string> arguments,
         Scope scope = {}, uint32_t line = 0) {
  findings.Report({.code = code,
                   .bytes = bytes,
                   .scope = scope,
                   .describe = [&](Description& d) {
                     d.path = std::string(path);
                     d.message =
                         FillMessage(GetCodeInfo(code).message, arguments);
                     d.line = line;
                     d.column = line == 0 ? 0 : 7;
                   }});
}

// A warning of a marker's name.
void AddWarning(FileReport& report) {
  Add(report.findings, FindingCode::kMarkerNameHasNul, {9000, 1},
      "markers[0].name", {"2"});
}

// An error at the end; line 0: the file has none.
void AddTrailing(FileReport& report, uint32_t line) {
  Add(report.findings, FindingCode::kTrailingBytes, {40, 3}, "end", {"3 bytes"},
      {}, line);
}

FileReport GoodReport() {
  FileReport report;
  report.file = "good.bin";
  report.format = Format::kMrtk;
  report.bytes = 23;
  report.summary = {.version = "1.1",
                    .layout = "compact",
                    .text = "MRTK 1.1 compact, 0 curves, 0 s"};
  return report;
}

// Four keys of a curve, one of another, and a warning.
FileReport BadReport() {
  FileReport report = GoodReport();
  report.file = "bad.bin";
  for (const uint64_t key : {3, 4, 5, 9}) {
    Add(report.findings, FindingCode::kKeyTimeNotFinite, {6700, 4},
        "camera.position.x.keys[3].time", {"NaN"},
        {.id = 1, .element = key, .noun = "key"});
  }
  AddWarning(report);
  Add(report.findings, FindingCode::kKeyTimeNotFinite, {7000, 4},
      "gaze.origin.x.keys[0].time", {"Infinity"},
      {.id = 2, .element = 0, .noun = "key"});
  report.mends = {{.code = FindingCode::kKeyTimeNotFinite},
                  {.code = FindingCode::kMarkerNameHasNul, .unsafe = true}};
  return report;
}

FileReport UnreadableReport() {
  FileReport report;
  report.file = "gone.bin";
  report.problem = "No such file or directory";
  return report;
}

// A whole report.
std::string Write(ReportWriter& writer,
                  std::initializer_list<FileReport> files) {
  StringOutput out;
  Totals totals;
  writer.Begin(out);
  for (const FileReport& file : files) {
    const Rendered rendered = writer.Render(file);
    ++totals.files;
    totals.errors += rendered.errors;
    totals.warnings += rendered.warnings;
    if (!rendered.readable) {
      ++totals.unreadable;
    } else if (rendered.errors != 0) {
      ++totals.invalid;
    } else {
      ++totals.valid;
      if (rendered.warnings != 0) ++totals.warned;
    }
    writer.Add(rendered, out);
  }
  writer.End(totals, out);
  return out.text();
}

std::string Text(std::initializer_list<FileReport> files,
                 const TextOptions& options = {}) {
  return Write(*MakeTextWriter(options), files);
}

// Matches a text that has all of these parts.
template <typename... Parts>
auto Has(const Parts&... parts) {
  return AllOf(::testing::HasSubstr(std::string(parts))...);
}

TEST(TextReportTest, GoodFileIsOneLine) {
  EXPECT_EQ(Text({GoodReport()}),
            "ok       good.bin  MRTK 1.1 compact, 0 curves, 0 s\n");
}

TEST(TextReportTest, BadFile) {
  EXPECT_EQ(
      Text({BadReport()}),
      "INVALID  bad.bin  MRTK 1.1 compact, 0 curves, 0 s; 5 errors, 1 warning\n"
      "  error    KEY_TIME_NOT_FINITE, 5 times\n"
      "           camera.position.x.keys[3].time @ 0x1A2C (6700), 4 bytes\n"
      "           key time is NaN (keys 3-5, 9)\n"
      "           also at gaze.origin.x.keys[0].time\n"
      "           To do: Remove the key, or record again. clipguard repair "
      "mends this.\n"
      "  warning  MARKER_NAME_HAS_NUL\n"
      "           markers[0].name @ 0x2328 (9000), 1 byte\n"
      "           the name contains a NUL at byte 2\n"
      "           To do: Remove it from the name. clipguard repair --unsafe "
      "mends this.\n"
      "\n"
      "For more about a finding: clipguard explain KEY_TIME_NOT_FINITE\n");
}

TEST(TextReportTest, SumOfSeveralFiles) {
  EXPECT_THAT(
      Text({GoodReport(), BadReport(), UnreadableReport()}),
      Has("UNREAD   gone.bin  No such file or directory\n"
          "\n"
          "3 files: 1 valid, 1 invalid, 1 unreadable; 5 errors, 1 warning\n"));
}

TEST(TextReportTest, FilesWithWarningsAreNotOk) {
  FileReport report = GoodReport();
  AddWarning(report);
  EXPECT_THAT(Text({report}), Has("WARN     good.bin"));
}

TEST(TextReportTest, NamesCannotForgeLines) {
  FileReport report = UnreadableReport();
  report.file = "a\nok       b.bin\x1B[2J";
  EXPECT_EQ(Text({report}),
            "UNREAD   a\\nok       b.bin\\x1B[2J  No such file or directory\n");
}

TEST(TextReportTest, ColorsOnlyWhenAsked) {
  EXPECT_THAT(Text({BadReport()}), Not(Has("\x1B")));
  EXPECT_THAT(Text({BadReport()}, {.colors = true}),
              Has("\x1B[1;31mINVALID\x1B[0m  bad.bin"));
}

TEST(TextReportTest, ManyFindingsStaySmall) {
  FileReport report = GoodReport();
  for (size_t code = 2; code < kFindingCodeCount; ++code) {
    for (int i = 0; i < 100; ++i) {
      Add(report.findings, static_cast<FindingCode>(code), {1, 1}, "path", {});
    }
  }
  const std::string text = Text({report});
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 21);
  EXPECT_THAT(text, Has("more codes: ", "shows all)", "counted, but not kept",
                        "and 97 more places"));
}

TEST(TextReportTest, VerboseShowsEveryFinding) {
  FileReport report = GoodReport();
  for (size_t code = 2; code < 12; ++code) {
    for (int i = 0; i < 10; ++i) {
      Add(report.findings, static_cast<FindingCode>(code), {1, 1},
          absl::StrCat("path", i), {});
    }
  }
  const std::string text = Text({report}, {.detail = Detail::kAll});
  for (size_t code = 2; code < 12; ++code) {
    EXPECT_THAT(text, Has(AllCodes()[code].name));
  }
  EXPECT_THAT(text, AllOf(Has("also path9 @ 0x1 (1), 1 byte: "),
                          Not(Has("more codes"))));
  EXPECT_THAT(Text({report}, {.detail = Detail::kAll, .most_of_code = 3}),
              AllOf(Has("also path2", "and 7 more places, which --verbose"),
                    Not(Has("path3"))));
}

TEST(TextReportTest, QuietIsALineForWhatIsWrong) {
  const TextOptions quiet = {.detail = Detail::kVerdict};
  EXPECT_EQ(Text({GoodReport(), GoodReport()}, quiet), "");
  EXPECT_EQ(
      Text({GoodReport(), BadReport()}, quiet),
      "INVALID  bad.bin  MRTK 1.1 compact, 0 curves, 0 s; 5 errors, 1 warning\n"
      "\n"
      "2 files: 1 valid, 1 invalid, 0 unreadable; 5 errors, 1 warning\n"
      "  files by code: 1 KEY_TIME_NOT_FINITE, 1 MARKER_NAME_HAS_NUL\n");
  EXPECT_THAT(Text({BadReport(), BadReport()}, quiet),
              Has("2 KEY_TIME_NOT_FINITE, 2 MARKER_NAME_HAS_NUL"));
}

TEST(TextReportTest, AnAdviceIsWrittenOnce) {
  const FileReport bad = BadReport();
  const auto count = [](std::string text, const std::string& what) {
    size_t found = 0;
    for (size_t at = 0; (at = text.find(what, at)) != text.npos; ++at) ++found;
    return found;
  };
  const std::string text = Text({bad, bad, bad});
  EXPECT_EQ(count(text, "  error    KEY_TIME_NOT_FINITE"), 3u);
  EXPECT_EQ(count(text, "To do: Remove the key"), 1u);
  EXPECT_EQ(count(text, "To do: Remove it from"), 1u);
  EXPECT_THAT(text, Not(testing::ContainsRegex("[\x01\x02]")));
  // The advice is not dimmed.
  const std::string colored = Text({bad}, {.colors = true});
  EXPECT_THAT(colored, Has("\x1B[1mTo do:\x1B[0m Remove the key"));
  EXPECT_THAT(colored, Not(Has("\x1B[2mTo do")));
}

TEST(TextReportTest, GoodFilesNeedNoLine) {
  const TextOptions many = {.list_good = false};
  EXPECT_EQ(
      Text({GoodReport(), GoodReport()}, many),
      "2 files: 2 valid, 0 invalid, 0 unreadable; 0 errors, 0 warnings\n");
  EXPECT_THAT(Text({GoodReport(), BadReport()}, many),
              AllOf(Not(Has("good.bin")), Has("INVALID  bad.bin")));
}

TEST(TextReportTest, WarningsAreCountedApart) {
  FileReport report = GoodReport();
  AddWarning(report);
  EXPECT_THAT(Text({report, GoodReport()}),
              Has("2 files: 2 valid (1 with warnings), 0 invalid"));
}

TEST(TextReportTest, TheCauseComesFirst) {
  FileReport report = GoodReport();
  for (const uint64_t vertex : {3, 4}) {
    Add(report.findings, FindingCode::kBlendIndexOutOfRange, {100, 2},
        "vertices[3].blendIndices", {"57", "57"},
        {.id = 1, .element = vertex, .noun = "vertex"}, 9);
  }
  Add(report.findings, FindingCode::kElementsSurplus, {400, 12}, "BoneOffsets",
      {"'BoneOffset57'", "57", "bones"}, {}, 20);
  EXPECT_THAT(Text({report}),
              AllOf(Has("3 errors\n  error    ELEMENTS_SURPLUS\n",
                        "           It may be the cause of "
                        "BLEND_INDEX_OUT_OF_RANGE, 2 times\n"),
                    Not(Has("vertices[3]")),
                    Has("clipguard explain ELEMENTS_SURPLUS\n")));
  EXPECT_THAT(Text({report}, {.detail = Detail::kAll}),
              Has("  error    BLEND_INDEX_OUT_OF_RANGE, 2 times, "
                  "may follow from ELEMENTS_SURPLUS\n",
                  "vertices[3]"));
}

TEST(TextReportTest, ShowsThePlace) {
  FileReport report = GoodReport();
  AddTrailing(report, 12);
  report.excerpts = {{.bytes = "begin end", .offset = 34, .is_text = true}};
  EXPECT_THAT(Text({report}), Has("           12 | begin end\n"
                                  "              |       ^^^\n"));
}

TEST(TextReportTest, LinesOfTextFormats) {
  FileReport report = GoodReport();
  AddTrailing(report, 12);
  EXPECT_THAT(Text({report}), Has("end, line 12:7 @ 0x28 (40), 3 bytes"));
}

TEST(JsonReportTest, Files) {
  EXPECT_EQ(
      Write(*MakeJsonWriter(), {GoodReport(), UnreadableReport()}),
      R"({"file":"good.bin","format":"mrtk","version":"1.1","layout":"compact",)"
      R"("bytes":23,"valid":true,"errors":0,"warnings":0,"findings":[]})"
      "\n"
      R"({"file":"gone.bin","error":{"code":"FILE_UNREADABLE",)"
      R"("message":"No such file or directory"}})"
      "\n");
}

TEST(JsonReportTest, Findings) {
  EXPECT_EQ(
      Write(*MakeJsonWriter(), {BadReport()}),
      R"({"file":"bad.bin","format":"mrtk","version":"1.1","layout":"compact",)"
      R"("bytes":23,"valid":false,"errors":5,"warnings":1,"findings":[)"
      R"({"code":"KEY_TIME_NOT_FINITE","severity":"error","offset":6700,)"
      R"("length":4,"path":"camera.position.x.keys[3].time",)"
      R"("message":"key time is NaN","count":4,"places":"keys 3-5, 9"},)"
      R"({"code":"MARKER_NAME_HAS_NUL","severity":"warning","offset":9000,)"
      R"("length":1,"path":"markers[0].name",)"
      R"("message":"the name contains a NUL at byte 2","count":1},)"
      R"({"code":"KEY_TIME_NOT_FINITE","severity":"error","offset":7000,)"
      R"("length":4,"path":"gaze.origin.x.keys[0].time",)"
      R"("message":"key time is Infinity","count":1}]})"
      "\n");
}

TEST(JsonReportTest, DroppedFindingsAreCounted) {
  FileReport report = GoodReport();
  report.findings = FindingList(Limits{.findings_kept = 1});
  for (int i = 0; i < 3; ++i) {
    Add(report.findings, FindingCode::kTrailingBytes, {1, 1}, "end", {"1"});
  }
  EXPECT_THAT(Write(*MakeJsonWriter(), {report}),
              Has(R"("errors":3,"warnings":0,"dropped":2,"findings":[)"));
}

TEST(SarifReportTest, NothingToReport) {
  EXPECT_EQ(Write(*MakeSarifWriter(), {GoodReport()}),
            R"({"$schema":"https://json.schemastore.org/sarif-2.1.0.json",)"
            R"("version":"2.1.0","runs":[{"automationDetails":)"
            R"({"id":"clipguard/"},"columnKind":"unicodeCodePoints",)"
            "\n"
            R"("results":[],)"
            "\n"
            R"("tool":{"driver":{"name":"clipguard",)"
            R"("fullName":"clipguard 0.1.0","version":"0.1.0",)"
            R"("semanticVersion":"0.1.0","rules":[]}},)"
            "\n"
            R"("invocations":[{"executionSuccessful":true}]}]})"
            "\n");
}

TEST(SarifReportTest, Results) {
  FileReport bad = BadReport();
  bad.file = "./a b/\xFF.bin";
  const std::string text =
      Write(*MakeSarifWriter(), {bad, UnreadableReport(), bad});
  EXPECT_THAT(
      text, Has(R"({"ruleId":"KEY_TIME_NOT_FINITE",)"
                R"("level":"error","message":{"text":)"
                R"("camera.position.x.keys[3].time: key time is NaN )"
                "(byte 6700)\"},"
                R"("locations":[{"physicalLocation":{"artifactLocation":)"
                R"({"uri":"a%20b/%FF.bin"},"region":{"startLine":1,)"
                R"("byteOffset":6700,)"
                R"("byteLength":4}},"logicalLocations":[{"fullyQualifiedName":)"
                R"("camera.position.x.keys[3].time"}]}],"partialFingerprints":)"
                R"({"primaryLocationLineHash":"e8f3815f674608df:1"},)"
                R"("occurrenceCount":4},)",
                R"("invocations":[{"executionSuccessful":false,)"
                R"("toolExecutionNotifications":[)"
                "\n"
                R"({"level":"error","descriptor":{"id":"FILE_UNREADABLE"},)"
                R"("message":{"text":"gone.bin: No such file or directory"},)"
                R"("locations":[{"physicalLocation":{"artifactLocation":)"
                R"({"uri":"gone.bin"}}}]}]}]}]})"));
}

TEST(SarifReportTest, OnlyTheRulesThatAreNeeded) {
  const std::string text = Write(*MakeSarifWriter(), {BadReport()});
  EXPECT_THAT(text, AllOf(Has(R"({"id":"KEY_TIME_NOT_FINITE",)"
                              R"("name":"KeyTimeNotFinite",)"
                              R"("shortDescription":)"
                              R"({"text":"key time is <time>"})",
                              R"({"id":"MARKER_NAME_HAS_NUL",)"),
                          Not(Has("KEY_TIME_DECREASING")), Not(Has("Uri"))));
  const std::string page = "https://example.org/findings.html";
  EXPECT_THAT(Write(*MakeSarifWriter(page), {BadReport()}),
              Has(R"("informationUri":"https://example.org/findings.html")",
                  R"("helpUri":"https://example.org/findings.html)"
                  R"(#key_time_not_finite")"));
}

TEST(SarifReportTest, StandardInputHasAName) {
  FileReport bad = BadReport();
  bad.file = "-";
  EXPECT_THAT(Write(*MakeSarifWriter(), {bad}),
              Has(R"("artifactLocation":{"uri":"stdin",)"
                  R"("description":{"text":"standard input"}})"));
}

TEST(SarifReportTest, LinesOfTextFormats) {
  FileReport report = GoodReport();
  AddTrailing(report, 12);
  EXPECT_THAT(Write(*MakeSarifWriter(), {report}),
              Has(R"("region":{"startLine":12,"byteOffset":40,)"));
  // Columns that count characters, not the finding's own.
  report.character_columns = {5};
  EXPECT_THAT(Write(*MakeSarifWriter(), {report}),
              Has(R"("region":{"startLine":12,"startColumn":5,)"
                  R"("byteOffset":40,"byteLength":3})"));
}

TEST(GithubReportTest, Commands) {
  FileReport report = GoodReport();
  report.file = "./50%,a:b\r\n.m3d";
  Add(report.findings, FindingCode::kMarkerNameHasNul, {9000, 1},
      "100% ##[error]", {"2"}, {}, 12);
  report.character_columns = {5};
  EXPECT_EQ(
      Write(*MakeGithubWriter(), {GoodReport(), report, UnreadableReport()}),
      "::warning file=50%25%2Ca%3Ab\\r\\n.m3d,line=12,col=5,"
      "title=MARKER_NAME_HAS_NUL::100%25 # #[error]: the name contains a NUL "
      "at byte 2\n"
      "::error file=gone.bin,title=FILE_UNREADABLE::No such file or "
      "directory\n"
      "clipguard: 3 files, 2 valid, 0 invalid, 1 unreadable; 0 errors, "
      "1 warning\n");
}

TEST(GithubReportTest, NoMoreCommandsThanAreShown) {
  FileReport report = GoodReport();
  report.file = "::error::x";
  for (int i = 0; i < 15; ++i) {
    AddTrailing(report, 0);
    Add(report.findings, FindingCode::kMarkerNameHasNul, {9, 1}, "m", {"2"});
  }
  const std::string text = Write(*MakeGithubWriter(), {report});
  size_t errors = 0;
  size_t warnings = 0;
  size_t log = 0;
  for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const std::string_view line = std::string_view(text).substr(at);
    errors += line.starts_with("::error ");
    warnings += line.starts_with("::warning ");
    log += line.starts_with("- ::error::x@");
  }
  EXPECT_EQ(errors, 10u);
  EXPECT_EQ(warnings, 10u);
  EXPECT_EQ(log, 10u);
  EXPECT_THAT(text, Has("::notice title=clipguard::10 more findings"));
}

TEST(GitlabReportTest, Files) {
  FileReport bad = BadReport();
  bad.file = "./a/bad.bin";
  EXPECT_EQ(Write(*MakeGitlabWriter(), {GoodReport()}), "[]\n");
  const std::string text =
      Write(*MakeGitlabWriter(), {bad, GoodReport(), UnreadableReport()});
  EXPECT_THAT(text,
              Has("[\n"
                  R"({"description":"camera.position.x.keys[3].time: key )"
                  R"j(time is NaN (4 times: keys 3-5, 9) (byte 6700)",)j"
                  R"("check_name":"KEY_TIME_NOT_FINITE","fingerprint":")",
                  R"(:1","severity":"major","location":{"path":)"
                  R"("a/bad.bin","lines":{"begin":1}}},)",
                  R"("check_name":"FILE_UNREADABLE")",
                  R"("lines":{"begin":1}}})"
                  "\n]\n"));
}

TEST(SeveralReportsTest, EachIsAsItIsAlone) {
  StringOutput json;
  StringOutput github;
  std::vector<ReportTo> others;
  others.push_back({MakeJsonWriter(), &json});
  others.push_back({MakeGithubWriter(), &github});
  const auto writer =
      MakeSeveralReportsWriter(MakeTextWriter({}), std::move(others));
  EXPECT_EQ(Write(*writer, {GoodReport(), BadReport()}),
            Text({GoodReport(), BadReport()}));
  EXPECT_EQ(json.text(), Write(*MakeJsonWriter(), {GoodReport(), BadReport()}));
  EXPECT_EQ(github.text(),
            Write(*MakeGithubWriter(), {GoodReport(), BadReport()}));
}

TEST(JunitReportTest, Files) {
  FileReport bad = BadReport();
  bad.file = "<&\"\x01";
  EXPECT_EQ(
      Write(*MakeJunitWriter(), {GoodReport(), bad, UnreadableReport()}),
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites>\n"
      "<testsuite name=\"clipguard\" tests=\"3\" failures=\"1\" errors=\"1\" "
      "skipped=\"0\">\n"
      "  <testcase classname=\"mrtk\" name=\"good.bin\"/>\n"
      "  <testcase classname=\"mrtk\" name=\"&lt;&amp;&quot;\xEF\xBF\xBD\">\n"
      "    <failure type=\"KEY_TIME_NOT_FINITE\" "
      "message=\"5 errors, 1 warning\">\n"
      "error KEY_TIME_NOT_FINITE: camera.position.x.keys[3].time @ 0x1A2C, "
      "4 bytes: key time is NaN (4 occurrences: keys 3-5, 9)\n"
      "error KEY_TIME_NOT_FINITE: gaze.origin.x.keys[0].time @ 0x1B58, "
      "4 bytes: key time is Infinity\n"
      "    </failure>\n"
      "    <system-out>\n"
      "warning MARKER_NAME_HAS_NUL: markers[0].name @ 0x2328, 1 byte: the name "
      "contains a NUL at byte 2\n"
      "    </system-out>\n"
      "  </testcase>\n"
      "  <testcase classname=\"unreadable\" name=\"gone.bin\">\n"
      "    <error type=\"FILE_UNREADABLE\" "
      "message=\"No such file or directory\"/>\n"
      "  </testcase>\n"
      "</testsuite>\n"
      "</testsuites>\n");
}

TEST(JunitReportTest, WarningsDoNotFail) {
  FileReport report = GoodReport();
  AddWarning(report);
  EXPECT_THAT(Write(*MakeJunitWriter(), {report}),
              AllOf(Has("<system-out>"), Not(Has("<failure"))));
}

TEST(JunitReportTest, DroppedFindingsAreNamed) {
  FileReport report = GoodReport();
  report.findings = FindingList(Limits{.findings_kept = 0});
  Add(report.findings, FindingCode::kTrailingBytes, {1, 1}, "end", {"1"});
  EXPECT_THAT(
      Write(*MakeJunitWriter(), {report}),
      Has("    <failure type=\"FINDINGS_DROPPED\" message=\"1 error\">\n"
          "1 occurrence counted, but not kept "
          "(--limit=findings-kept=N)\n"
          "    </failure>\n"));
  // A file fails for its error, whatever warnings were kept before it.
  report.findings = FindingList(Limits{.findings_kept = 1});
  AddWarning(report);
  EXPECT_THAT(Write(*MakeJunitWriter(), {report}), Not(Has("<failure")));
  Add(report.findings, FindingCode::kTrailingBytes, {1, 1}, "end", {"1"});
  EXPECT_THAT(Write(*MakeJunitWriter(), {report}),
              Has("<failure type=\"TRAILING_BYTES\" "
                  "message=\"1 error, 1 warning\">"));
}

}  // namespace
}  // namespace clipguard::cli
