#include "unit/kilo/commit_unit/environment.h"

#include <algorithm>

#include "engines/kilo/cid_vendor_rtl.h"

namespace gputm::tb {

namespace {
constexpr std::uint64_t kHangCycles = 20000;
constexpr unsigned kBufferWords = 8;
constexpr unsigned kCores = 32;  ///< cores of the vendor, at most
}  // namespace

Environment::Environment(const Scenario& scenario, std::vector<std::unique_ptr<tm::CommitUnit>> units)
    : scenario_(scenario),
      random_(scenario.seed),
      asking_(std::min(scenario.warps, kCores)),
      units_(units.size()),
      warps_(scenario.warps) {
  vendor_ = engines::kilo::make_cid_vendor_rtl(static_cast<unsigned>(asking_.size()),
                                               static_cast<unsigned>(units.size()), scenario.vendor_ring);
  skip_ids(scenario.first_id);
  base_ = next_ = replayed_ = scenario.first_id;
  replay_memory_.resize(scenario.addresses);
  for (unsigned i = 0; i < units_.size(); ++i) {
    units_[i].dut = std::move(units[i]);
    units_[i].slice = std::make_unique<Slice>(*this, i);
    units_[i].slice->initialise(scenario.addresses, random_, scenario.values);
    units_[i].retired = units_[i].write_serial = base_;
  }
  for (unsigned word = 0; word < scenario.addresses; ++word) {
    replay_memory_[word] = units_[unit_of(word * 4)].slice->value(word * 4);
  }
  for (Warp& warp : warps_) warp.fills.resize(units_.size());
}

// --- memory
// ---------------------------------------------------------------------------------------------------------

void Environment::Slice::initialise(unsigned words, std::mt19937_64& random, unsigned values) {
  history_.resize(words);
  for (auto& changes : history_) changes.push_back({0, static_cast<Word>(random() % values)});
}

void Environment::Slice::begin_cycle() {
  can_read_ = owner_.chance(owner_.scenario_.run_percent);
  can_write_ = owner_.chance(owner_.scenario_.run_percent);
}

void Environment::Slice::begin_read(std::uint32_t tag) {
  const Scenario& scenario = owner_.scenario_;
  for (const Flight& flight : flights_) {
    if (flight.tag == tag) owner_.fail("tag " + std::to_string(tag) + " used twice");
  }
  flights_.push_back(
      {owner_.cycle_ + scenario.min_latency + owner_.below(scenario.max_latency - scenario.min_latency + 1),
       tag});
  owner_.moved();
}

Word Environment::Slice::read(Address address, std::uint32_t tag) {
  begin_read(tag);
  if (address >> 2 >= history_.size()) {
    owner_.fail("read beyond the memory");
    return 0;
  }
  if (owner_.unit_of(address) != unit_) owner_.fail("read of another unit's word");
  return value(address);
}

tm::MemoryBlock Environment::Slice::read_block(Address address, std::uint32_t tag) {
  begin_read(tag);
  tm::MemoryBlock values{};
  for (std::size_t i = 0; i < values.size() && (address >> 2) + i < history_.size(); ++i)
    values[i] = value(address + 4 * static_cast<Address>(i));
  return values;
}

std::optional<std::uint32_t> Environment::Slice::response() {
  if (!owner_.chance(owner_.scenario_.run_percent)) return std::nullopt;
  for (std::size_t i = 0; i < flights_.size(); ++i) {
    if (flights_[i].at > owner_.cycle_) continue;
    const std::uint32_t tag = flights_[i].tag;
    flights_[i] = flights_.back();
    flights_.pop_back();
    owner_.moved();
    return tag;
  }
  return std::nullopt;
}

/// The transaction whose writes are next, or nullptr and a violation.
const Environment::Local* Environment::Slice::next_writer() {
  Unit& unit = owner_.units_[unit_];
  owner_.moved();
  while (unit.write_serial < owner_.next_) {
    const Local& local = owner_.attempt(unit.write_serial).local[unit_];
    if (owner_.attempt(unit.write_serial).committed && unit.write_position < local.writes.size()) break;
    if (local.touched && !local.final_sent) break;
    ++unit.write_serial;
    unit.write_position = 0;
  }
  if (unit.write_serial >= owner_.next_) {
    owner_.fail("write that no transaction made");
    return nullptr;
  }
  const Attempt& attempt = owner_.attempt(unit.write_serial);
  const Local& local = attempt.local[unit_];
  if (attempt.decided && local.final_sent) return &local;
  owner_.fail("write before the final outcome");
  return nullptr;
}

void Environment::Slice::write(Address address, Word value) {
  const Local* const local = next_writer();
  if (local == nullptr) return;
  const tm::LogEntry& expected = local->writes[owner_.units_[unit_].write_position++];
  if (expected.address != address || expected.value != value) {
    return owner_.fail("write that is not the next in commit-id order");
  }
  history_[address >> 2].push_back({owner_.cycle_, value});
}

/// All consecutive words of the block in the transaction's log. Of several writes of a word, the memory has
/// all values at once.
void Environment::Slice::write_block(Address address, std::uint8_t mask, const tm::MemoryBlock& values) {
  const Local* const local = next_writer();
  if (local == nullptr) return;
  unsigned due = 0;
  tm::MemoryBlock expected = values;
  for (std::size_t& at = owner_.units_[unit_].write_position; at < local->writes.size(); ++at) {
    const tm::LogEntry& write = local->writes[at];
    if (write.address >> 5 != address >> 5) break;
    due |= 1u << (write.address >> 2) % values.size();
    expected[(write.address >> 2) % values.size()] = write.value;
    history_[write.address >> 2].push_back({owner_.cycle_, write.value});
  }
  if (due != mask || expected != values) return owner_.fail("write that is not the next in commit-id order");
}

bool Environment::Slice::differed_since(const tm::LogEntry& read, std::uint64_t cycle) const {
  const auto& changes = history_[read.address >> 2];
  for (std::size_t i = changes.size(); i-- > 0;) {
    if (changes[i].value != read.value) return true;
    if (changes[i].cycle < cycle) return false;
  }
  return false;
}

// --- cores
// ----------------------------------------------------------------------------------------------------------

Environment::Serial Environment::widen(tm::CommitId id) const {
  return base_ + static_cast<tm::CommitId>(id - static_cast<tm::CommitId>(base_));
}

void Environment::fail(const std::string& what) {
  if (!report_.violation.empty()) return;
  report_.violation = what + " (cycle " + std::to_string(cycle_) + ")";
  for (const Unit& unit : units_) report_.violation += "\n  " + unit.dut->describe();
}

Environment::Attempt Environment::make_attempt(unsigned warp) {
  Attempt result;
  result.warp = warp;
  result.local.resize(units_.size());
  if (chance(scenario_.untouched_percent)) return result;
  const bool long_logs = chance(scenario_.long_log_percent);
  const unsigned reads = long_logs ? 10 + below(20) : below(scenario_.max_reads + 1);
  const unsigned writes = long_logs && chance(70) ? 10 + below(20) : below(scenario_.max_writes + 1);
  for (unsigned i = 0; i < reads; ++i) {
    const Address address = below(scenario_.addresses) * 4;
    Word value = units_[unit_of(address)].slice->value(address);
    if (chance(2)) value = below(scenario_.values);  // an inconsistent snapshot
    result.local[unit_of(address)].reads.push_back({address, value});
  }
  for (unsigned i = 0; i < writes; ++i) {
    const Address address = below(scenario_.addresses) * 4;
    result.local[unit_of(address)].writes.push_back({address, below(scenario_.values)});
  }
  for (Local& local : result.local) {
    local.touched = !local.reads.empty() || !local.writes.empty();
    result.replies_due += local.touched;
    result.retirements_due += local.touched;
  }
  return result;
}

// The vendor begins with id 0: takes the ids before `first` and retires them.
void Environment::skip_ids(tm::CommitId first) {
  for (unsigned id = 0; id < first;) {
    const unsigned count = std::min<unsigned>(first - id, kMaxLanes);
    vendor_->request(0, count, {});
    while (!vendor_->granted(0)) vendor_->tick();
    id += count;
    for (unsigned unit = 0; unit < units_.size(); ++unit) {
      vendor_->retired(unit, static_cast<tm::CommitId>(id));
    }
  }
}

Environment::Serial Environment::oldest() const {
  Serial oldest = next_;
  for (const Unit& unit : units_) oldest = std::min(oldest, unit.retired);
  return oldest;
}

// A core requests the ids of one warp at a time, given credits for them.
void Environment::request_ids(unsigned index) {
  auto& asking = asking_[index % asking_.size()];
  if (asking || next_ + requested_ + scenario_.lanes - oldest() > scenario_.capacity) return;
  vendor_->request(index % static_cast<unsigned>(asking_.size()), scenario_.lanes, {});
  asking = index;
  warps_[index].active = true;
  requested_ += scenario_.lanes;
  started_ += scenario_.lanes;
}

void Environment::take_grants() {
  vendor_->tick();
  const auto ahead =
      static_cast<std::int16_t>(vendor_->retired_everywhere() - static_cast<tm::CommitId>(oldest()));
  if (ahead > 0) return fail("the vendor retires ids that are alive");
  for (unsigned core = 0; core < asking_.size(); ++core) {
    const auto grant = vendor_->granted(core);
    if (!grant) continue;
    moved();
    if (!asking_[core]) return fail("ids for a core that has not asked");
    if (widen(grant->first) != next_) return fail("the vendor's ids do not follow one another");
    start_warp(*asking_[core]);
    asking_[core].reset();
    requested_ -= scenario_.lanes;
    if (next_ - oldest() > scenario_.vendor_ring) return fail("more ids alive than the ring has entries");
  }
}

// Creates the beats of a warp's next ids for each unit: lanes mixed, each lane's last beat marked, and the
// lanes without a log there in one skip message somewhere in between.
void Environment::start_warp(unsigned index) {
  Warp& warp = warps_[index];
  warp.first = next_;
  warp.send_at = cycle_ + below(scenario_.max_delay + 1);
  warp.lanes_left = warp.lanes_undecided = scenario_.lanes;
  std::vector<std::vector<std::deque<tm::FillWord>>> logs(units_.size());
  std::vector<tm::FillWord> skips(units_.size());
  for (unsigned unit = 0; unit < units_.size(); ++unit) {
    logs[unit].resize(scenario_.lanes);
    skips[unit].id = static_cast<tm::CommitId>(warp.first);
  }
  for (unsigned lane = 0; lane < scenario_.lanes; ++lane) {
    attempts_.push_back(make_attempt(index));
    const Serial serial = next_++;
    for (unsigned unit = 0; unit < units_.size(); ++unit) {
      const Local& local = attempts_.back().local[unit];
      auto& log = logs[unit][lane];
      for (const auto& read : local.reads) {
        log.push_back({.kind = tm::FillWord::Kind::kRead,
                       .id = static_cast<tm::CommitId>(serial),
                       .address = read.address,
                       .data = read.value});
      }
      for (const auto& write : local.writes) {
        log.push_back({.kind = tm::FillWord::Kind::kWrite,
                       .id = static_cast<tm::CommitId>(serial),
                       .address = write.address,
                       .data = write.value});
      }
      if (log.empty())
        skips[unit].skips |= LaneMask{1} << lane;
      else
        log.back().last = true;
    }
    if (attempts_.back().replies_due == 0) decide(serial);
  }
  for (unsigned unit = 0; unit < units_.size(); ++unit) {
    auto& beats = warp.fills[unit];
    const bool skip_first = chance(50);
    if (skips[unit].skips != 0 && skip_first) beats.push_back(skips[unit]);
    const bool mixed = chance(50);
    unsigned lane = 0;
    for (unsigned left = scenario_.lanes; left != 0;) {
      if (mixed) lane = below(scenario_.lanes);
      auto& log = logs[unit][lane];
      if (!log.empty()) {
        beats.push_back(log.front());
        log.pop_front();
      } else if (!mixed) {
        ++lane;
      }
      left = static_cast<unsigned>(std::count_if(logs[unit].begin(), logs[unit].end(),
                                                 [](const auto& rest) { return !rest.empty(); }));
    }
    if (skips[unit].skips != 0 && !skip_first) beats.push_back(skips[unit]);
  }
}

void Environment::send_fill(Unit& unit, unsigned number) {
  if (!unit.dut->can_fill() || !chance(scenario_.run_percent)) return;
  const unsigned first = below(static_cast<unsigned>(warps_.size()));
  for (unsigned i = 0; i < warps_.size(); ++i) {
    Warp& warp = warps_[(first + i) % warps_.size()];
    auto& beats = warp.fills[number];
    if (cycle_ < warp.send_at || beats.empty()) continue;
    const tm::FillWord& beat = beats.front();
    if (beat.kind != tm::FillWord::Kind::kSkip) {
      Local& local = attempt(widen(beat.id)).local[number];
      if (local.begin == 0) local.begin = cycle_;
    }
    unit.dut->fill(beat);
    beats.pop_front();
    moved();
    return;
  }
}

void Environment::send_control(Unit& unit) {
  if (!unit.dut->can_control() || !chance(scenario_.run_percent)) return;
  const bool finals_first = chance(50);
  for (const bool finals : {finals_first, !finals_first}) {
    if (finals && !unit.finals.empty()) {
      const unsigned pick = below(static_cast<unsigned>(unit.finals.size()));
      if (unit.finals[pick].at > cycle_) continue;
      unit.dut->control(unit.finals[pick].word);
      unit.finals[pick] = unit.finals.back();
      unit.finals.pop_back();
      moved();
      return;
    }
    if (!finals && !unit.resends.empty()) {
      unit.dut->control(unit.resends.front().front());
      unit.resends.front().pop_front();
      if (unit.resends.front().empty()) unit.resends.pop_front();
      moved();
      return;
    }
  }
}

void Environment::resend(Unit& unit, unsigned number, Serial serial, bool writes) {
  Local& local = attempt(serial).local[number];
  const auto& log = writes ? local.writes : local.reads;
  unsigned& requests = writes ? local.write_requests : local.read_requests;
  ++requests;
  ++(writes ? report_.resent_write_logs : report_.resent_read_logs);
  if (log.empty()) return fail("asked for an empty log");
  if (requests > 2) return fail("asked three times for a log");
  if (log.size() <= kBufferWords && !scenario_.overflow_expected)
    return fail("asked for a log that fits its buffer");
  std::deque<tm::ControlWord> words;
  for (const auto& entry : log) {
    words.push_back({.kind = tm::ControlWord::Kind::kResend,
                     .id = static_cast<tm::CommitId>(serial),
                     .address = entry.address,
                     .data = entry.value});
  }
  words.back().last = true;
  unit.resends.push_back(std::move(words));
}

/// Whether a committed transaction older than `reader` stores another value to a word that it has read, which
/// is not in memory yet.
bool Environment::write_under_way(const Unit& unit, unsigned number, Serial reader,
                                  const tm::LogEntry& read) {
  for (Serial serial = std::max(unit.write_serial, base_); serial < reader; ++serial) {
    const Attempt& older = attempt(serial);
    const Local& local = older.local[number];
    if (!older.committed || !local.final_sent) continue;
    if (std::ranges::any_of(local.writes, [&](const tm::LogEntry& write) {
          return write.address == read.address && write.value != read.value;
        }))
      return true;
  }
  return false;
}

void Environment::take_reply(Unit& unit, unsigned number) {
  const auto reply = unit.dut->reply();
  if (!reply || !chance(scenario_.run_percent)) return;
  unit.dut->pop_reply();
  moved();
  const Serial serial = widen(reply->id);
  if (serial >= next_) return fail("reply to an id that is not in use");
  Attempt& attempt = this->attempt(serial);
  Local& local = attempt.local[number];
  if (!local.touched) return fail("reply to an id without a log here");
  if (local.retired) return fail("reply after retirement");
  using Kind = tm::ReplyWord::Kind;
  switch (reply->kind) {
    case Kind::kPass:
    case Kind::kFail:
      if (local.replied) return fail("second local outcome");
      local.replied = true;
      local.passed = reply->kind == Kind::kPass;
      if (!local.passed &&
          std::none_of(local.reads.begin(), local.reads.end(), [&](const tm::LogEntry& read) {
            return scenario_.reads_fail || unit.slice->differed_since(read, local.begin) ||
                   (scenario_.late_writes && write_under_way(unit, number, serial, read));
          })) {
        return fail("failed though no read ever differed");
      }
      if (--attempt.replies_due == 0) decide(serial);
      break;
    case Kind::kRetired:
      if (!local.final_sent) return fail("retired before the final outcome");
      if (serial < unit.last_retired_reply) return fail("retired out of order");
      unit.last_retired_reply = serial;
      local.retired = true;
      if (--attempt.retirements_due == 0 && --warps_[attempt.warp].lanes_left == 0) {
        warps_[attempt.warp].active = false;
      }
      break;
    case Kind::kResendReads:
      resend(unit, number, serial, false);
      break;
    case Kind::kResendWrites:
      resend(unit, number, serial, true);
      break;
  }
}

// All units have replied: the core knows the outcome and broadcasts it.
void Environment::decide(Serial serial) {
  Attempt& attempt = this->attempt(serial);
  attempt.decided = true;
  attempt.committed = std::all_of(attempt.local.begin(), attempt.local.end(),
                                  [](const Local& local) { return !local.touched || local.passed; });
  ++(attempt.committed ? report_.commits : report_.aborts);
  Warp& warp = warps_[attempt.warp];
  --warp.lanes_undecided;
  if (attempt.retirements_due == 0 && --warp.lanes_left == 0) warp.active = false;
  if (!scenario_.hold_finals_for_warp) {
    send_finals(serial);
  } else if (warp.lanes_undecided == 0) {
    for (unsigned lane = 0; lane < scenario_.lanes; ++lane) send_finals(warp.first + lane);
  }
}

void Environment::send_finals(Serial serial) {
  Attempt& attempt = this->attempt(serial);
  for (unsigned i = 0; i < units_.size(); ++i) {
    Local& local = attempt.local[i];
    if (!local.touched) continue;
    local.final_sent = true;
    units_[i].finals.push_back(
        {cycle_ + below(scenario_.max_delay + 1),
         {.kind = attempt.committed ? tm::ControlWord::Kind::kFinalPass : tm::ControlWord::Kind::kFinalFail,
          .id = static_cast<tm::CommitId>(serial)}});
  }
}

// --- checks over all units
// ------------------------------------------------------------------------------------------

void Environment::follow_retirement(Unit& unit, unsigned number) {
  const Serial now = widen(unit.dut->retired());
  if (now < unit.retired || now > next_) return fail("retire pointer went astray");
  if (now != unit.retired) vendor_->retired(number, unit.dut->retired());
  for (; unit.retired != now; ++unit.retired) {
    const Attempt& attempt = this->attempt(unit.retired);
    const Local& local = attempt.local[number];
    moved();
    if (!local.touched) continue;
    if (!local.replied || !local.final_sent) return fail("retired before its outcome");
    const bool written = unit.write_serial > unit.retired ||
                         (unit.write_serial == unit.retired && unit.write_position == local.writes.size());
    if (attempt.committed && !local.writes.empty() && !written) return fail("retired before its writes");
    if (unit.write_serial <= unit.retired) {
      unit.write_serial = unit.retired + 1;
      unit.write_position = 0;
    }
  }
}

// Commits in commit-id order, as far as all older outcomes are known.
void Environment::replay() {
  for (; replayed_ < next_ && attempt(replayed_).decided; ++replayed_) {
    const Attempt& attempt = this->attempt(replayed_);
    for (const Local& local : attempt.local) {
      if (!local.passed) continue;
      for (const auto& read : local.reads) {
        if (replay_memory_[read.address >> 2] != read.value) {
          return fail("id " + std::to_string(replayed_) + " passed, but the replay has another value at " +
                      std::to_string(read.address));
        }
      }
    }
    if (!attempt.committed) continue;
    for (const Local& local : attempt.local) {
      for (const auto& write : local.writes) replay_memory_[write.address >> 2] = write.value;
    }
  }
  Serial oldest = replayed_;
  for (const Unit& unit : units_) oldest = std::min({oldest, unit.retired, unit.write_serial});
  while (base_ < oldest && attempts_.front().retirements_due == 0) {
    attempts_.pop_front();
    ++base_;
  }
}

void Environment::finish() {
  for (const Unit& unit : units_) {
    if (unit.retired != next_) return fail("ids left in the ring");
  }
  for (unsigned word = 0; word < scenario_.addresses; ++word) {
    if (units_[unit_of(word * 4)].slice->value(word * 4) != replay_memory_[word]) {
      return fail("memory is not as replayed at " + std::to_string(word * 4));
    }
  }
}

Report Environment::run() {
  const auto running = [&] {
    if (started_ < scenario_.attempts || requested_ != 0) return true;
    return std::any_of(units_.begin(), units_.end(),
                       [&](const Unit& unit) { return unit.retired != next_ || unit.dut->busy(); });
  };
  while (report_.violation.empty() && running()) {
    ++cycle_;
    for (unsigned i = 0; i < warps_.size(); ++i) {
      if (warps_[i].idle() && started_ < scenario_.attempts && chance(scenario_.run_percent)) request_ids(i);
    }
    take_grants();
    for (unsigned i = 0; i < units_.size(); ++i) {
      Unit& unit = units_[i];
      send_fill(unit, i);
      send_control(unit);
      unit.slice->begin_cycle();
      unit.dut->tick(*unit.slice);
      take_reply(unit, i);
      follow_retirement(unit, i);
    }
    replay();
    if (cycle_ - last_move_ > kHangCycles) fail("nothing moves");
  }
  if (report_.violation.empty()) finish();
  report_.cycles = cycle_;
  return report_;
}

}  // namespace gputm::tb
