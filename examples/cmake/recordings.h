// Reads facts about a recording for this example's program.

#ifndef EXAMPLE_RECORDINGS_H_
#define EXAMPLE_RECORDINGS_H_

#include <string>

// Where the camera is at a time, and what is wrong with the file otherwise.
std::string CameraAt(const std::string& file, float seconds);

#endif  // EXAMPLE_RECORDINGS_H_
