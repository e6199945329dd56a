// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Values that other evaluators of such curves have published in their own
// tests, with the tolerance that their digits allow. Each table says where it
// comes from. The specification, SampleCurve(), and every kernel have to agree
// with them.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/curve/compiled_curve.h"
#include "eval/curve/curve.h"
#include "eval/curve/reference.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "simd/kernel.h"

namespace clipguard::eval {
namespace {

struct Sample {
  double time;
  double value;
};

constexpr int32_t kBothWeights = 3;

// A key whose tangents end `width` seconds from it, as Maya and USD have it.
struct Knot {
  double time;
  double value;
  double in_width;
  double in_slope;
  double out_width;
  double out_slope;
};

mrtk::Curve CurveOf(std::span<const Knot> knots) {
  mrtk::Curve curve;
  for (size_t i = 0; i < knots.size(); ++i) {
    const Knot& knot = knots[i];
    const double before = i > 0 ? knot.time - knots[i - 1].time : 1;
    const double after =
        i + 1 < knots.size() ? knots[i + 1].time - knot.time : 1;
    curve.keys.push_back(
        {static_cast<float>(knot.time), static_cast<float>(knot.value),
         static_cast<float>(knot.in_slope), static_cast<float>(knot.out_slope),
         static_cast<float>(knot.in_width / before),
         static_cast<float>(knot.out_width / after), kBothWeights});
  }
  return curve;
}

// A browser's cubic-bezier(x1, y1, x2, y2), 0 < x1 and x2 < 1.
mrtk::Curve CubicBezier(double x1, double y1, double x2, double y2) {
  return CurveOf(std::vector<Knot>{
      {0, 0, 0, 0, x1, y1 / x1},
      {1, 1, 1 - x2, (1 - y2) / (1 - x2), 0, 0},
  });
}

void ExpectNear(const mrtk::Curve& curve, std::span<const Sample> samples,
                double tolerance) {
  const mrtk::CurveView view = curve.View();
  std::vector<float> times;
  for (const Sample& sample : samples) {
    times.push_back(static_cast<float>(sample.time));
    EXPECT_NEAR(EvaluateCurve(view, sample.time), sample.value, tolerance)
        << "specification at " << sample.time;
  }
  std::vector<float> values(times.size());
  for (const Kernel kernel : SupportedKernels()) {
    for (const bool compiled : {false, true}) {
      if (compiled) {
        CompiledCurve(view, kernel).Sample(times, values);
      } else {
        SampleCurve(view, times, values, kernel);
      }
      for (size_t i = 0; i < samples.size(); ++i) {
        EXPECT_NEAR(values[i], samples[i].value, tolerance)
            << KernelName(kernel) << (compiled ? ", compiled" : "") << ", at "
            << samples[i].time;
      }
    }
  }
}

// ---- Browsers ---------------------------------------------------------------

// Chromium, ui/gfx/geometry/cubic_bezier_unittest.cc: Basic and
// UnclampedYValues. Its tolerance is 1.5e-4, its values are good to a tenth.
constexpr double kChromiumTolerance = 1.5e-5;

constexpr Sample kBasic[] = {
    {0, 0},          {0.05, 0.01136}, {0.1, 0.03978},  {0.15, 0.07978},
    {0.2, 0.12803},  {0.25, 0.18235}, {0.3, 0.24115},  {0.35, 0.30323},
    {0.4, 0.36761},  {0.45, 0.43345}, {0.5, 0.5},      {0.6, 0.63238},
    {0.65, 0.69676}, {0.7, 0.75884},  {0.75, 0.81764}, {0.8, 0.87196},
    {0.85, 0.92021}, {0.9, 0.96021},  {0.95, 0.98863}, {1, 1}};

constexpr Sample kUnclamped[] = {
    {0, 0},          {0.05, -0.08954}, {0.1, -0.15613}, {0.15, -0.19641},
    {0.2, -0.20651}, {0.25, -0.18232}, {0.3, -0.11992}, {0.35, -0.01672},
    {0.4, 0.1266},   {0.45, 0.30349},  {0.5, 0.5},      {0.55, 0.69651},
    {0.6, 0.8734},   {0.65, 1.01672},  {0.7, 1.11992},  {0.75, 1.18232},
    {0.8, 1.20651},  {0.85, 1.19641},  {0.9, 1.15613},  {0.95, 1.08954},
    {1, 1}};

TEST(PublishedValues, Chromium) {
  ExpectNear(CubicBezier(0.25, 0, 0.75, 1), kBasic, kChromiumTolerance);
  ExpectNear(CubicBezier(0.5, -1, 0.5, 2), kUnclamped, kChromiumTolerance);
}

// The same test's values that are exact: u is 1/2 there.
TEST(PublishedValues, ChromiumExact) {
  constexpr double kRounding = 1e-6;
  const auto at_half = [](double y) { return std::vector<Sample>{{0.5, y}}; };
  ExpectNear(CubicBezier(0.5, 1, 0.5, 1), at_half(0.875), kRounding);
  ExpectNear(CubicBezier(0.5, 2, 0.5, 2), at_half(1.625), kRounding);
  ExpectNear(CubicBezier(0.5, -1, 0.5, -1), at_half(-0.625), kRounding);
}

// ---- Maya, its evaluator animX, and USD
// --------------------------------------

// One curve through three evaluators, in the baselines of OpenUSD's tests
// (pxr/base/ts/testenv): its own (tsTest_TsFramework), Autodesk's animX
// (tsTest_AnimXFramework), and Maya itself (tsTest_MayapyFramework). The times
// are given with as many digits as the values, hence the tolerance: the slope
// is at most 1. These are every third of animX' 200 samples, the third after
// each of them of USD's, and those of Maya's that differ from animX' in the
// last digit.
constexpr Knot kTwoKnots[] = {{1, 1, 0, 0, 0.5, 1}, {5, 2, 0.5, 0, 0, 0}};
constexpr double kSevenDigits = 4e-7;
constexpr double kSixDigits = 1.2e-6;

constexpr Sample kAnimX[] = {
    {1.0199005, 1.0187387}, {1.079602, 1.0656114},  {1.1393035, 1.1043872},
    {1.199005, 1.138376},   {1.2587065, 1.1691006}, {1.318408, 1.1974118},
    {1.3781095, 1.2238426}, {1.4378109, 1.2487526}, {1.4975124, 1.2723983},
    {1.5572139, 1.2949703}, {1.6169154, 1.3166144}, {1.6766169, 1.3374456},
    {1.7363184, 1.357556},  {1.7960199, 1.3770208}, {1.8557214, 1.3959027},
    {1.9154229, 1.4142541}, {1.9751244, 1.4321196}, {2.0348259, 1.4495372},
    {2.0945274, 1.4665402}, {2.1542289, 1.483157},  {2.2139303, 1.4994131},
    {2.2736318, 1.5153304}, {2.3333333, 1.5309288}, {2.3930348, 1.5462255},
    {2.4527363, 1.5612363}, {2.5124378, 1.5759751}, {2.5721393, 1.5904544},
    {2.6318408, 1.6046855}, {2.6915423, 1.6186786}, {2.7512438, 1.6324429},
    {2.8109453, 1.6459865}, {2.8706468, 1.6593171}, {2.9303483, 1.6724412},
    {2.9900498, 1.6853651}, {3.0497512, 1.6980941}, {3.1094527, 1.7106331},
    {3.1691542, 1.7229864}, {3.2288557, 1.7351577}, {3.2885572, 1.7471505},
    {3.3482587, 1.7589675}, {3.4079602, 1.770611},  {3.4676617, 1.7820829},
    {3.5273632, 1.7933847}, {3.5870647, 1.8045173}, {3.6467662, 1.815481},
    {3.7064677, 1.8262759}, {3.7661692, 1.8369013}, {3.8258706, 1.8473559},
    {3.8855721, 1.8576379}, {3.9452736, 1.8677447}, {4.0049751, 1.8776727},
    {4.0646766, 1.8874176}, {4.1243781, 1.8969738}, {4.1840796, 1.9063345},
    {4.2437811, 1.9154912}, {4.3034826, 1.9244334}, {4.3631841, 1.9331482},
    {4.4228856, 1.9416193}, {4.4825871, 1.9498263}, {4.5422886, 1.9577431},
    {4.60199, 1.9653356},   {4.6616915, 1.9725579}, {4.721393, 1.9793466},
    {4.7810945, 1.9856093}, {4.840796, 1.991203},   {4.9004975, 1.9958829},
    {4.9402985, 1.9982742}};

constexpr Sample kUsd[] = {
    {1.039801, 1.035628}, {1.099502, 1.079213}, {1.159204, 1.116153},
    {1.218905, 1.148929}, {1.278607, 1.178775}, {1.338308, 1.206411},
    {1.39801, 1.232301},  {1.457711, 1.256764}, {1.517413, 1.280034},
    {1.577114, 1.302282}, {1.636816, 1.323644}, {1.696517, 1.344225},
    {1.756219, 1.364113}, {1.81592, 1.383377},  {1.875622, 1.402076},
    {1.935323, 1.420261}, {1.995025, 1.437973}, {2.054726, 1.455249},
    {2.114428, 1.472121}, {2.174129, 1.488615}, {2.233831, 1.504755},
    {2.293532, 1.520564}, {2.353234, 1.53606},  {2.412935, 1.55126},
    {2.472637, 1.566179}, {2.532338, 1.58083},  {2.59204, 1.595225},
    {2.651741, 1.609376}, {2.711443, 1.623292}, {2.771144, 1.636982},
    {2.830846, 1.650453}, {2.890547, 1.663714}, {2.950249, 1.676771},
    {3.00995, 1.68963},   {3.069652, 1.702295}, {3.129353, 1.714771},
    {3.189055, 1.727064}, {3.248756, 1.739175}, {3.308458, 1.751109},
    {3.368159, 1.762868}, {3.427861, 1.774454}, {3.487562, 1.785869},
    {3.547264, 1.797114}, {3.606965, 1.808191}, {3.666667, 1.819098},
    {3.726368, 1.829837}, {3.78607, 1.840405},  {3.845771, 1.850803},
    {3.905473, 1.861026}, {3.965174, 1.871074}, {4.024876, 1.880942},
    {4.084577, 1.890624}, {4.144279, 1.900116}, {4.20398, 1.90941},
    {4.263682, 1.918496}, {4.323383, 1.927364}, {4.383085, 1.936},
    {4.442786, 1.944385}, {4.502488, 1.952499}, {4.562189, 1.960312},
    {4.621891, 1.967787}, {4.681592, 1.974873}, {4.741294, 1.981498},
    {4.800995, 1.987557}, {4.860697, 1.992881}, {4.920398, 1.997168}};

constexpr Sample kMaya[] = {
    {1.079602, 1.0656115},  {1.159204, 1.1161531},  {1.318408, 1.1974119},
    {1.39801, 1.2323006},   {1.4179104, 1.2406007}, {1.4577114, 1.2567644},
    {1.4776119, 1.264644},  {1.6169154, 1.3166145}, {1.6368159, 1.3236436},
    {1.6567164, 1.3305862}, {1.7363184, 1.3575559}, {1.7562189, 1.3641126},
    {1.8557214, 1.3959028}, {1.9154229, 1.4142542}, {1.9552239, 1.4262159},
    {2.1542289, 1.4831571}, {2.2139303, 1.499413},  {2.7512438, 1.6324428},
    {3.0696517, 1.7022946}, {3.2288557, 1.7351578}, {3.8457711, 1.8508025},
    {3.9850746, 1.8743835}, {4.0447761, 1.88419},   {4.0845771, 1.8906242},
    {4.1044776, 1.8938097}, {4.1442786, 1.9001161}, {4.5820896, 1.9628434}};

TEST(PublishedValues, AnimX) {
  ExpectNear(CurveOf(kTwoKnots), kAnimX, kSevenDigits);
}

TEST(PublishedValues, Usd) { ExpectNear(CurveOf(kTwoKnots), kUsd, kSixDigits); }

TEST(PublishedValues, Maya) {
  ExpectNear(CurveOf(kTwoKnots), kMaya, kSevenDigits);
}

// OpenUSD, testTsSplineSampling: a curve of four knots cut into chords whose
// ends lie on it, times and values exact.
constexpr Knot kFourKnots[] = {{1, 1, 0, 0, 0.25, -0.25},
                               {2, 2, 0.25, 0.25, 0.25, 0.25},
                               {3, 1, 0.25, -0.25, 0.25, -0.25},
                               {4, 2, 0.25, 0.25, 0, 0}};

constexpr Sample kChords[] = {
    {1.0241546630859375, 0.9971923828125}, {1.0496826171875, 1.000244140625},
    {1.0764923095703125, 1.0087890625},    {1.1044921875, 1.0224609375},
    {1.1636962890625, 1.063720703125},     {1.2265625, 1.12109375},
    {1.3603515625, 1.2724609375},          {1.5, 1.453125},
    {1.6396484375, 1.6396484375},          {1.7734375, 1.80859375},
    {1.8363037109375, 1.879150390625},     {1.8955078125, 1.9365234375},
    {1.9503173828125, 1.977783203125},     {2, 2},
    {2.0241546630859375, 2.0028076171875}, {2.0496826171875, 1.999755859375},
    {2.0764923095703125, 1.9912109375},    {2.1044921875, 1.9775390625},
    {2.1636962890625, 1.936279296875},     {2.2265625, 1.87890625},
    {2.3603515625, 1.7275390625},          {2.5, 1.546875},
    {2.6396484375, 1.3603515625},          {2.7734375, 1.19140625},
    {2.8363037109375, 1.120849609375},     {2.8955078125, 1.0634765625},
    {2.9503173828125, 1.022216796875},     {3, 1},
    {3.0241546630859375, 0.9971923828125}, {3.0496826171875, 1.000244140625},
    {3.0764923095703125, 1.0087890625},    {3.1044921875, 1.0224609375},
    {3.1636962890625, 1.063720703125},     {3.2265625, 1.12109375},
    {3.3603515625, 1.2724609375},          {3.5, 1.453125},
    {3.6396484375, 1.6396484375},          {3.7734375, 1.80859375},
    {3.8363037109375, 1.879150390625},     {3.8955078125, 1.9365234375},
    {3.9503173828125, 1.977783203125},     {4, 2}};

TEST(PublishedValues, UsdChords) {
  constexpr double kPromise = 2e-6 * 2;  // of the largest value
  ExpectNear(CurveOf(kFourKnots), kChords, kPromise);
}

// ---- Blender ----------------------------------------------------------------

// Blender, source/blender/blenkernel/intern/fcurve_test.cc: InterpolationBezier
// with handles of its own, constant extrapolation, and InterpolationConstant.
// Its values are floats that its own solver computed, in float; its tolerance,
// 1e-7, is below their spacing.
constexpr Knot kHandles[] = {
    {1, 7, 0, 0, 0.35148, 0.96806 / 0.35148},
    {2, 13, 0.33333, 2.5864 / 0.33333, 0, 0},
};
constexpr Sample kBlender[] = {
    {-1.5, 7},        {0.75, 7},        {1, 7},
    {1.25, 7.945497}, {1.5, 9.3495407}, {1.75, 11.088551},
    {2, 13},          {2.75, 13},       {3.5, 13}};

TEST(PublishedValues, Blender) {
  constexpr double kSolver = 3e-6;
  ExpectNear(CurveOf(kHandles), kBlender, kSolver);
}

}  // namespace
}  // namespace clipguard::eval
