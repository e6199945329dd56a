// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Implements `clipguard sample` for Forge's files: a clip's joints, a state
// machine's time values.

#ifndef CLIPGUARD_CLI_FORMATS_FORGE_SAMPLE_H_
#define CLIPGUARD_CLI_FORMATS_FORGE_SAMPLE_H_

#include <span>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/formats/format_handler.h"
#include "cli/io/environment.h"
#include "cli/rows/row_source.h"
#include "eval/machine/time/time_values.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"

namespace clipguard::cli {

// The clip of that name; the first, if the name is empty. InvalidArgument if
// there is none.
absl::StatusOr<const forge::Armature::Clip*> FindClip(
    const forge::Armature& armature, std::string_view name);

// Says on standard error which settings have no effect, and what may have been
// meant. That is no error: a game's code, too, may supply more than is used.
void SayUnused(const forge::StateMachine& machine,
               std::span<const InputSetting> settings, Environment& env);

// "--set=a=FLOAT --set=b=FLOAT": the inputs that the time value needs and that
// are not known, if not all of them.
std::string MissingInputs(const forge::StateMachine& machine,
                          forge::ExpressionIndex value,
                          const eval::TimeInputs& inputs);

// Writes one document. InvalidArgument, before anything is written, if the
// request does not fit; DataLoss if what it asks for has an error.
absl::Status SampleArmature(const forge::Armature& armature,
                            const SampleRequest& request, Output& out);
absl::Status SampleStateMachine(const forge::StateMachine& machine,
                                const SampleRequest& request, Output& out);

// The time span of an armature's clips.
inline constexpr TimeSpan kClipSpan = {.from = 0, .to = 1, .any_time = true};

// See OpenFile.
absl::Status VisitClips(const forge::Armature& armature,
                        const RowOptions& options, VisitClip visit);
void ForEachName(const forge::Armature& armature, std::string_view clip,
                 absl::FunctionRef<void(std::string_view)> visit);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_FORGE_SAMPLE_H_
