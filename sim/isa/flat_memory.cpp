#include "isa/flat_memory.h"

#include <algorithm>
#include <cstring>

#include "isa/decode.h"

namespace gputm::isa {

FlatMemory::Page* FlatMemory::page(Address address) {
  const Address number = address / kPageBytes;
  const auto found = pages_.find(number);
  if (found != pages_.end()) return found->second.get();
  const bool mapped = std::any_of(ranges_.begin(), ranges_.end(), [number](const Range& range) {
    return range.first_page <= number && number <= range.last_page;
  });
  if (!mapped) return nullptr;
  return pages_.emplace(number, std::make_unique<Page>()).first->second.get();
}

bool FlatMemory::load(Address address, unsigned bytes, Wide& value) {
  const Address offset = address % kPageBytes;
  if (offset + bytes > kPageBytes) {  // on two pages: byte by byte
    Wide result = 0;
    for (unsigned i = 0; i < bytes; ++i) {
      Wide byte = 0;
      if (!load(address + i, 1, byte)) return false;
      result |= byte << 8 * i;
    }
    value = result;
    return true;
  }
  if (address / kPageBytes != data_number_ || data_page_ == nullptr) {
    data_page_ = page(address);
    data_number_ = address / kPageBytes;
    if (data_page_ == nullptr) return false;
  }
  value = 0;
  std::memcpy(&value, &data_page_->bytes[offset], bytes);
  return true;
}

bool FlatMemory::store(Address address, unsigned bytes, Wide value) {
  const Address offset = address % kPageBytes;
  if (offset + bytes > kPageBytes) {
    if (page(address) == nullptr || page(address + bytes - 1) == nullptr) return false;
    for (unsigned i = 0; i < bytes; ++i) store(address + i, 1, value >> 8 * i);
    return true;
  }
  if (address / kPageBytes != data_number_ || data_page_ == nullptr) {
    data_page_ = page(address);
    data_number_ = address / kPageBytes;
    if (data_page_ == nullptr) return false;
  }
  std::memcpy(&data_page_->bytes[offset], &value, bytes);
  return true;
}

const Instruction* FlatMemory::fetch(Address pc) {
  if (pc / kPageBytes != code_number_ || code_page_ == nullptr) {
    code_page_ = page(pc);
    code_number_ = pc / kPageBytes;
    if (code_page_ == nullptr) return nullptr;
  }
  if (code_page_->code.empty()) decode_page(*code_page_);
  return &code_page_->code[pc % kPageBytes / 4];
}

void FlatMemory::decode_page(Page& page) {
  page.code.reserve(kPageBytes / 4);
  for (Address offset = 0; offset < kPageBytes; offset += 4) {
    Word raw;
    std::memcpy(&raw, &page.bytes[offset], 4);
    page.code.push_back(decode(raw, xlen_));
  }
  decoded_.push_back(&page);
}

void FlatMemory::forget_code() {
  for (Page* page : decoded_) page->code.clear();
  decoded_.clear();
}

}  // namespace gputm::isa
