#include "workloads/apriori.h"

#include <spdlog/fmt/fmt.h>

#include <map>

#include "workloads/embedded_kernels.h"

namespace gputm::workloads {
namespace {

using kernels::Candidate;
using kernels::kItemBits;
using kernels::kMostCandidates;

constexpr std::uint32_t kItems = 1u << kItemBits, kMostBaskets = 1'000'000;

constexpr WorkloadKey kAprioriKeys[] = {
    {"baskets", "baskets", 1, kMostBaskets, 7168, "baskets of the data base; one for each thread"},
    {"items", "items", 3, kItems, 1000, "items that are sold"},
    {"patterns", "sets", 1, 100'000, 2000, "sets of items that are often bought together"},
    {"basket_items", "items", 1, 100, 10, "size of a basket, on average"},
    {"pattern_items", "items", 1, 100, 4, "size of a set, on average"},
    {"support", "baskets", 1, 1'000'000, 30, "a pair of items is frequent when as many baskets have it"},
    {"slots", "slots", 1, 1'000'000, 4096, "of the table of candidates; fewer mean longer lists"},
    {"threads", "threads per block", 1, 1024, 64, "size of a block"},
    {"blocks_per_core", "blocks", 1, 64, 4, "blocks that a core runs at a time, if it has room for them"},
};
constexpr std::string_view kAprioriComparisonSizes[] = {"baskets=1792"};
constexpr std::string_view kBasketsHave[] = {"baskets", "items", "patterns", "basket_items", "pattern_items"};
constexpr WorkloadFile kAprioriFiles[] = {{"baskets", false, kBasketsHave}};

Word pair_bit(std::uint32_t a, std::uint32_t b) { return a << kItemBits | b; }

std::vector<Word> frequent_pairs(const std::vector<Basket>& baskets, std::uint32_t support) {
  std::map<Word, std::uint32_t> counts;
  for (const Basket& basket : baskets) {
    for (std::size_t i = 0; i < basket.size(); ++i)
      for (std::size_t j = i + 1; j < basket.size(); ++j) ++counts[pair_bit(basket[i], basket[j])];
  }
  std::vector<Word> bits((std::size_t{1} << 2 * kItemBits) / 32);
  for (const auto& [pair, count] : counts)
    if (count >= support) bits[pair / 32] |= Word{1} << pair % 32;
  return bits;
}

/// Keys of a basket's candidates.
std::vector<Word> candidates(const Basket& basket, const std::vector<Word>& pairs) {
  const auto frequent = [&](std::uint32_t a, std::uint32_t b) {
    return (pairs[pair_bit(a, b) / 32] >> pair_bit(a, b) % 32 & 1) != 0;
  };
  std::vector<Word> keys;
  for (std::size_t i = 0; i < basket.size(); ++i) {
    for (std::size_t j = i + 1; j < basket.size(); ++j) {
      if (!frequent(basket[i], basket[j])) continue;
      for (std::size_t k = j + 1; k < basket.size(); ++k) {
        if (frequent(basket[i], basket[k]) && frequent(basket[j], basket[k]))
          keys.push_back(kernels::key_of(basket[i], basket[j], basket[k]));
      }
    }
  }
  return keys;
}

}  // namespace

WorkloadInfo Apriori::info() {
  return {"ap",          "Apriori: enters the candidates of a basket in a table and counts them",
          kAprioriKeys,  kAprioriComparisonSizes,
          make<Apriori>, kAprioriFiles};
}

Apriori::Apriori(Sizes sizes, std::uint32_t seed) : Workload(std::move(sizes)) {
  use(generate_baskets({.baskets = size("baskets"),
                        .items = size("items"),
                        .patterns = size("patterns"),
                        .basket_items = size("basket_items"),
                        .pattern_items = size("pattern_items")},
                       seed));
}

void Apriori::use(std::vector<Basket> baskets) {
  baskets_ = std::move(baskets);
  frequent_pairs_ = frequent_pairs(baskets_, size("support"));
  expected_.clear();
  transactions_ = 0;
  found_ = 0;
  for (const Basket& basket : baskets_) {
    const std::vector<Word> keys = candidates(basket, frequent_pairs_);
    transactions_ += (keys.size() + kMostCandidates - 1) / kMostCandidates;
    found_ += static_cast<std::uint32_t>(keys.size());
    for (const Word key : keys) ++expected_[key];
  }
}

void Apriori::read(std::string_view option, std::istream& file) {
  if (option != "baskets") return Workload::read(option, file);
  std::vector<Basket> baskets = read_baskets(file, {.baskets = kMostBaskets, .items = kItems});
  set_size("baskets", static_cast<std::uint32_t>(baskets.size()));
  set_size("items", kItems);
  for (const char* key : {"patterns", "basket_items", "pattern_items"}) drop_size(key);
  use(std::move(baskets));
}

std::span<const std::uint8_t> Apriori::elf() const { return embedded_apriori_kernels(); }
std::span<const std::uint8_t> Apriori::software_tm_elf() const {
  return embedded_apriori_software_tm_kernels();
}

Launch Apriori::setup(gpu::Gpu& gpu) {
  std::vector<Word> begins{0}, items;
  for (const Basket& basket : baskets_) {
    items.insert(items.end(), basket.begin(), basket.end());
    begins.push_back(static_cast<Word>(items.size()));
  }
  const std::size_t slot_bytes = std::size_t{size("slots")} * sizeof(Word);
  const auto count = static_cast<std::uint32_t>(baskets_.size()), threads = size("threads");
  arguments_ = {.baskets = gpu.upload(std::span<const Word>(begins)),
                .items = gpu.upload(std::span<const Word>(items)),
                .pairs = gpu.upload(std::span<const Word>(frequent_pairs_)),
                .heads = gpu.allocate(slot_bytes),
                .locks = gpu.allocate(slot_bytes),
                .pool = gpu.allocate((found_ + std::size_t{1}) * sizeof(Candidate)),
                .used = gpu.allocate(sizeof(Word)),
                .basket_count = count,
                .slots = size("slots")};
  const auto& a = arguments_;
  return {{(count + threads - 1) / threads, threads, size("blocks_per_core")},
          {a.baskets, a.items, a.pairs, a.heads, a.locks, a.pool, a.used, a.basket_count, a.slots}};
}

std::string Apriori::check(const gpu::Gpu& gpu) const {
  const std::vector<Word> heads = gpu.download<Word>(arguments_.heads, size("slots"));
  const std::vector<Candidate> pool = gpu.download<Candidate>(arguments_.pool, found_ + std::size_t{1});
  std::map<Word, std::uint32_t> found;
  for (std::uint32_t slot = 0; slot < heads.size(); ++slot) {
    for (Address at = heads[slot]; at != 0;) {
      const std::size_t index = (at - arguments_.pool) / sizeof(Candidate);
      if (at < arguments_.pool || index >= pool.size() || (at - arguments_.pool) % sizeof(Candidate) != 0)
        return fmt::format("slot {} has a link to {:#x}, which is no candidate", slot, at);
      const Candidate& candidate = pool[index];
      if (kernels::candidate_slot(candidate.key, size("slots")) != slot)
        return fmt::format("candidate {:#x} is in a wrong slot", candidate.key);
      if (!found.emplace(candidate.key, candidate.support).second)
        return fmt::format("candidate {:#x} is in the table twice", candidate.key);
      at = candidate.next;
    }
  }
  for (const auto& [key, support] : expected_) {
    const auto entry = found.find(key);
    if (entry == found.end()) return fmt::format("candidate {:#x} is lost", key);
    if (entry->second != support)
      return fmt::format("candidate {:#x} has a support of {}, not {}", key, entry->second, support);
  }
  if (found.size() != expected_.size())
    return fmt::format("{} candidates are in the table, not {}", found.size(), expected_.size());
  return "pass";
}

}  // namespace gputm::workloads
