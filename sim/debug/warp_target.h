// Warp of a GPU, for a debugger.
#pragma once

#include "core/warp.h"
#include "debug/debug_target.h"
#include "gpu/gpu.h"

namespace gputm::debug {

class WarpTarget final : public Target {
 public:
  /// The GPU of the next launches, which run a program of this width. No warp is there.
  void use(gpu::Gpu& gpu, isa::Xlen xlen) {
    gpu_ = &gpu;
    xlen_ = xlen;
    warp_ = nullptr;
  }
  /// The warp is there, until it leaves its slot; null: none.
  void attach(const core::Warp* warp) { warp_ = warp; }
  const core::Warp* warp() const { return warp_; }

  isa::Xlen xlen() const override { return xlen_; }
  LaneMask lanes() const override;
  std::string describe(unsigned lane) const override;
  std::uint64_t read_register(unsigned lane, unsigned number) const override;
  bool write_register(unsigned lane, unsigned number, std::uint64_t value) override;
  bool read(unsigned lane, std::uint64_t address, std::span<std::byte> bytes) const override;
  bool write(unsigned lane, std::uint64_t address, std::span<const std::byte> bytes) override;

 private:
  const core::StackEntry& entry_of(unsigned lane) const;
  const Word* own_store(unsigned lane, Address address) const;
  std::byte* byte_at(unsigned lane, std::uint64_t address) const;

  gpu::Gpu* gpu_ = nullptr;
  isa::Xlen xlen_ = isa::Xlen::k32;
  const core::Warp* warp_ = nullptr;
};

}  // namespace gputm::debug
