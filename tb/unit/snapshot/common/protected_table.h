// A writer table or a reader list with Protection, one operation after the other, and wrong bits in its rows.
// The model's memories are visible (V<name>_sites.h).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/clocked.h"
#include "common/memory_report.h"
#include "faults/fault.h"
#include "unit/snapshot/common/table_bench.h"

namespace gputm::tb {

/// A row of a table, and the number of its memory in the report
struct TableRow {
  unsigned memory = 0, row = 0, width = 0;
  Site site{};
};

template <typename Model>
class ProtectedTable {
 public:
  static constexpr unsigned kNever = 200;  ///< cycles after which an answer is not coming

  ProtectedTable() {
    auto& dut = clocked_.dut();
    dut.op_valid_i = dut.rsp_ready_i = dut.reclaim_i = 0;
    if constexpr (requires { dut.rsp_skip_i; }) dut.rsp_skip_i = 0;
    drive(dut.dead_i, 0);
    drive(dut.gen_i, 0);
    clocked_.reset();
    do {
      cycle(false);
    } while (dut.busy_o);
  }

  /// One cycle
  void cycle(bool ready) {
    clocked_.dut().rsp_ready_i = ready;
    clocked_.settle();
    clocked_.step();
  }
  void idle(unsigned cycles) {
    for (unsigned i = 0; i < cycles; ++i) cycle(false);
  }
  void offer(bool insert, Block block, TxnId id = 0) {
    auto& dut = clocked_.dut();
    dut.op_valid_i = 1;
    dut.op_insert_i = insert;
    drive(dut.op_block_i, block);
    drive(dut.op_id_i, id);
    clocked_.settle();
    EXPECT_EQ(dut.op_ready_o, 1);
    cycle(false);
    dut.op_valid_i = 0;
  }
  /// Those that the oldest operation's answer names, if it comes
  std::optional<std::set<TxnId>> answer() {
    std::set<TxnId> named;
    auto& dut = clocked_.dut();
    dut.rsp_ready_i = 1;
    for (unsigned i = 0; i < kNever; ++i) {
      clocked_.settle();
      bool last = dut.rsp_valid_o;
      if (last) {
        EXPECT_EQ(dut.rsp_overflow_o, 0);
        if constexpr (requires { dut.rsp_reader_o; }) {
          if (dut.rsp_reader_o) named.insert(dut.rsp_id_o);
          last = dut.rsp_last_o;
        } else {
          for (unsigned entry = 0; entry < kWriters; ++entry) {
            if (port_bits(dut.rsp_writer_o, entry, 1) == 0) continue;
            named.insert(port_bits(dut.rsp_id_o, entry * kWriterBits, kWriterBits));
          }
        }
      }
      clocked_.step();
      if (last) return named;
    }
    return std::nullopt;
  }
  bool offered() {
    clocked_.settle();
    return clocked_.dut().rsp_valid_o;
  }
  /// A reclaim pass
  void reclaim() {
    clocked_.dut().reclaim_i = 1;
    cycle(false);
    clocked_.dut().reclaim_i = 0;
    do {
      cycle(false);
    } while (clocked_.dut().reclaiming_o);
  }
  MemoryReport report() { return MemoryReport(clocked_.dut().memory_report_o); }
  bool assertion_failed() const { return clocked_.assertion_failed(); }

  /// The rows in use, of the memories with names that begin with `first`; `second`, where given, counts
  /// `seconds` memories for each of those.
  std::vector<TableRow> rows(const std::string& first, const std::string& second, unsigned seconds) {
    std::vector<TableRow> found;
    for (const Site& site : Described<Model>::sites(clocked_.dut())) {
      const std::string name = site.name;
      if (site.kind != SiteKind::kMemory || !name.starts_with(first)) continue;
      unsigned memory = number(name, first);
      if (seconds != 0) memory = memory * seconds + number(name, second);
      for (unsigned row = 0; row < site.depth; ++row) {
        const auto* bytes = static_cast<const unsigned char*>(site.data) + row * site.stride;
        if (std::any_of(bytes, bytes + site.stride, [](unsigned char byte) { return byte != 0; })) {
          found.push_back({.memory = memory, .row = row, .width = site.width, .site = site});
        }
      }
    }
    return found;
  }
  void spoil(const TableRow& row, const std::vector<unsigned>& bits) {
    for (const unsigned bit : bits) row.site.flip(std::uint64_t{row.row} * row.width + bit);
  }

 private:
  static constexpr unsigned kWriters = 4, kWriterBits = 4;  ///< a block's in the writer table; an id's bits

  static unsigned number(const std::string& name, const std::string& before) {
    return static_cast<unsigned>(std::stoul(name.substr(name.find(before) + before.size())));
  }

  Clocked<Model> clocked_;
};

}  // namespace gputm::tb
