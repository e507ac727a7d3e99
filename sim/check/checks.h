// The checkers of a GPU: gives them what they observe, and has what they report.
#pragma once

#include <array>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "check/buffer_names.h"
#include "check/findings.h"
#include "check/memory_checker.h"
#include "core/access_observer.h"

namespace gputm::check {

/// Kinds that are checked
using Kinds = std::array<bool, kKindNames.size()>;

/// "memory,race", or "all". Throws Error with the names that there are.
Kinds parse_kinds(std::string_view text);

class Checks final : public core::AccessObserver {
 public:
  /// `undefined_shared`: shared memory has no defined contents at a block's start.
  explicit Checks(const Kinds& kinds, bool undefined_shared = false);

  // What the GPU does not know about the host's memory
  void undefined(Address address);
  void freed(Address address);
  /// The host frees what is no allocation. `detail`: "double free" or "invalid free".
  void wrong_free(const char* detail, Address address);
  bool keeps_freed() const { return memory_ != nullptr; }
  Reports& reports() { return reports_; }
  const Reports& reports() const { return reports_; }

  std::size_t guard_bytes() const override;
  void allocated(const memory::Allocation& allocation) override;
  void host_wrote(Address address, std::size_t bytes) override;
  void launch_begins(const MachineConfig& machine, const memory::BackingStore& memory,
                     const core::BlockShape& shape) override;
  void launch_ends() override;
  void block_begins(unsigned core, unsigned slot, std::uint32_t block) override;
  void waits_at_barrier(const core::Warp& warp) override;
  void leaves_barrier(unsigned core, unsigned slot) override;
  void returns(const core::Warp& warp) override;
  void ends(const core::Warp& warp, LaneMask lanes) override;
  bool refused(const core::Warp& warp, LaneMask lanes, const std::string& what) override;
  void accesses(const core::Warp& warp, const core::LaneSpaces& spaces,
                const memory::WarpAccess& access) override;
  void completes(const core::Warp& warp, const memory::WarpAccess& access) override;
  void fences(const core::Warp& warp) override;
  void asks_to_commit(const core::Warp& warp) override;
  void attempt_ends(const core::Warp& warp, unsigned lane, bool commits) override;

 private:
  BufferNames names_;
  Reports reports_{names_};
  std::vector<std::unique_ptr<core::AccessObserver>> checkers_;
  MemoryChecker* memory_ = nullptr;  ///< of checkers_; null: none
};

}  // namespace gputm::check
