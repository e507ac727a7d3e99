// Travel agency (STAMP's Vacation; ISCA 2017 paper, section 6): transactions change its tables, or make
// reservations.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "workloads/host_memory.h"
#include "workloads/kernels/vacation.h"
#include "workloads/workload.h"

namespace gputm::workloads {

class TravelAgency : public Workload {
 public:
  TravelAgency(Sizes sizes, std::uint32_t seed) : Workload(std::move(sizes)), seed_(seed) {}
  std::span<const std::uint8_t> elf() const final;
  Launch setup(gpu::Gpu& gpu) final;
  std::string check(const gpu::Gpu& gpu) const final;
  std::uint64_t transactions() const final { return size("transactions"); }

 protected:
  using Agency = kernels::Agency<HostMemory>;
  /// Row of a table at the start
  struct Row {
    Word total, price;
  };
  using Rows = std::map<Word, Row>;  ///< by key

  static std::string_view name_of(Word table);
  /// Customers requested by transactions: 1 to this.
  virtual Word customers_asked() const = 0;
  /// Error in the rows of a table, if any; `found`: its rows by key.
  virtual std::optional<std::string> wrong_rows(HostMemory& memory, Word table,
                                                const std::map<Word, Word>& found) const = 0;

  const kernels::VacationArguments& arguments() const { return arguments_; }
  Agency agency() const { return Agency(arguments_.agency); }
  /// Part of `count` keys that transactions request.
  Word share_of(Word count) const { return std::max<Word>(1, count * size("queried") / 100); }
  const Rows& at_start(Word table) const { return at_start_[table]; }

  static constexpr WorkloadKey transactions_key(std::uint64_t value) {
    return {"transactions", "transactions", 1, 100'000, value, "transactions, each by a thread"};
  }
  static constexpr WorkloadKey rows_key(std::uint64_t value) {
    return {"rows", "rows", 1, 100'000, value, "rows of each table of what can be reserved, at the start"};
  }
  static constexpr WorkloadKey queries_key() {
    return {"queries", "rows", 1, 16, 2, "most rows that a transaction asks for; from one on, at random"};
  }
  static constexpr WorkloadKey queried_key() {
    return {"queried", "%", 1, 100, 90, "part of the keys that transactions ask for"};
  }
  static constexpr WorkloadKey threads_key() {
    return {"threads", "threads per block", 1, 1024, 32, "size of a block"};
  }
  static constexpr WorkloadKey blocks_per_core_key() {
    return {
        "blocks_per_core", "blocks", 1, 64, 1, "blocks that a core runs at a time, if it has room for them"};
  }

 private:
  void fill(HostMemory& memory);
  Word records() const { return arguments_.spare + size("transactions") * size("queries"); }
  std::size_t bytes() const;
  std::optional<std::string> wrong_table(HostMemory& memory, Word table) const;

  std::uint32_t seed_;
  kernels::VacationArguments arguments_{};
  std::array<Rows, kernels::kTables> at_start_;
};

/// Vacation 1: rows are added and removed
class VacationChanges final : public TravelAgency {
 public:
  static WorkloadInfo info();
  using TravelAgency::TravelAgency;
  std::string_view kernels() const override { return "vacation_change"; }

 private:
  Word customers_asked() const override { return share_of(size("customers")); }
  std::optional<std::string> wrong_rows(HostMemory& memory, Word table,
                                        const std::map<Word, Word>& found) const override;
  std::optional<std::string> wrong_customers(const std::map<Word, Word>& found) const;
};

/// Vacation 2: reservations for a few customers.
class VacationReservations final : public TravelAgency {
 public:
  static WorkloadInfo info();
  using TravelAgency::TravelAgency;
  std::string_view kernels() const override { return "vacation_reserve"; }

 private:
  /// Reservations by customer: kinds and keys
  using Wishes = std::map<Word, std::set<std::pair<Word, Word>>>;

  Word customers_asked() const override { return size("customers"); }
  std::optional<std::string> wrong_rows(HostMemory& memory, Word table,
                                        const std::map<Word, Word>& found) const override;
  std::optional<std::string> wrong_list(HostMemory& memory, Word customer, Word row,
                                        std::set<std::pair<Word, Word>> wished) const;
  /// Wish of transaction `number` for a kind; key 0: none.
  std::pair<Word, Word> wish(Word number, Word kind) const;
  Wishes wishes() const;
};

}  // namespace gputm::workloads
