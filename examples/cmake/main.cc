#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "recordings.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  std::cout << CameraAt(bytes, 0.25f) << '\n';
  return 0;
}
