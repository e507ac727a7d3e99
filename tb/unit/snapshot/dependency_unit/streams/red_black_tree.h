// Red-black tree of streams.
#pragma once

#include <string>

#include "stream.h"
#include "workloads/red_black_rules.h"

namespace gputm::tb::streams {

using RedBlackTree = kernels::RedBlackTree<StreamView>;

/// "pass", or the violated rule of red-black trees; adds the number of elements to `count`.
std::string check(const RedBlackTree& tree, StreamView& view, std::size_t& count);

}  // namespace gputm::tb::streams
