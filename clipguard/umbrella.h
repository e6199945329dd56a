// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// All that a program needs which reads, validates, samples and converts to
// glTF. Others include it as clipguard/clipguard.h; a file of that name in this
// folder would hide that one from this project's own examples. docs/library.md
// has a program to copy.
//
//   DetectFormat(bytes)                  which format a file has
//   mrtk::ReadAndValidate(bytes, ...)    a recording; eval::ClipSampler for a
//                                        few times, CompiledClip for many
//   m3d::ReadAndValidate(bytes, ...)     a character; eval::SkeletonSampler
//   forge::ReadArmature(text, ...), forge::ReadStateMachine(text, ...)
//                                        eval::AnimationMachine
//   ParseFile(bytes, ...)                a file of any format;
//                                        actions::ConvertToGlb() takes it
//   FindingList, GetCodeInfo(code)       what is wrong, where, and what to do

#ifndef CLIPGUARD_UMBRELLA_H_
#define CLIPGUARD_UMBRELLA_H_

// IWYU pragma: begin_exports
#include "actions/convert/gltf/convert_to_glb.h"
#include "eval/curve/bake.h"
#include "eval/curve/clip.h"
#include "eval/curve/compiled_clip.h"
#include "eval/curve/compiled_curve.h"
#include "eval/curve/curve.h"
#include "eval/machine/animation_machine.h"
#include "eval/skeleton/skeleton_clip.h"
#include "eval/skeleton/skeleton_sampler.h"
#include "eval/skeleton/skinning.h"
#include "parser/detect/format.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/m3d/checks/validate.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/parsed/parsed_file.h"
// IWYU pragma: end_exports

#endif  // CLIPGUARD_UMBRELLA_H_
