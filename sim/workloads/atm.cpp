#include "workloads/atm.h"

#include "workloads/embedded_kernels.h"
#include "workloads/kernels/atm.h"

namespace gputm::workloads {
namespace {

using kernels::Account;

constexpr std::int32_t kInitialBalance = 1000;
/// Far below the sum of all transfers from one account: no transfer is refused, so that each one writes two
/// words and every final balance is known
constexpr std::int32_t kLimit = -(1 << 30);

constexpr WorkloadKey kAtmKeys[] = {
    {"accounts", "accounts", 2, 16'000'000, 1'000'000, "accounts of the bank; fewer mean more conflicts"},
    {"transfers", "transactions", 1, 16'000'000, 122'880,
     "transfers of the whole grid, dealt out to the threads in turn"},
    {"blocks", "blocks", 1, 65'536, 120, "thread blocks of the grid"},
    {"threads", "threads per block", 1, 1024, 192, "size of a block"},
    {"blocks_per_core", "blocks", 1, 64, 3, "blocks that a core runs at a time, if it has room for them"},
};

constexpr std::string_view kAtmComparisonSizes[] = {"transfers=23040"};  // one per thread

}  // namespace

WorkloadInfo Atm::info() {
  return {"atm", "bank accounts: each transaction moves money between two random accounts", kAtmKeys,
          kAtmComparisonSizes, make<Atm>};
}

Atm::Atm(Sizes sizes, std::uint32_t seed) : Workload(std::move(sizes)), seed_(seed) {}

std::span<const std::uint8_t> Atm::elf() const { return embedded_atm_kernels(); }
std::span<const std::uint8_t> Atm::software_tm_elf() const { return embedded_atm_software_tm_kernels(); }

Launch Atm::setup(gpu::Gpu& gpu) {
  std::vector<Account> accounts(size("accounts"));
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    accounts[i] = {static_cast<std::uint32_t>(i), kInitialBalance, kLimit, 0};
  }
  accounts_ = gpu.upload(std::span<const Account>(accounts));
  return {{size("blocks"), size("threads"), size("blocks_per_core")},
          {accounts_, size("accounts"), size("transfers"), seed_}};
}

std::string Atm::check(const gpu::Gpu& gpu) const {
  const std::vector<Account> accounts = gpu.download<Account>(accounts_, size("accounts"));

  std::int64_t sum = 0;
  for (const Account& account : accounts) sum += account.balance;
  const std::int64_t expected_sum =
      std::int64_t{kInitialBalance} * static_cast<std::int64_t>(accounts.size());
  if (sum != expected_sum) {
    return "the balances sum to " + std::to_string(sum) + ", not " + std::to_string(expected_sum);
  }

  std::vector<std::int32_t> balances(accounts.size(), kInitialBalance);
  for (std::uint32_t i = 0; i < size("transfers"); ++i) {
    const kernels::Transfer transfer = kernels::transfer(seed_, i, size("accounts"));
    balances[transfer.from] -= transfer.amount;
    balances[transfer.to] += transfer.amount;
  }
  for (std::size_t i = 0; i < accounts.size(); ++i) {
    const Account& account = accounts[i];
    const std::string which = "account " + std::to_string(i);
    if (account.balance != balances[i]) {
      return which + " holds " + std::to_string(account.balance) + ", not " + std::to_string(balances[i]);
    }
    if (account.owner != i || account.limit != kLimit) return which + " was overwritten";
    if (account.lock != 0) return which + " is still locked";
  }
  return "pass";
}

}  // namespace gputm::workloads
