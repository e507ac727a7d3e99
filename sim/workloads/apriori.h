// Data mining ("AP" in the KILO TM paper): candidates of three items in Apriori, and their support.
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
  std::string_view kernels() const override { return "apriori"; }
  std::span<const std::uint8_t> elf() const override;
  std::span<const std::uint8_t> software_tm_elf() const override;
  /// "baskets": one basket per line, item numbers separated by white space.
  void read(std::string_view option, std::istream& file) override;
  Launch setup(gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  std::uint64_t transactions() const override { return transactions_; }

 private:
  void use(std::vector<Basket> baskets);

  std::vector<Basket> baskets_;
  std::vector<Word> frequent_pairs_;        ///< one bit per pair
  std::map<Word, std::uint32_t> expected_;  ///< support of each candidate's key
  std::uint64_t transactions_ = 0;
  std::uint32_t found_ = 0;  ///< candidates of all baskets, with repetitions
  kernels::AprioriArguments arguments_{};
};

}  // namespace gputm::workloads
