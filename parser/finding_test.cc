// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/finding.h"

#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "gtest/gtest.h"
#include "testing/allocation_counter.h"

namespace clipguard {
namespace {

constexpr FindingCode kAnError = FindingCode::kKeyTimeNotFinite;
constexpr FindingCode kAnotherError = FindingCode::kKeyValueNotFinite;
constexpr FindingCode kAWarning = FindingCode::kKeyTimeDuplicate;

// Reports an occurrence whose path tells where it comes from. Returns whether
// it was asked for its description.
bool Report(FindingList& list, CodeTaking<1> code, Scope scope,
            ByteRange bytes = {}) {
  int asked = 0;
  list.Report(code, bytes, scope, [&](Description& d) {
    ++asked;
    d.path = "scope" + std::to_string(scope.id) + ".element" +
             std::to_string(scope.element);
    return Arguments{"first"};
  });
  EXPECT_LE(asked, 1);
  return asked == 1;
}

bool Report(FindingList& list, CodeTaking<1> code, uint64_t scope,
            uint64_t element) {
  return Report(list, code, Scope{scope, element, "key"});
}

// All occurrences, however they are kept.
uint64_t Total(const FindingList& list) {
  uint64_t total = list.dropped();
  for (const Finding& finding : list.findings()) total += finding.count;
  return total;
}

// Occurrences that a finding's ranges and `unranged` speak of. Elements that
// were reported once each.
uint64_t Elements(const Finding& finding) {
  uint64_t elements = finding.unranged;
  for (const IndexRange& r : finding.ranges) elements += r.last - r.first + 1;
  return elements;
}

TEST(FindingListTest, GivesTheLevelsThatItWasMadeWith) {
  FindingLevels levels;
  levels.Set(kAWarning, FindingLevel::kError);
  levels.Set(kAnError, FindingLevel::kIgnored);
  FindingList list(Limits{}, levels);
  Report(list, kAWarning, 0, 0);
  Report(list, kAnError, 0, 1);
  EXPECT_EQ(list.errors(), 1u);
  EXPECT_EQ(list.warnings(), 0u);
  EXPECT_EQ(list.ignored(), 1u);
}

TEST(FindingListTest, KeepsAnOccurrenceAsItIs) {
  FindingList list;
  list.Report(kAnError, {123, 4}, {}, [](Description& d) {
    d.path = "camera.position.x.keys[3].time";
    d.line = 7;
    d.column = 9;
    return Arguments{"NaN"};
  });
  ASSERT_EQ(list.findings().size(), 1u);
  const Finding& finding = list.findings()[0];
  EXPECT_EQ(finding.code, kAnError);
  EXPECT_EQ(finding.severity(), Severity::kError);
  EXPECT_EQ(finding.bytes, (ByteRange{123, 4}));
  EXPECT_EQ(finding.path, "camera.position.x.keys[3].time");
  EXPECT_EQ(finding.line, 7u);
  EXPECT_EQ(finding.column, 9u);
  EXPECT_EQ(finding.message, "key time is NaN");
  EXPECT_EQ(finding.count, 1u);
  EXPECT_TRUE(finding.ranges.empty());
  EXPECT_EQ(finding.unranged, 0u);
  EXPECT_EQ(Places(finding), "");
}

// ---- Collapsing -------------------------------------------------------------

TEST(FindingListTest, WithoutAScopeEachOccurrenceIsAFinding) {
  FindingList list;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(Report(list, kAnError, {}));
  EXPECT_EQ(list.findings().size(), 3u);
  for (const Finding& finding : list.findings()) {
    EXPECT_EQ(finding.count, 1u);
    EXPECT_TRUE(finding.ranges.empty());
  }
}

TEST(FindingListTest, OneFindingForEachCodeAndScope) {
  FindingList list;
  for (uint64_t scope : {uint64_t{0}, Scope::kNone - 1}) {
    for (uint64_t element : {10, 11, 12}) {
      Report(list, kAnError, scope, element);
      Report(list, kAWarning, scope, element);
    }
  }
  ASSERT_EQ(list.findings().size(), 4u);
  for (const Finding& finding : list.findings()) {
    EXPECT_EQ(finding.count, 3u);
    EXPECT_EQ(finding.ranges, (std::vector<IndexRange>{{10, 12}}));
    EXPECT_EQ(Places(finding), "keys 10-12");
  }
  EXPECT_EQ(list.findings()[0].path, "scope0.element10");
  EXPECT_EQ(list.findings()[2].path,
            "scope" + std::to_string(Scope::kNone - 1) + ".element10");
  EXPECT_EQ(list.errors(), 6u);
  EXPECT_EQ(list.warnings(), 6u);
}

TEST(FindingListTest, AScopeThatIsMetAgainBeginsAnew) {
  FindingList list;
  Report(list, kAnError, 1, 0);
  Report(list, kAWarning, 2, 0);  // another code does not matter
  Report(list, kAnError, 1, 1);
  Report(list, kAnError, 2, 0);
  Report(list, kAnError, 1, 2);
  Report(list, kAnError, {});
  Report(list, kAnError, 1, 3);
  std::vector<uint64_t> counts;
  for (const Finding& finding : list.findings()) {
    if (finding.code == kAnError) counts.push_back(finding.count);
  }
  EXPECT_EQ(counts, (std::vector<uint64_t>{2, 1, 1, 1, 1}));
  EXPECT_EQ(Total(list), 7u);
}

TEST(FindingListTest, KeepsThePlaceAndTextOfTheFirst) {
  FindingList list;
  EXPECT_TRUE(Report(list, kAnError, Scope{1, 4, "key"}, {40, 4}));
  EXPECT_FALSE(Report(list, kAnError, Scope{1, 5, "key"}, {50, 4}));
  ASSERT_EQ(list.findings().size(), 1u);
  EXPECT_EQ(list.findings()[0].bytes, (ByteRange{40, 4}));
  EXPECT_EQ(list.findings()[0].path, "scope1.element4");
}

// ---- Ranges -----------------------------------------------------------------

TEST(FindingListTest, AnElementCountsTwiceButIsOnePlace) {
  FindingList list;
  for (uint64_t element : {3, 3, 4, 4, 4}) Report(list, kAnError, 1, element);
  const Finding& finding = list.findings().at(0);
  EXPECT_EQ(finding.count, 5u);
  EXPECT_EQ(finding.ranges, (std::vector<IndexRange>{{3, 4}}));
  EXPECT_EQ(finding.unranged, 0u);
}

TEST(FindingListTest, AGapBeginsARange) {
  FindingList list;
  for (uint64_t element : {0, 1, 3, 5, 6}) Report(list, kAnError, 1, element);
  EXPECT_EQ(list.findings().at(0).ranges,
            (std::vector<IndexRange>{{0, 1}, {3, 3}, {5, 6}}));
  EXPECT_EQ(Places(list.findings()[0]), "keys 0-1, 3, 5-6");
}

TEST(FindingListTest, OnlyTheFirstRangesAreKept) {
  FindingList list;
  // Elements 0, 10, 20 ... 70, of which the last range grows to 70-72.
  for (uint64_t i = 0; i < FindingList::kRangesKept; ++i) {
    Report(list, kAnError, 1, 10 * i);
  }
  Report(list, kAnError, 1, 71);
  Report(list, kAnError, 1, 72);
  const std::string kept = "keys 0, 10, 20, 30, 40, 50, 60, 70-72";
  EXPECT_EQ(Places(list.findings().at(0)), kept);
  // One place more than fits, and then many.
  Report(list, kAnError, 1, 80);
  EXPECT_EQ(Places(list.findings()[0]), kept + " and 1 more place");
  Report(list, kAnError, 1, 81);
  EXPECT_EQ(Places(list.findings()[0]), kept + " and 2 more places");
  const Finding& finding = list.findings()[0];
  EXPECT_EQ(finding.ranges.size(), FindingList::kRangesKept);
  EXPECT_EQ(finding.unranged, 2u);
  EXPECT_EQ(finding.count, 12u);
  EXPECT_EQ(Elements(finding), finding.count);
}

TEST(FindingListTest, TheLargestElementDoesNotWrap) {
  constexpr uint64_t kMax = std::numeric_limits<uint64_t>::max();
  FindingList list;
  Report(list, kAnError, 1, kMax);
  Report(list, kAnError, 1, kMax);
  EXPECT_EQ(list.findings().at(0).ranges,
            (std::vector<IndexRange>{{kMax, kMax}}));
}

// ---- Places -----------------------------------------------------------------

TEST(PlacesTest, OneElementWithSeveralOccurrencesIsSingular) {
  FindingList list;
  Report(list, kAnError, Scope{1, 7, "marker"});
  EXPECT_EQ(Places(list.findings().at(0)), "");
  Report(list, kAnError, Scope{1, 7, "marker"});
  EXPECT_EQ(Places(list.findings().at(0)), "marker 7");
  Report(list, kAnError, Scope{1, 8, "marker"});
  EXPECT_EQ(Places(list.findings().at(0)), "markers 7-8");
}

// ---- Limits -----------------------------------------------------------------

TEST(FindingListTest, DropsBeyondTheLimitButCounts) {
  Limits limits;
  limits.findings_kept = 2;
  FindingList list(limits);
  EXPECT_TRUE(Report(list, kAnError, 1, 0));
  EXPECT_TRUE(Report(list, kAWarning, 1, 0));
  EXPECT_TRUE(Report(list, kAnError, 2, 0));
  EXPECT_FALSE(Report(list, kAnError, 3, 0));
  EXPECT_FALSE(Report(list, kAnError, 3, 1));
  EXPECT_FALSE(Report(list, kAnotherError, {}));
  EXPECT_EQ(list.findings().size(), 3u);
  EXPECT_EQ(list.dropped(), 3u);
  EXPECT_EQ(list.errors(), 5u);
  EXPECT_EQ(list.warnings(), 1u);
  EXPECT_EQ(Total(list), 6u);
}

// The user of an invalid file must see an error, however many warnings came
// first.
TEST(FindingListTest, WarningsDoNotCrowdOutAnError) {
  FindingList list(Limits{.findings_kept = 3});
  for (uint64_t i = 0; i < 10; ++i) Report(list, kAWarning, i, 0);
  EXPECT_TRUE(Report(list, kAnError, 1, 0));
  ASSERT_EQ(list.findings().size(), 4u);
  EXPECT_EQ(list.findings()[3].code, kAnError);
  EXPECT_EQ(list.dropped(), 7u);
}

TEST(FindingListTest, AKeptFindingGrowsBeyondTheLimit) {
  Limits limits;
  limits.findings_kept = 1;
  FindingList list(limits);
  Report(list, kAnError, 1, 0);
  Report(list, kAnError, 2, 0);
  Report(list, kAnError, 1, 1);
  ASSERT_EQ(list.findings().size(), 1u);
  EXPECT_EQ(list.findings()[0].count, 2u);
  EXPECT_EQ(list.dropped(), 1u);
  EXPECT_EQ(Total(list), 3u);
}

TEST(FindingListTest, ALimitOfZeroKeepsNothing) {
  Limits limits;
  limits.findings_kept = 0;
  FindingList list(limits);
  EXPECT_FALSE(Report(list, kAnError, 1, 0));
  EXPECT_FALSE(Report(list, kAWarning, {}));
  EXPECT_TRUE(list.findings().empty());
  EXPECT_FALSE(list.empty());
  EXPECT_EQ(list.dropped(), 2u);
  EXPECT_EQ(list.errors(), 1u);
  EXPECT_EQ(list.warnings(), 1u);
}

TEST(FindingListTest, TenMillionOccurrencesTakeTheMemoryOfOne) {
  constexpr uint64_t kCount = 10'000'000;
  FindingList list;
  // Every other element: the worst case for ranges.
  for (uint64_t i = 0; i < 100; ++i) Report(list, kAnError, 1, 2 * i);
  const uint64_t before = AllocationCount();
  for (uint64_t i = 100; i < kCount; ++i) {
    list.Report(kAnError, {i, 4}, Scope{1, 2 * i, "key"}, [](Description&) {
      ADD_FAILURE() << "described";
      return Arguments{""};
    });
  }
  EXPECT_EQ(AllocationCount() - before, 0u);
  ASSERT_EQ(list.findings().size(), 1u);
  const Finding& finding = list.findings()[0];
  EXPECT_EQ(finding.count, kCount);
  EXPECT_EQ(list.errors(), kCount);
  EXPECT_EQ(finding.ranges.size(), FindingList::kRangesKept);
  EXPECT_EQ(finding.unranged, kCount - FindingList::kRangesKept);
}

TEST(FindingListTest, TenMillionScopesTakeTheMemoryOfTheLimit) {
  constexpr uint64_t kCount = 10'000'000;
  FindingList list;
  for (uint64_t i = 0; i < Limits{}.findings_kept; ++i) {
    EXPECT_TRUE(Report(list, kAnError, i, 0));
  }
  const uint64_t before = AllocationCount();
  for (uint64_t i = Limits{}.findings_kept; i < kCount; ++i) {
    list.Report(kAnError, {i, 4}, Scope{i, 0, "key"}, [](Description&) {
      ADD_FAILURE() << "described";
      return Arguments{""};
    });
  }
  EXPECT_EQ(AllocationCount() - before, 0u);
  EXPECT_EQ(list.findings().size(), Limits{}.findings_kept);
  EXPECT_EQ(list.dropped(), kCount - Limits{}.findings_kept);
  EXPECT_EQ(Total(list), kCount);
}

// ---- Messages ---------------------------------------------------------------

TEST(FindingMessageTest, IsFilledWithTheArguments) {
  FindingList list;
  list.Report(FindingCode::kKeyTimeDecreasing, {}, {}, [](Description&) {
    return Arguments{"1", std::string_view("0.5")};
  });
  EXPECT_EQ(list.findings().at(0).message, "key time goes back from 1 to 0.5");
}

TEST(FindingMessageTest, ACodeWithoutArgumentsNeedsNone) {
  FindingList list;
  list.Report(FindingCode::kVertexUnused, {}, {},
              [](Description& d) { d.path = "vertices[3]"; });
  EXPECT_EQ(list.findings().at(0).message, "no triangle uses the vertex");
  EXPECT_EQ(list.findings()[0].path, "vertices[3]");
}

// A call that does not compile cannot be tested; the codes that each kind of
// `describe` goes with can.
TEST(FindingMessageTest, ArgumentsKnowTheirNumber) {
  static_assert(decltype(Arguments{})::kSize == 0);
  static_assert(decltype(Arguments{"a", std::string("b")})::kSize == 2);
  const auto none = [](Description&) {};
  const auto two = [](Description&) { return Arguments{"a", "b"}; };
  static_assert(
      std::is_same_v<CodeFor<decltype(none), Description&>, CodeTaking<0>>);
  static_assert(
      std::is_same_v<CodeFor<decltype(two), Description&>, CodeTaking<2>>);
  static_assert(!std::is_constructible_v<Arguments<2>, const char*>);
  static_assert(CodeTaking<2>(FindingCode::kKeyTimeDecreasing).code() ==
                FindingCode::kKeyTimeDecreasing);
}

}  // namespace
}  // namespace clipguard
