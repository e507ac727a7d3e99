// CudaCuts ("CC" in the KILO TM paper): segments an image by a minimum cut, which push and relabel kernels
// find in turn.
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
  std::string_view kernel(Version version) const override;
  std::span<const std::uint8_t> elf() const override;
  /// "image": a PGM file, whose bright part is cut out.
  void read(std::string_view option, std::istream& file) override;
  /// "cut": a PGM file, white where the object is.
  void write(std::string_view option, std::ostream& file, const gpu::Gpu& gpu) const override;
  Launch setup(gpu::Gpu& gpu) override;
  std::optional<Launch> next(const gpu::Gpu& gpu) override;
  std::string check(const gpu::Gpu& gpu) const override;
  /// The rest depends on the order of pushes.
  std::uint64_t transactions() const override { return 0; }

  /// The room of all edges: what the launches start from, or what they have left.
  struct Network {
    std::vector<Word> excess;  ///< of the source's edges, which are full at the start
    std::vector<Word> to_sink;
    std::array<std::vector<Word>, kernels::kDirections> residual;
  };
  /// What is cut.
  const Network& before() const { return before_; }
  /// The flow that has reached the sink. Defined when check() passes.
  std::uint64_t flow(const gpu::Gpu& gpu) const;

 private:
  void use(const Image& image, const TwoShades& shades);
  Network after(const gpu::Gpu& gpu) const;
  /// By pixel: whether flow could still reach the sink from there.
  std::vector<bool> sink_side(const Network& network) const;
  std::string check_edges(const Network& network) const;

  std::uint32_t width_ = 0, height_ = 0;
  Network before_;
  kernels::CudaCutsArguments addresses_{};
  Launch push_, relabel_;
  bool pushed_ = false;  ///< by the last launch
};

}  // namespace gputm::workloads
