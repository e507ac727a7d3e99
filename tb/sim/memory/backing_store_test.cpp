#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "memory/backing_store.h"

namespace gputm::memory {
namespace {

TEST(BackingStore, StartsAsZeroAndKeepsWhatIsWrittenAcrossTheWholeAddressSpace) {
  BackingStore memory;
  for (const Address address : {0u, 0x1000u, 0x7ffffffcu, 0x80000000u, 0xfffffffcu}) {
    EXPECT_EQ(memory.word(address), 0u);
    memory.word(address) = ~address;
  }
  for (const Address address : {0u, 0x1000u, 0x7ffffffcu, 0x80000000u, 0xfffffffcu})
    EXPECT_EQ(memory.word(address), ~address);
}

TEST(BackingStore, CopiesBytesLittleEndian) {
  BackingStore memory;
  const std::array<std::byte, 6> in{std::byte{1}, std::byte{2}, std::byte{3},
                                    std::byte{4}, std::byte{5}, std::byte{6}};
  memory.write(0x2002, in);
  EXPECT_EQ(memory.word(0x2000), 0x02010000u);
  EXPECT_EQ(memory.word(0x2004), 0x06050403u);
  std::array<std::byte, 6> out{};
  memory.read(0x2002, out);
  EXPECT_EQ(in, out);
  EXPECT_EQ(*memory.bytes(0x2007), std::byte{6});
}

TEST(BackingStore, OnlyMappedPagesAreAccessible) {
  BackingStore memory;
  EXPECT_FALSE(memory.accessible(0x3000, 4));
  memory.map(0x3ffc, 8);  // the ends of two pages
  EXPECT_TRUE(memory.accessible(0x3000, 4));
  EXPECT_TRUE(memory.accessible(0x3ffe, 4));
  EXPECT_TRUE(memory.accessible(0x4ffc, 4));
  EXPECT_FALSE(memory.accessible(0x4ffd, 4)) << "crosses into an unmapped page";
  EXPECT_FALSE(memory.accessible(0x2fff, 2));
  memory.map(0x5000, 0);
  EXPECT_FALSE(memory.accessible(0x5000, 1));
}

TEST(BackingStore, VisitsAccessiblePagesBelowAnEnd) {
  BackingStore memory;
  const auto pages = [&](std::uint64_t end) {
    std::vector<Address> found;
    memory.for_each_page(end, [&](Address page) { found.push_back(page); });
    return found;
  };
  EXPECT_TRUE(pages(std::uint64_t{1} << 32).empty());
  memory.map(0x3ffc, 8);
  memory.map(0x40000, 1);  // the first page of the next 64
  memory.map(0xfffff000, 4096);
  EXPECT_EQ(pages(std::uint64_t{1} << 32), (std::vector<Address>{0x3000, 0x4000, 0x40000, 0xfffff000}));
  EXPECT_EQ(pages(0xfffff000), (std::vector<Address>{0x3000, 0x4000, 0x40000}));
  EXPECT_EQ(pages(0x40000), (std::vector<Address>{0x3000, 0x4000}));
  EXPECT_EQ(pages(0x4000), (std::vector<Address>{0x3000}));
  EXPECT_TRUE(pages(0).empty());
}

TEST(BackingStore, EndOfTheAddressSpace) {
  BackingStore memory;
  memory.map(0xfffff000, 4096);
  EXPECT_TRUE(memory.accessible(0xfffffffc, 4));
  EXPECT_FALSE(memory.accessible(0xfffffffe, 4)) << "wraps around";
  EXPECT_THROW(memory.map(0xfffff000, 4097), Error);
  EXPECT_THROW(memory.map(1, std::size_t{1} << 32), Error);
  memory.map(0, std::size_t{1} << 32);
  EXPECT_TRUE(memory.accessible(0x12345678, 4));
}

TEST(BackingStore, Moves) {
  BackingStore first;
  first.map(0x1000, 4);
  first.word(0x1000) = 42;
  BackingStore second(std::move(first));
  EXPECT_TRUE(second.accessible(0x1000, 4));
  EXPECT_EQ(second.word(0x1000), 42u);
  BackingStore third;
  third = std::move(second);
  EXPECT_EQ(third.word(0x1000), 42u);
}

TEST(BackingStore, SharesPagesWithTheHost) {
  constexpr Address kPlace = 0x4567'8000;
  auto* const host = reinterpret_cast<Word*>(std::uintptr_t{kPlace});
  {
    BackingStore memory;
    ASSERT_TRUE(memory.share_with_host(kPlace, 5000));
    EXPECT_EQ(host[0], 0u);
    host[3] = 7;
    EXPECT_EQ(memory.word(kPlace + 12), 7u);
    memory.word(kPlace + 8188) = 9;
    EXPECT_EQ(host[2047], 9u) << "whole pages";
    BackingStore other;
    EXPECT_FALSE(other.share_with_host(kPlace + 4096, 4096)) << "the host has something there";
    EXPECT_TRUE(other.share_with_host(kPlace + 8192, 1));
    host[2048] = 5;
    EXPECT_EQ(other.word(kPlace + 8192), 5u);
    EXPECT_EQ(memory.word(kPlace + 8192), 0u) << "not its page";
    memory = std::move(other);
  }
  BackingStore again;
  EXPECT_TRUE(again.share_with_host(kPlace, 3 * 4096)) << "free again";
  EXPECT_EQ(host[3], 0u);
}

TEST(BackingStore, AllocationsAreAccessibleToTheByte) {
  BackingStore memory;
  memory.allocate(0x1000, 0, "empty");
  memory.allocate(0x1100, 5);
  memory.allocate(0x1200, 0x2e01, "long");  // up to a byte of the page 0x4000
  const auto holds = [&](Address address, unsigned bytes) {
    return memory.accessible_range(address).holds(address, bytes);
  };
  EXPECT_FALSE(holds(0x1000, 1));
  EXPECT_FALSE(holds(0x10ff, 1));
  EXPECT_TRUE(holds(0x1104, 1));
  EXPECT_FALSE(holds(0x1104, 2)) << "ends outside";
  EXPECT_FALSE(holds(0x11ff, 1)) << "between two";
  EXPECT_TRUE(holds(0x1200, 4));
  EXPECT_TRUE(holds(0x2ffc, 4)) << "a whole page";
  EXPECT_TRUE(holds(0x4000, 1));
  EXPECT_FALSE(holds(0x4000, 4));
  EXPECT_FALSE(holds(0x5000, 1)) << "a page of nothing";
  EXPECT_EQ(memory.allocations()[2].name, "long");
  EXPECT_TRUE(memory.accessible(0x1ffc, 4)) << "some of the page is";
  memory.map(0x4000, 1);
  EXPECT_TRUE(holds(0x4ffc, 4)) << "a page that is mapped is whole";
}

}  // namespace
}  // namespace gputm::memory
