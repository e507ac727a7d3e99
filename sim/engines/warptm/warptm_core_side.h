// WarpTM at a core: KILO TM's side with two checks before a commit. Read-only lanes with values that were
// current together commit at once (temporal conflict detection); lanes that conflict with a lower lane of
// their warp abort (intra-warp conflict resolution).
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
  WarptmCoreSide(const tm::CorePorts& core, kilo::CommitProtocol& protocol,
                 std::unique_ptr<kilo::LogUnit> log_unit, const WarptmConfig& config,
                 WarptmCounters& counters, LoadStamps& stamps);

  bool begin(WarpId warp, Cycle now) override;
  tm::Accessed load(const tm::TxAccess& access) override;
  tm::Accessed store(const tm::TxAccess& access) override;
  void complete(AccessId access, Cycle now) override;
  void commit(WarpId warp, LaneMask lanes, Cycle now) override;
  void line_arrived(std::uint32_t waiter) override;
  void catch_up() override {
    if (resolver_) resolver_->evaluate();
  }
  bool late_tick(Cycle now) override;
  bool busy() const override;
  std::string describe(WarpId warp) const override;

 private:
  void commit_checked(WarpId warp, LaneMask lanes) override;
  bool resolving() const { return resolver_ && resolver_->busy(); }
  void prepare(WarpId warp, Cycle now);
  LaneMask commit_silently(WarpId warp, LaneMask lanes, Cycle now);
  void commit_held(Cycle now);
  void take(const IntraWarpResolver::Verdict& verdict, Cycle now);

  kilo::CommitProtocol& protocol_;
  WarptmCounters& counters_;
  LoadStamps& stamps_;
  std::optional<IntraWarpResolver> resolver_;
  std::optional<SilentCommits> silent_;
  std::vector<LaneMask> committing_;  ///< by warp: committing lanes, before the log unit has them
  LaneMask draining_ = 0;             ///< warps waiting for their memory accesses
  LaneMask in_resolver_ = 0;          ///< warps in the resolver
  /// Lanes that will commit silently when all IDs before their position have retired everywhere
  /// (kilo.privatization=safe)
  std::vector<tm::CommittedSilently> held_;
  Cycle walked_ = ~Cycle{0};  ///< last cycle in which the log unit has walked
};

}  // namespace gputm::engines::warptm
