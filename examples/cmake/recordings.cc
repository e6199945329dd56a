#include "recordings.h"

#include <cstdint>
#include <span>
#include <string>

#include "clipguard/eval/curve/clip.h"
#include "clipguard/parser/finding.h"
#include "clipguard/parser/finding_catalog.h"
#include "clipguard/parser/mrtk/checks/validate.h"

std::string CameraAt(const std::string& file, float seconds) {
  const std::span bytes(reinterpret_cast<const uint8_t*>(file.data()),
                        file.size());
  clipguard::FindingList findings;
  const auto view = clipguard::mrtk::ReadAndValidate(bytes, {}, findings);
  if (!view) {
    return "not a sound recording: " + std::to_string(findings.errors()) +
           " errors";
  }
  const clipguard::eval::ClipSampler clip(*view);
  const clipguard::eval::ClipPose pose = clip.Sample(seconds);
  if (!pose.has_camera) return "no camera";
  std::string text = "camera at";
  for (const float metres : pose.camera.position) {
    text += ' ';
    text += std::to_string(metres);
  }
  return text;
}
