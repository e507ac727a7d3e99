// Tests with tops in lockstep (tb/unit/lockstep_tests.cmake): a test fails where the copies differ.
#pragma once

#include <gtest/gtest.h>
#include <verilated.h>

#include "common/clocked.h"

namespace gputm::tb {

template <typename Model>
class InLockstep : public Model {
 public:
  explicit InLockstep(VerilatedContext* context, const char* name = "TOP") : Model(context, name) {}

  /// At the rising edge, when all inputs are there
  void eval() {
    const bool rises = !was_high_ && this->clk_i != 0;
    was_high_ = this->clk_i != 0;
    if (rises && this->rst_ni != 0 && this->mismatch_o != 0 && !told_) {
      told_ = true;
      ADD_FAILURE() << "the copies differ";
    }
    Model::eval();
  }

 private:
  bool was_high_ = false, told_ = false;
};

template <typename Model>
struct LockstepMaking {
  using Class = InLockstep<Model>;
};

}  // namespace gputm::tb
