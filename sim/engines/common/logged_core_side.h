// A core side that keeps a read log and a write log: what systems have in common whose transactions log what
// they read and write. What a store does to memory before the commit is the system's choice.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tm/core_side.h"
#include "tm/write_filter.h"

namespace gputm::engines {

class LoggedCoreSide : public tm::CoreSide {
 public:
  /// What a transactional store does beside its entry in the write log.
  enum class Stores : std::uint8_t {
    kLogged,  ///< nothing: the writes travel at the commit
    kTimed,   ///< takes the time of an ordinary store; values wait for the commit
    kAtOnce   ///< is an ordinary store: memory has the new value
  };
  LoggedCoreSide(tm::CorePort& core, Stores stores) : core_(core), stores_(stores) {}

  std::optional<std::string> full(unsigned warp, const isa::Instruction& access) const override;
  /// Lanes that wrote the word before take it from their write log, the others read memory and log what they
  /// saw.
  LaneMask load(const tm::TxAccess& access) override;
  /// A sub-word store of a word not written before is a logged read and a merged word; the warp waits for the
  /// read.
  LaneMask store(const tm::TxAccess& access) override;
  void complete(std::uint32_t access, Cycle now) override;

  void settle(unsigned, LaneMask, LaneMask, Cycle) override {}
  void drained(unsigned, Cycle) override {}
  void reply(const memory::Packet&, Cycle) override {}
  void line_arrived(std::uint32_t) override {}
  void tick(Cycle) override {}
  void late_tick(Cycle) override {}
  bool busy() const override { return false; }

 protected:
  tm::CorePort& core() { return core_; }
  const tm::CorePort& core() const { return core_; }
  tm::WarpLogs& logs(unsigned warp) const { return core_.logs(warp); }

  /// A row of the read or the write log has got its entries.
  virtual void row_logged(unsigned /*warp*/, bool /*write*/, unsigned /*row*/) {}
  /// Whether a lane that has not written the word must search its write log all the same: its filter errs.
  virtual bool filter_errs(unsigned /*warp*/, unsigned /*lane*/, Address /*word*/) const { return false; }
  /// Lanes have to search the write log before the load goes on with `read_memory`.
  virtual void search(const tm::TxAccess& access, LaneMask /*searching*/) { read_memory(access.handle); }
  /// The lane's store of `word` is in the write log.
  virtual void word_written(unsigned /*warp*/, unsigned /*lane*/, Address /*word*/) {}

  /// Sends a load's lanes that read memory on their way, if there are any.
  void read_memory(std::uint32_t access);

 private:
  /// Of an access that reads memory for the log, by its handle.
  struct LogRead {
    unsigned row = 0;          ///< of the read log
    LaneMask lanes = 0;        ///< whose read is logged (not a read of an own write)
    bool merges = false;       ///< a sub-word store: then
    unsigned write_row = 0;    ///< its row of the write log, and
    std::uint8_t operand = 0;  ///< the register of the stored value
  };
  LogRead& log_read(std::uint32_t access);
  void begin_log_read(const tm::TxAccess& access, LaneMask reading, LaneMask logged);
  LaneMask forward_own_writes(const tm::TxAccess& access, LaneMask& own, LaneMask& searching);
  void merge(const memory::WarpAccess& access, const LogRead& read);
  void store_words(unsigned warp, unsigned write_row, LaneMask lanes);

  tm::CorePort& core_;
  Stores stores_;
  std::vector<LogRead> log_reads_;
};

}  // namespace gputm::engines
