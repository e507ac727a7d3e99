// log_reader: each job's words, from the pool or from the core, as beats in order; each buffer returned once.
// With SECDED, one wrong bit of a word is corrected, and a word with two does not leave.
#include <gtest/gtest.h>

#include <type_traits>

#include "Vlog_reader.h"
#include "Vlog_reader_secded.h"
#include "Vlog_word_enc.h"
#include "unit/kilo/common/log_source.h"

namespace gputm::tb::log_reader_test {
namespace {

constexpr unsigned kMostWords = 7;

struct Beat {
  bool has_word, last;
  unsigned user;
  std::uint64_t word;
};

/// Words on their way to a reader with check bits: one bit of some words is wrong, always the same one of a
/// word.
class WrongBits {
 public:
  static constexpr unsigned kWordBits = 62, kBits = kWordBits + 14;

  struct Code {
    std::uint64_t word;
    std::uint32_t check;
  };

  static bool wrong(std::uint64_t word) { return word % 5 == 0; }

  /// @param at_most_one  else two bits of the value are wrong
  Code of(std::uint64_t word, bool at_most_one = true) {
    encoder_.word_i = word;
    encoder_.eval();
    Code code{word, encoder_.check_o};
    if (!at_most_one) {
      code.word ^= 3;
    } else if (wrong(word)) {
      const auto bit = static_cast<unsigned>(word / 5 % kBits);
      if (bit < kWordBits)
        code.word ^= std::uint64_t{1} << bit;
      else
        code.check ^= 1u << (bit - kWordBits);
    }
    return code;
  }

 private:
  VerilatedContext context_;
  Vlog_word_enc encoder_{&context_};
};

template <typename Model>
class ReaderBench {
 public:
  explicit ReaderBench(Rng& rng) : rng_(rng), logs_(bench_, rng), jobs_in_(rng), beats_out_(rng) {
    bench_.dut().job_req_i = 0;
    bench_.dut().beat_ready_i = 0;
    bench_.reset();
  }

  void cycle(bool may_offer) {
    auto& dut = bench_.dut();
    if (!dut.job_req_i && may_offer && jobs_in_.go()) offer(dut);
    dut.beat_ready_i = beats_out_.go();
    logs_.drive();
    bench_.settle();
    logs_.respond();
    arriving_ = {arriving_[1], arriving_[2], dut.read_i >> WrongBits::kWordBits != 0};
    if constexpr (std::is_same_v<Model, Vlog_reader_secded>) add_checks(dut);
    bench_.settle();
    if (!dut.active_o)
      bench_.require((beats_.empty() || ResendWait::of(dut.resend_wait_o).waiting) && !dut.free_valid_o,
                     "idle with work left");
    if (dut.beat_valid_o && dut.beat_ready_i) check_beat(dut);
    logs_.observe();
    const bool taken = dut.job_req_i && dut.job_gnt_o;
    if (taken) beats_.insert(beats_.end(), offered_.begin(), offered_.end());
    bench_.step();
    errors_ += dut.error_o >> (kErrorBits - 1) & 1;
    fatal_ += dut.error_o >> (kErrorBits - 2) & 1;
    if (taken) dut.job_req_i = 0;
  }
  void break_next_word() { break_next_ = true; }
  void require_all_done() {
    bench_.require(beats_.empty() && !bench_.dut().job_req_i, "words missing");
    bench_.require(logs_.all_free(), "a buffer was not returned");
  }
  std::uint64_t words() const { return words_; }
  std::uint64_t corrected_words() const { return wrong_words_; }
  std::uint64_t errors() const { return errors_; }
  std::uint64_t fatal() const { return fatal_; }
  std::optional<std::string> failure() const { return bench_.failure(); }

 private:
  void offer(Model& dut) {
    const LogWords words = random_words(rng_, kMostWords);
    const LogField log = logs_.store(words);
    const bool fetch = !one_in(rng_, 4), release = log.count != 0 && one_in(rng_, 2);
    dut.job_req_i = 1;
    dut.job_i = pack_log_job(++id_, fetch, release, log.packed());
    const auto user = static_cast<unsigned>(below(rng_, 16));
    drive(dut.job_user_i, user);
    offered_.clear();
    for (const std::uint64_t word : words) {
      if (fetch) offered_.push_back({true, false, user, word});
    }
    if (offered_.empty()) offered_.push_back({false, false, user, 0});
    offered_.back().last = true;
    if (fetch && log.overflow) logs_.announce(id_, false, words);
    keeps_.push_back(release || log.count == 0 ? std::nullopt : std::optional(log.buffer));
  }

  /// Gives the words of this cycle their check bits, and wrong bits.
  void add_checks(Model& dut) {
    constexpr std::uint64_t kWord = (std::uint64_t{1} << WrongBits::kWordBits) - 1;
    const bool broken = break_next_ && arriving_[0];
    if (broken) {
      broken_word_ = dut.read_i & kWord;
      break_next_ = false;
    }
    const WrongBits::Code read = wrong_bits_.of(dut.read_i & kWord, !broken);
    dut.read_i = (dut.read_i & ~kWord) | read.word;
    drive(dut.read_check_i, read.check);
    const WrongBits::Code resent = wrong_bits_.of(dut.resend_i & kWord);
    dut.resend_i = (dut.resend_i & ~kWord) | resent.word;
    drive(dut.resend_check_i, resent.check);
  }

  void check_beat(Model& dut) {
    if (beats_.empty()) return bench_.require(false, "beat that no job made");
    const Beat beat = beats_.front();
    beats_.pop_front();
    const LogBeat seen = LogBeat::of(dut.beat_o);
    bench_.require(seen.has_word == beat.has_word && seen.last == beat.last, "beat of another kind");
    bench_.require(dut.beat_user_o == beat.user, "beat of another job");
    bench_.require(!beat.has_word || seen.word == beat.word, "wrong word");
    bench_.require(!beat.has_word || seen.word != broken_word_, "word with two wrong bits");
    words_ += beat.has_word;
    wrong_words_ += beat.has_word && WrongBits::wrong(beat.word);
    if (!beat.last) return;
    if (keeps_.front()) logs_.release(*keeps_.front());  // another stage returns it
    keeps_.pop_front();
  }

  std::conditional_t<std::is_same_v<Model, Vlog_reader_secded>, Checked<Model>, Unprotected<Model>> bench_;
  Rng& rng_;
  LogSource<Model> logs_;
  StallStream jobs_in_, beats_out_;
  std::vector<Beat> offered_;
  std::deque<Beat> beats_;
  std::deque<std::optional<unsigned>> keeps_;  // buffer that a job does not return, by job
  std::uint64_t id_ = 65000, words_ = 0;

  static constexpr unsigned kErrorBits = 18;  ///< ram_error_t: valid, fatal, row
  WrongBits wrong_bits_;
  std::array<bool, 3>
      arriving_{};  ///< a word of the pool arrives in this cycle, in the next one, in the one after
  bool break_next_ = false;
  std::optional<std::uint64_t> broken_word_;
  std::uint64_t wrong_words_ = 0, errors_ = 0, fatal_ = 0;
};

template <typename Model>
std::optional<std::string> run_reader(std::uint64_t cycles, Rng& rng) {
  ReaderBench<Model> bench(rng);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) bench.cycle(true);
  for (unsigned i = 0; i < 2000 && !bench.failure(); ++i) bench.cycle(false);
  if (!bench.failure()) bench.require_all_done();
  if (bench.failure()) return bench.failure();
  return bench.words() > cycles / 5 ? std::nullopt : std::optional<std::string>("hardly a word");
}

TEST(LogReader, StreamsLogsFromPoolAndCore) {
  Rng rng = seeded_rng(71);
  EXPECT_EQ(run_reader<Vlog_reader>(run_length(100000), rng), std::nullopt);
}

TEST(LogReader, OneWrongBitIsCorrectedAndReportedOnce) {
  Rng rng = seeded_rng(72);
  ReaderBench<Vlog_reader_secded> bench(rng);
  for (std::uint64_t i = 0; i < run_length(100000); ++i) bench.cycle(true);
  for (unsigned i = 0; i < 2000; ++i) bench.cycle(false);
  bench.require_all_done();
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.corrected_words(), 100u);
  EXPECT_EQ(bench.errors(), bench.corrected_words());
  EXPECT_EQ(bench.fatal(), 0u);
}

TEST(LogReader, TwoWrongBitsStopTheReaderInFrontOfTheWord) {
  Rng rng = seeded_rng(73);
  for (unsigned run = 0; run < 20; ++run) {
    ReaderBench<Vlog_reader_secded> bench(rng);
    const std::uint64_t before = below(rng, 300);
    for (std::uint64_t i = 0; i < before; ++i) bench.cycle(true);
    bench.break_next_word();
    for (unsigned i = 0; i < 1000; ++i) bench.cycle(true);
    const std::uint64_t words = bench.words();
    for (unsigned i = 0; i < 1000; ++i) bench.cycle(true);
    EXPECT_EQ(bench.failure(), std::nullopt);
    EXPECT_EQ(bench.words(), words) << "words after the wrong one";
    EXPECT_EQ(bench.fatal(), 1u);
  }
}

/// Beats of jobs without pause in 300 cycles.
template <typename Model>
unsigned beats_of_300_cycles() {
  Unprotected<Model> bench;
  auto& dut = bench.dut();
  dut.job_i = pack_log_job(0, true, true, LogField{.count = 3}.packed());
  dut.free_ready_i = 1;
  dut.beat_ready_i = 1;
  dut.job_req_i = 0;
  bench.reset();
  dut.job_req_i = 1;
  unsigned beats = 0;
  for (int i = 0; i < 300; ++i) {
    bench.settle();
    dut.read_i = pack_log_read_response(LogReadRequest::of(dut.read_o).req, 0);
    bench.settle();
    beats += dut.beat_valid_o;
    bench.step();
  }
  return beats;
}

TEST(LogReader, NoGapBetweenJobs) {
  EXPECT_EQ(beats_of_300_cycles<Vlog_reader>(), 300u - 4)
      << "four cycles from job to first beat, then one a cycle";
  EXPECT_EQ(beats_of_300_cycles<Vlog_reader_secded>(), 300u - 5) << "a cycle more with protection";
}

}  // namespace
}  // namespace gputm::tb::log_reader_test
