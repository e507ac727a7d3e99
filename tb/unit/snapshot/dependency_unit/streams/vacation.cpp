// Travel reservation system (ISCA 2017, section 6, Vacation): red-black trees of cars, rooms, flights and
// customers. A resource has a price and a number of free units, a customer a list of reservations.
#include "layout.h"
#include "red_black_tree.h"

namespace gputm::tb::streams {
namespace {

constexpr unsigned kResources = 3;
constexpr unsigned kTables = 4;  // the last one holds the customers
constexpr Address kRoots = 0x100;
constexpr Address kVacationNodes = 0x2000;  // nodes of all trees
constexpr Address kItems = 0x8000000;       // records named by the trees' values
constexpr Address kBookings = 0x10000000;
enum ItemField : unsigned { kFree, kPrice, kBooked, kList };  // kList: reservations of a customer
enum BookingField : unsigned { kNext, kResource, kKey };
constexpr unsigned kSeats = 10;

class Vacation final : public Stream {
 public:
  /// `reserving`: all transactions make reservations; otherwise all change the tables.
  Vacation(const StreamSizes& sizes, bool reserving) : sizes_(sizes), reserving_(reserving) {}

  StreamMemory setup(Rng& rng) override {
    StreamMemory memory;
    for (unsigned table = 0; table < kTables; ++table) {
      const unsigned elements = reserving_ && table == kResources ? kCustomers : sizes_.size;
      for (unsigned key = 1; key <= elements; ++key) {
        const Word number = table * sizes_.size + key;
        run_alone(memory, [&](StreamView& view) { add(view, table, number, key, 50 + rng.below(500)); });
      }
    }
    seed_ = rng();
    return memory;
  }

  void run(StreamView& view, unsigned thread, unsigned index) override {
    const unsigned number = thread * sizes_.transactions + index;
    Rng rng(seed_ + number);
    if (reserving_) {
      reserve(view, number, rng);
    } else {
      // One change in each table
      for (unsigned table = 0; table < kTables; ++table) {
        const Word key = 1 + rng.below(2 * sizes_.size);
        if (rng.one_in(2)) {
          add(view, table, kTables * sizes_.size + kTables * number + table + 1, key, 50 + rng.below(500));
        } else {
          table_of(table).remove(view, key);
        }
      }
    }
  }

  std::string check(StreamMemory& memory) override {
    std::string result = "pass";
    run_alone(memory, [&](StreamView& view) {
      std::size_t count = 0;
      for (unsigned table = 0; table < kTables && result == "pass"; ++table)
        result = streams::check(table_of(table), view, count);
      if (result == "pass" && reserving_) result = check_bookings(view);
    });
    return result;
  }

 private:
  static constexpr unsigned kCustomers = 5;
  static constexpr unsigned kQueries = 4;  // queries per kind of resource

  static RedBlackTree table_of(unsigned table) {
    return RedBlackTree(word_of(kRoots, table), kVacationNodes);
  }

  void add(StreamView& view, unsigned table, Word number, Word key, Word price) const {
    if (!table_of(table).insert(view, number, key, number)) return;
    view.write(field_of(kItems, number, kFree), kSeats);
    view.write(field_of(kItems, number, kPrice), price);
  }

  /// Reserves the most expensive free resource among some of each kind.
  void reserve(StreamView& view, unsigned number, Rng& rng) const {
    const Word customer_node = table_of(kResources).find(view, 1 + number % kCustomers);
    const Word customer = table_of(kResources).get(view, customer_node, RedBlackTree::kValue);
    for (unsigned kind = 0; kind < kResources; ++kind) {
      Word best = 0, best_price = 0, best_key = 0;
      for (unsigned query = 0; query < kQueries; ++query) {
        const Word key = 1 + rng.below(sizes_.size);
        const Word node = table_of(kind).find(view, key);
        if (node == 0) continue;
        const Word item = table_of(kind).get(view, node, RedBlackTree::kValue);
        const Word price = view.read(field_of(kItems, item, kPrice));
        if (price > best_price && view.read(field_of(kItems, item, kFree)) != 0) {
          best = item;
          best_price = price;
          best_key = key;
        }
      }
      if (best == 0) continue;
      view.write(field_of(kItems, best, kFree), view.read(field_of(kItems, best, kFree)) - 1);
      view.write(field_of(kItems, best, kBooked), view.read(field_of(kItems, best, kBooked)) + 1);
      const Word booking = number * kResources + kind + 1;
      view.write(field_of(kBookings, booking, kResource), kind);
      view.write(field_of(kBookings, booking, kKey), best_key);
      view.write(field_of(kBookings, booking, kNext), view.read(field_of(kItems, customer, kList)));
      view.write(field_of(kItems, customer, kList), booking);
    }
  }

  /// Checks that the customers' lists have as many reservations as resources are booked.
  std::string check_bookings(StreamView& view) const {
    const RedBlackTree customers = table_of(kResources);
    std::size_t listed = 0, booked = 0;
    for (Word key = 1; key <= kCustomers; ++key) {
      const Word customer = customers.get(view, customers.find(view, key), RedBlackTree::kValue);
      for (Word booking = view.read(field_of(kItems, customer, kList)); booking != 0;
           booking = view.read(field_of(kBookings, booking, kNext))) {
        ++listed;
      }
    }
    for (Word item = 1; item <= kResources * sizes_.size; ++item) {
      const Word taken = view.read(field_of(kItems, item, kBooked));
      booked += taken;
      if (taken != 0 && taken + view.read(field_of(kItems, item, kFree)) != kSeats) return "a seat was lost";
    }
    return listed == booked ? "pass" : "reservations were lost";
  }

  StreamSizes sizes_;
  bool reserving_;
  std::uint64_t seed_ = 0;
};

}  // namespace

std::unique_ptr<Stream> make_vacation_tables(const StreamSizes& sizes) {
  return std::make_unique<Vacation>(sizes, false);
}
std::unique_ptr<Stream> make_vacation_customers(const StreamSizes& sizes) {
  return std::make_unique<Vacation>(sizes, true);
}

}  // namespace gputm::tb::streams
