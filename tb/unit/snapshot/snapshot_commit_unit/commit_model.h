// The required behaviour of a commit unit under snapshot isolation, from the ISCA 2017 paper (sections 3 and
// 5): changes of committing transactions are written to the region's version in state S2, which is a copy of
// the newest one in S3; a version in S3 never changes. Independent of the RTL; sizes are those of the test.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace gputm::tb {

// Parameters of the model
constexpr unsigned kSets = 4, kWords = 8, kLanes = 4, kSectorWords = 4, kRegions = 3, kAsks = 8, kRetry = 5;
// Versions of region r begin at block r * kSpace; behind the regions is unversioned memory.
constexpr unsigned kBlocks = 256, kSpace = 64, kRegionBlocks = 16, kVersions = kSpace / kRegionBlocks;

struct Word {
  unsigned lane = 0, block = 0, data = 0;
};

/// A warp's set at this partition.
struct WriteSet {
  std::vector<Word> words = {};
  unsigned lanes = 0;    ///< lanes that may commit
  unsigned commits = 0;  ///< lanes that do
};

/// Consecutive words of one sector in a set.
struct SectorWrite {
  unsigned sector = 0, mask = 0;
  std::array<unsigned, kSectorWords> data{};
};

inline std::vector<SectorWrite> merged(const WriteSet& set) {
  std::vector<SectorWrite> writes;
  for (const Word& word : set.words) {
    if (((set.commits >> word.lane) & 1) == 0) continue;
    const unsigned sector = word.block / kSectorWords, part = word.block % kSectorWords;
    if (writes.empty() || writes.back().sector != sector) writes.push_back({.sector = sector});
    writes.back().mask |= 1U << part;
    writes.back().data[part] = word.data;
  }
  return writes;
}

inline std::optional<unsigned> region_of(unsigned block) {
  const unsigned region = block / kSpace;
  return region < kRegions ? std::optional(region) : std::nullopt;
}

/// Memory with versions of its regions. The program's blocks of a region are those of version 0.
class VersionedMemory {
 public:
  /// Block that a commit writes; nothing while the region's next version is being copied.
  std::optional<unsigned> place(unsigned block) const {
    const auto region = region_of(block);
    if (!region) return block;
    if (copying_[*region]) return std::nullopt;
    return block + next(*region) * kRegionBlocks;
  }
  bool copying(unsigned region) const { return copying_[region]; }
  void end_copy(unsigned region) {
    for (unsigned i = 0; i < kRegionBlocks; ++i)
      blocks_[at(region, next(region), i)] = blocks_[at(region, newest_[region], i)];
    copying_[region] = false;
  }
  void write(unsigned block, unsigned data) { blocks_[block] = data; }
  /// The writable version becomes the newest one, and its copy begins.
  void publish(unsigned region) {
    newest_[region] = next(region);
    copying_[region] = true;
  }

  /// A commit in the program's view.
  void commit(const WriteSet& set) {
    for (const Word& word : set.words)
      if (((set.commits >> word.lane) & 1) != 0) image_[word.block] = word.data;
  }
  /// All versions that can still be read have the contents of their publication.
  bool holds() const {
    for (unsigned region = 0; region < kRegions; ++region) {
      for (unsigned version = 0; version < kVersions; ++version) {
        if (version == next(region)) continue;
        for (unsigned i = 0; i < kRegionBlocks; ++i)
          if (blocks_[at(region, version, i)] != readable_[at(region, version, i)]) return false;
      }
    }
    return std::equal(blocks_.begin() + kRegions * kSpace, blocks_.end(), image_.begin() + kRegions * kSpace);
  }
  /// The version published last has to stay as the program's image is now.
  void keep(unsigned region) {
    for (unsigned i = 0; i < kRegionBlocks; ++i)
      readable_[at(region, newest_[region], i)] = image_[region * kSpace + i];
  }

 private:
  static std::size_t at(unsigned region, unsigned version, unsigned offset) {
    return region * kSpace + version * kRegionBlocks + offset;
  }
  unsigned next(unsigned region) const { return (newest_[region] + 1) % kVersions; }

  std::array<unsigned, kBlocks> blocks_{}, image_{}, readable_{};
  std::array<unsigned, kRegions> newest_{};
  std::array<bool, kRegions> copying_{};
};

}  // namespace gputm::tb
