// commit_stage: the write sets of passed entries, in commit-id order, each after its final outcome, and no
// other writes.
#include <gtest/gtest.h>

#include "Vcommit_stage.h"
#include "unit/kilo/common/log_source.h"

namespace gputm::tb::commit_stage_test {
namespace {

constexpr unsigned kMostWords = 7;

struct Entry {
  bool skip = false, local_pass = false, given = false, pass = false;
  LogWords writes;
};

struct Fields {
  LogField wlog;
  bool skip = false;
  FinalField final_outcome;
};

template <typename Model>
class CommitBench {
 public:
  CommitBench(std::uint64_t first, Rng& rng)
      : rng_(rng),
        logs_(bench_, rng),
        outcomes_(rng),
        finals_(rng),
        writes_(rng),
        retires_(rng),
        first_(first) {
    bench_.dut().l2_write_ready_i = 0;
    bench_.dut().done_gnt_i = 0;
    bench_.dut().outcome_i = pointer_at(first, 0);
    reset_and_initialise(bench_, kEntries, first);
  }

  void cycle(bool may_arrive) {
    auto& dut = bench_.dut();
    dut.outcome_i = pointer_at(first_, outcome_);
    drive(dut.wlog_i, read_.wlog.packed());
    drive(dut.outcome_field_i, unsigned{read_.skip});
    drive(dut.final_i, read_.final_outcome.packed());
    dut.l2_write_ready_i = writes_.go();
    dut.done_gnt_i = dut.done_gnt_i && !used_ ? 1 : retires_.go();  // a grant is held until it is used
    logs_.drive();
    bench_.settle();
    logs_.respond();
    bench_.settle();
    check_pointer(dut);
    if (dut.l2_write_valid_o && dut.l2_write_ready_i) check_write(dut);
    used_ = dut.done_req_o && dut.done_gnt_i;
    if (used_) check_done(dut);
    logs_.observe();
    const unsigned read = dut.commit_read_o;
    const bool active = dut.active_o;
    const auto pointer = dut.commit_o;
    bench_.step();
    bench_.require(active || dut.commit_o == pointer, "the pointer moves at rest");
    // Writes of the other stages in this cycle.
    if (may_arrive && outcome_ - done_ < kEntries && outcomes_.go()) arrive();
    const std::uint64_t pick = done_ + below(rng_, kEntries);
    if (pick < outcome_ && finals_.go()) give_final(pick);
    const unsigned index = read_index(read);
    if (reads(read)) read_ = {wlog_[index], skip_[index], final_[index]};
  }
  void require_all_done() {
    bench_.require(done_ == outcome_, "entries left");
    bench_.require(logs_.all_free(), "a buffer was not returned");
    bench_.require(!bench_.dut().active_o, "active with nothing to do");
  }
  std::uint64_t words() const { return words_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  Entry& entry(std::uint64_t serial) { return entries_[index_of(serial)]; }

  void arrive() {
    const unsigned index = index_of(outcome_);
    Entry& entry = entries_[index] = {.skip = one_in(rng_, 4), .local_pass = !one_in(rng_, 4), .writes = {}};
    if (!entry.skip) entry.writes = random_words(rng_, kMostWords);
    wlog_[index] = logs_.store(entry.writes);
    skip_[index] = entry.skip;
    ++outcome_;
  }
  void give_final(std::uint64_t serial) {
    Entry& entry = this->entry(serial);
    if (entry.skip || entry.given) return;
    entry.given = true;
    entry.pass = entry.local_pass && !one_in(rng_, 4);
    auto& field = final_[index_of(serial)];
    field = {!field.given, entry.pass};
    if (entry.pass && wlog_[index_of(serial)].overflow) logs_.announce(first_ + serial, true, entry.writes);
  }

  void check_pointer(Model& dut) {
    std::uint64_t known = done_;  // entries with a final outcome
    while (known < outcome_ && (entry(known).skip || entry(known).given)) ++known;
    const std::uint64_t ahead = (id_of(dut.commit_o) - (first_ + done_)) & 0xffff;
    bench_.require(done_ + ahead <= known, "commit pointer passed an entry without a final outcome");
  }
  void check_write(Model& dut) {
    if (done_ == outcome_) return bench_.require(false, "write that no entry made");
    const Entry& now = entry(done_);
    bench_.require(now.given && now.pass, "write of an entry that has not passed");
    bench_.require(written_ < now.writes.size() && now.writes[written_] == dut.l2_write_word_o,
                   "wrong write");
    ++written_;
    bench_.require(dut.l2_write_last_o == (written_ == now.writes.size()), "another write is the last");
    ++words_;
  }
  void check_done(Model& dut) {
    if (done_ == outcome_) return bench_.require(false, "more entries done than there are");
    const Entry& now = entry(done_);
    bench_.require(dut.done_skip_o == now.skip, "wrong skip");
    bench_.require(now.skip || now.given, "done before the final outcome");
    bench_.require(written_ == (now.pass ? now.writes.size() : 0), "done before its writes");
    written_ = 0;
    ++done_;
  }

  Unprotected<Model> bench_;
  Rng& rng_;
  LogSource<Model> logs_;
  StallStream outcomes_, finals_, writes_, retires_;
  std::array<Entry, kEntries> entries_{};
  std::array<LogField, kEntries> wlog_{};
  std::array<bool, kEntries> skip_{};
  std::array<FinalField, kEntries> final_{};
  std::uint64_t first_, outcome_ = 0, done_ = 0;  // ids since the first
  std::size_t written_ = 0;                       // words of the oldest entry
  std::uint64_t words_ = 0;
  Fields read_;        // values at the time of the read
  bool used_ = false;  // the retire stage's grant
};

template <typename Model>
std::optional<std::string> run_commit(std::uint64_t cycles, Rng& rng) {
  CommitBench<Model> bench(65536 - below(rng, 1000), rng);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) bench.cycle(true);
  for (unsigned i = 0; i < 2000 && !bench.failure(); ++i) bench.cycle(false);
  if (!bench.failure()) bench.require_all_done();
  if (bench.failure()) return bench.failure();
  return bench.words() > cycles / 20 ? std::nullopt : std::optional<std::string>("hardly a write");
}

TEST(CommitStage, WritesOfPassedEntriesInOrder) {
  Rng rng = seeded_rng(75);
  EXPECT_EQ(run_commit<Vcommit_stage>(run_length(100000), rng), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::commit_stage_test
