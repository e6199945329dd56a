// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Checks that the repair of one damaged place does not harm the others, for
// tests and fuzz targets.

#ifndef CLIPGUARD_ACTIONS_REPAIR_MRTK_DAMAGE_CHECK_H_
#define CLIPGUARD_ACTIONS_REPAIR_MRTK_DAMAGE_CHECK_H_

#include <cstdint>
#include <span>
#include <string>

namespace clipguard::actions {

// Overwrites up to 4096 bytes of a recording, by `seed`: with zeros, 0xff or
// random bytes; or changes one bit. Returns which key or marker outside of
// these bytes a safe repair changes, or cuts off; empty if all are there, or if
// the recording itself has errors or something to repair, or less than 256
// bytes, or if so many keys of w are damaged that w is computed. A repair may
// remove one of two keys at the same time. `if_nothing_lost`: only of repairs
// that say that nothing is lost, since a recording of any bytes may look like
// one that was cut.
std::string DamageFault(std::span<const uint8_t> recording, uint32_t seed,
                        bool if_nothing_lost = false);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_MRTK_DAMAGE_CHECK_H_
