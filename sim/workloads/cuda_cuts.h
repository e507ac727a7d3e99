// CudaCuts ("CC" in the KILO TM paper): segments an image by a minimum cut, computed by alternating push and
// relabel kernels.
#pragma once

#include <array>
#include <optional>

#include "workloads/image.h"
#include "workloads/kernels/cuda_cuts.h"
#include "workloads/workload.h"

namespace gputm::workloads {

class CudaCuts final : public Workload {
 public:
  static WorkloadInfo info();

  CudaCuts(Sizes sizes, std::uint32_t seed);
  std::string_view kernels() const override { return "cuda_cuts_push"; }
  std::span<const std::uint8_t> elf() const override;
  std::span<const std::uint8_t> software_tm_elf() const override;
  /// "image": a PGM file; its bright part is cut out.
  void read(std::string_view option, std::istream& file) override;
  /// "cut": a PGM file, white inside the object.
  void write(std::string_view option, std::ostream& file, const gpu::Gpu& gpu) const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::optional<Launch> next(const gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  /// Unknown: depends on the order of pushes.
  std::uint64_t transactions() const override { return 0; }

  /// Residual capacities of all edges, before the launches or after them
  struct Network {
    std::vector<Word> excess;  ///< excess from the source's edges, which are full at the start
    std::vector<Word> to_sink;
    std::array<std::vector<Word>, kernels::kDirections> residual;
  };
  /// Network to cut.
  const Network& before() const { return before_; }
  /// Flow that has reached the sink. Defined if check() passes.
  std::uint64_t flow(const gpu::Gpu& gpu) const;

 private:
  void use(const Image& image, const TwoShades& shades);
  Network after(const gpu::Gpu& gpu) const;
  /// By pixel: whether flow could still reach the sink from it.
  std::vector<bool> sink_side(const Network& network) const;
  std::string check_edges(const Network& network) const;

  std::uint32_t width_ = 0, height_ = 0;
  Network before_;
  kernels::CudaCutsArguments addresses_{};
  Launch push_, relabel_;
  bool pushed_ = false;  ///< the last launch was push
};

}  // namespace gputm::workloads
