// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reads the first section: its banner, which says whether the file is of the
// dashed dialect, and the counts of everything else.

#ifndef CLIPGUARD_PARSER_M3D_READER_HEADER_READER_H_
#define CLIPGUARD_PARSER_M3D_READER_HEADER_READER_H_

#include "parser/m3d/reader/reading.h"

namespace clipguard::m3d {

// Sets the dialect and the counts. False if the rest of the file cannot be read
// without them, or not at all: so many elements do not fit in it.
bool ReadHeader(Reading& r);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_READER_HEADER_READER_H_
