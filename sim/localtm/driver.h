// Runs wavefront programs against a transactional local memory, cycle by cycle, and checks every attempt:
// each value read must have been committed, or written by the attempt itself.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/run_error.h"
#include "base/types.h"
#include "localtm/wavefront_program.h"
#include "tm/history.h"
#include "tm/lds_unit.h"

namespace gputm::localtm {

/// Implementation of transactions
enum class Execution {
  kTransactional,
  kSerial  ///< work-items of the work-group run their transactions one by one, without the unit's support
};

struct RunOptions {
  Execution execution = Execution::kTransactional;
  unsigned instruction_cycles = 4;  ///< I: cycles of an instruction outside of the local memory, 0 or more
  Cycle stuck_cycles = 200'000;     ///< limit without a lane's commit or a wavefront's end
  /// Called occasionally with the cycles run and the number of ended wavefronts.
  std::function<void(Cycle cycles, unsigned wavefronts_ended)> progress{};
};

/// Sums over all wavefronts unless stated otherwise
struct RunCounts {
  Cycle cycles = 0;  ///< until the end of the last wavefront
  // Cycles of a wavefront by activity (GPU-LocalTM paper, section 5.1.4)
  Cycle plain_cycles = 0;     ///< code outside of transactions
  Cycle tx_cycles = 0;        ///< code in transactions, with accesses timed as plain ones
  Cycle overhead_cycles = 0;  ///< additional cycles of accesses in transactions
  Cycle control_cycles = 0;   ///< begins and commits
  std::uint64_t lane_commits = 0;
  std::uint64_t lane_aborts = 0;         ///< lanes that ran an attempt and must repeat it
  std::uint64_t wavefront_attempts = 0;  ///< attempts of wavefronts
  std::uint64_t wavefront_restarts = 0;  ///< of these, attempts after which some lane had to restart
  std::uint64_t true_conflicts = 0;
  std::uint64_t false_conflicts = 0;   ///< no work-item owned the word
  std::uint64_t reader_conflicts = 0;  ///< writes stopped by the read filter of another work-item
  std::uint64_t overflows = 0;         ///< no backup was free
  std::uint64_t wavefront_serializations = 0;
  std::uint64_t work_group_serializations = 0;
  std::uint64_t races = 0;  ///< accesses outside of transactions to words owned by a transaction
  std::uint64_t tx_accesses = 0;

  double commit_ratio() const {
    const auto commits = static_cast<double>(lane_commits);
    return lane_commits + lane_aborts == 0 ? 1.0 : commits / (commits + static_cast<double>(lane_aborts));
  }
};

class Driver {
 public:
  /// Runs `program` on every wavefront of work-group `group`, which must be allocated.
  Driver(tm::LdsTransactionUnit& unit, unsigned group, const Program& program, const RunOptions& options);
  ~Driver();

  /// Initial contents of local memory from byte 0. To be called before the run.
  void write_memory(const std::vector<Word>& words);
  std::vector<Word> read_memory(std::size_t words);

  /// Reports every attempt to `checker` (order: order of commits).
  void set_history(tm::HistoryChecker* checker) { history_ = checker; }

  /// Runs to the end. Throws RunError; for a stuck run it has a line per wavefront.
  void run();

  /// "pass", or the first inconsistency found by a read or in the final memory.
  const std::string& verdict() const { return verdict_; }
  const RunCounts& counts() const { return counts_; }

 private:
  struct Lane;
  struct Wavefront;

  void step(Wavefront& w);
  bool execute(Wavefront& w, const Instruction& instruction);
  Word result(const Wavefront& w, const Instruction& instruction, unsigned lane) const;
  static void steer(Wavefront& w, const Instruction& instruction);
  void start_memory(Wavefront& w, const Instruction& instruction);
  void start_control(Wavefront& w, tm::LdsOp op);
  void issue(Wavefront& w, const tm::LdsRequest& request);
  void serial_begin(Wavefront& w);
  void serial_commit(Wavefront& w);
  void take_response(const tm::LdsResponse& response);
  void finish_memory(Wavefront& w, const tm::LdsResponse& response);
  void finish_begin(Wavefront& w, const tm::LdsResponse& response);
  void finish_commit(Wavefront& w, const tm::LdsResponse& response);
  void record_access(Wavefront& w, unsigned lane, Word before);
  void end_attempt(Wavefront& w, unsigned lane, bool committed);
  unsigned plain_cycles(const tm::LdsRequest& request) const;
  unsigned ended() const;
  [[noreturn]] void report_stuck() const;
  void fail(const std::string& what);
  tm::LdsResponse transfer(const tm::LdsRequest& request);

  tm::LdsTransactionUnit& unit_;
  tm::LdsSizes sizes_;
  Program program_;
  RunOptions options_;
  unsigned first_wavefront_;
  std::vector<std::unique_ptr<Wavefront>> wavefronts_;
  std::vector<Word> committed_;  ///< values written by committed transactions and plain accesses
  tm::HistoryChecker* history_ = nullptr;
  std::uint64_t commit_order_ = 0;
  std::optional<unsigned> serial_holder_;
  unsigned next_ = 0;  ///< wavefront that may send a request first
  unsigned at_barrier_ = 0;
  Cycle now_ = 0;
  Cycle last_progress_ = 0;
  RunCounts counts_;
  std::string verdict_ = "pass";
};

}  // namespace gputm::localtm
