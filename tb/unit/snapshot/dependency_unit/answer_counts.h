// How often a dependency unit has given each answer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "dependency_model.h"

namespace gputm::tb {

class AnswerCounts {
 public:
  std::uint64_t answers(DepOp op, DepResult result) const {
    return counts_[static_cast<std::size_t>(op)][static_cast<std::size_t>(result)];
  }
  std::uint64_t answers(DepResult result) const {
    std::uint64_t sum = 0;
    for (const auto& of_op : counts_) sum += of_op[static_cast<std::size_t>(result)];
    return sum;
  }

 protected:
  void count(const tm::SnapshotAnswer& answer) {
    ++counts_[static_cast<std::size_t>(answer.kind)][static_cast<std::size_t>(answer.result)];
  }

 private:
  std::array<std::array<std::uint64_t, tm::kSnapshotResults>, 6> counts_{};
};

}  // namespace gputm::tb
