// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reads the skeleton: the inverse bind matrices of its bones, and the
// hierarchy, which is each bone's parent. Two sections with one count.

#ifndef CLIPGUARD_PARSER_M3D_READER_SKELETON_READER_H_
#define CLIPGUARD_PARSER_M3D_READER_SKELETON_READER_H_

#include "parser/m3d/reader/reading.h"
#include "parser/m3d/reader/row_reader.h"

namespace clipguard::m3d {

Outcome ReadBoneOffsets(Reading& r);
Outcome ReadHierarchy(Reading& r);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_READER_SKELETON_READER_H_
