// WarpTM at a core: KILO TM's, and before a commit what keeps lanes from it. Those that have only read,
// values that were current together, commit at once (temporal conflict detection); those that conflict with a
// lower lane of their warp abort (intra-warp conflict resolution).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engines/kilo/kilo_core_side.h"
#include "engines/warptm/intra_warp_resolver.h"
#include "engines/warptm/load_stamps.h"
#include "engines/warptm/silent_commits.h"
#include "engines/warptm/warptm_config.h"
#include "engines/warptm/warptm_counters.h"

namespace gputm::engines::warptm {

class WarptmCoreSide final : public kilo::KiloCoreSide {
 public:
  WarptmCoreSide(tm::CorePort& core, kilo::CommitProtocol& protocol, std::unique_ptr<kilo::LogUnit> log_unit,
                 const WarptmConfig& config, WarptmCounters& counters, LoadStamps& stamps);

  bool begin(unsigned warp, Cycle now) override;
  LaneMask load(const tm::TxAccess& access) override;
  LaneMask store(const tm::TxAccess& access) override;
  void complete(std::uint32_t access, Cycle now) override;
  void commit(unsigned warp, LaneMask lanes, Cycle now) override;
  void line_arrived(std::uint32_t waiter) override;
  void late_tick(Cycle now) override;
  bool busy() const override;
  std::string describe(unsigned warp) const override;

 private:
  bool resolving() const { return resolver_ && resolver_->busy(); }
  void prepare(unsigned warp, Cycle now);
  LaneMask commit_silently(unsigned warp, LaneMask lanes, Cycle now);
  void commit_held(Cycle now);
  void take(const IntraWarpResolver::Verdict& verdict, Cycle now);

  kilo::CommitProtocol& protocol_;
  WarptmCounters& counters_;
  LoadStamps& stamps_;
  std::optional<IntraWarpResolver> resolver_;
  std::optional<SilentCommits> silent_;
  std::vector<LaneMask> committing_;  ///< by warp: lanes that commit, before the log unit has them
  LaneMask draining_ = 0;             ///< warps that wait for their memory accesses
  LaneMask in_resolver_ = 0;          ///< warps that the resolver has
  /// Lanes that will commit silently, when all ids before their position have retired everywhere
  /// (kilo.privatization=safe).
  struct Held {
    unsigned warp, lane;
    std::uint64_t position;
  };
  std::vector<Held> held_;
};

}  // namespace gputm::engines::warptm
