// An RTL top in Verilator: reset, then idle cycles with all inputs 0. An assertion of the RTL that fails ends
// the program.
#include <cstdio>

#include "Vtop.h"
#include "verilated.h"

int main() {
  constexpr int kResetCycles = 3;
  constexpr int kCycles = 20;
  VerilatedContext context;
  Vtop top(&context);
  for (int cycle = 0; cycle < kResetCycles + kCycles; ++cycle) {
    // Released while the clock is low, away from the rising edge.
    top.clk_i = 0;
    top.rst_ni = cycle >= kResetCycles ? 1 : 0;
    top.eval();
    top.clk_i = 1;
    top.eval();
  }
  top.final();
  std::printf("%d cycles after reset\n", kCycles);
  return context.gotError() ? 1 : 0;
}
