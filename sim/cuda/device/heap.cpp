// malloc, free and what is made of them in CUDA kernels, linked into programs that call them. Blocks have
// sizes of powers of two; free ones of a size are a stack. Atomics change it, so that transactions cannot
// allocate.
#include <gputm.h>
#include <string.h>

namespace {

constexpr u32 kHeapBytes = 8 << 20;  // CUDA's default
constexpr u32 kHeaderBytes = 16, kLeastBits = 5, kSizes = 24, kStacks = 32;

/// In front of each block; blocks are aligned to 16 bytes.
struct Header {
  u32 next;  // free block of the same size below this one, as bytes from the heap's begin; 0: none
  u32 bits;  // the block has 2^bits bytes with its header
};

alignas(16) char heap[kHeapBytes];
u32 used = kHeaderBytes;           // offset 0 means none
u64 free_blocks[kSizes][kStacks];  // top of the stack, and above it the number of its changes, which tells
                                   // equal tops apart

Header* header_at(u32 offset) { return reinterpret_cast<Header*>(heap + offset); }
u64 changed(u64 seen, u32 top) { return ((seen >> 32) + 1) << 32 | top; }

u32 take_free(u64* stack) {
  u64 seen = load_relaxed(stack);
  while (static_cast<u32>(seen) != 0) {
    const u32 top = static_cast<u32>(seen);
    const u64 before = compare_and_swap(stack, seen, changed(seen, header_at(top)->next));
    if (before == seen) return top;
    seen = before;
  }
  return 0;
}

u32 take_new(u32 bits) {
  const u32 size = u32{1} << bits;
  if (load_relaxed(&used) > kHeapBytes - size) return 0;
  const u32 offset = atomic_add(&used, size);
  if (offset > kHeapBytes - size) return 0;
  header_at(offset)->bits = bits;
  return offset;
}

}  // namespace

extern "C" {

void* malloc(size_t bytes) {
  u32 bits = kLeastBits;
  while (bits < kSizes && (size_t{1} << bits) < bytes + kHeaderBytes) ++bits;
  if (bits == kSizes || bytes > kHeapBytes) return nullptr;
  u64* const stacks = free_blocks[bits];
  const u32 lane = lane_id() % kStacks;
  u32 offset = take_free(&stacks[lane]);
  if (offset == 0) offset = take_new(bits);
  for (u32 i = 1; offset == 0 && i < kStacks; ++i) offset = take_free(&stacks[(lane + i) % kStacks]);
  if (offset == 0) return nullptr;
  return heap + offset + kHeaderBytes;
}

void free(void* block) {
  if (block == nullptr) return;
  const u32 offset = static_cast<u32>(static_cast<char*>(block) - heap) - kHeaderBytes;
  Header* const header = header_at(offset);
  u64* const stack = &free_blocks[header->bits][lane_id() % kStacks];
  u64 seen = load_relaxed(stack);
  for (;;) {
    header->next = static_cast<u32>(seen);
    fence_release();
    const u64 before = compare_and_swap(stack, seen, changed(seen, offset));
    if (before == seen) return;
    seen = before;
  }
}

void* calloc(size_t count, size_t bytes) {
  if (bytes != 0 && count > kHeapBytes / bytes) return nullptr;
  void* const block = malloc(count * bytes);
  return block == nullptr ? nullptr : memset(block, 0, count * bytes);
}

void* realloc(void* block, size_t bytes) {
  void* const larger = malloc(bytes);
  if (larger == nullptr || block == nullptr) return larger;
  const size_t size =
      (size_t{1} << header_at(static_cast<u32>(static_cast<char*>(block) - heap) - kHeaderBytes)->bits) -
      kHeaderBytes;
  memcpy(larger, block, size < bytes ? size : bytes);
  free(block);
  return larger;
}

}  // extern "C"
