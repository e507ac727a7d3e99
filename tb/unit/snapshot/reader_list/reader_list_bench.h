// Drives a reader list and compares every answer with a set of readers per block.
#pragma once

#include "unit/snapshot/common/table_bench.h"

namespace gputm::tb {

template <typename Model>
class ReaderListBench : public TableBench<Model, ReaderListBench<Model>> {
  using Base = TableBench<Model, ReaderListBench<Model>>;
  friend Base;

 public:
  ReaderListBench(const IdSizes& sizes, Rng& rng) : Base(sizes, rng) {}

  std::uint64_t named() const { return named_; }  ///< readers named by all look-ups

 private:
  bool answer(typename Base::Pending& pending) {
    const auto& dut = this->dut();
    const TableOp& op = pending.op;
    if (op.insert) {
      if (!dut.rsp_last_o || dut.rsp_reader_o) this->fail("an insertion is answered by one beat", op);
      this->inserted(op, dut.rsp_overflow_o);
      return true;
    }
    if (dut.rsp_overflow_o) this->fail("a look-up overflows", op);
    if (dut.rsp_reader_o) {
      ++named_;
      if (!pending.named.insert(dut.rsp_id_o).second) this->fail("a reader is named twice", op);
    }
    if (dut.rsp_last_o) this->compare(pending);
    return dut.rsp_last_o;
  }

  std::uint64_t named_ = 0;
};

}  // namespace gputm::tb
