// Requirements of the units' wrappers on Verilator beyond its options: inputs that are sampled in one half of
// a cycle (LOW_INPUTS of gputm_verilate()), which another version may change, and instances that share code
// (REPEATED).
#include "engines/verilated_model.h"

#include <gtest/gtest.h>

#include <memory>

#include "Vecho_low_inputs.h"
#include "Vecho_pair.h"

namespace gputm::engines {
namespace {

struct VerilatedModelTest : ::testing::Test {
  VerilatedModel<Vecho_low_inputs> model{"echo", {}};

  VerilatedModelTest() {
    model->value_i = 0;
    model.reset([] { return true; });
  }
};

TEST_F(VerilatedModelTest, OutputsFollowInputsBeforeAndRegistersAfterTheEdge) {
  for (unsigned value = 1; value < 256; ++value) {
    model->value_i = static_cast<CData>(value);
    model.low();
    EXPECT_EQ(model->value_o, value);
    EXPECT_EQ(model->value_q_o, value - 1);
    model.high();
    EXPECT_EQ(model->value_o, value);
    EXPECT_EQ(model->value_q_o, value);
  }
}

TEST_F(VerilatedModelTest, ResetActsWithoutAnEdge) {
  model->value_i = 7;
  model.low();
  model.high();
  model->rst_ni = 0;
  model.low();
  EXPECT_EQ(model->value_q_o, 0);
}

TEST_F(VerilatedModelTest, InputsAreLookedAtOnceACycle) {
  model->value_i = 1;
  model.low();
  model->value_i = 2;  // not allowed: shows whether the model samples the input again
  model.high();
  EXPECT_EQ(model->value_o, 1)
      << "gputm_translate.cmake finds nothing to replace in the code of this Verilator";
}

TEST(RepeatedInstances, KeepTheirStates) {
  VerilatedModel<Vecho_pair> model("echo_pair", {});
  model->value_i = 0x0102;
  model.reset([] { return true; });
  model.low();
  model.high();
  EXPECT_EQ(model->value_q_o, 0x0102);
  model->value_i = 0x0304;
  model.low();
  EXPECT_EQ(model->value_o, 0x0304);
  EXPECT_EQ(model->value_q_o, 0x0102);
  model.high();
  EXPECT_EQ(model->value_q_o, 0x0304);
}

// The last model's context becomes the thread's, and scopes are looked up in it.
TEST(RepeatedInstances, GoBeforeAndAfterTheLastModel) {
  auto first = std::make_unique<VerilatedModel<Vecho_pair>>("echo_pair", TraceWindow{});
  auto last = std::make_unique<VerilatedModel<Vecho_pair>>("echo_pair", TraceWindow{});
  last.reset();
  first->reset([] { return true; });
  first.reset();
}

}  // namespace
}  // namespace gputm::engines
