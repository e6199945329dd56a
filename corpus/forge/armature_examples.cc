// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/forge/example_builder.h"

namespace clipguard::corpus {

void AddArmatures(ExampleBuilder& files) {
  files.Variables("armature-variable-unknown", "An unknown variable",
                  R"({"variable": <1"OFFSET_X"1>, LINEAR [0, 1]})",
                  {{"/clips/c/joint_clips/j/0/variable"}});
  files.Variables("armature-variable-duplicate", "A variable twice",
                  R"({"variable": "offset_x", LINEAR [0, 1]},
   {"variable": <1"offset_x"1>, LINEAR [0, 2]})",
                  {{"/clips/c/joint_clips/j/1/variable"}});
  files.Variables(
      "armature-interpolation-unknown", "Interpolation in capitals",
      R"({"variable": "offset_x", "type": "uniform", "interpolation": <1"Linear"1>, "samples": [0, 1]})",
      {{"/clips/c/joint_clips/j/0/interpolation"}});
  files.Variables(
      "armature-type-unknown", "An unknown type",
      R"({"variable": "offset_x", "type": <1"cubic"1>, "interpolation": "linear", "samples": [0, 1]})",
      {{"/clips/c/joint_clips/j/0/type"}});
  files.Variables("armature-samples-empty", "No samples",
                  R"({"variable": "offset_x", LINEAR <1[1>]})",
                  {{"/clips/c/joint_clips/j/0/samples"}});
  files.Variables("armature-sample-single", "One sample, without looping",
                  R"({"variable": "offset_x", LINEAR <1[1>0.5]},
   {"variable": "offset_y", NEAREST [0.5]})",
                  {{"/clips/c/joint_clips/j/0/samples"}}, "false");
  files.Variables("armature-axis-missing", "An angle without an axis",
                  R"({"variable": <1"angle"1>, LINEAR [0, 90]})",
                  {{"/clips/c/joint_clips/j/0/variable"}});
  files.Variables("armature-axis-missing.zeros", "An axis of zeros",
                  R"({"variable": <1"angle"1>, LINEAR [0, 90]},
   {"variable": "axis_y", NEAREST [0]})",
                  {{"/clips/c/joint_clips/j/0/variable"}});
  files.Variables("armature-angle-full-turn", "An angle that is a turn on",
                  R"({"variable": "axis_y", NEAREST [1]},
   {"variable": "angle", LINEAR [0, 90, <14501>, 450]})",
                  {{"/clips/c/joint_clips/j/1/samples/2"}});
  files.Variables("armature-scale-overwritten", "scale after scale_y",
                  R"({"variable": <1"scale_y"1>, LINEAR [0, 1]},
   {"variable": "scale", LINEAR [0, 1]})",
                  {{"/clips/c/joint_clips/j/0/variable"}});
  files.Armature(
      "armature-matrix-overflows", "Scale times origin beyond float",
      R"({"joints": {"j": {"0": [1]}}, "clips": {"c": {"loop": true, "joint_clips": {"j": <1[1>
   {"variable": "scale_y", LINEAR [1, 1e20]},
   {"variable": "origin_y", LINEAR [0, -1e20]}
  ]}, "events": {}}}})",
      {{"/clips/c/joint_clips/j"}});
  files.Armature(
      "armature-matrix-overflows.angle", "Two angles too far apart",
      R"({"joints": {"j": {"0": [1]}}, "clips": {"c": {"loop": true, "joint_clips": {"j": <1[1>
   {"variable": "angle", LINEAR [-3e38, 3e38]},
   {"variable": "axis_x", LINEAR [1]}
  ]}, "events": {}}}})",
      {{"/clips/c/joint_clips/j"}});
  files.Armature("armature-joint-unknown", "A clip for an unknown joint",
                 R"({"joints": {"lid": {"0": [1]}}, "clips": {"c":
 {"joint_clips": {<1"ldi"1>: []}, "events": {}}}})",
                 {{"/clips/c/joint_clips/ldi"}});
  files.Events(
      "armature-event-time-malformed", "Times that are no numbers", "true",
      R"({<1"soon"1>: "a", <2""2>: "b", <3"0.5 s"3>: "c", <4"0x1"4>: "d"})",
      {{"/clips/c/events/soon"},
       {"/clips/c/events/"},
       {"/clips/c/events/0.5 s"},
       {"/clips/c/events/0x1"}});
  files.Events("armature-event-time-not-finite", "Times that are not finite",
               "true",
               R"({<1"Infinity"1>: "a", <2"NaN"2>: "b", <3"-1e39"3>: "c"})",
               {{"/clips/c/events/Infinity"},
                {"/clips/c/events/NaN"},
                {"/clips/c/events/-1e39"}});
  files.Events("armature-event-time-outside", "Times outside 0 to 1", "true",
               R"({<1"1.5"1>: "a", <2"-0.25"2>: "b", "1": "c"})",
               {{"/clips/c/events/1.5"}, {"/clips/c/events/-0.25"}});
  files.Events("armature-event-time-duplicate", "A time in two spellings",
               "true", R"({<1"0.5"1>: "lost", "5e-1": "kept"})",
               {{"/clips/c/events/0.5"}});
  files.Events("armature-event-never-fires", "An event at the very end",
               "false", R"({<1"1"1>: "end"})", {{"/clips/c/events/1"}});
  files.Events("armature-events-hang", "Two events, without looping", "false",
               R"(<1{1>"0.25": "a", "0.75": "b"})", {{"/clips/c/events"}});
  files.Joints(
      "armature-element-malformed", "Elements that are no numbers",
      R"("j": {<1"lid"1>: [1], <2"1.0"2>: [1], <3"2147483648"3>: [1]})",
      {{"/joints/j/lid"}, {"/joints/j/1.0"}, {"/joints/j/2147483648"}});
  files.Joints("armature-element-negative", "A negative element",
               R"("j": {<1"-1"1>: [1]})", {{"/joints/j/-1"}});
  files.Joints("armature-element-duplicate", "An element in two spellings",
               R"("j": {"0": [1], <1"00"1>: [1]})", {{"/joints/j/00"}});
  files.Joints("armature-weight-missing", "No weight", R"("j": {"0": <1[1>]})",
               {{"/joints/j/0"}});
  files.Joints("armature-weights-extra", "More weights than one",
               R"("j": {"0": [1, <10.251>, 9]})", {{"/joints/j/0/1"}});
  files.Joints("armature-weight-without-effect", "Weights that are too small",
               R"("j": {"0": [<101>], "1": [<2-12>], "2": [<31e-63>], "3": [1]},
   "k": {"3": [<404>], "4": [1e-5]}, "l": {"4": [1]})",
               {{"/joints/j/0/0"},
                {"/joints/j/1/0"},
                {"/joints/j/2/0"},
                {"/joints/k/3/0"}});
}

}  // namespace clipguard::corpus
