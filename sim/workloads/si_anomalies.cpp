#include "workloads/si_anomalies.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>

#include "workloads/embedded_kernels.h"

namespace gputm::workloads {
namespace {

using kernels::AnomalyArguments;

constexpr WorkloadKey kBlock{"block", "threads per block", 1, 1024, 32, "size of a block"};
constexpr WorkloadKey kBlocksPerCore{
    "blocks_per_core", "blocks", 1, 64, 1, "blocks that a core runs at a time, if it has room for them"};
constexpr WorkloadKey threads_key(std::uint64_t value) {
  return {"threads", "threads", 1, 100'000, value, "threads of the grid"};
}
constexpr WorkloadKey rounds_key(std::uint64_t value) {
  return {"rounds", "transactions", 1,
          10'000,   value,          "transactions that a thread makes, one after the other"};
}

constexpr WorkloadKey kSkewKeys[] = {
    threads_key(64),
    rounds_key(8),
    kBlock,
    kBlocksPerCore,
    {"pairs", "pairs", 1, 1'000'000, 32, "pairs of accounts; fewer mean more conflicts"}};
constexpr WorkloadKey kReceiptKeys[] = {
    threads_key(64),
    rounds_key(4),
    kBlock,
    kBlocksPerCore,
    {"prices", "words", 0, 100'000, 50, "prices that a receipt looks up"}};
constexpr WorkloadKey kRingKeys[] = {threads_key(96),
                                     rounds_key(4),
                                     kBlock,
                                     kBlocksPerCore,
                                     {"ring", "words", 2, 1000, 3, "words of a ring, and transactions"}};

}  // namespace

std::span<const std::uint8_t> Anomaly::elf() const { return embedded_anomalies_kernels(); }

Launch Anomaly::setup(gpu::Gpu& gpu) {
  const std::uint32_t threads = size("threads"), block = size("block");
  arguments_ = {};
  arguments_.threads = threads;
  arguments_.rounds = size("rounds");
  arguments_.seed = seed_;
  allocate(gpu, arguments_);
  const auto words = std::bit_cast<std::array<Word, sizeof(AnomalyArguments) / sizeof(Word)>>(arguments_);
  return {{(threads + block - 1) / block, block, size("blocks_per_core")}, {words.begin(), words.end()}};
}

WorkloadInfo WriteSkew::info() {
  return {"skew", "write skew: withdrawals that keep a sum, each on its own", kSkewKeys, {}, make<WriteSkew>};
}

void WriteSkew::allocate(gpu::Gpu& gpu, AnomalyArguments& arguments) {
  arguments.size = 2 * size("pairs");
  const std::vector<Word> accounts(arguments.size, kernels::kSkewAmount / 2);
  arguments.words = gpu.upload(std::span<const Word>(accounts));
  arguments.locks = gpu.allocate(size("pairs") * sizeof(Word));
}

std::string WriteSkew::check(const gpu::Gpu& gpu) const {
  const std::vector<Word> accounts = gpu.download<Word>(arguments().words, arguments().size);
  std::vector<unsigned> changes(accounts.size() / 2);
  for (std::uint32_t number = 0; number < transactions(); ++number)
    ++changes[kernels::skew_account(arguments().seed, number, arguments().size) / 2];
  for (std::size_t pair = 0; pair < changes.size(); ++pair) {
    const Word sum = accounts[2 * pair] + accounts[2 * pair + 1];
    // Each change switches the sum between its two values.
    const Word expected = changes[pair] % 2 == 0 ? kernels::kSkewAmount : 0;
    if (sum != expected)
      return fmt::format("the accounts of pair {} sum to {}, not {}", pair, static_cast<std::int32_t>(sum),
                         expected);
  }
  return "pass";
}

WorkloadInfo Receipts::info() {
  return {"receipts",
          "receipts, batches and reports: an anomaly that shows to a reader",
          kReceiptKeys,
          {},
          make<Receipts>};
}

void Receipts::allocate(gpu::Gpu& gpu, AnomalyArguments& arguments) {
  const auto count = static_cast<std::uint32_t>(transactions());
  const Word first_batch = 1;
  arguments.locks = gpu.allocate(sizeof(Word));
  arguments.receipts = {.batch = gpu.upload(std::span<const Word>(&first_batch, 1)),
                        .prices = gpu.allocate(std::size_t{size("prices")} * sizeof(Word)),
                        .receipts = gpu.allocate(count * sizeof(Word)),
                        .reports = gpu.allocate(2 * count * sizeof(Word)),
                        .price_count = size("prices"),
                        .transactions = count};
}

std::string Receipts::check(const gpu::Gpu& gpu) const {
  const kernels::ReceiptAddresses& at = arguments().receipts;
  const std::vector<Word> receipts = gpu.download<Word>(at.receipts, at.transactions);
  const std::vector<Word> reports = gpu.download<Word>(at.reports, 2 * at.transactions);
  Word closed = 0;
  for (std::uint32_t number = 0; number < at.transactions; ++number) {
    const auto role = kernels::receipt_role(number % arguments().threads, number / arguments().threads);
    closed += role == kernels::ReceiptRole::kClose ? 1 : 0;
    if ((role == kernels::ReceiptRole::kReceipt) != (receipts[number] != 0))
      return fmt::format("receipt {} was not written", number);
    const Word batch = reports[2 * number];
    const auto found = static_cast<Word>(std::ranges::count(receipts, batch));
    // Batch 0 belongs to a report before any batch was closed: its contents are no receipts.
    if (batch != 0 && reports[2 * number + 1] != found)
      return fmt::format("the report of transaction {} on batch {} has {} receipts, not {}", number, batch,
                         reports[2 * number + 1], found);
  }
  const Word open = gpu.download<Word>(at.batch, 1).front();
  return open == closed + 1 ? "pass" : fmt::format("batch {} is open, not {}", open, closed + 1);
}

WorkloadInfo Rings::info() {
  return {
      "rings", "rings of words: each transaction reads one and writes the next", kRingKeys, {}, make<Rings>};
}

void Rings::allocate(gpu::Gpu& gpu, AnomalyArguments& arguments) {
  arguments.size = size("ring");
  arguments.words = gpu.allocate(transactions() * sizeof(Word));
  arguments.locks = gpu.allocate(rings() * sizeof(Word));
}

std::string Rings::check(const gpu::Gpu& gpu) const {
  const std::size_t ring_size = size("ring");
  const std::vector<Word> words = gpu.download<Word>(arguments().words, rings() * ring_size);
  for (std::size_t ring = 0; ring < rings(); ++ring) {
    const auto values = std::span(words).subspan(ring * ring_size, ring_size);
    if (std::ranges::find(values, 0u) != values.end())
      return fmt::format("a word of ring {} was not written", ring);
    // The first word has copied a 0, and the last one a value that has passed through the whole ring, or a
    // part of it.
    if (std::ranges::all_of(values, [](Word value) { return value == 1; }))
      return fmt::format("no transaction came first in ring {}", ring);
  }
  return "pass";
}

}  // namespace gputm::workloads
