// Interface of a memory partition to the versions of its regions: the table that maps each access to a
// version (the header of rtl/snapshot/version_index_table has the rules) and the unit that copies rows inside
// the DRAM (rtl/snapshot/row_copy_unit).
#pragma once

#include <cstdint>
#include <optional>

#include "base/types.h"

namespace gputm::tm {

struct VersionAccess {
  enum class Kind : std::uint8_t {
    kPlain,      ///< outside of transactions
    kRead,       ///< of a transaction, at the time of its snapshot
    kFirstRead,  ///< as kRead; also references the version until it is released
    kWrite       ///< by a commit
  };
  Kind kind = Kind::kPlain;
  std::uint32_t block = 0;  ///< block of 4 bytes in the program's address space, 30 bits
  std::uint32_t time = 0;   ///< time of the snapshot
};

struct VersionPlace {
  enum class Result : std::uint8_t {
    kValid,
    kRecycled,  ///< no version as old as the snapshot is left
    kNotYet     ///< no version is writable yet
  };
  Result result = Result::kValid;
  std::uint32_t block = 0;  ///< block to access
  bool versioned = false;   ///< whether the access goes to a version of a region:
  unsigned region = 0;
  unsigned version = 0;
};

class VersionUnit {
 public:
  virtual ~VersionUnit() = default;

  /// Adds a region of 2^`size` blocks, while no access is in progress. Regions are numbered in the order of
  /// addition. Throws Error if the table has no room.
  virtual void add_region(std::uint32_t start, unsigned size) = 0;

  // Each port holds one operation until the table accepts it.
  virtual bool can_access() const = 0;
  virtual void access(const VersionAccess& access) = 0;
  virtual bool can_release() const = 0;
  virtual void release(unsigned region, unsigned version) = 0;
  virtual bool can_publish() const = 0;
  virtual void publish(unsigned region, std::uint32_t time) = 0;

  /// One clock cycle. Replies to accesses come in request order; this cycle's reply, if there is one:
  virtual void tick() = 0;
  virtual std::optional<VersionPlace> reply() const = 0;
  /// Whether a copy is in progress.
  virtual bool copies() const = 0;
  virtual std::uint64_t rows_copied() const = 0;
  virtual std::uint64_t versions_copied() const = 0;
};

}  // namespace gputm::tm
