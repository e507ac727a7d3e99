// Random kernels: a word per thread is transformed by random arithmetic under random control flow, structured
// or not.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/seed.h"
#include "isa/program.h"
#include "sim/isa/encode.h"
#include "sim/isa/random_program.h"

namespace gputm::tb {

/// Generates kernels named "kernel"; their arguments are two arrays with a word per thread, the second for
/// the result. A thread's path depends on its word alone, and ends: backward branches use up fuel. Kernels
/// that synchronise begin and commit transactions and wait at barriers at random places, as each thread's own
/// state allows it; transactions count in the word that is their third argument.
class RandomKernel {
 public:
  explicit RandomKernel(Rng& rng, bool synchronises = false) : rng_(rng), synchronises_(synchronises) {}

  /// Ifs with and without else, and loops, nested.
  isa::Program structured() {
    return assemble([&] { sequence(0); });
  }
  /// Blocks that branch to any other, including into and out of the middle of loops.
  isa::Program unstructured() {
    return assemble([&] {
      const std::size_t blocks = 3 + below(rng_, 12);
      std::vector<std::size_t> starts;
      std::vector<std::pair<std::size_t, std::size_t>> jumps;  // where the branch is, and its block
      std::vector<std::size_t> exits;
      for (std::size_t block = 0; block < blocks; ++block) {
        starts.push_back(code_.size());
        arithmetic();
        code_.push_back(addi(kFuel, kFuel, -1));
        exits.push_back(code_.size());
        code_.push_back(0);
        for (std::size_t branches = below(rng_, 3); branches != 0; --branches) {
          jumps.push_back({code_.size(), below(rng_, blocks)});
          code_.push_back(0);
        }
      }
      for (const std::size_t place : exits)
        code_[place] = branch(kBge, 0, kFuel, distance(place, code_.size()));
      for (const auto& [place, block] : jumps) code_[place] = random_branch(distance(place, starts[block]));
    });
  }

 private:
  static constexpr Address kBase = 0x80000000;
  static constexpr Word kA0 = 10, kOut = 11, kFuel = 12, kIn = 13, kFirstData = 14, kData = 4;
  static constexpr Word kBge = 5;
  static constexpr Word kOpen = 20, kCounter = 21, kCount = 22;  // in a transaction; word's address; count
  static constexpr Word kBeq = 0, kBne = 1;
  static constexpr Word kThreadId = 0xf14;

  template <typename Body>
  isa::Program assemble(Body body) {
    // Start-up code like that of compiled kernels: call the kernel in a1 with its arguments in a0, then end
    // the thread.
    code_ = {jalr(1, 6, 0), addi(10, 0, 0), addi(17, 0, 93), kEcall};
    const auto kernel = static_cast<Address>(kBase + 4 * code_.size());
    const std::size_t start = code_.size();
    for (const Word word :
         {i_type(0x03, 2, kIn, kA0, 0), i_type(0x03, 2, kOut, kA0, 4), csr(2, 5, 0, kThreadId),
          i_type(0x03, 2, kCounter, kA0, 8), addi(kOpen, 0, 0), i_type(0x13, 1, 5, 5, 2),
          r_type(0x33, 0, 0, kIn, kIn, 5), r_type(0x33, 0, 0, kOut, kOut, 5),
          i_type(0x03, 2, kFirstData, kIn, 0), addi(kFuel, 0, kFuelOfAThread)}) {
      code_.push_back(word);
    }
    for (Word data = 1; data < kData; ++data)
      load_immediate(code_, kFirstData + data, interesting_word(rng_));
    body();
    if (synchronises_) commit();
    for (Word data = 1; data < kData; ++data) {
      code_.push_back(r_type(0x33, 0, 0, kFirstData, kFirstData, kFirstData + data));
    }
    code_.push_back(s_type(0x23, 2, kOut, kFirstData, 0));
    code_.push_back(kRet);
    ElfBuilder elf;
    elf.entry = kBase;
    elf.add_code(kBase, code_);
    elf.symbols.push_back({"_start", kBase, static_cast<Address>(4 * start)});
    elf.symbols.push_back({"kernel", kernel, static_cast<Address>(4 * (code_.size() - start))});
    return isa::Program::parse(elf.build(), "random kernel", isa::Program::Analysis::kKernels);
  }

  void sequence(unsigned depth) {
    for (std::size_t parts = 1 + below(rng_, 2); parts != 0; --parts) {
      arithmetic();
      if (depth == kDepth) continue;
      switch (below(rng_, 4)) {
        case 0:
          if_then_else(depth, false);
          break;
        case 1:
          if_then_else(depth, true);
          break;
        default:
          loop(depth);
      }
    }
  }
  void if_then_else(unsigned depth, bool with_else) {
    const std::size_t condition = hole();
    sequence(depth + 1);
    if (with_else) {
      const std::size_t end = hole();
      code_[condition] = random_branch(distance(condition, code_.size()));
      sequence(depth + 1);
      code_[end] = jal(0, distance(end, code_.size()));
    } else {
      code_[condition] = random_branch(distance(condition, code_.size()));
    }
  }
  /// do { ...; if (...) break; ... } while (...)
  void loop(unsigned depth) {
    const std::size_t top = code_.size();
    sequence(depth + 1);
    const std::size_t early = hole();
    arithmetic();
    code_.push_back(addi(kFuel, kFuel, -1));
    const std::size_t out_of_fuel = hole();
    code_.push_back(random_branch(distance(code_.size(), top)));
    code_[early] = random_branch(distance(early, code_.size()));
    code_[out_of_fuel] = branch(kBge, 0, kFuel, distance(out_of_fuel, code_.size()));
  }
  void arithmetic() {
    const auto data = [&] { return kFirstData + static_cast<Word>(below(rng_, kData)); };
    for (std::size_t count = 1 + below(rng_, 4); count != 0; --count) {
      code_.push_back(random_integer(rng_, data, data));
    }
    if (synchronises_) synchronise();
  }
  void synchronise() {
    switch (below(rng_, 12)) {
      case 0:
        code_.insert(code_.end(), {branch(kBne, kOpen, 0, 12), kTxBegin, addi(kOpen, 0, 1)});
        break;
      case 1:
        commit();
        break;
      case 2:
        code_.insert(code_.end(), {branch(kBne, kOpen, 0, 8), kBarrier});
        break;
      case 3:
        code_.insert(code_.end(), {branch(kBeq, kOpen, 0, 16), i_type(0x03, 2, kCount, kCounter, 0),
                                   addi(kCount, kCount, 1), s_type(0x23, 2, kCounter, kCount, 0)});
        break;
      default:
        break;
    }
  }
  void commit() { code_.insert(code_.end(), {branch(kBeq, kOpen, 0, 12), addi(kOpen, 0, 0), kTxCommit}); }
  Word random_branch(std::int32_t offset) {
    static constexpr Word kConditions[] = {0, 1, 4, 5, 6, 7};
    const auto data = [&] { return kFirstData + static_cast<Word>(below(rng_, kData)); };
    return branch(kConditions[below(rng_, 6)], data(), data(), offset);
  }
  std::size_t hole() {
    code_.push_back(0);
    return code_.size() - 1;
  }
  static std::int32_t distance(std::size_t from, std::size_t to) {
    return 4 * (static_cast<std::int32_t>(to) - static_cast<std::int32_t>(from));
  }

  static constexpr unsigned kDepth = 3;  // maximum nesting: branches reach 4 kB
  static constexpr std::int32_t kFuelOfAThread = 60;

  Rng& rng_;
  bool synchronises_;
  std::vector<Word> code_;
};

}  // namespace gputm::tb
