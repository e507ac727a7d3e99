#include "workloads.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "base/rng.h"

namespace gputm::tb::wavefronts {
namespace {

constexpr unsigned kPaperWorkItems = 256;

Word below(Rng& rng, Word bound) { return static_cast<Word>(rng() % bound); }

unsigned log2(unsigned power) { return static_cast<unsigned>(std::countr_zero(power)); }

/// Hash table: each work-item puts its number into table (number mod `tables`), one probe per transaction.
/// Bucket b of table t is word b * tables + t.
Workload hash_table(unsigned tables, unsigned work_items) {
  enum : std::uint8_t { kId, kAddress, kSearching, kBucket, kEmpty };
  ProgramBuilder b;
  b.work_item(kId);
  b.alui(Opcode::kRemainder, kAddress, kId, tables);
  b.alui(Opcode::kShiftLeft, kAddress, kAddress, 2);
  b.alui(Opcode::kAdd, kId, kId, 1);  // 0 is an empty bucket
  b.immediate(kSearching, 1);
  b.loop();
  b.continue_if(kSearching);
  b.begin();
  b.load(kBucket, kAddress, 0);
  b.alui(Opcode::kEqual, kEmpty, kBucket, 0);
  b.if_nonzero(kEmpty);
  b.store(kAddress, 0, kId);
  b.immediate(kSearching, 0);
  b.end_if();
  b.commit();
  b.alui(Opcode::kAdd, kAddress, kAddress, 4 * tables);
  b.end_loop();

  Workload w;
  w.program.code = b.finish();
  w.memory.resize(work_items);
  w.check = [tables, work_items](const std::vector<Word>& memory) -> std::string {
    std::vector<bool> seen(work_items);
    for (unsigned word = 0; word < work_items; ++word) {
      const Word id = memory[word] - 1;
      if (id >= work_items || seen[id])
        return "bucket " + std::to_string(word) + " is empty or repeats a number";
      if (id % tables != word % tables) return "work-item " + std::to_string(id) + " is in the wrong table";
      seen[id] = true;
    }
    return "pass";
  };
  return w;
}

constexpr unsigned kDimensions = 3;  // dimensions of the points in KM

/// Every work-item finds the centre nearest to its point, and adds its point to the centre's sums.
std::vector<Instruction> k_means_code(unsigned centres, const tm::LdsSizes& sizes) {
  enum : std::uint8_t {
    kPoint,
    kCentre = 3,
    kBest,
    kBestDistance,
    kDistance,
    kCoordinate,
    kMore,
    kIndex,
    kAddress,
    kZero
  };
  ProgramBuilder b;
  b.immediate(kZero, 0);
  for (std::uint8_t d = 0; d < kDimensions; ++d) b.input(kPoint + d, kZero, d);
  b.immediate(kCentre, 0);
  b.immediate(kBestDistance, std::numeric_limits<Word>::max());
  b.immediate(kIndex, 0);
  b.alui(Opcode::kLess, kMore, kCentre, centres);
  b.loop();
  b.continue_if(kMore);
  b.immediate(kDistance, 0);
  for (std::uint8_t d = 0; d < kDimensions; ++d) {
    b.table(kCoordinate, kIndex, d);
    b.alu(Opcode::kSub, kCoordinate, kCoordinate, kPoint + d);
    b.alu(Opcode::kMul, kCoordinate, kCoordinate, kCoordinate);
    b.alu(Opcode::kAdd, kDistance, kDistance, kCoordinate);
  }
  b.alu(Opcode::kLess, kCoordinate, kDistance, kBestDistance);
  b.alu(Opcode::kOr, kMore, kCoordinate, kZero);
  b.alu(Opcode::kSelect, kMore, kCentre, kBest);
  b.alu(Opcode::kOr, kBest, kMore, kZero);
  b.alu(Opcode::kSelect, kCoordinate, kDistance, kBestDistance);
  b.alu(Opcode::kOr, kBestDistance, kCoordinate, kZero);
  b.alui(Opcode::kAdd, kCentre, kCentre, 1);
  b.alui(Opcode::kAdd, kIndex, kIndex, kDimensions);
  b.alui(Opcode::kLess, kMore, kCentre, centres);
  b.end_loop();
  // The words of a centre are in rows of one bank.
  b.alui(Opcode::kAnd, kAddress, kBest, sizes.banks - 1);
  b.alui(Opcode::kShiftLeft, kAddress, kAddress, 2);
  b.alui(Opcode::kShiftRight, kIndex, kBest, log2(sizes.banks));
  b.alui(Opcode::kMul, kIndex, kIndex, kDimensions * sizes.row_bytes());
  b.alu(Opcode::kAdd, kAddress, kAddress, kIndex);
  b.begin();
  for (std::uint8_t d = 0; d < kDimensions; ++d) {
    b.load(kCoordinate, kAddress, d * sizes.row_bytes());
    b.alu(Opcode::kAdd, kCoordinate, kCoordinate, kPoint + d);
    b.store(kAddress, d * sizes.row_bytes(), kCoordinate);
  }
  b.commit();
  return b.finish();
}

/// Sums for any order of the transactions.
std::vector<Word> k_means_sums(const Program& program, unsigned centres, unsigned work_items, unsigned banks,
                               std::size_t words) {
  std::vector<Word> sums(words);
  for (unsigned item = 0; item < work_items; ++item) {
    unsigned best = 0;
    Word best_distance = std::numeric_limits<Word>::max();
    for (unsigned c = 0; c < centres; ++c) {
      Word distance = 0;
      for (unsigned d = 0; d < kDimensions; ++d) {
        const Word delta = program.table[c * kDimensions + d] - program.input[item * kDimensions + d];
        distance += delta * delta;
      }
      if (distance < best_distance) {
        best = c;
        best_distance = distance;
      }
    }
    for (unsigned d = 0; d < kDimensions; ++d) {
      sums[(best / banks * kDimensions + d) * banks + best % banks] += program.input[item * kDimensions + d];
    }
  }
  return sums;
}

/// K-means: each work-item adds its point to the sums of the nearest of `centres` centres, in one transaction
/// of three words in one bank. The nearest centre is determined outside of the transaction.
Workload k_means(unsigned centres, unsigned work_items, const tm::LdsSizes& sizes, std::uint64_t seed) {
  Rng rng(seed);
  Workload w;
  w.program.inputs_a_work_item = kDimensions;
  for (unsigned i = 0; i < work_items * kDimensions; ++i) w.program.input.push_back(below(rng, 256));
  for (unsigned i = 0; i < centres * kDimensions; ++i) w.program.table.push_back(below(rng, 256));
  w.program.code = k_means_code(centres, sizes);
  const unsigned rows = (centres + sizes.banks - 1) / sizes.banks * kDimensions;
  w.memory.resize(std::size_t{rows} * sizes.banks);
  w.check = [expected = k_means_sums(w.program, centres, work_items, sizes.banks, w.memory.size())](
                const std::vector<Word>& memory) -> std::string {
    return memory == expected ? "pass" : "the sums of a centre are wrong";
  };
  return w;
}

/// In each round a work-item takes two solutions and replaces half of the worse one's bits by the better
/// one's.
std::vector<Instruction> genetic_code(unsigned rounds) {
  constexpr std::array<Word, 8> kWeights = {3, 5, 7, 11, 13, 17, 19, 23};
  constexpr Word kCapacity = 49;
  enum : std::uint8_t {
    kFirst,
    kSecond,
    kA,
    kB,
    kFitnessA,
    kFitnessB,
    kBit,
    kRound,
    kMore,
    kIndex,
    kMixed,
    kZero
  };
  ProgramBuilder b;
  // Distance of a solution's weight from the capacity
  const auto fitness = [&](std::uint8_t result, std::uint8_t solution) {
    b.immediate(result, 0);
    for (Word object = 0; object < kWeights.size(); ++object) {
      b.alui(Opcode::kShiftRight, kBit, solution, object);
      b.alui(Opcode::kAnd, kBit, kBit, 1);
      b.alui(Opcode::kMul, kBit, kBit, kWeights[object]);
      b.alu(Opcode::kAdd, result, result, kBit);
    }
    b.alui(Opcode::kSub, result, result, kCapacity);
    b.alu(Opcode::kMul, result, result, result);
  };
  b.immediate(kZero, 0);
  b.immediate(kRound, 0);
  b.immediate(kMore, 1);
  b.loop();
  b.continue_if(kMore);
  b.alui(Opcode::kShiftLeft, kIndex, kRound, 1);
  b.input(kFirst, kIndex, 0);
  b.input(kSecond, kIndex, 1);
  b.begin();
  b.load(kA, kFirst, 0);
  b.load(kB, kSecond, 0);
  fitness(kFitnessA, kA);
  fitness(kFitnessB, kB);
  b.alu(Opcode::kLess, kBit, kFitnessA, kFitnessB);  // a is the better one
  b.if_nonzero(kBit);
  b.alui(Opcode::kAnd, kMixed, kA, 0x0f);
  b.alui(Opcode::kAnd, kB, kB, 0xf0);
  b.alu(Opcode::kOr, kB, kB, kMixed);
  b.otherwise();
  b.alui(Opcode::kAnd, kMixed, kB, 0xf0);
  b.alui(Opcode::kAnd, kA, kA, 0x0f);
  b.alu(Opcode::kOr, kA, kA, kMixed);
  b.end_if();
  b.store(kFirst, 0, kA);
  b.store(kSecond, 0, kB);
  b.commit();
  b.alui(Opcode::kAdd, kRound, kRound, 1);
  b.alui(Opcode::kLess, kMore, kRound, rounds);
  b.end_loop();
  return b.finish();
}

/// Genetic algorithm for the knapsack problem: each work-item picks two of `solutions` solutions at random,
/// `rounds` times, and makes the worse one more similar to the better one.
Workload genetic(unsigned solutions, unsigned work_items, unsigned rounds, std::uint64_t seed) {
  Rng rng(seed);
  Workload w;
  w.program.inputs_a_work_item = 2 * rounds;
  for (unsigned i = 0; i < work_items * rounds; ++i) {
    const Word first = below(rng, solutions);
    w.program.input.push_back(4 * first);
    w.program.input.push_back(4 * ((first + 1 + below(rng, solutions - 1)) % solutions));
  }
  w.program.code = genetic_code(rounds);
  for (unsigned i = 0; i < solutions; ++i) w.memory.push_back(below(rng, 256));
  // The result depends on the order of the transactions; the driver compares it with their replay.
  w.check = [](const std::vector<Word>& memory) -> std::string {
    return std::all_of(memory.begin(), memory.end(), [](Word s) { return s < 256; })
               ? "pass"
               : "a solution has more than 8 bits";
  };
  return w;
}

/// Each work-item reads `reads` of `words` words at random, and one transaction in 8 increments the last of
/// them.
Workload read_mostly(unsigned words, unsigned work_items, unsigned reads, unsigned rounds,
                     std::uint64_t seed) {
  enum : std::uint8_t { kAddress, kValue, kSum, kWrites, kRound, kMore, kIndex, kOne };
  Rng rng(seed);
  Workload w;
  w.program.inputs_a_work_item = rounds * (reads + 1);
  Word writers = 0;
  for (unsigned i = 0; i < work_items * rounds; ++i) {
    for (unsigned r = 0; r < reads; ++r) w.program.input.push_back(4 * below(rng, words));
    const Word writes = below(rng, 8) == 0 ? 1 : 0;
    writers += writes;
    w.program.input.push_back(writes);
  }

  ProgramBuilder b;
  b.immediate(kOne, 1);
  b.immediate(kRound, 0);
  b.immediate(kMore, 1);
  b.immediate(kIndex, 0);
  b.loop();
  b.continue_if(kMore);
  b.input(kWrites, kIndex, reads);
  b.begin();
  b.immediate(kSum, 0);
  for (unsigned r = 0; r < reads; ++r) {
    b.input(kAddress, kIndex, r);
    b.load(kValue, kAddress, 0);
    b.alu(Opcode::kAdd, kSum, kSum, kValue);
  }
  b.if_nonzero(kWrites);
  b.alu(Opcode::kAdd, kValue, kValue, kOne);
  b.store(kAddress, 0, kValue);
  b.end_if();
  b.commit();
  b.alui(Opcode::kAdd, kIndex, kIndex, reads + 1);
  b.alui(Opcode::kAdd, kRound, kRound, 1);
  b.alui(Opcode::kLess, kMore, kRound, rounds);
  b.end_loop();
  w.program.code = b.finish();
  w.memory.resize(words);
  w.check = [writers](const std::vector<Word>& memory) -> std::string {
    Word sum = 0;
    for (const Word word : memory) sum += word;
    return sum == writers ? "pass"
                          : "lost updates: " + std::to_string(sum) + " of " + std::to_string(writers);
  };
  return w;
}

}  // namespace

Workload make_workload(const std::string& name, const tm::LdsSizes& sizes, std::uint64_t seed) {
  const std::string kind = name.substr(0, 2);
  const auto size = static_cast<unsigned>(std::stoul(name.substr(2)));
  const unsigned work_items = sizes.group_wavefronts() * sizes.lanes;
  if (kind == "ht") return hash_table(size, work_items);
  if (kind == "km") return k_means(size, work_items, sizes, seed);
  if (kind == "ga") return genetic(size, work_items, 4, seed);
  if (kind == "rm") return read_mostly(size, work_items, 8, 4, seed);
  throw Error("no workload " + name);
}

std::vector<std::string> workload_names() {
  std::vector<std::string> names;
  for (const char* kind : {"ht", "km", "ga"}) {
    for (unsigned size = 2; size <= kPaperWorkItems; size *= 2) names.push_back(kind + std::to_string(size));
  }
  for (const unsigned size : {64u, 256u, 1024u}) names.push_back("rm" + std::to_string(size));
  return names;
}

}  // namespace gputm::tb::wavefronts
