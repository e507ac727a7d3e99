// Runs wavefront programs on a transactional local memory, cycle by cycle, and checks every attempt: each
// value read must have been committed, or written by the attempt itself.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/types.h"
#include "tm/lds_unit.h"
#include "wavefront_program.h"

namespace gputm::tb::wavefronts {

/// Implementation of transactions
enum class Execution {
  kTransactional,
  kSerial  ///< work-items of the work-group run their transactions one by one, without the unit's support
};

struct RunOptions {
  Execution execution = Execution::kTransactional;
  unsigned instruction_cycles = 4;  ///< I: cycles of an instruction outside of the local memory, 0 or more
  Cycle stuck_cycles = 200'000;     ///< limit without a lane's commit or a wavefront's end
};

/// Sums over all wavefronts
struct RunCounts {
  Cycle cycles = 0;  ///< until the end of the last wavefront
  std::uint64_t lane_commits = 0;
  std::uint64_t lane_aborts = 0;  ///< lanes that ran an attempt and must repeat it
  std::uint64_t true_conflicts = 0;
  std::uint64_t false_conflicts = 0;   ///< no work-item owned the word
  std::uint64_t reader_conflicts = 0;  ///< writes stopped by the read filter of another work-item
  std::uint64_t overflows = 0;         ///< no backup was free
  std::uint64_t wavefront_serializations = 0;
  std::uint64_t work_group_serializations = 0;

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

  /// Runs to the end. Throws Error.
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
  void end_attempt(const Wavefront& w, unsigned lane, bool committed);
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
  std::optional<unsigned> serial_holder_;
  unsigned next_ = 0;  ///< wavefront that may send a request first
  Cycle now_ = 0;
  Cycle last_progress_ = 0;
  RunCounts counts_;
  std::string verdict_ = "pass";
};

}  // namespace gputm::tb::wavefronts
