// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Without vectors the reader itself is as fast.

#include "parser/m3d/reader/bulk_rows.h"

namespace clipguard::m3d {

const BulkRows BulkRows::kScalar = {nullptr, nullptr, nullptr};

}  // namespace clipguard::m3d
