#include "tm/history.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "tm/conflict_order.h"
#include "tm/history_text.h"
#include "tm/history_writer.h"
#include "tm/older_values.h"
#include "tm/opacity_check.h"
#include "tm/plain_write_queue.h"
#include "tm/race_detector.h"
#include "tm/reorder_window.h"
#include "tm/serial_order.h"
#include "tm/shadow_memory.h"
#include "tm/silent_attempts.h"

namespace gputm::tm {
namespace {

/// Number of orders after which a plain write no longer explains a mismatch: one space of 16-bit commit IDs,
/// more than any engine has in flight. An older write was ordered before every attempt that can still be
/// replayed.
constexpr std::uint32_t kRaceWindow = 1U << 16;

}  // namespace

struct HistoryChecker::State {
  State(const memory::BackingStore& initial, std::uint64_t first_order, std::uint64_t shared_end)
      : shadow(initial, shared_end), window(first_order), newest(first_order) {}

  void attempt(const Attempt& attempt);
  void skip(std::uint64_t order);
  void plain_write(Address address, Word value, const PlainAccess& by, bool atomic);
  void plain_read(Address address, Word value, const PlainAccess& by);
  void finish(const memory::BackingStore& memory);

  bool fits(std::uint64_t order, ReorderWindow::Fit fit, const Attempt* attempt);
  void take(const Attempt& attempt);
  void replay(const Attempt& attempt);
  void expect_snapshots();
  void expect_performed_accesses();
  void emitted(const Attempt& attempt);
  void silent(const Attempt& attempt);
  void local(const Attempt& attempt);
  void check_silent(const SilentAttempt& attempt);
  void check_due_attempts();
  const PlainWriter* write(const LogEntry& write, const Writer& writer_id, bool local);
  void replay_waiting();
  void export_attempt(const Attempt& attempt);
  void apply(const PlainWrite& write);
  void apply_due_plain_writes();
  void check_no_gaps();
  void check_final(const memory::BackingStore& memory);

  std::string describe_writer(Address address) const;
  /// Description of a recent or waiting plain write to `address` by a thread other than `thread` that may
  /// explain a mismatch, if there is one.
  std::optional<std::string> describe_race(Address address, std::uint32_t thread) const;
  void report_read(const Attempt& reader, const LogEntry& seen, Word expected);
  ShadowMemory shadow;
  ReorderWindow window;
  PlainWriteQueue plain_writes;
  RaceDetector races;
  /// Waiting attempts without an order.
  struct Local {
    Attempt attempt;
    std::vector<LogEntry> reads, writes;
  };
  std::deque<Local> local_attempts;
  std::uint64_t newest;              ///< largest committed order reported, plus one
  std::optional<OlderValues> older;  ///< for silent attempts and opacity
  std::optional<SilentAttempts> silent_attempts;
  std::optional<OpacityCheck> opacity;
  std::optional<SerialOrder> serial_order;      ///< for systems with snapshots
  std::optional<ConflictOrder> conflict_order;  ///< for systems with performed accesses
  std::optional<HistoryWriter> writer;
  std::optional<std::string> violation;  ///< first violation; the replay stops there
};

void HistoryChecker::State::attempt(const Attempt& attempt) {
  if (attempt.committed && attempt.local) return local(attempt);
  if (writer && !((serial_order || conflict_order) && attempt.committed)) export_attempt(attempt);
  if (conflict_order && !violation) {
    conflict_order->ended(attempt);
    newest = conflict_order->next();
    return;
  }
  if (violation) return;
  if (!attempt.committed) {
    if (opacity) opacity->aborted(attempt);
    return;
  }
  if (attempt.silent) return silent(attempt);
  const ReorderWindow::Fit fit = window.fit(attempt.order);
  if (!fits(attempt.order, fit, &attempt)) return;
  newest = std::max(newest, attempt.order + 1);
  if (fit == ReorderWindow::Fit::kAhead) {
    window.keep(attempt);
    return;
  }
  take(attempt);
  window.advance();
  replay_waiting();
}

/// Replays an attempt in its reported order.
void HistoryChecker::State::take(const Attempt& attempt) {
  if (!serial_order) return replay(attempt);
  serial_order->commit(attempt);
  if (!violation) violation = serial_order->violation();
}

void HistoryChecker::State::expect_snapshots() {
  serial_order.emplace(
      window.next(),
      [this](const Attempt& attempt) {
        if (!violation) violation = serial_order->violation();
        emitted(attempt);
      },
      [this](const PlainWrite& write) { apply(write); });
}

void HistoryChecker::State::expect_performed_accesses() {
  conflict_order.emplace([this](const Attempt& attempt) { emitted(attempt); },
                         [this](const PlainWrite& write) { apply(write); });
}

/// The next attempt of a serial order that follows from dependencies.
void HistoryChecker::State::emitted(const Attempt& attempt) {
  if (writer && attempt.committed) export_attempt(attempt);
  if (!violation) replay(attempt);
}

/// Replays a local attempt. It had exclusive access to all its words until now, so everything it read was
/// reported before, and every reader of its writes requests an order later.
void HistoryChecker::State::local(const Attempt& attempt) {
  Attempt placed = attempt;
  placed.order = newest;
  if (writer) export_attempt(placed);
  if (violation) return;
  if (window.next() >= newest) return replay(placed);
  Local& kept = local_attempts.emplace_back();
  kept.reads.assign(attempt.reads.begin(), attempt.reads.end());
  kept.writes.assign(attempt.writes.begin(), attempt.writes.end());
  kept.attempt = placed;
  kept.attempt.reads = kept.reads;
  kept.attempt.writes = kept.writes;
  plain_writes.push({.position = newest, .attempt = true});
}

/// Checks a silent attempt when everything that can precede it in time is known: a value that it read may
/// have been written without a transaction, behind all orders reported by then.
void HistoryChecker::State::silent(const Attempt& attempt) {
  const std::string who = name(attempt.thread, attempt.number, attempt.order) + ", silent";
  if (!silent_attempts) {
    violation = who + ": the system was not said to commit silently";
  } else if (!attempt.writes.empty()) {
    violation = who + ": it has written " + hex(attempt.writes.front().address);
  } else if (attempt.order + OlderValues::kWindow < window.next()) {
    violation = who + ": more than " + std::to_string(OlderValues::kWindow) + " orders behind the replay";
  } else {
    races.replayed(attempt);
    silent_attempts->wait(std::max(attempt.order, newest), attempt);
    check_due_attempts();
  }
}

void HistoryChecker::State::check_due_attempts() {
  while (silent_attempts && !violation) {
    const SilentAttempt* const attempt = silent_attempts->due(window.next());
    if (attempt == nullptr) break;
    check_silent(*attempt);
    silent_attempts->pop();
  }
  if (opacity) opacity->check_due(window.next(), *older, shadow);
}

void HistoryChecker::State::check_silent(const SilentAttempt& attempt) {
  for (const LogEntry& read : attempt.reads) {
    const Word current = shadow.read(read.address);
    if (older->could_see(read.address, attempt.position, read.value, current)) continue;
    violation = name(attempt.thread, attempt.number, attempt.position) + ", silent, read " + hex(read.value) +
                " at " + hex(read.address) + ", expected " +
                hex(older->at(read.address, attempt.position, current));
    if (const auto race = describe_race(read.address, attempt.thread)) violation = *race + ": " + *violation;
    return;
  }
}

void HistoryChecker::State::skip(std::uint64_t order) {
  if (violation) return;
  const ReorderWindow::Fit fit = window.fit(order);
  if (!fits(order, fit, nullptr)) return;
  if (fit == ReorderWindow::Fit::kAhead) {
    window.keep_skip(order);
    return;
  }
  window.advance();
  replay_waiting();
}

// A plain write is reported when the L2 orders it, the attempts around it when they finish, so its place in
// the serial order has to be chosen. It follows every commit reported by then: a thread that writes after
// learning of a commit (its own, or another thread's through a barrier or a flag) writes after that commit
// was reported. It precedes everything later: a reader of the new value reads it before requesting its order,
// so that order is larger. Only attempts that raced with the write can observe it at another place.
void HistoryChecker::State::plain_write(Address address, Word value, const PlainAccess& by, bool atomic) {
  if (violation) return;
  races.stored(address, value, by, newest, atomic);
  shadow.note_plain(address, {.thread = by.thread,
                              .position = static_cast<std::uint32_t>(newest),
                              .moment = by.moment,
                              .value = value});
  const PlainWrite write{.position = newest, .address = address, .value = value, .thread = by.thread};
  if (serial_order) return serial_order->store(write, window.waiting() != 0);
  if (conflict_order) return conflict_order->store(write);
  if (window.next() >= newest) {
    apply(write);
  } else {
    plain_writes.push(write);
  }
}

void HistoryChecker::State::plain_read(Address address, Word value, const PlainAccess& by) {
  races.read(address, value, by, newest);
}

bool HistoryChecker::State::fits(std::uint64_t order, ReorderWindow::Fit fit, const Attempt* attempt) {
  if (fit == ReorderWindow::Fit::kNext || fit == ReorderWindow::Fit::kAhead) return true;
  violation = attempt ? name(attempt->thread, attempt->number, order)
                      : "order " + std::to_string(order) + " (aborted)";
  if (fit == ReorderWindow::Fit::kDuplicate) {
    *violation += ": this order was reported before";
  } else {
    *violation += ": order " + std::to_string(window.next()) + " is still missing, more than " +
                  std::to_string(ReorderWindow::kLimit) + " orders back";
  }
  return false;
}

void HistoryChecker::State::replay(const Attempt& attempt) {
  for (const LogEntry& read : attempt.reads) {
    const Word expected = shadow.read(read.address);
    if (read.value != expected) [[unlikely]] {
      report_read(attempt, read, expected);
      return;
    }
  }
  if (!attempt.committed) return;
  const Writer writer_id{.order = attempt.order, .thread = attempt.thread, .attempt = attempt.number};
  for (const LogEntry& entry : attempt.writes)
    races.replay_write(attempt, entry, write(entry, writer_id, attempt.local));
  races.replayed(attempt);
}

/// Local attempts, as plain writes, have no orders of their own.
const PlainWriter* HistoryChecker::State::write(const LogEntry& write, const Writer& writer_id, bool local) {
  if (older) older->replaced(write.address, writer_id.order, shadow.read(write.address), local);
  return shadow.write(write.address, write.value, writer_id);
}

void HistoryChecker::State::replay_waiting() {
  apply_due_plain_writes();
  check_due_attempts();
  while (!violation && window.waiting() != 0) {
    const ReorderWindow::Slot* const slot = window.front();
    if (!slot) return;
    if (slot->state == ReorderWindow::Slot::State::kCommitted) take(slot->attempt(window.next()));
    window.pop_front();
    apply_due_plain_writes();
    check_due_attempts();
  }
}

void HistoryChecker::State::apply(const PlainWrite& write) {
  if (write.attempt) {
    if (!violation) replay(local_attempts.front().attempt);
    return local_attempts.pop_front();
  }
  if (older) older->replaced(write.address, write.position, shadow.read(write.address), true);
  shadow.write_plain(write.address, write.value);
}

void HistoryChecker::State::apply_due_plain_writes() {
  while (!plain_writes.empty() && plain_writes.front().position <= window.next()) {
    apply(plain_writes.front());
    plain_writes.pop();
  }
}

// The last line names every word of the earlier lines, including those of aborted attempts, also if the
// replay has stopped at a violation.
void HistoryChecker::State::export_attempt(const Attempt& attempt) {
  writer->attempt(attempt);
  for (const LogEntry& read : attempt.reads) shadow.read(read.address);
  for (const LogEntry& write : attempt.writes) shadow.read(write.address);
}

void HistoryChecker::State::finish(const memory::BackingStore& memory) {
  if (!violation) check_no_gaps();
  if (serial_order) serial_order->finish();
  if (serial_order && !violation) violation = serial_order->violation();
  if (conflict_order) conflict_order->finish();
  if (conflict_order && !violation) violation = conflict_order->violation();
  if (opacity && !violation) opacity->check_due(OpacityCheck::kAll, *older, shadow);
  if (!violation) check_final(memory);
  races.finish();
  if (!writer) return;
  writer->begin_final();
  shadow.for_each_touched([&](Address address, Word) { writer->final_word(address, memory.word(address)); });
  writer->end_final();
}

void HistoryChecker::State::check_no_gaps() {
  if (window.waiting() == 0) {
    if (!silent_attempts || silent_attempts->empty()) return;
    const SilentAttempt& attempt = silent_attempts->front();
    violation = name(attempt.thread, attempt.number, attempt.position) +
                ", silent: no order was ever reported from " + std::to_string(window.next()) + " on";
    return;
  }
  std::uint64_t later = window.next();
  while (window.fit(later) != ReorderWindow::Fit::kDuplicate) ++later;
  violation = "order " + std::to_string(window.next()) + " was never reported, though " +
              std::to_string(window.waiting()) + " later ones were, from order " + std::to_string(later) +
              " on";
}

void HistoryChecker::State::check_final(const memory::BackingStore& memory) {
  shadow.for_each_difference(memory, [&](Address address, Word expected) {
    if (violation) return;
    const Word found = memory.word(address);
    violation = "final memory: " + hex(address) + " holds " + hex(found) + ", expected " + hex(expected) +
                ", " + describe_writer(address);
    if (const auto race = describe_race(address, Writer::kNone)) violation = *race + ": " + *violation;
  });
}

std::string HistoryChecker::State::describe_writer(Address address) const {
  const Writer* const writer_id = shadow.writer(address);
  const PlainWriter* plain = shadow.plain_writer(address);
  // An attempt that waits for its place has written nothing yet.
  if (plain && plain->position - static_cast<std::uint32_t>(window.next()) - 1 < 1U << 31) plain = nullptr;
  // A plain write at position p follows every order below p. Positions are kept modulo 2^32.
  if (plain && (!writer_id || static_cast<std::uint32_t>(writer_id->order) - plain->position >= 1U << 31)) {
    return "written non-transactionally by thread " + std::to_string(plain->thread);
  }
  if (writer_id) return "written by " + name(writer_id->thread, writer_id->attempt, writer_id->order);
  return "its value at launch";
}

std::optional<std::string> HistoryChecker::State::describe_race(Address address, std::uint32_t thread) const {
  static constexpr const char* kRace = "race with a non-transactional write of thread ";
  if (const PlainWrite* const waiting = plain_writes.find_other(address, thread)) {
    return kRace + std::to_string(waiting->thread);
  }
  if (serial_order) {
    if (const auto waiting = serial_order->waiting_store(address, thread))
      return kRace + std::to_string(*waiting);
  }
  if (conflict_order) {
    if (const auto waiting = conflict_order->waiting_store(address, thread))
      return kRace + std::to_string(*waiting);
  }
  const PlainWriter* const plain = shadow.plain_writer(address);
  if (!plain || plain->thread == thread) return std::nullopt;
  const std::uint64_t now = serial_order     ? serial_order->next()
                            : conflict_order ? conflict_order->next()
                                             : window.next();
  if (static_cast<std::uint32_t>(now) - plain->position > kRaceWindow) return std::nullopt;
  return kRace + std::to_string(plain->thread);
}

void HistoryChecker::State::report_read(const Attempt& reader, const LogEntry& seen, Word expected) {
  violation = name(reader.thread, reader.number, reader.committed ? reader.order : kAborted) + " read " +
              hex(seen.value) + " at " + hex(seen.address) + ", expected " + hex(expected) + ", " +
              describe_writer(seen.address);
  if (const auto race = describe_race(seen.address, reader.thread)) violation = *race + ": " + *violation;
}

HistoryChecker::HistoryChecker(const memory::BackingStore& initial, std::uint64_t first_order,
                               std::uint64_t shared_end)
    : state_(std::make_unique<State>(initial, first_order, shared_end)) {}
HistoryChecker::~HistoryChecker() = default;

void HistoryChecker::write_to(std::ostream& out) { state_->writer.emplace(out); }
void HistoryChecker::expect_silent_attempts() {
  state_->silent_attempts.emplace();
  state_->older.emplace();
}
void HistoryChecker::expect_opacity(std::function<std::uint64_t()> next_order) {
  state_->opacity.emplace(std::move(next_order));
  state_->older.emplace();
}
void HistoryChecker::expect_snapshots() { state_->expect_snapshots(); }
void HistoryChecker::expect_performed_accesses() { state_->expect_performed_accesses(); }
bool HistoryChecker::takes_performed_accesses() const { return state_->conflict_order.has_value(); }
void HistoryChecker::performed_read(std::uint32_t thread, Address word) {
  state_->conflict_order->read(thread, word);
}
void HistoryChecker::performed_write(std::uint32_t thread, Address word) {
  state_->conflict_order->write(thread, word);
}
std::uint64_t HistoryChecker::stores() const {
  return state_->serial_order ? state_->serial_order->stores() : 0;
}
void HistoryChecker::snapshots_from(std::uint64_t oldest) {
  if (state_->serial_order) state_->serial_order->snapshots_from(oldest);
}
void HistoryChecker::attempt(const Attempt& attempt) { state_->attempt(attempt); }
void HistoryChecker::skip_order(std::uint64_t order) { state_->skip(order); }
void HistoryChecker::plain_write(Address address, Word value, const PlainAccess& by, bool atomic) {
  state_->plain_write(address, value, by, atomic);
}
void HistoryChecker::plain_read(Address address, Word value, const PlainAccess& by) {
  state_->plain_read(address, value, by);
}
void HistoryChecker::violation(const std::string& what) {
  if (!state_->violation) state_->violation = what;
}
void HistoryChecker::finish(const memory::BackingStore& memory) { state_->finish(memory); }
std::string HistoryChecker::verdict() const {
  if (state_->violation) return *state_->violation;
  if (state_->opacity && state_->opacity->found()) return *state_->opacity->found();
  return state_->races.found().value_or("pass");
}

}  // namespace gputm::tm
