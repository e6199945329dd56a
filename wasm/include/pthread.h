// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// absl's headers include it; where there is one thread, nothing of it is used.
