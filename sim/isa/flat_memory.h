// Byte-addressed memory of a bare program, allocated page by page as it is touched.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "isa/instruction.h"

namespace gputm::isa {

class FlatMemory {
 public:
  static constexpr Address kPageBytes = 4096;

  /// Makes [address, address + size) accessible, rounded out to pages; zero until written. size > 0.
  void map(Address address, Address size) {
    ranges_.push_back({address / kPageBytes, (address + (size - 1)) / kPageBytes});
  }

  /// Little-endian value of `bytes` (1..4) bytes at any address; false, with nothing done, when one is not
  /// mapped.
  bool load(Address address, unsigned bytes, Word& value);
  bool store(Address address, unsigned bytes, Word value);

  /// The decoded instruction at `pc` (a multiple of 4), or nullptr when it is not mapped. Later stores do not
  /// show until `forget_code()`.
  const Instruction* fetch(Address pc);
  /// Decodes everything again when it is next fetched (fence.i).
  void forget_code();

 private:
  struct Page {
    std::array<std::uint8_t, kPageBytes> bytes{};
    std::vector<Instruction> code;  // empty until something is fetched from the page
  };
  struct Range {
    Address first_page, last_page;
  };
  Page* page(Address address);
  void decode_page(Page& page);

  std::vector<Range> ranges_;
  std::unordered_map<Address, std::unique_ptr<Page>> pages_;  // by page number
  std::vector<Page*> decoded_;
  // The pages that were used last, since most accesses stay on one.
  Address data_number_ = ~Address{0}, code_number_ = ~Address{0};
  Page* data_page_ = nullptr;
  Page* code_page_ = nullptr;
};

}  // namespace gputm::isa
