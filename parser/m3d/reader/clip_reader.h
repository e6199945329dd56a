// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reads clips: each a name and a list of bones, each of these a list of
// keyframes.

#ifndef CLIPGUARD_PARSER_M3D_READER_CLIP_READER_H_
#define CLIPGUARD_PARSER_M3D_READER_CLIP_READER_H_

#include "parser/m3d/reader/reading.h"
#include "parser/m3d/reader/row_reader.h"

namespace clipguard::m3d {

Outcome ReadClips(Reading& r);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_READER_CLIP_READER_H_
