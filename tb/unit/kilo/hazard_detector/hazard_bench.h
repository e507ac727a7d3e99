// Feeds entries to the hazard detector and compares each hazard with exact maps of the last writers and
// readers.
#pragma once

#include "unit/kilo/common/log_source.h"

namespace gputm::tb {

inline constexpr unsigned kHazardWords = 7;

struct HazardEntry {
  bool skip = false, failed = false, complete = false;
  std::uint64_t rcid = 0;  ///< ids since the first one, as for all ids here
  LogWords reads, writes;
};

struct HeadFields {
  ProgressField progress;
  std::uint64_t rcid = 0;
  LogField rlog, wlog;
  bool failed = false;
};

/// Hazards of an entry: older writers of words that it reads, or also older readers and writers of words that
/// it writes.
enum class Hazards : std::uint8_t { kOfReads, kOfReadsAndWrites };

template <typename Model>
class HazardBench {
 public:
  HazardBench(std::uint64_t first, unsigned addresses, Rng& rng, Hazards kind = Hazards::kOfReads)
      : rng_(rng),
        kind_(kind),
        logs_(bench_, rng),
        arrivals_(rng),
        completions_(rng),
        retires_(rng),
        first_(first),
        addresses_(addresses) {
    drive(bench_.dut().progress_i, ProgressField{}.packed());
    reset_and_initialise(bench_, kEntries, first);
    for (int i = 0; i < 100; ++i) {  // the history clears its memories
      bench_.settle();
      bench_.step();
    }
  }

  void cycle(bool may_arrive) {
    auto& dut = bench_.dut();
    drive(dut.progress_i, read_.progress.packed());
    drive(dut.rcid_i, first_ + read_.rcid);
    drive(dut.rlog_i, read_.rlog.packed());
    drive(dut.wlog_i, read_.wlog.packed());
    dut.failed_i = read_.failed;
    dut.wait_read_i = pack_read(index_of(checked_));
    const std::uint64_t asked = checked_;
    logs_.drive();
    bench_.settle();
    logs_.respond();
    bench_.settle();
    follow_pointers(dut);
    if (field_due_) check_field(HazardField::of(dut.wait_hazard_o));
    logs_.observe();
    const unsigned read = dut.head_read_o;
    field_due_ = asked == checked_ && checked_ < hazard_;
    const bool active = dut.active_o;
    const auto head = dut.head_o, hazard = dut.hazard_o;
    bench_.step();
    bench_.require(active || (dut.head_o == head && dut.hazard_o == hazard), "a pointer moves at rest");
    // Events of the other stages in this cycle.
    if (retire_ < checked_ && retires_.go()) ++retire_;
    if (may_arrive && filled_ - retire_ < kEntries && arrivals_.go()) arrive();
    const std::uint64_t pick = hazard_ + below(rng_, kEntries);
    if (pick < filled_ && completions_.go()) complete(pick);
    const unsigned index = read_index(read);
    if (reads(read)) {
      read_ = {progress_[index], entries_[index].rcid, rlog_[index], wlog_[index], failed_bit_[index]};
    }
  }
  void require_all_done() {
    bench_.require(checked_ == filled_, "entries left");
    bench_.require(!bench_.dut().active_o, "active with nothing to do");
  }
  std::uint64_t entries() const { return checked_; }
  std::uint64_t hazards() const { return hazards_; }
  std::uint64_t false_hazards() const { return false_hazards_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  HazardEntry& entry(std::uint64_t serial) { return entries_[index_of(serial)]; }

  LogWords make_log() {
    LogWords words = random_words(rng_, kHazardWords);
    for (auto& word : words) word = (1000 + 3 * below(rng_, addresses_)) << 32 | (word & 0xffffffff);
    return words;
  }
  // The first word of an entry arrives, here in the order of ids: RCID is the retire pointer.
  void arrive() {
    const unsigned index = index_of(filled_);
    HazardEntry& entry =
        entries_[index] = {.skip = one_in(rng_, 4), .rcid = retire_, .reads = {}, .writes = {}};
    if (!entry.skip) entry.reads = make_log();
    if (!entry.skip) entry.writes = make_log();
    entry.failed = !entry.skip && one_in(rng_, 5);
    rlog_[index] = logs_.store(entry.reads);
    wlog_[index] = logs_.store(entry.writes);
    if (rlog_[index].overflow && !entry.failed) logs_.announce(first_ + filled_, false, entry.reads);
    if (wlog_[index].overflow && !entry.failed) logs_.announce(first_ + filled_, true, entry.writes);
    progress_[index] = {(filled_ / kEntries & 1) != 0, false, entry.skip, failed_bit_[index], 0};
    if (entry.failed) failed_bit_[index] = !failed_bit_[index];
    ++filled_;
  }
  // Logs are completed in any order.
  void complete(std::uint64_t serial) {
    entry(serial).complete = true;
    progress_[index_of(serial)].complete = true;
  }

  void follow_pointers(Model& dut) {
    const std::uint64_t moved = (id_of(dut.hazard_o) - (first_ + hazard_)) & 0xffff;
    bench_.require(moved <= 1, "pointer went astray");
    if (moved == 1) bench_.require(hazard_ < filled_ && entry(hazard_).complete, "entry was not complete");
    hazard_ += moved;
    bench_.require(slot_in(dut.hazard_o) == ring_slot(hazard_), "slot and id differ");
    const std::uint64_t head = hazard_ + ((id_of(dut.head_o) - (first_ + hazard_)) & 0xffff);
    bench_.require(head == hazard_ || (head <= filled_ && entry(head - 1).complete),
                   "head pointer ran ahead");
  }

  void check_field(const HazardField& field) {
    const HazardEntry& now = entry(checked_);
    bench_.require(field.skip == now.skip, "wrong skip");
    const std::optional<std::uint64_t> youngest = now.failed ? std::nullopt : youngest_hazard(now);
    const std::uint64_t ycid = now.rcid + ((field.ycid - (first_ + now.rcid)) & 0xffff);
    if (youngest) bench_.require(field.hazard && ycid >= *youngest, "hazard missed");
    if (field.hazard) {
      bench_.require(!now.skip && !now.failed, "hazard of an entry that is not looked at");
      bench_.require(ycid < checked_, "YCID is not an older entry");
      ++hazards_;
      false_hazards_ += youngest != ycid;
    }
    if (!now.failed) {
      for (const std::uint64_t read : now.reads) readers_[read >> 32] = checked_;
      for (const std::uint64_t write : now.writes) writers_[write >> 32] = checked_;
    }
    // This stage returns no buffers; later ones do.
    for (const LogField& log : {rlog_[index_of(checked_)], wlog_[index_of(checked_)]}) {
      if (log.count != 0) logs_.release(log.buffer);
    }
    ++checked_;
  }

  /// The youngest entry that is not older than RCID and a hazard to `entry`.
  std::optional<std::uint64_t> youngest_hazard(const HazardEntry& entry) const {
    std::optional<std::uint64_t> youngest;
    const auto consider = [&](const LogWords& words, const std::map<std::uint64_t, std::uint64_t>& last) {
      for (const std::uint64_t word : words) {
        const auto found = last.find(word >> 32);
        if (found != last.end() && found->second >= entry.rcid)
          youngest = std::max(youngest.value_or(0), found->second);
      }
    };
    consider(entry.reads, writers_);
    if (kind_ == Hazards::kOfReadsAndWrites) {
      consider(entry.writes, writers_);
      consider(entry.writes, readers_);
    }
    return youngest;
  }

  Unprotected<Model> bench_;
  Rng& rng_;
  Hazards kind_;
  LogSource<Model> logs_;
  StallStream arrivals_, completions_, retires_;
  std::array<HazardEntry, kEntries> entries_{};
  std::array<ProgressField, kEntries> progress_{};
  std::array<LogField, kEntries> rlog_{}, wlog_{};
  std::array<bool, kEntries> failed_bit_{};
  std::map<std::uint64_t, std::uint64_t> writers_, readers_;  // word -> last writer, reader
  std::uint64_t first_, filled_ = 0, hazard_ = 0, checked_ = 0, retire_ = 0;
  std::uint64_t hazards_ = 0, false_hazards_ = 0;
  unsigned addresses_;
  HeadFields read_;  // values at the time of the read
  bool field_due_ = false;
};

}  // namespace gputm::tb
