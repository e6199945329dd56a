// A header of the example's own, where clipguard has a folder, too.

#ifndef EXAMPLE_PARSER_ARGUMENTS_H_
#define EXAMPLE_PARSER_ARGUMENTS_H_

#include <fstream>
#include <iterator>
#include <string>

inline std::string ReadFile(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

#endif  // EXAMPLE_PARSER_ARGUMENTS_H_
