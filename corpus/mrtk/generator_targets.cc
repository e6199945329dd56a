// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files that are sound, but not for a certain program.

#include "corpus/mrtk/builder.h"
#include "corpus/mrtk/recording.h"
#include "parser/mrtk/format.h"

namespace clipguard::corpus {

void AddTargets(FileSet& files) {
  const Written compact = Write(NoParts());
  files
      .Damaged("TARGET_CANNOT_LOAD", "", "1.1 for a program that knows 1.0",
               compact, compact.Header("minorVersion"))
      .target = "mrtk-2.5";
  Recording r = CameraKeys({{.time = 0, .value = 1}}, mrtk::KeyLayout::kFull);
  const Written full = Write(r);
  files
      .Damaged("TARGET_CANNOT_LOAD", "full-keys",
               "1.1 with keys as documented, not as written", full,
               full.CurveField(kCameraX, "keyCount"))
      .target = "mrtk-2.8";
}

}  // namespace clipguard::corpus
