// The versions of a memory partition's regions, as the partition sees them: the table that says where each
// access goes (rtl/snapshot/version_index_table, whose header has the rules) and the unit that copies rows
// inside the DRAM (rtl/snapshot/row_copy_unit).
#pragma once

#include <cstdint>
#include <optional>

#include "base/types.h"

namespace gputm::tm {

struct VersionAccess {
  enum class Kind : std::uint8_t {
    kPlain,      ///< outside of transactions
    kRead,       ///< of a transaction, by the time of its snapshot
    kFirstRead,  ///< the same, and the version is referenced until it is released
    kWrite       ///< of a commit
  };
  Kind kind = Kind::kPlain;
  std::uint32_t block = 0;  ///< 30 bits: of 4 bytes, as the program addresses it
  std::uint32_t time = 0;   ///< of the snapshot
};

struct VersionPlace {
  enum class Result : std::uint8_t {
    kValid,
    kRecycled,  ///< no version is as old as the snapshot any more
    kNotYet     ///< no version is writable yet
  };
  Result result = Result::kValid;
  std::uint32_t block = 0;  ///< where the access goes
  bool versioned = false;   ///< to this version of a region:
  unsigned region = 0;
  unsigned version = 0;
};

class VersionUnit {
 public:
  virtual ~VersionUnit() = default;

  /// A region of 2^`size` blocks, while no access is under way; regions are numbered in the order in which
  /// they are given. Throws Error: the table cannot hold it.
  virtual void add_region(std::uint32_t start, unsigned size) = 0;

  // Each port holds one operation until the table takes it.
  virtual bool can_access() const = 0;
  virtual void access(const VersionAccess& access) = 0;
  virtual bool can_release() const = 0;
  virtual void release(unsigned region, unsigned version) = 0;
  virtual bool can_publish() const = 0;
  virtual void publish(unsigned region, std::uint32_t time) = 0;

  /// One clock cycle. Replies to accesses come in their order; that of this cycle, if there is one:
  virtual void tick() = 0;
  virtual std::optional<VersionPlace> reply() const = 0;
  /// A copy is being made.
  virtual bool copies() const = 0;
  virtual std::uint64_t rows_copied() const = 0;
  virtual std::uint64_t versions_copied() const = 0;
};

}  // namespace gputm::tm
