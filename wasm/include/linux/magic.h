// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// absent.h has what is used of it.
