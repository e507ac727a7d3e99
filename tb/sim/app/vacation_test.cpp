// The travel agency: its final tables are the result of some order of the transactions, and the check finds
// tables that are not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "finished_run.h"
#include "workloads/host_memory.h"
#include "workloads/kernels/vacation.h"

namespace gputm::workloads {
namespace {

using Agency = kernels::Agency<HostMemory>;
using Tree = Agency::Tree;
using kernels::field_of;
using kernels::kCustomers;
using kernels::word_of;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::initializer_list<const char*> kChanges = {"workload.transactions=70", "workload.rows=60",
                                                         "workload.customers=40", kLogs};
constexpr std::initializer_list<const char*> kReservations = {"workload.transactions=70", "workload.rows=60",
                                                              "workload.customers=5", kLogs};

TEST(Vacation, EndsAsAnOrderOfItsTransactions) {
  for (const char* system : {"ideal", "lock", "serial"}) {
    SCOPED_TRACE(system);
    for (const auto& [workload, sizes] : {std::pair("vacation", kChanges), {"vacation2", kReservations}}) {
      const Finished run(workload, system, sizes);
      EXPECT_EQ(run.check(), "pass") << workload;
      EXPECT_EQ(run.transactions(), 70u);
      if (system == std::string_view("lock")) continue;
      EXPECT_EQ(run.result().history, "pass") << workload;
      EXPECT_EQ(run.result().transactions.commits, 70u);
    }
  }
}

// Rows of few keys are inserted and removed repeatedly.
TEST(Vacation, RowsLeaveAndComeBack) {
  for (const char* system : {"ideal", "lock"}) {
    const Finished run("vacation", system,
                       {"workload.transactions=300", "workload.rows=3", "workload.queried=100",
                        "workload.queries=8", kLogs});
    EXPECT_EQ(run.check(), "pass") << system;
  }
}

TEST(Vacation, CustomersCompeteForRows) {
  for (const char* system : {"ideal", "lock"}) {
    const Finished run("vacation2", system,
                       {"workload.transactions=300", "workload.rows=2", "workload.queried=100",
                        "workload.customers=60", kLogs});
    EXPECT_EQ(run.check(), "pass") << system;
  }
}

/// A run, and the check's result for changes of it, one at a time.
class Damaged {
 public:
  Damaged(const char* workload, std::initializer_list<const char*> settings)
      : run_(workload, "lock", settings),
        agency_({run_.argument(0), run_.argument(1), run_.argument(2), run_.argument(3)}) {
    EXPECT_EQ(run_.check(), "pass");
  }

  std::string with(Address address, Word value) {
    const Word good = get(address);
    run_.put(address, value);
    const std::string found = run_.check();
    run_.put(address, good);
    return found;
  }
  Word get(Address address) const { return run_.get<Word>(address); }

  Address root(Word table) const { return word_of(run_.argument(0), table); }
  Address lock(Word table) const { return word_of(run_.argument(0), kernels::kTables + table); }
  Address of_node(Word node, Tree::Field field) const { return field_of(run_.argument(1), node, field); }
  Address of_row(Word row, Agency::RowField field) const { return agency_.row_field(row, field); }
  Address of_booking(Word booking, Agency::BookingField field) const {
    return agency_.booking_field(booking, field);
  }
  /// The node of the largest key, which no transaction has asked for.
  Word last(Word table) const {
    Word node = get(root(table));
    for (Word next = node; next != 0; next = get(of_node(next, Tree::kRight))) node = next;
    return node;
  }

 private:
  Finished run_;
  Agency agency_;
};

TEST(Vacation, CheckCatchesWrongTables) {
  Damaged run("vacation", kChanges);
  const Word root = run.get(run.root(0)), last = run.last(0);
  const Word row = run.get(run.of_node(last, Tree::kValue));
  const Word total = run.get(run.of_row(row, Agency::kTotal));
  EXPECT_EQ(run.with(run.lock(0), 1), "the table of cars is still locked");
  EXPECT_THAT(run.with(run.of_node(root, Tree::kLeft), 9999), HasSubstr("names node 9999"));
  EXPECT_THAT(run.with(run.of_node(root, Tree::kKey), 0), StartsWith("the table of cars is not in order"));
  EXPECT_THAT(run.with(run.of_node(root, Tree::kValue), row), EndsWith("have no row of their own"));
  EXPECT_THAT(run.with(run.of_node(root, Tree::kRed), 1), StartsWith("cars: the root"));
  EXPECT_THAT(run.with(run.root(0), 0), HasSubstr("which no order of the changes leaves"));
  EXPECT_EQ(run.with(run.of_node(last, Tree::kKey), 61), "cars 61 never were");
  EXPECT_THAT(run.with(run.of_row(row, Agency::kTotal), total + kernels::kBatch),
              HasSubstr("which no order of the changes leaves"));
  EXPECT_EQ(run.with(run.of_row(row, Agency::kFree), total - 1), "of cars 60 some were booked");
  EXPECT_EQ(run.with(run.of_row(row, Agency::kPrice), 1), "cars 60 have a price that no transaction has set");
  EXPECT_THAT(run.with(run.root(kCustomers), 0), EndsWith("is lost"));
  EXPECT_EQ(run.with(run.of_node(run.last(kCustomers), Tree::kKey), 41), "customer 41 should have left");
}

TEST(Vacation, CheckCatchesWrongReservations) {
  Damaged run("vacation2", kReservations);
  const Word customer = run.get(run.of_node(run.last(kCustomers), Tree::kValue));
  const Address list = run.of_row(customer, Agency::kBookings);
  const Word first = run.get(list);
  const Word row = run.get(run.of_node(run.last(0), Tree::kValue));
  const auto plus_one = [&](Address address) { return run.with(address, run.get(address) + 1); };
  EXPECT_EQ(plus_one(run.of_row(customer, Agency::kLock)), "customer 5 is still locked");
  EXPECT_THAT(run.with(list, 0), HasSubstr("customer 5 has no booking of"));
  EXPECT_THAT(run.with(list, run.get(run.of_booking(first, Agency::kNext))), HasSubstr("has no booking of"));
  EXPECT_THAT(run.with(list, 3 * 70 + 1), EndsWith("is none"));
  EXPECT_THAT(run.with(run.of_booking(first, Agency::kNext), first), EndsWith("is in a wrong place"));
  EXPECT_THAT(plus_one(run.of_booking(first, Agency::kPaid)), EndsWith("has a wrong price"));
  EXPECT_THAT(plus_one(run.of_booking(first, Agency::kKey)), EndsWith("is not what its transaction wants"));
  EXPECT_THAT(plus_one(run.of_row(row, Agency::kUsed)), HasSubstr("and 0 bookings"));
  EXPECT_THAT(plus_one(run.of_row(row, Agency::kFree)), HasSubstr("and 0 bookings"));
  EXPECT_EQ(plus_one(run.of_row(row, Agency::kPrice)), "cars 60 were changed");
  EXPECT_EQ(run.with(run.root(0), 0), "the table of cars lost a row");
}

// The order of the changes is open, but not every result is possible.
TEST(Vacation, CheckKnowsWhatAnOrderCanLeave) {
  // One key, one to five batches: every addition counts, and every withdrawal that finds something.
  for (const char* system : {"ideal", "serial"}) {
    const Finished run(
        "vacation", system,
        {"workload.transactions=40", "workload.rows=1", "workload.customers=1", "workload.queries=4", kLogs});
    EXPECT_EQ(run.check(), "pass") << system;
  }
}

}  // namespace
}  // namespace gputm::workloads
