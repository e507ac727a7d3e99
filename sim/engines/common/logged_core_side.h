// Core side with a read log and a write log: common part of the systems that log reads and writes. The system
// chooses the effect of a store on memory before the commit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tm/core_side.h"
#include "tm/write_filter.h"

namespace gputm::engines {

class LoggedCoreSide : public tm::CoreSide {
 public:
  /// Effect of a transactional store, in addition to its entry in the write log
  enum class Stores : std::uint8_t {
    kLogged,  ///< none: writes are sent at the commit
    kTimed,   ///< timing of an ordinary store; values are written at the commit
    kAtOnce   ///< ordinary store: memory gets the new value
  };
  LoggedCoreSide(const tm::CorePorts& core, Stores stores)
      : core_(core.core),
        config_(core.config),
        counters_(core.counters),
        warps_(core.warps),
        accesses_(core.accesses),
        stores_(stores) {}

  std::optional<std::string> full(WarpId warp, const isa::Instruction& access) const override;
  /// Forwards the write-log entry to lanes that wrote the word before; the other lanes read memory and log
  /// the value.
  tm::Accessed load(const tm::TxAccess& access) override;
  /// A sub-word store to a word not written before is a logged read plus a merged word; the warp waits for
  /// the read.
  tm::Accessed store(const tm::TxAccess& access) override;
  void complete(AccessId access, Cycle now) override;

  void settle(WarpId, LaneMask, LaneMask, Cycle) override {}
  void drained(WarpId, Cycle) override {}
  void reply(const memory::Packet&, Cycle) override {}
  void line_arrived(std::uint32_t) override {}
  bool tick(Cycle) override { return false; }
  bool late_tick(Cycle) override { return false; }
  bool busy() const override { return false; }

 protected:
  unsigned core() const { return core_; }  ///< index of the core
  const MachineConfig& config() const { return config_; }
  tm::TransactionCounters& counters() { return counters_; }
  tm::WarpPort& warps() const { return warps_; }
  tm::AccessPort& accesses() const { return accesses_; }
  tm::WarpLogs& logs(WarpId warp) const { return warps_.logs(warp); }

  /// A row of the read or the write log has been filled.
  virtual void row_logged(WarpId /*warp*/, bool /*write*/, unsigned /*row*/) {}
  /// Whether a lane that has not written the word must search its write log nevertheless (false positive of
  /// its filter).
  virtual bool filter_errs(WarpId /*warp*/, unsigned /*lane*/, Address /*word*/) const { return false; }
  /// Lanes must search the write log before the load continues with `read_memory`. Returns the warp's wait.
  virtual tm::Wait search(const tm::TxAccess& access, LaneMask /*searching*/) {
    read_memory(access.handle);
    return tm::Wait::kNothing;
  }
  /// The lane's store of `word` has been entered in the write log.
  virtual void word_written(WarpId /*warp*/, unsigned /*lane*/, Address /*word*/) {}

  /// Sends the lanes of a load that read memory, if any.
  void read_memory(AccessId access);
  /// Sends a read to memory; the system may do so later.
  virtual void issue_read(AccessId access) { accesses_.issue_global(access, memory::PacketKind::kRead); }

 private:
  /// State of an access that reads memory for the log, by its handle
  struct LogRead {
    unsigned row = 0;          ///< row of the read log
    LaneMask lanes = 0;        ///< lanes with a logged read (not a read of an own write)
    bool merges = false;       ///< sub-word store; uses the next two members
    unsigned write_row = 0;    ///< row of the write log
    std::uint8_t operand = 0;  ///< register of the stored value
  };
  LogRead& log_read(AccessId access);
  void begin_log_read(const tm::TxAccess& access, LaneMask reading, LaneMask logged);
  LaneMask forward_own_writes(const tm::TxAccess& access, LaneMask& own, LaneMask& searching);
  void merge(const memory::WarpAccess& access, const LogRead& read);
  void store_words(WarpId warp, unsigned write_row, LaneMask lanes);

  unsigned core_;
  const MachineConfig& config_;
  tm::TransactionCounters& counters_;
  tm::WarpPort& warps_;
  tm::AccessPort& accesses_;
  Stores stores_;
  std::vector<LogRead> log_reads_;
};

}  // namespace gputm::engines
