// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The members of a structure with their names, as a list that whatever walks
// through the structure shares: what writes it, reads it, compares it, digests
// it. A format's lists are in its rooms: parser/m3d/field_names.h,
// parser/mrtk/key_fields.h. actions/diff/fields_test.cc changes each field, and
// looks whether that is noticed.
//
//   inline constexpr std::tuple kPointFields = {Named{"x", &Point::x},
//                                               Named{"y", &Point::y}};
//   ForEachNamed(kPointFields, point,
//                [&](std::string_view name, const auto& value) { ... });

#ifndef CLIPGUARD_BASE_NAMED_FIELDS_H_
#define CLIPGUARD_BASE_NAMED_FIELDS_H_

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

namespace clipguard {

template <typename Class, typename T>
struct Named {
  std::string_view name;
  T Class::* member;
};

// Calls visit(name, object.*member) for each of them, in their order.
template <typename... Fields, typename Object, typename Visit>
constexpr void ForEachNamed(const std::tuple<Fields...>& fields,
                            Object&& object, Visit visit) {
  std::apply(
      [&](const Fields&... field) {
        (visit(field.name, object.*field.member), ...);
      },
      fields);
}

// The names of lists.
template <typename... Tuples>
constexpr auto NamesOf(const Tuples&... lists) {
  std::array<std::string_view, (std::tuple_size_v<Tuples> + ...)> names;
  size_t count = 0;
  const auto add = [&](const auto&... field) {
    ((names[count++] = field.name), ...);
  };
  (std::apply(add, lists), ...);
  return names;
}

// The names of lists, after some others.
template <size_t N, typename... Tuples>
constexpr auto NamesWith(const std::string_view (&others)[N],
                         const Tuples&... lists) {
  const auto last = NamesOf(lists...);
  std::array<std::string_view, N + last.size()> names;
  size_t count = 0;
  for (const std::string_view name : others) names[count++] = name;
  for (const std::string_view name : last) names[count++] = name;
  return names;
}

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_NAMED_FIELDS_H_
