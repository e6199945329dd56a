// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reads materials, of either dialect, and the subsets of the mesh that they
// cover: two sections with one count.

#ifndef CLIPGUARD_PARSER_M3D_READER_MATERIAL_READER_H_
#define CLIPGUARD_PARSER_M3D_READER_MATERIAL_READER_H_

#include "parser/m3d/reader/reading.h"
#include "parser/m3d/reader/row_reader.h"

namespace clipguard::m3d {

// Also tells D3D11 files from D3D12 ones.
Outcome ReadMaterials(Reading& r);
Outcome ReadSubsets(Reading& r);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_READER_MATERIAL_READER_H_
