// Travel agency (STAMP's Vacation, ISCA 2017 paper, section 6): tables of cars, flights, rooms and customers,
// as red-black trees over any view of memory (red_black_tree.h); its transactions, and their random choice.
// The agency's rules are STAMP's.
#pragma once

#include "random.h"
#include "red_black_tree.h"

namespace gputm::kernels {

inline constexpr uint32_t kKinds = 3;   ///< kinds of resources that can be reserved
inline constexpr uint32_t kTables = 4;  ///< the last one holds the customers
inline constexpr uint32_t kCustomers = kKinds;
/// Amount that an update adds to a row or removes from it, as in STAMP
inline constexpr uint32_t kBatch = 100;

struct AgencyAddresses {
  uint32_t roots;     ///< device address of uint32_t[kTables], followed by as many locks (0: free)
  uint32_t nodes;     ///< records of the trees
  uint32_t rows;      ///< records; a row has the number of the node inserted into its table with it
  uint32_t bookings;  ///< records
};

/// Transaction i belongs to thread i
struct VacationArguments {
  AgencyAddresses agency;
  uint32_t transactions;
  uint32_t queries;    ///< maximum number of queries per transaction
  uint32_t keys;       ///< requested keys: 1 to this
  uint32_t customers;  ///< requested customers: 1 to this
  uint32_t spare;      ///< number of the first record in no table at the start: `queries` per transaction
  uint32_t seed;
};

/// Query of a transaction: a kind and key for a reservation, all fields for an update
struct Query {
  uint32_t kind, key, price;
  bool add;
};

/// Random choices of a transaction
class VacationDraws {
 public:
  constexpr VacationDraws(const VacationArguments& sizes, uint32_t transaction)
      : sizes_(sizes), start_(mix(mix(sizes.seed) + transaction)) {}

  constexpr uint32_t queries() const { return 1 + scale(draw(0), sizes_.queries); }
  constexpr uint32_t customer() const { return 1 + scale(draw(1), sizes_.customers); }
  /// For transactions that change tables.
  constexpr bool removes_customer() const { return (draw(2) & 1) != 0; }
  constexpr Query query(uint32_t number) const {
    const uint32_t first = 4 + 4 * number;
    return {scale(draw(first), kKinds), 1 + scale(draw(first + 1), sizes_.keys),
            50 + 10 * scale(draw(first + 2), 5), (draw(first + 3) & 1) != 0};
  }

 private:
  constexpr uint32_t draw(uint32_t number) const { return mix(start_ + number); }

  const VacationArguments& sizes_;
  uint32_t start_;
};

template <typename View>
class Agency {
 public:
  using Tree = RedBlackTree<View>;

  /// Record named as value by a table's node
  enum RowField : uint32_t {
    kUsed,
    kFree,
    kTotal,  ///< used plus free
    kPrice,
    kBookings,  ///< of a customer: first booking
    kLock,      ///< of a customer: 0: free; only for the lock version
  };
  /// A customer's reservations are a list sorted by kind and key, without duplicates
  enum BookingField : uint32_t { kKind, kKey, kPaid, kNext };

  constexpr explicit Agency(const AgencyAddresses& at) : at_(at) {}

  constexpr Tree table(uint32_t number) const { return Tree(word_of(at_.roots, number), at_.nodes); }
  constexpr uint32_t row_field(uint32_t row, RowField field) const { return field_of(at_.rows, row, field); }
  constexpr uint32_t booking_field(uint32_t booking, BookingField field) const {
    return field_of(at_.bookings, booking, field);
  }

  /// Row with that key, or 0.
  uint32_t find(View& view, uint32_t number, uint32_t key) const {
    const Tree tree = table(number);
    const uint32_t node = tree.find(view, key);
    return node == 0 ? 0 : tree.get(view, node, Tree::kValue);
  }

  /// Adds the new record `record` as the row of a key that the table does not have.
  void put(View& view, uint32_t number, uint32_t key, uint32_t record, uint32_t total, uint32_t price) const {
    table(number).insert(view, record, key, record);
    view.write(row_field(record, kFree), total);
    view.write(row_field(record, kTotal), total);
    view.write(row_field(record, kPrice), price);
  }

  /// One change of a table. `record`: for a new row.
  void update(View& view, const Query& query, uint32_t record) const {
    const uint32_t row = find(view, query.kind, query.key);
    if (query.add) {
      if (row == 0) {
        put(view, query.kind, query.key, record, kBatch, query.price);
      } else {
        add(view, row, kBatch);
        view.write(row_field(row, kPrice), query.price);
      }
    } else if (row != 0 && view.read(row_field(row, kFree)) >= kBatch) {
      // A row without remaining resources is removed from its table.
      if (view.read(row_field(row, kTotal)) == kBatch) {
        table(query.kind).remove(view, query.key);
      } else {
        add(view, row, 0 - kBatch);
      }
    }
  }

  /// If only tables are changed, no customer has reservations to give back.
  void remove_customer(View& view, uint32_t key) const {
    const uint32_t row = find(view, kCustomers, key);
    if (row != 0 && view.read(row_field(row, kBookings)) == 0) table(kCustomers).remove(view, key);
  }

  struct Choice {
    uint32_t row, key, price;  ///< row 0: none
  };
  /// Most expensive row among those of that kind in the transaction's queries.
  Choice choose(View& view, const VacationDraws& draws, uint32_t kind) const {
    Choice best{0, 0, 0};
    for (uint32_t number = 0; number < draws.queries(); ++number) {
      const Query query = draws.query(number);
      if (query.kind == kind) {
        const uint32_t row = find(view, kind, query.key);
        const uint32_t price = row == 0 ? 0 : view.read(row_field(row, kPrice));
        if (price > best.price) best = {row, query.key, price};
      }
    }
    return best;
  }

  /// Enters the choice of that kind in the customer's list, unless it is there. `booking`: a new record.
  /// `take(row)`: see below.
  template <typename Take>
  void book(View& view, uint32_t customer, uint32_t kind, const Choice& choice, uint32_t booking,
            const Take& take) const {
    uint32_t link = row_field(customer, kBookings);
    uint32_t next = view.read(link);
    while (next != 0 && comes_before(view, next, kind, choice.key)) {
      link = booking_field(next, kNext);
      next = view.read(link);
    }
    const bool there = next != 0 && view.read(booking_field(next, kKind)) == kind &&
                       view.read(booking_field(next, kKey)) == choice.key;
    if (!there && take(choice.row)) {
      view.write(booking_field(booking, kKind), kind);
      view.write(booking_field(booking, kKey), choice.key);
      view.write(booking_field(booking, kPaid), choice.price);
      view.write(booking_field(booking, kNext), next);
      view.write(link, booking);
    }
  }

  /// Takes one of the free resources, if there are any.
  bool take(View& view, uint32_t row) const {
    const uint32_t free = view.read(row_field(row, kFree));
    if (free != 0) {
      view.write(row_field(row, kFree), free - 1);
      view.write(row_field(row, kUsed), view.read(row_field(row, kUsed)) + 1);
    }
    return free != 0;
  }

 private:
  void add(View& view, uint32_t row, uint32_t amount) const {
    view.write(row_field(row, kFree), view.read(row_field(row, kFree)) + amount);
    view.write(row_field(row, kTotal), view.read(row_field(row, kTotal)) + amount);
  }

  bool comes_before(View& view, uint32_t booking, uint32_t kind, uint32_t key) const {
    const uint32_t its_kind = view.read(booking_field(booking, kKind));
    const uint32_t its_key = view.read(booking_field(booking, kKey));
    return its_kind < kind || (its_kind == kind && its_key < key);
  }

  AgencyAddresses at_;
};

/// Record for the booking of that kind by a transaction.
constexpr uint32_t booking_of(uint32_t transaction, uint32_t kind) { return 1 + transaction * kKinds + kind; }

}  // namespace gputm::kernels
