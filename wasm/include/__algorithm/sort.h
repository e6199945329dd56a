// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Makes std::sort() a heap sort in the module. libc++'s introsort is 4 kB of
// code for each type and order, and there are forty. Most lists here are in
// order already, which is checked first.
//
// libc++ calls std::__introsort(). This is another one of the same parameters,
// which overload resolution prefers, since it has a constraint. Should a later
// libc++ call something else, then this has no effect but for size.

#ifndef CLIPGUARD_WASM_INCLUDE_ALGORITHM_SORT_H_
#define CLIPGUARD_WASM_INCLUDE_ALGORITHM_SORT_H_

#include <__algorithm/is_sorted_until.h>
#include <__algorithm/partial_sort.h>
#include <__iterator/iterator_traits.h>

#include <__config>

_LIBCPP_BEGIN_NAMESPACE_STD

template <class Policy, class Compare, class Iterator, bool kUseBitSetPartition>
  requires true
void __introsort(Iterator first, Iterator last, Compare compare,
                 typename iterator_traits<Iterator>::difference_type,
                 bool = true) {
  if (std::__is_sorted_until<Compare>(first, last, compare) == last) return;
  std::__partial_sort<Policy>(first, last, last, compare);
}

_LIBCPP_END_NAMESPACE_STD

#endif  // CLIPGUARD_WASM_INCLUDE_ALGORITHM_SORT_H_

#include_next <__algorithm/sort.h>
