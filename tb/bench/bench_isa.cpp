// Speed of execute() alone: an upper bound for every core model that uses it.
#include <benchmark/benchmark.h>

#include "isa/decode.h"
#include "isa/execute.h"
#include "sim/isa/encode.h"

namespace gputm::isa {
namespace {

using namespace tb;

// One instruction repeatedly, on 32 lanes of floats around 1; `spread` makes the lanes raise different flags:
// every second lane stays exact.
void run(benchmark::State& state, Word raw, LaneMask mask, bool spread = false) {
  constexpr unsigned kWidth = 32;
  WarpRegisters registers(kWidth);
  for (unsigned r = 1; r < 32; ++r) {
    for (unsigned lane = 0; lane < kWidth; ++lane) {
      registers.x(r)[lane] = 1000 * r + lane;
      registers.f(r)[lane] = 0x3f800000 + (spread && lane % 2 == 0 ? 0 : r * (2 * lane + 1));
    }
  }
  const Instruction instruction = decode(raw);
  const CsrContext csrs;
  for (auto _ : state) {
    execute(instruction, registers, mask, 0x80000000, csrs);
    benchmark::ClobberMemory();
  }
  state.counters["thread_instructions/s"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * std::popcount(mask), benchmark::Counter::kIsRate);
}

constexpr LaneMask kFull = 0xffffffff, kEverySecond = 0x55555555;
constexpr Word kFadd = r_type(0x53, 7, 0x00, 3, 1, 2);
constexpr Word kFmadd = 4u << 27 | 2u << 20 | 1u << 15 | 7u << 12 | 3u << 7 | 0x43;

BENCHMARK_CAPTURE(run, addi, addi(3, 1, 5), kFull);
BENCHMARK_CAPTURE(run, add, r_type(0x33, 0, 0, 3, 1, 2), kFull);
BENCHMARK_CAPTURE(run, add_half, r_type(0x33, 0, 0, 3, 1, 2), kEverySecond);
BENCHMARK_CAPTURE(run, sra, r_type(0x33, 5, 0x20, 3, 1, 2), kFull);
BENCHMARK_CAPTURE(run, mul, r_type(0x33, 0, 1, 3, 1, 2), kFull);
BENCHMARK_CAPTURE(run, mulh, r_type(0x33, 1, 1, 3, 1, 2), kFull);
BENCHMARK_CAPTURE(run, div, r_type(0x33, 4, 1, 3, 1, 2), kFull);
BENCHMARK_CAPTURE(run, remu, r_type(0x33, 7, 1, 3, 1, 2), kFull);
BENCHMARK_CAPTURE(run, fadd, kFadd, kFull);
BENCHMARK_CAPTURE(run, fadd_half, kFadd, kEverySecond);
BENCHMARK_CAPTURE(run, fadd_some_exact, kFadd, kFull, true);
BENCHMARK_CAPTURE(run, fadd_to_zero, r_type(0x53, 1, 0x00, 3, 1, 2), kFull);
BENCHMARK_CAPTURE(run, fadd_nearest_away, r_type(0x53, 4, 0x00, 3, 1, 2), kFull);
BENCHMARK_CAPTURE(run, fmul, r_type(0x53, 7, 0x08, 3, 1, 2), kFull);
BENCHMARK_CAPTURE(run, fmadd, kFmadd, kFull);
BENCHMARK_CAPTURE(run, fmadd_half, kFmadd, kEverySecond);
BENCHMARK_CAPTURE(run, fdiv, r_type(0x53, 7, 0x0c, 3, 1, 2), kFull);
BENCHMARK_CAPTURE(run, fsqrt, r_type(0x53, 7, 0x2c, 3, 1, 0), kFull);
BENCHMARK_CAPTURE(run, fmin, r_type(0x53, 0, 0x14, 3, 1, 2), kFull);
BENCHMARK_CAPTURE(run, flt, r_type(0x53, 1, 0x50, 3, 1, 2), kFull);
BENCHMARK_CAPTURE(run, fcvt_w_s, r_type(0x53, 1, 0x60, 3, 1, 0), kFull);
BENCHMARK_CAPTURE(run, fcvt_s_w, r_type(0x53, 7, 0x68, 3, 1, 0), kFull);
BENCHMARK_CAPTURE(run, csrr_mhartid, csr(2, 3, 0, 0xf14), kFull);

void branch_lanes(benchmark::State& state) {
  WarpRegisters registers(32);
  const Instruction instruction = decode(branch(4, 1, 2, 8));
  for (auto _ : state) benchmark::DoNotOptimize(taken_lanes(instruction, registers, kFull));
}
BENCHMARK(branch_lanes);

void addresses(benchmark::State& state) {
  WarpRegisters registers(32);
  std::vector<Address> out(32);
  const Instruction instruction = decode(i_type(0x03, 2, 3, 1, 16));
  for (auto _ : state) {
    effective_addresses(instruction, registers, out);
    benchmark::ClobberMemory();
  }
}
BENCHMARK(addresses);

}  // namespace
}  // namespace gputm::isa
