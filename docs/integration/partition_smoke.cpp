// docs/integration/partition.sv as FuseSoC builds it: two transactions of one word, of which the second has
// read a value that is not there any more. Ends with 0 when the first commits and the second fails.
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "Vpartition.h"
#include "verilated.h"

namespace {

enum Kind { kRead = 0, kWrite = 1, kFinalPass = 0, kFinalFail = 1, kPass = 0, kFail = 1, kRetired = 2 };

class Partition {
 public:
  Partition() {
    top_->reply_ready_i = 1;
    top_->rst_ni = 0;
    tick();
    top_->rst_ni = 1;
    while (!top_->ready_o) tick();
  }
  void fill(Kind kind, unsigned id, unsigned address, unsigned data, bool last) {
    top_->fill_valid_i = 1;
    top_->fill_kind_i = kind;
    top_->fill_id_i = id;
    top_->fill_addr_i = address;
    top_->fill_data_i = data;
    top_->fill_last_i = last;
    top_->eval();
    while (!top_->fill_ready_o) tick();
    tick();
    top_->fill_valid_i = 0;
  }
  void final_outcome(Kind kind, unsigned id) {
    top_->control_valid_i = 1;
    top_->control_kind_i = kind;
    top_->control_id_i = id;
    top_->eval();
    while (!top_->control_ready_o) tick();
    tick();
    top_->control_valid_i = 0;
  }
  void expect_reply(Kind kind, unsigned id) {
    for (int cycle = 0; cycle < 1000; ++cycle) {
      top_->eval();
      const bool valid = top_->reply_valid_o;
      const unsigned got_kind = top_->reply_kind_o, got_id = top_->reply_id_o;
      tick();
      if (!valid) continue;
      if (got_kind == static_cast<unsigned>(kind) && got_id == id) return;
      std::printf("reply %u of id %u, expected %d of id %u\n", got_kind, got_id, kind, id);
      std::exit(1);
    }
    std::printf("no reply of id %u in 1000 cycles\n", id);
    std::exit(1);
  }

 private:
  void tick() {
    top_->clk_i = 0;
    top_->eval();
    top_->clk_i = 1;
    top_->eval();
    top_->clk_i = 0;
    top_->eval();
  }
  std::unique_ptr<Vpartition> top_ = std::make_unique<Vpartition>();
};

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  Partition partition;
  // Word 5 is written, so that its value is known; then read by two, the second of which has seen an older
  // value.
  partition.fill(kWrite, 0, 5, 41, true);
  partition.expect_reply(kPass, 0);
  partition.final_outcome(kFinalPass, 0);
  partition.expect_reply(kRetired, 0);
  partition.fill(kRead, 1, 5, 41, false);
  partition.fill(kWrite, 1, 5, 42, true);
  partition.fill(kRead, 2, 5, 41, false);
  partition.fill(kWrite, 2, 5, 43, true);
  partition.expect_reply(kPass, 1);
  partition.final_outcome(kFinalPass, 1);
  partition.expect_reply(kRetired, 1);
  partition.expect_reply(kFail, 2);
  partition.final_outcome(kFinalFail, 2);
  partition.expect_reply(kRetired, 2);
  std::printf("passed\n");
  return 0;
}
