// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Its functions are in posix.h, which is read already.
