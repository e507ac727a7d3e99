// One kernel for many random programs: the operations of each transaction follow from hashes of a seed and of
// the numbers of transaction, operation and thread, so that a program is a few words and needs no
// compilation. interpreter.py computes the same on the host.
#include <gputm.h>

namespace {

/// The words of a program, as written by interpreter.py.
struct Program {
  u32 seed, transactions, operations;
  u32 kinds[2];  ///< kind of operation for each of 16 numbers, four bits each
  u32 hot, stride,
      hot_share;  ///< hot words, distance between them, and accesses to them out of 16
  u32 words;      ///< words of each of the two regions
  u32 flags;
};

enum Flag : u32 {
  kTransactions = 1,   ///< else the transactions are left out
  kUniform = 2,        ///< all threads do the same operations, on different words
  kUneven = 4,         ///< transactions have fewer operations in some threads
  kSometimes = 8,      ///< some threads leave some transactions out
  kAborts = 16,        ///< some transactions abort at their end
  kPhases = 32,        ///< plain accesses to the words of the transactions, between barriers
  kAtomics = 64,       ///< atomics between transactions
  kExchanges = 128,    ///< threads exchange values through shared memory, between barriers
  kSharedFirst = 256,  ///< the first region is in shared memory
  kSharedSecond = 512,
};

enum Kind : u32 {
  kCompute,
  kLoad,
  kStore,
  kAdd,
  kLoadByte,
  kStoreByte,
  kLoadHalf,
  kStoreHalf,
  kReadBack,
  kSkip,
  kRepeat,
  kPrivate,
  kNested,
  kRetry,
  kEither,
  kAtomic,
};

GPUTM_LIBRARY u32 mix(u32 a) {
  a ^= a >> 16;
  a *= 0x7feb352du;
  a ^= a >> 15;
  a *= 0x846ca68bu;
  a ^= a >> 16;
  return a;
}

/// 0..bound-1, from the upper bits of a hash.
GPUTM_LIBRARY u32 below(u32 hash, u32 bound) {
  return static_cast<u32>(static_cast<u64>(hash) * bound >> 32);
}

/// Values of memory that the compiler must not load again, especially in a transaction.
GPUTM_LIBRARY u32 kept(u32 value) {
  asm volatile("" : "+r"(value));
  return value;
}

GPUTM_LIBRARY u32 cycle() {
  u32 value;
  asm volatile("csrr %0, cycle" : "=r"(value));
  return value;
}

struct Thread {
  Program program;
  volatile u32* regions[2];
  volatile u32 own[8];  ///< private memory

  u32 id;

  volatile u32* word(u32 hash) const {
    const u32 scaled = hash * 0x9e3779b1u;
    const u32 at = (hash >> 8 & 15) < program.hot_share ? below(scaled, program.hot) * program.stride
                                                        : below(scaled, program.words);
    return regions[hash >> 12 & 1] + at;
  }

  /// The operations of a transaction, which transform `a`; returns the result.
  u32 transaction(u32 base, u32 operations, u32 a) {
    u32 depth = 0, repeats = 2;
    for (u32 i = 0; i < operations; ++i) {
      const u32 hash = mix(base + i * 0x632be5abu + repeats);
      const u32 kind = program.kinds[hash >> 3 & 1] >> ((hash & 7) * 4) & 15;
      const u32 place = program.flags & kUniform ? mix(hash ^ id) : hash;
      volatile u32* const at = word(place);
      volatile u8* const byte = reinterpret_cast<volatile u8*>(at) + (place >> 13 & 3);
      volatile u16* const half = reinterpret_cast<volatile u16*>(at) + (place >> 13 & 1);
      switch (kind) {
        case kCompute:
          a = a * 5 + hash;
          break;
        case kLoad:
          a = a * 31 + *at;
          break;
        case kStore:
          *at = a ^ hash;
          break;
        case kAdd:
          *at = *at + hash;
          break;
        case kLoadByte:
          a = a * 31 + *byte;
          break;
        case kStoreByte:
          *byte = static_cast<u8>(a ^ hash >> 16);
          break;
        case kLoadHalf:
          a = a * 31 + *half;
          break;
        case kStoreHalf:
          *half = static_cast<u16>(a ^ hash >> 16);
          break;
        case kReadBack:
          *at = a;
          *byte = static_cast<u8>(hash >> 16);
          a = a * 31 + *at;
          break;
        case kSkip:
          if (a & 1) ++i;
          break;
        case kRepeat:
          if (repeats != 0) {
            --repeats;
            i -= i < (hash >> 13 & 3) ? i : hash >> 13 & 3;
          }
          break;
        case kPrivate:
          own[hash >> 13 & 7] = own[hash >> 13 & 7] ^ a;
          a = a * 31 + own[hash >> 16 & 7];
          break;
        case kNested:
          if (depth != 0 && (hash >> 13 & 1)) {
            --depth;
            tx_commit();
          } else {
            ++depth;
            tx_begin();
          }
          break;
        case kRetry:
          if ((mix(cycle()) & 7) == 0) tx_retry();
          break;
        case kEither:
          if (a & 2) {
            a = a * 31 + *at;
          } else {
            *word(mix(hash ^ a)) = a;
          }
          break;
        case kAtomic:
          a = a * 31 + __atomic_fetch_add(at, hash, __ATOMIC_RELAXED);
          break;
      }
    }
    while (depth != 0) {
      --depth;
      tx_commit();
    }
    return a;
  }
};

/// The result of the atomics does not depend on their order; the returned values for the first word do, and
/// are all different.
GPUTM_LIBRARY u32 atomics(u32* words, u32 hash) {
  const u32 ticket = atomic_add(&words[0], 1);
  switch (hash & 7) {
    case 0:
      atomic_xor(&words[1], hash);
      break;
    case 1:
      atomic_max(&words[2], hash);
      break;
    case 2:
      atomic_add(reinterpret_cast<u8*>(&words[3]) + (hash >> 8 & 3), 1);
      break;
    case 3:
      atomic_add(reinterpret_cast<u16*>(&words[4]) + (hash >> 8 & 1), static_cast<u16>(hash >> 16));
      break;
    case 4:
      atomic_add(reinterpret_cast<f32*>(&words[5]), 1.0f);
      break;
    case 5:
      atomic_update(&words[6], [=](u32 old) { return old * 3 + 1; });
      break;
    case 6:
      atomic_min(reinterpret_cast<i32*>(&words[7]), static_cast<i32>(hash));
      break;
    default:
      atomic_or(&words[8], 1u << (hash >> 8 & 31));
      break;
  }
  return ticket;
}

}  // namespace

/// `out` has the addresses of the regions, then each thread's value after each transaction; `tickets` the
/// values returned by its atomics; `finals` gets the contents of shared memory.
KERNEL void interpret(const u32* words, u32* global, u32* atomic_words, u32* out, u32* tickets, u32* finals) {
  const auto* const given = reinterpret_cast<const Program*>(words);
  Thread thread;
  Program& program = thread.program;
  program.seed = kept(given->seed);
  program.transactions = kept(given->transactions);
  program.operations = kept(given->operations);
  program.kinds[0] = kept(given->kinds[0]);
  program.kinds[1] = kept(given->kinds[1]);
  program.hot = kept(given->hot);
  program.stride = kept(given->stride);
  program.hot_share = kept(given->hot_share);
  program.words = kept(given->words);
  program.flags = kept(given->flags);
  const u32 id = thread.id = thread_id(), inside = thread_in_block(), block = block_size();
  u32* const shared = dynamic_shared<u32>();
  u32* next_shared = shared;
  thread.regions[0] = program.flags & kSharedFirst ? shared : global;
  if (program.flags & kSharedFirst) next_shared += program.words;
  thread.regions[1] = program.flags & kSharedSecond ? next_shared : global + program.words;
  if (program.flags & kSharedSecond) next_shared += program.words;
  for (u32 i = 0; i < 8; ++i) thread.own[i] = id + i;
  if (id == 0) {
    out[0] = reinterpret_cast<u32>(global);
    out[1] = reinterpret_cast<u32>(shared);
  }
  u32 a = mix(program.seed + id);
  for (u32 t = 0; t < program.transactions; ++t) {
    const u32 all = mix(program.seed ^ t * 0x85ebca6bu);
    const u32 mine = mix(all + id * 0x9e3779b1u + 1);
    const u32 base = program.flags & kUniform ? all : mine;
    const u32 operations = program.flags & kUneven ? below(mine, program.operations + 1) : program.operations;
    const bool leaves_out = (program.flags & kSometimes) && (mine & 3) == 0;
    if ((program.flags & kTransactions) && !leaves_out) {
      if (program.flags & kAborts) {
        if (tx_try_begin()) {
          const u32 made = thread.transaction(base, operations, a);
          if ((mine >> 4 & 3) == 0) tx_abort();
          tx_commit();
          a = made;
        } else {
          a = a * 5 + 1;
        }
      } else {
        tx_begin();
        a = thread.transaction(base, operations, a);
        tx_commit();
      }
    }
    if (program.flags & kAtomics) tickets[t * grid_threads() + id] = atomics(atomic_words, mine);
    if (program.flags & kExchanges) {
      next_shared[inside] = a;
      barrier();
      a = a * 31 + next_shared[(inside + 1 + (all & 31)) % block];
    }
    if (program.flags & (kExchanges | kPhases)) barrier();
    if (program.flags & kPhases) {
      a = a * 31 + *thread.word(mine ^ 0x5bd1e995u);
      barrier();
      // Each word is stored to by one thread.
      for (u32 region = 0; region < 2; ++region) {
        for (u32 i = inside; i < program.words; i += block) {
          if ((mix(all + i) & 3) == 0) thread.regions[region][i] = thread.regions[region][i] + a;
        }
      }
      barrier();
    }
    out[2 + t * grid_threads() + id] = a;
  }
  if (program.flags & (kSharedFirst | kSharedSecond)) {
    barrier();
    const u32 count = static_cast<u32>(next_shared - shared);
    for (u32 i = inside; i < count; i += block) finals[block_id() * count + i] = shared[i];
  }
}
