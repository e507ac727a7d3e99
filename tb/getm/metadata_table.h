// Metadata of granules at a partition: an exact cuckoo table with a stash, and two filters of latest times
// behind it for granules that it has evicted (HPCA 2018; docs/getm/metadata_table.md). A model of
// rtl/getm/metadata_table.sv, one whole operation at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/h3_hash.h"
#include "engines/getm/access_unit.h"
#include "getm/access_rules.h"

namespace gputm::engines::getm {

/// Latest time per hashed bucket in several sub-arrays: never earlier than the time of any granule inserted.
class LatestTimes {
 public:
  /// `buckets`: per sub-array, a power of two
  LatestTimes(unsigned sub_arrays, unsigned buckets);

  void insert(GranuleNumber granule, Time time);
  /// Upper bound of the times inserted for the granule.
  Time find(GranuleNumber granule) const;
  void clear();

 private:
  struct SubArray {
    H3Hash hash;
    std::vector<Time> times;
  };
  std::vector<SubArray> sub_arrays_;
};

class MetadataTable {
 public:
  struct Config {
    unsigned rows = 256;            ///< per way, a power of two
    unsigned stash = 8;             ///< entries
    unsigned filter_buckets = 256;  ///< per sub-array of each filter, a power of two
  };
  static constexpr unsigned kWays = 4;
  static constexpr unsigned kSubArrays = 4;
  static constexpr unsigned kMostReserved = 4095;  ///< words of a granule
  /// Operations after which the times of an evicted entry are in the filters
  static constexpr unsigned kWindow = 7;
  static constexpr unsigned kRelocations = 8;  ///< one operation in so many may move an entry of the stash

  struct Counters {
    std::uint64_t hits = 0, misses = 0, evictions = 0, displacements = 0, stashed = 0;
    std::uint64_t unrecorded_loads = 0;  ///< loads without an entry: only the filter holds their time
    std::uint64_t no_room = 0;           ///< stores refused for want of an entry
  };
  struct Answer {
    Verdict verdict = Verdict::kPass;
    std::optional<Time> needs =
        std::nullopt;  ///< kAbort: least time not too late; nothing: no entry or counter was free
    /// Accesses up to this time need not wait for the granule any more: it is free, or reserved at this time.
    Time turn = Time::latest();
  };

  explicit MetadataTable(const Config& config);

  Answer load(GranuleNumber granule, Time time);
  Answer store(GranuleNumber granule, Time time, unsigned words);
  /// Words of a store are committed or given up.
  Answer release(GranuleNumber granule, unsigned words);
  /// An operation without effect, which takes its place among the others.
  void none() { begin(); }
  /// Forgets all granules, none of which may be reserved.
  void clear();
  const Counters& counters() const { return counters_; }

 private:
  struct Entry {
    bool valid = false;
    GranuleNumber granule = 0;
    Granule state;
  };

  struct Way {
    H3Hash hash;
    std::vector<Entry> rows;
  };

  Entry& at(unsigned way, GranuleNumber granule) { return ways_[way].rows[ways_[way].hash(granule)]; }
  Entry* find(GranuleNumber granule);
  Granule evicted(GranuleNumber granule) const;
  Entry* replaceable(GranuleNumber granule);
  Entry* stash_slot();
  void put(Entry& place, const Entry& entry);
  bool insert(const Entry& entry);
  void begin();
  void begin_one();
  void schedule_relocation();
  void relocate(GranuleNumber granule);

  Config config_;
  std::vector<Way> ways_;
  std::vector<Entry> stash_;
  LatestTimes written_, latest_;
  std::uint64_t number_ = ~std::uint64_t{0};  ///< of the operation in progress; they begin with 0
  std::array<Entry, kWindow + 1> window_;     ///< evicted by each of the last operations
  std::optional<GranuleNumber> relocated_next_;
  std::size_t last_slot_ = 0;  ///< of the stash, whose entry was the last to be relocated
  unsigned turn_ = 0;          ///< way of the next displacement
  Counters counters_;
};

}  // namespace gputm::engines::getm
