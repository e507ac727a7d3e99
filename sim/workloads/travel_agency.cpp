#include "workloads/travel_agency.h"

#include <spdlog/fmt/fmt.h>

#include <bit>
#include <numeric>

#include "base/rng.h"
#include "workloads/embedded_kernels.h"
#include "workloads/red_black_rules.h"

namespace gputm::workloads {
namespace {

using kernels::kBatch;
using kernels::kKinds;
using kernels::kRecordBytes;
using kernels::kTables;
using kernels::Query;
using kernels::VacationArguments;
using kernels::VacationDraws;

}  // namespace

std::string_view TravelAgency::name_of(Word table) {
  constexpr std::array<std::string_view, kTables> kNames = {"cars", "flights", "rooms", "customers"};
  return kNames[table];
}

std::span<const std::uint8_t> TravelAgency::elf() const { return embedded_vacation_kernels(); }

/// Size of the record with the roots and the locks, of all nodes, of as many rows, and of the bookings.
std::size_t TravelAgency::bytes() const {
  return (2 * std::size_t{records()} + kKinds * std::size_t{size("transactions")} + 1) * kRecordBytes;
}

/// Initial state as in STAMP: up to five batches per row, at one of five prices.
void TravelAgency::fill(HostMemory& memory) {
  Rng rng(seed_);
  Word before = 0;
  for (Word table = 0; table < kTables; ++table) {
    const bool customers = table == kernels::kCustomers;
    std::vector<Word> keys(customers ? size("customers") : size("rows"));
    std::iota(keys.begin(), keys.end(), 1);
    std::ranges::shuffle(keys, rng);
    at_start_[table].clear();
    for (const Word key : keys) {
      const Row row =
          customers ? Row{0, 0} : Row{kBatch * (1 + rng.below(5)), 50 + 10 * static_cast<Word>(rng.below(5))};
      at_start_[table][key] = row;
      agency().put(memory, table, key, before + key, row.total, row.price);
    }
    before += static_cast<Word>(keys.size());
  }
}

Launch TravelAgency::setup(gpu::Gpu& gpu) {
  const Word transactions = size("transactions"), threads = size("threads");
  arguments_ = {.agency = {},
                .transactions = transactions,
                .queries = size("queries"),
                .keys = share_of(size("rows")),
                .customers = customers_asked(),
                .spare = kKinds * size("rows") + size("customers") + 1,
                .seed = seed_};
  // Records are named from 1: the record of node 0 holds the roots and the locks.
  const Address base = gpu.allocate(bytes());
  arguments_.agency.roots = arguments_.agency.nodes = base;
  arguments_.agency.rows = kernels::field_of(base, records() - 1, 0);
  arguments_.agency.bookings = kernels::field_of(arguments_.agency.rows, records() - 1, 0);
  HostMemory memory(base, bytes());
  fill(memory);
  memory.upload(gpu);
  const auto words = std::bit_cast<std::array<Word, sizeof(VacationArguments) / sizeof(Word)>>(arguments_);
  return {{(transactions + threads - 1) / threads, threads, size("blocks_per_core")},
          {words.begin(), words.end()}};
}

/// Checks that the table is a red-black tree, in order, with a separate row for each node.
std::optional<std::string> TravelAgency::wrong_table(HostMemory& memory, Word table) const {
  using Tree = Agency::Tree;
  const Tree tree = agency().table(table);
  struct Place {
    Word node;
    std::int64_t above, below;  ///< exclusive limits of its keys
  };
  std::map<Word, Word> found;
  std::set<Word> rows;
  std::vector<Place> open{{tree.root(memory), 0, std::int64_t{1} << 32}};
  while (!open.empty()) {
    const Place place = open.back();
    open.pop_back();
    if (place.node == 0) continue;
    if (place.node >= records())
      return fmt::format("a link of {} names node {}, which is none", name_of(table), place.node);
    const Word key = tree.get(memory, place.node, Tree::kKey),
               row = tree.get(memory, place.node, Tree::kValue);
    if (key <= place.above || key >= place.below)
      return fmt::format("the table of {} is not in order at node {}", name_of(table), place.node);
    if (row == 0 || row >= records() || !rows.insert(row).second)
      return fmt::format("{} {} have no row of their own", name_of(table), key);
    found[key] = row;
    open.push_back({tree.get(memory, place.node, Tree::kLeft), place.above, key});
    open.push_back({tree.get(memory, place.node, Tree::kRight), key, place.below});
  }
  if (const auto broken = broken_rule(tree, memory)) return fmt::format("{}: {}", name_of(table), *broken);
  return wrong_rows(memory, table, found);
}

std::string TravelAgency::check(const gpu::Gpu& gpu) const {
  HostMemory memory(gpu, arguments_.agency.roots, bytes());
  for (Word table = 0; table < kTables; ++table) {
    if (memory.read(kernels::word_of(arguments_.agency.roots, kTables + table)) != 0)
      return fmt::format("the table of {} is still locked", name_of(table));
    if (const auto wrong = wrong_table(memory, table)) return *wrong;
  }
  return "pass";
}

WorkloadInfo VacationChanges::info() {
  static constexpr WorkloadKey kKeys[] = {
      transactions_key(150),
      rows_key(500),
      {"customers", "customers", 1, 100'000, 500, "customers at the start"},
      queries_key(),
      queried_key(),
      threads_key(),
      blocks_per_core_key()};
  return {
      "vacation", "travel agency: each thread changes rows of its tables", kKeys, {}, make<VacationChanges>};
}

std::optional<std::string> VacationChanges::wrong_customers(const std::map<Word, Word>& found) const {
  Rows expected = at_start(kernels::kCustomers);
  for (Word number = 0; number < transactions(); ++number) {
    const VacationDraws draws(arguments(), number);
    if (draws.removes_customer()) expected.erase(draws.customer());
  }
  for (const auto& [key, row] : found)
    if (expected.erase(key) == 0) return fmt::format("customer {} should have left", key);
  if (!expected.empty()) return fmt::format("customer {} is lost", expected.begin()->first);
  return std::nullopt;
}

namespace {

/// All changes of one key's row, in any order
struct Changes {
  Word added = 0, taken = 0;  ///< number of additions and removals
  std::set<Word> prices;      ///< prices of the additions
};

/// Every addition counts. A removal takes effect only if the row is not empty: least often if all removals
/// come before the additions, most often if they come after them.
bool can_be(Word before, const Changes& changes, Word after) {
  const Word most = before + changes.added - std::min(before, changes.taken);
  const Word least = before + changes.added - std::min(before + changes.added, changes.taken);
  return least <= after && after <= most;
}

}  // namespace

std::optional<std::string> VacationChanges::wrong_rows(HostMemory& memory, Word table,
                                                       const std::map<Word, Word>& found) const {
  if (table == kernels::kCustomers) return wrong_customers(found);
  std::map<Word, Changes> changes;
  for (Word number = 0; number < transactions(); ++number) {
    const VacationDraws draws(arguments(), number);
    for (Word i = 0; i < draws.queries() && !draws.removes_customer(); ++i) {
      const Query query = draws.query(i);
      if (query.kind != table) continue;
      Changes& of_key = changes[query.key];
      ++(query.add ? of_key.added : of_key.taken);
      if (query.add) of_key.prices.insert(query.price);
    }
  }
  for (const auto& [key, row] : found)
    if (!at_start(table).contains(key)) return fmt::format("{} {} never were", name_of(table), key);
  for (const auto& [key, before] : at_start(table)) {
    const auto row = found.find(key);
    const auto get = [&](Agency::RowField field) {
      return row == found.end() ? 0 : memory.read(agency().row_field(row->second, field));
    };
    const Word total = get(Agency::kTotal);
    Changes& of_key = changes[key];
    if (total % kBatch != 0 || !can_be(before.total / kBatch, of_key, total / kBatch))
      return fmt::format("there are {} of {} {}, which no order of the changes leaves", total, name_of(table),
                         key);
    if (row == found.end()) continue;
    if (total == 0) return fmt::format("{} {} should have left", name_of(table), key);
    if (get(Agency::kUsed) != 0 || get(Agency::kFree) != total)
      return fmt::format("of {} {} some were booked", name_of(table), key);
    if (of_key.prices.empty()) of_key.prices.insert(before.price);
    if (!of_key.prices.contains(get(Agency::kPrice)))
      return fmt::format("{} {} have a price that no transaction has set", name_of(table), key);
  }
  return std::nullopt;
}

WorkloadInfo VacationReservations::info() {
  // Each row is shared by a hundred customers at least.
  static constexpr WorkloadKey kKeys[] = {
      transactions_key(140),
      rows_key(1000),
      {"customers", "customers", 1, kBatch, 5, "customers who book; fewer mean more conflicts"},
      queries_key(),
      queried_key(),
      threads_key(),
      blocks_per_core_key()};
  return {"vacation2",
          "travel agency: each thread makes reservations for one of a few customers",
          kKeys,
          {},
          make<VacationReservations>};
}

std::pair<Word, Word> VacationReservations::wish(Word number, Word kind) const {
  const VacationDraws draws(arguments(), number);
  Word best = 0, best_price = 0;
  for (Word i = 0; i < draws.queries(); ++i) {
    const Query query = draws.query(i);
    if (query.kind != kind) continue;
    const Word price = at_start(kind).at(query.key).price;
    if (price > best_price) {
      best = query.key;
      best_price = price;
    }
  }
  return {kind, best};
}

VacationReservations::Wishes VacationReservations::wishes() const {
  Wishes wishes;
  for (Word number = 0; number < transactions(); ++number) {
    for (Word kind = 0; kind < kKinds; ++kind) {
      const auto wished = wish(number, kind);
      if (wished.second != 0) wishes[VacationDraws(arguments(), number).customer()].insert(wished);
    }
  }
  return wishes;
}

std::optional<std::string> VacationReservations::wrong_list(HostMemory& memory, Word customer, Word row,
                                                            std::set<std::pair<Word, Word>> wished) const {
  const auto get = [&](Word booking, Agency::BookingField field) {
    return memory.read(agency().booking_field(booking, field));
  };
  std::pair<Word, Word> last{0, 0};
  for (Word booking = memory.read(agency().row_field(row, Agency::kBookings)); booking != 0;
       booking = get(booking, Agency::kNext)) {
    const std::string which = fmt::format("booking {} of customer {}", booking, customer);
    if (booking > kKinds * transactions()) return which + " is none";
    const std::pair<Word, Word> what{get(booking, Agency::kKind), get(booking, Agency::kKey)};
    const Word number = (booking - 1) / kKinds, kind = (booking - 1) % kKinds;
    if (VacationDraws(arguments(), number).customer() != customer || wish(number, kind) != what)
      return which + " is not what its transaction wants";
    if (what <= last) return which + " is in a wrong place";
    if (get(booking, Agency::kPaid) != at_start(kind).at(what.second).price)
      return which + " has a wrong price";
    wished.erase(what);
    last = what;
  }
  if (wished.empty()) return std::nullopt;
  return fmt::format("customer {} has no booking of {} {}", customer, name_of(wished.begin()->first),
                     wished.begin()->second);
}

std::optional<std::string> VacationReservations::wrong_rows(HostMemory& memory, Word table,
                                                            const std::map<Word, Word>& found) const {
  Wishes all = wishes();
  if (found.size() != at_start(table).size())
    return fmt::format("the table of {} lost a row", name_of(table));
  for (const auto& [key, row] : found) {
    const auto get = [&](Agency::RowField field) { return memory.read(agency().row_field(row, field)); };
    if (!at_start(table).contains(key)) return fmt::format("{} {} never were", name_of(table), key);
    if (table == kernels::kCustomers) {
      if (get(Agency::kLock) != 0) return fmt::format("customer {} is still locked", key);
      if (const auto wrong = wrong_list(memory, key, row, all[key])) return wrong;
      continue;
    }
    Word booked = 0;
    for (const auto& [customer, wished] : all) booked += wished.contains({table, key}) ? 1 : 0;
    if (get(Agency::kTotal) != at_start(table).at(key).total ||
        get(Agency::kPrice) != at_start(table).at(key).price)
      return fmt::format("{} {} were changed", name_of(table), key);
    if (get(Agency::kUsed) != booked || get(Agency::kFree) + booked != get(Agency::kTotal))
      return fmt::format("of {} {} there are {} booked and {} free, of {}, and {} bookings", name_of(table),
                         key, get(Agency::kUsed), get(Agency::kFree), get(Agency::kTotal), booked);
  }
  return std::nullopt;
}

}  // namespace gputm::workloads
