// Byte-addressed memory of a bare program, allocated by page at the first touch.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "isa/instruction.h"
#include "isa/xlen.h"

namespace gputm::isa {

class FlatMemory {
 public:
  static constexpr Address kPageBytes = 4096;

  /// For a program of this width.
  explicit FlatMemory(Xlen xlen) : xlen_(xlen) {}

  /// Makes [address, address + size) accessible, rounded out to pages; initially zero. size > 0.
  void map(Address address, Address size) {
    ranges_.push_back({address / kPageBytes, (address + (size - 1)) / kPageBytes});
  }

  /// Little-endian value of `bytes` (1..8) bytes at any address; false, without effects, if a byte is not
  /// mapped.
  bool load(Address address, unsigned bytes, Wide& value);
  bool store(Address address, unsigned bytes, Wide value);

  /// Decoded instruction at `pc` (a multiple of 4), or nullptr if it is not mapped. Later stores take effect
  /// after `forget_code()`.
  const Instruction* fetch(Address pc);
  /// Drops decoded code, so that it is decoded again at the next fetch (fence.i).
  void forget_code();

 private:
  struct Page {
    std::array<std::uint8_t, kPageBytes> bytes{};
    std::vector<Instruction> code;  // empty until the first fetch from the page
  };
  struct Range {
    Address first_page, last_page;
  };
  Page* page(Address address);
  void decode_page(Page& page);

  Xlen xlen_;
  std::vector<Range> ranges_;
  std::unordered_map<Address, std::unique_ptr<Page>> pages_;  // by page number
  std::vector<Page*> decoded_;
  // Most recently used pages, since most accesses stay on one.
  Address data_number_ = ~Address{0}, code_number_ = ~Address{0};
  Page* data_page_ = nullptr;
  Page* code_page_ = nullptr;
};

}  // namespace gputm::isa
