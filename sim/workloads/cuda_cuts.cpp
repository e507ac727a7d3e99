#include "workloads/cuda_cuts.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/rng.h"
#include "workloads/embedded_kernels.h"

namespace gputm::workloads {
namespace {

using kernels::kDirections;
using kernels::opposite;

constexpr WorkloadKey kCudaCutsKeys[] = {
    {"width", "pixels", 2, 4096, 200, "of the image"},
    {"height", "pixels", 2, 4096, 150, "of the image"},
    {"threads", "threads per block", 32, 1024, 256,
     "size of a block, which is 32 pixels wide: a multiple of 32"},
    {"blocks_per_core", "blocks", 1, 64, 1, "blocks that a core runs at a time, if it has room for them"},
};
constexpr std::string_view kCudaCutsComparisonSizes[] = {"width=64", "height=48"};
constexpr std::string_view kImageHas[] = {"width", "height"};
constexpr WorkloadFile kCudaCutsFiles[] = {{"image", false, kImageHas}, {"cut", true}};

constexpr std::uint32_t kBlockWidth = 32;

// Generated image: objects and ground in two shades, with noise
constexpr TwoShades kShades{.bright = 150, .dark = 100, .deviation = 30};
// Edges as in Boykov and Jolly (ICCV 2001): to source and sink, how improbable a shade is; between
// neighbours, how similar they are
constexpr double kShadeWeight = 16, kNeighbourWeight = 32;

/// Two overlapping ellipses.
bool in_object(double x, double y) {
  const auto inside = [&](double centre_x, double centre_y, double radius_x, double radius_y) {
    return std::pow((x - centre_x) / radius_x, 2) + std::pow((y - centre_y) / radius_y, 2) < 1;
  };
  return inside(0.4, 0.45, 0.22, 0.27) || inside(0.7, 0.65, 0.13, 0.23);
}

/// Approximately normally distributed.
double noise(Rng& rng) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += (rng.below(1u << 24) + 0.5) / (1u << 24);
  return kShades.deviation * sum;
}

Image noisy_image(std::uint32_t width, std::uint32_t height, Rng& rng) {
  Image image{width, height, {}};
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const double shade = in_object((x + 0.5) / width, (y + 0.5) / height) ? kShades.bright : kShades.dark;
      image.shades.push_back(
          static_cast<std::uint8_t>(std::clamp(std::lround(shade + noise(rng)), 0L, 255L)));
    }
  }
  return image;
}

Word shade_cost(int shade, double expected, double noise) {
  return static_cast<Word>(kShadeWeight * std::pow(shade - expected, 2) / (2 * noise * noise));
}

Word likeness(int shade, int other, double noise) {
  return 1 +
         static_cast<Word>(kNeighbourWeight * std::exp(-std::pow(shade - other, 2) / (2 * noise * noise)));
}

/// Calls `f(direction, neighbour)` for each neighbour of a pixel.
template <typename F>
void for_neighbours(std::uint32_t width, std::uint32_t height, std::size_t pixel, F f) {
  const std::size_t x = pixel % width, y = pixel / width;
  if (x + 1 < width) f(0u, pixel + 1);
  if (x > 0) f(1u, pixel - 1);
  if (y + 1 < height) f(2u, pixel + width);
  if (y > 0) f(3u, pixel - width);
}

/// The source's edges are filled at the start, as the algorithm requires.
CudaCuts::Network network_of(const Image& image, const TwoShades& shades) {
  CudaCuts::Network network;
  for (const int shade : image.shades) {
    network.excess.push_back(shade_cost(shade, shades.dark, shades.deviation));
    network.to_sink.push_back(shade_cost(shade, shades.bright, shades.deviation));
  }
  for (auto& residual : network.residual) residual.resize(image.shades.size());
  for (std::size_t pixel = 0; pixel < image.shades.size(); ++pixel) {
    for_neighbours(image.width, image.height, pixel, [&](std::uint32_t direction, std::size_t to) {
      network.residual[direction][pixel] = likeness(image.shades[pixel], image.shades[to], shades.deviation);
    });
  }
  return network;
}

std::uint64_t sum(const std::vector<Word>& words) {
  return std::accumulate(words.begin(), words.end(), std::uint64_t{0});
}

}  // namespace

WorkloadInfo CudaCuts::info() {
  return {"cc",           "CudaCuts: segments an image by maximum flow, a transaction for each push",
          kCudaCutsKeys,  kCudaCutsComparisonSizes,
          make<CudaCuts>, kCudaCutsFiles};
}

CudaCuts::CudaCuts(Sizes sizes, std::uint32_t seed) : Workload(std::move(sizes)) {
  const std::uint32_t threads = size("threads");
  if (threads % kBlockWidth != 0) {
    throw ConfigError(fmt::format("workload.threads: {} is not a multiple of {}, the width of a block",
                                  threads, kBlockWidth));
  }
  Rng rng(seed);
  use(noisy_image(size("width"), size("height"), rng), kShades);
}

void CudaCuts::use(const Image& image, const TwoShades& shades) {
  width_ = image.width;
  height_ = image.height;
  before_ = network_of(image, shades);
  const std::uint32_t block_height = size("threads") / kBlockWidth;
  push_.shape = {{(width_ + kBlockWidth - 1) / kBlockWidth, (height_ + block_height - 1) / block_height},
                 {kBlockWidth, block_height},
                 size("blocks_per_core")};
}

void CudaCuts::read(std::string_view option, std::istream& file) {
  if (option != "image") return Workload::read(option, file);
  const Image image = read_pgm(file);
  set_size("width", image.width);
  set_size("height", image.height);
  use(image, two_shades(image));
}

void CudaCuts::write(std::string_view option, std::ostream& file, const gpu::Gpu& gpu) const {
  if (option != "cut") return Workload::write(option, file, gpu);
  Image cut{width_, height_, {}};
  for (const bool ground : sink_side(after(gpu))) cut.shades.push_back(ground ? 0 : 255);
  write_pgm(file, cut);
}

std::span<const std::uint8_t> CudaCuts::elf() const { return embedded_cuda_cuts_kernels(); }
std::span<const std::uint8_t> CudaCuts::software_tm_elf() const {
  return embedded_cuda_cuts_software_tm_kernels();
}

Launch CudaCuts::setup(gpu::Gpu& gpu) {
  const auto upload = [&](const std::vector<Word>& words) {
    return gpu.upload(std::span<const Word>(words));
  };
  addresses_ = {width_,
                height_,
                upload(before_.excess),
                upload(before_.to_sink),
                upload(std::vector<Word>(before_.excess.size(), 1)),  // the sink is one step away
                {}};
  push_.arguments = {addresses_.width, addresses_.height, addresses_.excess, addresses_.to_sink,
                     addresses_.levels};
  for (std::uint32_t direction = 0; direction < kDirections; ++direction) {
    addresses_.residual[direction] = upload(before_.residual[direction]);
    push_.arguments.push_back(addresses_.residual[direction]);
  }
  relabel_ = push_;
  relabel_.kernel = "cuda_cuts_relabel";
  pushed_ = true;
  return push_;
}

std::optional<Launch> CudaCuts::next(const gpu::Gpu& gpu) {
  pushed_ = !pushed_;
  if (!pushed_) return relabel_;
  const Network left = after(gpu);
  const std::vector<bool> side = sink_side(left);
  for (std::size_t pixel = 0; pixel < side.size(); ++pixel) {
    if (side[pixel] && left.excess[pixel] != 0) return push_;
  }
  return std::nullopt;
}

CudaCuts::Network CudaCuts::after(const gpu::Gpu& gpu) const {
  const auto download = [&](Address address) { return gpu.download<Word>(address, before_.excess.size()); };
  Network network{download(addresses_.excess), download(addresses_.to_sink), {}};
  for (std::uint32_t direction = 0; direction < kDirections; ++direction)
    network.residual[direction] = download(addresses_.residual[direction]);
  return network;
}

std::vector<bool> CudaCuts::sink_side(const Network& network) const {
  std::vector<bool> side(network.to_sink.size());
  std::vector<std::size_t> open;
  const auto add = [&](std::size_t pixel) {
    side[pixel] = true;
    open.push_back(pixel);
  };
  for (std::size_t pixel = 0; pixel < side.size(); ++pixel) {
    if (network.to_sink[pixel] != 0) add(pixel);
  }
  while (!open.empty()) {
    const std::size_t pixel = open.back();
    open.pop_back();
    for_neighbours(width_, height_, pixel, [&](std::uint32_t direction, std::size_t from) {
      if (!side[from] && network.residual[opposite(direction)][from] != 0) add(from);
    });
  }
  return side;
}

std::uint64_t CudaCuts::flow(const gpu::Gpu& gpu) const {
  return sum(before_.to_sink) - sum(after(gpu).to_sink);
}

/// Checks that no edge exceeds its capacity, and that a pixel's inflow equals its outflow plus its excess.
std::string CudaCuts::check_edges(const Network& network) const {
  for (std::size_t pixel = 0; pixel < network.excess.size(); ++pixel) {
    if (network.to_sink[pixel] > before_.to_sink[pixel])
      return fmt::format("pixel {}'s edge to the sink has more room than at the start", pixel);
    std::uint64_t in = before_.excess[pixel], out = before_.to_sink[pixel] - network.to_sink[pixel];
    std::string wrong;
    for_neighbours(width_, height_, pixel, [&](std::uint32_t direction, std::size_t to) {
      const Word room = network.residual[direction][pixel], back = network.residual[opposite(direction)][to];
      const std::uint64_t both =
          std::uint64_t{before_.residual[direction][pixel]} + before_.residual[opposite(direction)][to];
      if (std::uint64_t{room} + back != both)
        wrong = fmt::format("pixels {} and {} have room for {} and {}, together not {}", pixel, to, room,
                            back, both);
      in += room;
      out += before_.residual[direction][pixel];
    });
    if (!wrong.empty()) return wrong;
    if (in != out + network.excess[pixel])
      return fmt::format("pixel {} has an excess of {}, not {}", pixel, network.excess[pixel], in - out);
  }
  return "pass";
}

std::string CudaCuts::check(const gpu::Gpu& gpu) const {
  const Network left = after(gpu);
  std::string edges = check_edges(left);
  if (edges != "pass") return edges;
  // A flow equal to a cut is maximal, and the cut minimal.
  const std::vector<bool> side = sink_side(left);
  std::uint64_t cut = 0;
  for (std::size_t pixel = 0; pixel < side.size(); ++pixel) {
    if (side[pixel]) {
      cut += before_.excess[pixel];
      continue;
    }
    cut += before_.to_sink[pixel];
    for_neighbours(width_, height_, pixel, [&](std::uint32_t direction, std::size_t to) {
      if (side[to]) cut += before_.residual[direction][pixel];
    });
  }
  const std::uint64_t found = flow(gpu);
  if (found != cut) return fmt::format("a flow of {} reaches the sink, and the cut is {}", found, cut);
  return "pass";
}

}  // namespace gputm::workloads
