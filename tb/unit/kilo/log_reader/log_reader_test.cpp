// log_reader: each job's words, from the pool or from the core, as beats in order; each buffer returned once.
#include <gtest/gtest.h>

#include "Vlog_reader.h"
#include "unit/kilo/common/log_source.h"

namespace gputm::tb::log_reader_test {
namespace {

constexpr unsigned kMostWords = 7;

struct Beat {
  bool has_word, last;
  unsigned user;
  std::uint64_t word;
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
    bench_.settle();
    if (!dut.active_o)
      bench_.require((beats_.empty() || ResendWait::of(dut.resend_wait_o).waiting) && !dut.free_valid_o,
                     "idle with work left");
    if (dut.beat_valid_o && dut.beat_ready_i) check_beat(dut);
    logs_.observe();
    const bool taken = dut.job_req_i && dut.job_gnt_o;
    if (taken) beats_.insert(beats_.end(), offered_.begin(), offered_.end());
    bench_.step();
    if (taken) dut.job_req_i = 0;
  }
  void require_all_done() {
    bench_.require(beats_.empty() && !bench_.dut().job_req_i, "words missing");
    bench_.require(logs_.all_free(), "a buffer was not returned");
  }
  std::uint64_t words() const { return words_; }
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

  void check_beat(Model& dut) {
    if (beats_.empty()) return bench_.require(false, "beat that no job made");
    const Beat beat = beats_.front();
    beats_.pop_front();
    const LogBeat seen = LogBeat::of(dut.beat_o);
    bench_.require(seen.has_word == beat.has_word && seen.last == beat.last, "beat of another kind");
    bench_.require(dut.beat_user_o == beat.user, "beat of another job");
    bench_.require(!beat.has_word || seen.word == beat.word, "wrong word");
    words_ += beat.has_word;
    if (!beat.last) return;
    if (keeps_.front()) logs_.release(*keeps_.front());  // another stage returns it
    keeps_.pop_front();
  }

  Checked<Model> bench_;
  Rng& rng_;
  LogSource<Model> logs_;
  StallStream jobs_in_, beats_out_;
  std::vector<Beat> offered_;
  std::deque<Beat> beats_;
  std::deque<std::optional<unsigned>> keeps_;  // buffer that a job does not return, by job
  std::uint64_t id_ = 65000, words_ = 0;
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

TEST(LogReader, NoGapBetweenJobs) {
  Checked<Vlog_reader> bench;
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
  EXPECT_EQ(beats, 300u - 4) << "four cycles from job to first beat, then one a cycle";
}

}  // namespace
}  // namespace gputm::tb::log_reader_test
