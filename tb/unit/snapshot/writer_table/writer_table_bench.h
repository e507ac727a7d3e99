// Drives a writer table and compares every answer with a set of writers per block.
#pragma once

#include "unit/snapshot/common/table_bench.h"

namespace gputm::tb {

/// Parameters of the model; `writers`: per block, at most.
struct WriterTableSizes {
  unsigned writers, rows, id_bits;
  IdSizes ids;
  unsigned entries() const { return writers * rows; }
};

template <typename Model>
class WriterTableBench : public TableBench<Model, WriterTableBench<Model>> {
  using Base = TableBench<Model, WriterTableBench<Model>>;
  friend Base;

 public:
  WriterTableBench(const WriterTableSizes& sizes, Rng& rng) : Base(sizes.ids, rng), sizes_(sizes) {}

 private:
  bool answer(typename Base::Pending& pending) {
    const auto& dut = this->dut();
    const TableOp& op = pending.op;
    for (unsigned i = 0; i < sizes_.writers; ++i) {
      if (port_bits(dut.rsp_writer_o, i, 1) == 0) continue;
      const TxnId writer = port_bits(dut.rsp_id_o, i * sizes_.id_bits, sizes_.id_bits);
      if (!pending.named.insert(writer).second) this->fail("a writer is named twice", op);
    }
    this->compare(pending);
    if (op.insert) this->inserted(op, dut.rsp_overflow_o);
    if (!dut.rsp_overflow_o) return true;
    if (!op.insert) this->fail("a look-up overflows", op);
    std::size_t entries = 0;
    for (const auto& [block, writers] : this->members_) entries += writers.size();
    if (entries < sizes_.writers) this->fail("overflow of a table with a free row", op);
    return true;
  }

  WriterTableSizes sizes_;
};

}  // namespace gputm::tb
