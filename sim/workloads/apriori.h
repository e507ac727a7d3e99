// Data mining ("AP" in the KILO TM paper): Apriori's candidates of three items and their support.
#pragma once

#include "workloads/basket_file.h"
#include "workloads/basket_generator.h"
#include "workloads/kernels/apriori.h"
#include "workloads/workload.h"

namespace gputm::workloads {

class Apriori final : public Workload {
 public:
  static WorkloadInfo info();

  Apriori(Sizes sizes, std::uint32_t seed);
  std::string_view kernel(Version version) const override;
  std::span<const std::uint8_t> elf() const override;
  /// "baskets": a basket a line, its items' numbers with white space between.
  void read(std::string_view option, std::istream& file) override;
  Launch setup(gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  std::uint64_t transactions() const override { return transactions_; }

 private:
  void use(std::vector<Basket> baskets);

  std::vector<Basket> baskets_;
  std::vector<Word> frequent_pairs_;        ///< a bit for each pair
  std::map<Word, std::uint32_t> expected_;  ///< support of each candidate's key
  std::uint64_t transactions_ = 0;
  std::uint32_t found_ = 0;  ///< candidates of all baskets, the same ones counted again
  kernels::AprioriArguments arguments_{};
};

}  // namespace gputm::workloads
