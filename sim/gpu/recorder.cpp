#include "gpu/recorder.h"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace gputm::gpu {

/// Entries of a commit unit as slices: one for the whole way, and one inside it per stage
class Recorder::CommitTracks final : public CommitEntrySink {
 public:
  CommitTracks(TraceEvents& events, unsigned cores) : events_(events), cores_(cores) {}

  void passed(const CommitEntry& entry, CommitStage stage, Cycle from, Cycle to) override {
    if (from >= to) return;
    Parts& parts = parts_[entry.number];
    parts.all[parts.count++] = {kCommitStageNames[static_cast<std::size_t>(stage)], from, to};
  }
  void retired(const CommitEntry& entry, Cycle now) override {
    const unsigned process = cores_ + entry.partition;
    if (!events_.named({process, 0}))
      events_.name({process, 0}, fmt::format("commit unit {}", entry.partition), "entries");
    const auto found = parts_.extract(entry.number);
    const Parts parts = found ? found.mapped() : Parts{};
    const std::string name = fmt::format("id {}", entry.id);
    events_.nested_slices(process, entry.number, {name, entry.began, now},
                          std::span(parts.all).first(parts.count));
  }

 private:
  TraceEvents& events_;
  unsigned cores_;
  struct Parts {
    std::array<TraceEvents::Part, kCommitStageNames.size()> all;
    std::size_t count = 0;
  };
  std::unordered_map<std::uint64_t, Parts> parts_;  ///< by number of the entry in the unit
};

Recorder::Recorder(const CoreConfig& config, const RecorderOptions& options) {
  std::vector<CommitEntrySink*> sinks;
  if (options.timeline != nullptr) {
    events_.emplace(*options.timeline, options.limits);
    timeline_.emplace(config, *events_);
    tracks_ = std::make_unique<CommitTracks>(*events_, config.count);
    sinks.push_back(tracks_.get());
  }
  if (options.konata != nullptr) {
    konata_.emplace(*options.konata, options.partition, options.limits);
    sinks.push_back(&*konata_);
  }
  if (options.instructions != nullptr)
    instructions_.emplace(*options.instructions, config, options.filter, options.limits);
  entries_.emplace(now_, std::move(sinks));
}

Recorder::~Recorder() = default;

void Recorder::finish() {
  if (timeline_) timeline_->finish();
  if (events_) events_->finish();
  if (konata_) konata_->finish();
  if (instructions_) instructions_->write_out();
}

bool Recorder::truncated() const {
  return (events_ && events_->truncated()) || (konata_ && konata_->truncated()) ||
         (instructions_ && instructions_->truncated());
}

}  // namespace gputm::gpu
