#include "tm/shadow_memory.h"

namespace gputm::tm {

ShadowMemory::ShadowMemory(const memory::BackingStore& initial, std::uint64_t end) : end_(end) {
  initial.for_each_page(end_, [&](Address base) {
    if (std::memcmp(initial.bytes(base), kZeros.data(), sizeof kZeros) == 0) return;
    std::memcpy(allocate(base >> kPageBits).values.data(), initial.bytes(base), sizeof kZeros);
  });
}

const Writer* ShadowMemory::writer(Address address) const {
  const Page* const p = find(address);
  if (!p || !p->writers) return nullptr;
  const Writer& writer = (*p->writers)[index_of(address)];
  return writer.thread == Writer::kNone ? nullptr : &writer;
}

const PlainWriter* ShadowMemory::plain_writer(Address address) const {
  const Page* const p = find(address);
  return p ? plain_writer(*p, index_of(address)) : nullptr;
}

const ShadowMemory::Page* ShadowMemory::find(Address address) const {
  const std::uint32_t number = address >> kPageBits;
  const Table* const table = tables_[number / kTablePages].get();
  return table ? (*table)[number % kTablePages].get() : nullptr;
}

ShadowMemory::Page& ShadowMemory::allocate(std::uint32_t page_number) {
  auto& table = tables_[page_number / kTablePages];
  if (!table) table = std::make_unique<Table>();
  auto& page = (*table)[page_number % kTablePages];
  page = std::make_unique<Page>();
  return *page;
}

void ShadowMemory::allocate_writers(Page& page) {
  page.writers = std::make_unique<std::array<Writer, kPageWords>>();
}

void ShadowMemory::allocate_plain_writers(Page& page) {
  page.plain_writers = std::make_unique<std::array<PlainWriter, kPageWords>>();
}

}  // namespace gputm::tm
