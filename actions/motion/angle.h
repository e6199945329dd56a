// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The angle of a sine, with the same bits on every machine: a C library's may
// differ in the last one.

#ifndef CLIPGUARD_ACTIONS_MOTION_ANGLE_H_
#define CLIPGUARD_ACTIONS_MOTION_ANGLE_H_

namespace clipguard::actions {

// Degrees, from 0 to 90, of the angle with this sine. Sines below 0 and NaN
// count as 0, those above 1 as 1. Within 1e-13 of it, for sines up to 0.99;
// within 2e-6 degrees for all. Rises with the sine.
double DegreesOfSine(double sine);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_ANGLE_H_
