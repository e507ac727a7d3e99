// DRAM of a memory partition: one or more channels.
#pragma once

#include <vector>

#include "memory/address_map.h"
#include "memory/dram_channel.h"

namespace gputm::memory {

/// Chunks of the partition's memory go to the channels round robin, as addresses do to the partitions. Lines
/// are numbered within the partition (AddressMap::local() / line size).
class Dram {
 public:
  /// `channels`: key `dram.channels`; `line_bytes`, `sector_bytes`: those of the L2; `chunk_bytes`:
  /// consecutive bytes of a channel, at least a line.
  Dram(const DramConfig& config, unsigned channels, unsigned line_bytes, unsigned sector_bytes,
       unsigned chunk_bytes);

  /// Whether so many more requests for a line fit.
  bool can_push(std::uint32_t line, unsigned requests) const {
    return channels_[channel_of(line)].can_push(requests);
  }
  /// The same for requests for two lines together.
  bool can_push(std::uint32_t first, unsigned first_requests, std::uint32_t second,
                unsigned second_requests) const {
    if (channel_of(first) == channel_of(second)) return can_push(first, first_requests + second_requests);
    return can_push(first, first_requests) && can_push(second, second_requests);
  }
  /// `sectors`: how many of the line are moved. `tag` is returned when the read is complete.
  void push_read(std::uint32_t line, std::uint32_t tag, unsigned sectors) {
    channels_[channel_of(line)].push_read(within_channel(line), tag, sectors);
  }
  void push_write(std::uint32_t line, unsigned sectors) {
    channels_[channel_of(line)].push_write(within_channel(line), sectors);
  }

  bool has_completed() const {
    for (const DramChannel& channel : channels_)
      if (channel.has_completed()) return true;
    return false;
  }
  /// Takes the oldest read of each channel in turn, if its data have arrived, and calls `f(tag)`, until `f`
  /// returns false.
  template <typename F>
  void take_completed(F&& f) {
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      DramChannel& channel = channels_[next_];
      next_ = next_ + 1 == channels_.size() ? 0 : next_ + 1;
      if (!channel.has_completed()) continue;
      const std::uint32_t tag = channel.completed();
      channel.pop_completed();
      if (!f(tag)) return;
    }
  }

  void tick() {
    for (DramChannel& channel : channels_) channel.tick();
  }
  /// Nothing is queued or returning and every timing window has passed: `tick()` has no effect.
  bool idle() const {
    for (const DramChannel& channel : channels_)
      if (!channel.idle()) return false;
    return true;
  }
  /// Sums over the channels.
  DramChannel::Counters counters() const;

 private:
  unsigned channel_of(std::uint32_t line) const {
    return channels_.size() == 1 ? 0 : map_.partition(line << line_shift_);
  }
  std::uint32_t within_channel(std::uint32_t line) const {
    return channels_.size() == 1 ? line : map_.local(line << line_shift_) >> line_shift_;
  }

  AddressMap map_;  ///< of the partition's memory over its channels
  unsigned line_shift_;
  std::vector<DramChannel> channels_;
  std::size_t next_ = 0;  ///< channel whose completed read is taken first
};

}  // namespace gputm::memory
