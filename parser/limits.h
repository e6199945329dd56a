// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Limits: how much of a stranger's file clipguard is willing to work for.
//
// No parser of clipguard allocates what a file merely declares: a count is
// compared with the bytes that are left before anything depends on it. The
// limits are a second line. They bound the work and the memory that a file
// can ask for by really being that big, so that a service which takes uploads
// can choose its own worst case. Exceeding one is the finding LIMIT_EXCEEDED,
// which names the limit; the defaults are beyond every real file.
//
// The cost rule of the whole program, which they serve, is in docs/cost.md:
// with n bytes of input and r bytes of result, any command takes at most 0.3 s,
// 0.3 s for each MB of n, and the time to write r; and at most 48 MB and 24 n
// of memory.

#ifndef CLIPGUARD_PARSER_LIMITS_H_
#define CLIPGUARD_PARSER_LIMITS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace clipguard {

struct Limits {
  // Bytes in a file. Stops: an upload that is read or scanned for longer
  // than its worth. Real recordings are below 100 MB.
  uint64_t file_bytes = uint64_t{16} << 30;

  // Keys in one curve. Stops: one curve so long that whoever copies, bakes or
  // plots it runs out of memory. Ten hours at 90 Hz are 3.2 million.
  uint64_t keys_per_curve = uint64_t{1} << 30;

  // Markers in a recording. Stops: millions of five-byte markers that expand
  // into string objects twelve times their size. People set a few by hand.
  uint64_t markers = 1'000'000;

  // Bytes in one name. Stops: a "name" of gigabytes that is then printed,
  // logged, or used as a key. Names are typed by people.
  uint64_t name_bytes = uint64_t{1} << 20;

  // Bytes in a JSON file. Stops: a text that becomes a model of several times
  // its size. Published ones are below 20 kB. Texts above 512 MiB are refused
  // whatever this says (JsonDocument::kMostBytes).
  uint64_t json_bytes = uint64_t{64} << 20;

  // How deep arrays and objects may be nested in a JSON file. Stops: a file of
  // nothing but brackets; programs that read JSON recursively, as the game
  // does, run out of stack. Real files have six levels.
  uint64_t json_depth = 1000;

  // How deep expressions of a state machine may be nested, references included.
  // Stops: names that refer to names ten thousand times over, for which the
  // game runs out of stack. Real files have five levels.
  uint64_t expression_depth = 1000;

  // Steps that evaluating one expression may take. Stops: thirty parameters of
  // which each refers to the one before twice, for which the game computes
  // until somebody ends it. Real files have a dozen.
  uint64_t evaluation_steps = 1'000'000;

  // Steps that one request may take in all, for a machine without results: one
  // step of a script, or all the times of a sample. Results that are written
  // add to it (docs/cost.md). Stops: a thousand parameters of a million steps
  // each.
  uint64_t request_steps = uint64_t{1} << 26;

  // Bytes that one step of a state machine may give: its line. Stops: a tree of
  // clips in which one event with a long name happens a million times.
  uint64_t step_bytes = uint64_t{16} << 20;

  // Bytes of a drawing of a state machine, beyond 16 for each byte of the file.
  // Stops: long labels at each of many states.
  uint64_t graph_bytes = uint64_t{64} << 20;

  // Bytes of a conversion's result, beyond 16 for each byte of the file, where
  // its size does not follow from the file's: .glb, Bedrock's animations, CSV;
  // and of a file's samples. Stops: two samples that need 256 keyframes between
  // them, a million times; a long name that every row has; ten thousand joints
  // in each of five thousand clips.
  uint64_t result_bytes = uint64_t{32} << 20;

  // Findings kept in a FindingList, after repeats have been collapsed: so many
  // errors, and so many warnings. Stops: a report that is larger than the file
  // it is about. All are counted.
  uint64_t findings_kept = 1000;
};

// Limits by their names, as LIMIT_EXCEEDED and --limit=NAME=VALUE have them.
struct LimitInfo {
  std::string_view name;
  uint64_t Limits::* member;
  std::string_view unit;  // in the plural
};

inline constexpr std::array kLimitTable = {
    LimitInfo{"file-bytes", &Limits::file_bytes, "bytes"},
    LimitInfo{"keys-per-curve", &Limits::keys_per_curve, "keyframes"},
    LimitInfo{"markers", &Limits::markers, "markers"},
    LimitInfo{"name-bytes", &Limits::name_bytes, "bytes"},
    LimitInfo{"json-bytes", &Limits::json_bytes, "bytes"},
    LimitInfo{"json-depth", &Limits::json_depth, "brackets"},
    LimitInfo{"expression-depth", &Limits::expression_depth, "expressions"},
    LimitInfo{"evaluation-steps", &Limits::evaluation_steps, "steps"},
    LimitInfo{"request-steps", &Limits::request_steps, "steps"},
    LimitInfo{"step-bytes", &Limits::step_bytes, "bytes"},
    LimitInfo{"graph-bytes", &Limits::graph_bytes, "bytes"},
    LimitInfo{"result-bytes", &Limits::result_bytes, "bytes"},
    LimitInfo{"findings-kept", &Limits::findings_kept, "findings"},
};

// The name of a member of Limits: LimitName(&Limits::markers). Not
// std::ranges::find, which half of all sources would compile for 0.2 s.
constexpr std::string_view LimitName(uint64_t Limits::* limit) {
  size_t i = 0;
  while (kLimitTable[i].member != limit) ++i;
  return kLimitTable[i].name;
}

}  // namespace clipguard

#endif  // CLIPGUARD_PARSER_LIMITS_H_
