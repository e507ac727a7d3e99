// Apriori (MICRO 2011 paper, section 5): each thread finds the sets of three items in its basket with only
// frequent pairs, enters new ones in a table of candidates, and counts the others.
#include "apriori.h"

#include "transaction_kernels.h"

using gputm::kernels::AprioriArguments;
using gputm::kernels::Candidate;
using gputm::kernels::kItemBits;
using gputm::kernels::kMostCandidates;

namespace {

GPUTM_INLINE bool frequent(const u32* pairs, u32 a, u32 b) {
  const u32 bit = a << kItemBits | b;
  return (pairs[bit / 32] >> (bit % 32) & 1) != 0;
}

/// Counts `key` in the list at `link`, or inserts it as `fresh`. Returns whether `fresh` was used.
GPUTM_INLINE bool enter(u32* link, u32 key, Candidate* fresh) {
  Candidate* at = reinterpret_cast<Candidate*>(*link);
  while (at != nullptr && at->key < key) {
    link = &at->next;
    at = reinterpret_cast<Candidate*>(*link);
  }
  if (at != nullptr && at->key == key) {
    ++at->support;
    return false;
  }
  fresh->key = key;
  fresh->support = 1;
  fresh->next = reinterpret_cast<u32>(at);
  *link = reinterpret_cast<u32>(fresh);
  return true;
}

/// As above. Not one template with it: GCC orders the plain loads of that one in another way, which takes
/// other times.
template <typename Stm>
GPUTM_INLINE bool enter(Stm& stm, u32* link, u32 key, Candidate* fresh) {
  Candidate* at = reinterpret_cast<Candidate*>(stm.read(*link));
  u32 here = 0;
  while (at != nullptr && (here = stm.read(at->key)) < key) {
    link = &at->next;
    at = reinterpret_cast<Candidate*>(stm.read(*link));
  }
  if (at != nullptr && here == key) {
    stm.write(at->support, stm.read(at->support) + 1);
    return false;
  }
  stm.write(fresh->key, key);
  stm.write(fresh->support, 1U);
  stm.write(fresh->next, reinterpret_cast<u32>(at));
  stm.write(*link, reinterpret_cast<u32>(fresh));
  return true;
}

/// Allocates that many candidates; atomic, and outside of transactions.
GPUTM_INLINE Candidate* take(const AprioriArguments& arguments, u32 count) {
  return reinterpret_cast<Candidate*>(arguments.pool) +
         atomic_add(reinterpret_cast<u32*>(arguments.used), count);
}

/// All of them in one transaction
struct EnterInTransaction {
  const AprioriArguments& arguments;

  void operator()(const u32* keys, u32 count) const {
    u32* const heads = reinterpret_cast<u32*>(arguments.heads);
    const u32 slots = arguments.slots;
    Candidate* const room = take(arguments, count);
    tx_begin();
    Candidate* fresh = room;
    for (u32 i = 0; i < count; ++i) {
      const u32 key = keys[i];
      if (enter(heads + gputm::kernels::candidate_slot(key, slots), key, fresh)) ++fresh;
    }
    tx_commit();
  }
};

/// The same with a software TM
template <typename Stm>
struct EnterWithStm {
  const AprioriArguments& arguments;
  Stm& stm;

  void operator()(const u32* keys, u32 count) const {
    u32* const heads = reinterpret_cast<u32*>(arguments.heads);
    const u32 slots = arguments.slots;
    Candidate* const room = take(arguments, count);
    do {
      stm.begin();
      Candidate* fresh = room;
      for (u32 i = 0; i < count; ++i) {
        const u32 key = keys[i];
        if (enter(stm, heads + gputm::kernels::candidate_slot(key, slots), key, fresh)) ++fresh;
      }
    } while (!stm.commit());
  }
};

/// Each with its slot's lock
struct EnterWithLocks {
  const AprioriArguments& arguments;

  void operator()(const u32* keys, u32 count) const {
    u32* const heads = reinterpret_cast<u32*>(arguments.heads);
    u32* const locks = reinterpret_cast<u32*>(arguments.locks);
    const u32 slots = arguments.slots;
    Candidate* fresh = take(arguments, count);
    critical_begin();
    for (u32 i = 0; i < count; ++i) {
      const u32 key = keys[i], slot = gputm::kernels::candidate_slot(key, slots);
      u32 done = 0;
      while (!done) {
        if (atomic_exchange(locks + slot, 1) == 0) {
          if (enter(heads + slot, key, fresh)) ++fresh;
          store_release(locks + slot, 0);
          done = 1;
        }
        keep_in_loop(done);
      }
    }
    critical_end();
  }
};

/// Passes the keys of a basket's candidates to `enter_all`, at most kMostCandidates at a time.
template <typename Enter>
GPUTM_INLINE void generate(const AprioriArguments& arguments, u32 basket, const Enter& enter_all) {
  const u32* const pairs = reinterpret_cast<const u32*>(arguments.pairs);
  const u32* const baskets = reinterpret_cast<const u32*>(arguments.baskets);
  const u32* const items = reinterpret_cast<const u32*>(arguments.items);
  u32 keys[kMostCandidates], count = 0;
  const u32 end = baskets[basket + 1];
  for (u32 i = baskets[basket]; i < end; ++i) {
    for (u32 j = i + 1; j < end; ++j) {
      if (!frequent(pairs, items[i], items[j])) continue;
      for (u32 k = j + 1; k < end; ++k) {
        if (!frequent(pairs, items[i], items[k]) || !frequent(pairs, items[j], items[k])) continue;
        keys[count++] = gputm::kernels::key_of(items[i], items[j], items[k]);
        if (count == kMostCandidates) {
          enter_all(keys, count);
          count = 0;
        }
      }
    }
  }
  if (count != 0) enter_all(keys, count);
}

template <typename Stm>
GPUTM_INLINE void apriori(const AprioriArguments& arguments, Stm& stm) {
  for (u32 basket = thread_id(); basket < arguments.basket_count; basket += grid_threads())
    generate(arguments, basket, EnterWithStm<Stm>{arguments, stm});
}

}  // namespace

SOFTWARE_TM_KERNELS(apriori, AprioriArguments, 128, 4 * kMostCandidates)

KERNEL void apriori_tm(const AprioriArguments* arguments) {
  for (u32 basket = thread_id(); basket < arguments->basket_count; basket += grid_threads())
    generate(*arguments, basket, EnterInTransaction{*arguments});
}

KERNEL void apriori_lock(const AprioriArguments* arguments) {
  for (u32 basket = thread_id(); basket < arguments->basket_count; basket += grid_threads())
    generate(*arguments, basket, EnterWithLocks{*arguments});
}
