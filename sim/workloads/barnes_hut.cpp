#include "workloads/barnes_hut.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "workloads/embedded_kernels.h"

namespace gputm::workloads {
namespace {

using kernels::kNoChild;
using kernels::kOctants;

constexpr WorkloadKey kBarnesHutKeys[] = {
    {"bodies", "bodies", 1, 4'000'000, 30'000, "bodies of the sphere"},
    {"blocks", "blocks", 1, 16'384, 60, "thread blocks of the grid"},
    {"threads", "threads per block", 1, 1024, 288,
     "size of a block; bodies are dealt out to threads in turn"},
    {"blocks_per_core", "blocks", 1, 64, 1, "blocks that a core runs at a time, if it has room for them"},
};
constexpr std::string_view kBarnesHutComparisonSizes[] = {"bodies=3000"};

/// The recipe of Aarseth, Henon and Wielen (1974) omits the outermost thousandth of the mass
constexpr double kMostMass = 0.999;

/// Uniform in 0..1, both excluded.
double uniform(Rng& rng) { return (rng.below(std::uint64_t{1} << 32) + 0.5) / 4294967296.0; }

/// Host copy of the device's tree
struct Nodes {
  std::vector<float> x, y, z;
  std::vector<Word> children;
  std::uint32_t bodies;

  Word child(std::uint32_t cell, std::uint32_t octant) const {
    return children[(cell - bodies) * kOctants + octant];
  }
  bool inside(std::uint32_t node, const Nodes& of, std::uint32_t cell, float half) const {
    return std::abs(x[node] - of.x[cell]) <= half && std::abs(y[node] - of.y[cell]) <= half &&
           std::abs(z[node] - of.z[cell]) <= half;
  }
  std::uint32_t octant(std::uint32_t cell, std::uint32_t node) const {
    return (x[cell] < x[node] ? 1u : 0) | (y[cell] < y[node] ? 2u : 0) | (z[cell] < z[node] ? 4u : 0);
  }
};

}  // namespace

WorkloadInfo BarnesHut::info() {
  return {"bh", "Barnes-Hut: inserts bodies in an octree, a transaction for each level", kBarnesHutKeys,
          kBarnesHutComparisonSizes, make<BarnesHut>};
}

BarnesHut::BarnesHut(Sizes sizes, std::uint32_t seed) : Workload(std::move(sizes)) {
  Rng rng(seed);
  while (bodies_.size() < size("bodies")) {
    const double radius = 1 / std::sqrt(std::pow(kMostMass * uniform(rng), -2.0 / 3) - 1);
    const double up = 2 * uniform(rng) - 1, around = 2 * std::numbers::pi * uniform(rng);
    const double across = std::sqrt(1 - up * up);
    bodies_.push_back({static_cast<float>(radius * across * std::cos(around)),
                       static_cast<float>(radius * across * std::sin(around)),
                       static_cast<float>(radius * up)});
    const Point& body = bodies_.back();
    half_ = std::max({half_, std::abs(body.x), std::abs(body.y), std::abs(body.z)});
  }
  tree_cells_ = cells_of_tree();
}

/// The tree does not depend on the order in which bodies are inserted: two close bodies take a cell at each
/// level down to the one that separates them.
std::uint32_t BarnesHut::cells_of_tree() const {
  struct Cell {
    std::vector<std::uint32_t> bodies;
    Point centre;
    float half;
    unsigned level;
  };
  std::vector<Cell> open(1, Cell{{}, {0, 0, 0}, half_, 0});
  open.back().bodies.resize(bodies_.size());
  std::iota(open.back().bodies.begin(), open.back().bodies.end(), 0U);
  std::uint32_t count = 0;
  while (!open.empty()) {
    const Cell at = std::move(open.back());
    open.pop_back();
    ++count;
    if (at.level == kernels::kMostLevels) continue;
    std::array<std::vector<std::uint32_t>, kOctants> parts;
    for (const std::uint32_t body : at.bodies) {
      const Point& place = bodies_[body];
      parts[(at.centre.x < place.x ? 1u : 0) | (at.centre.y < place.y ? 2u : 0) |
            (at.centre.z < place.z ? 4u : 0)]
          .push_back(body);
    }
    const float quarter = at.half * 0.5f;
    for (std::uint32_t octant = 0; octant < kOctants; ++octant) {
      if (parts[octant].size() < 2) continue;
      const Point centre{at.centre.x + ((octant & 1) != 0 ? quarter : -quarter),
                         at.centre.y + ((octant & 2) != 0 ? quarter : -quarter),
                         at.centre.z + ((octant & 4) != 0 ? quarter : -quarter)};
      open.push_back({std::move(parts[octant]), centre, quarter, at.level + 1});
    }
  }
  return count;
}

std::span<const std::uint8_t> BarnesHut::elf() const { return embedded_barnes_hut_kernels(); }
std::span<const std::uint8_t> BarnesHut::software_tm_elf() const {
  return embedded_barnes_hut_software_tm_kernels();
}

Launch BarnesHut::setup(gpu::Gpu& gpu) {
  const std::size_t nodes = bodies_.size() + cells();
  const auto upload = [&](float Point::*coordinate) {
    std::vector<float> values(nodes);  // root's centre, first after the bodies': the origin
    std::ranges::transform(bodies_, values.begin(), [&](const Point& body) { return body.*coordinate; });
    return gpu.upload(std::span<const float>(values));
  };
  const std::vector<Word> children(std::size_t{cells()} * kOctants, kNoChild), used{1};
  arguments_ = {.x = upload(&Point::x),
                .y = upload(&Point::y),
                .z = upload(&Point::z),
                .mass = gpu.allocate(nodes * sizeof(float)),
                .start = gpu.allocate(nodes * sizeof(Word)),
                .children = gpu.upload(std::span<const Word>(children)),
                .used = gpu.upload(std::span<const Word>(used)),
                .bodies = size("bodies"),
                .cells = cells(),
                .half = half_};
  const auto& a = arguments_;
  return {
      {size("blocks"), size("threads"), size("blocks_per_core")},
      {a.x, a.y, a.z, a.mass, a.start, a.children, a.used, a.bodies, a.cells, std::bit_cast<Word>(a.half)}};
}

std::string BarnesHut::check(const gpu::Gpu& gpu) const {
  const std::size_t count = bodies_.size() + cells();
  const Nodes nodes{gpu.download<float>(arguments_.x, count), gpu.download<float>(arguments_.y, count),
                    gpu.download<float>(arguments_.z, count),
                    gpu.download<Word>(arguments_.children, std::size_t{cells()} * kOctants), size("bodies")};
  struct Cell {
    std::uint32_t cell;
    float half;
  };
  std::vector<Cell> open{{nodes.bodies, half_}};
  std::vector<bool> reached(count);
  // A centre is rounded at each level, by at most half of the last bit of a coordinate.
  const float rounding = half_ * 0x1p-20f;
  while (!open.empty()) {
    const Cell at = open.back();
    open.pop_back();
    for (std::uint32_t octant = 0; octant < kOctants; ++octant) {
      const Word child = nodes.child(at.cell, octant);
      if (child == kNoChild) continue;
      const std::string link = fmt::format("child {} of cell {}", octant, at.cell - nodes.bodies);
      if (child >= count) return fmt::format("{} is {}, which is no node", link, child);
      if (reached[child] || child == nodes.bodies)
        return fmt::format("{} is node {}, which is in the tree twice", link, child);
      reached[child] = true;
      if (nodes.octant(at.cell, child) != octant) return fmt::format("{} lies in another octant", link);
      if (!nodes.inside(child, nodes, at.cell, at.half + rounding))
        return fmt::format("{} lies outside of its cell", link);
      if (child >= nodes.bodies) open.push_back({child, at.half / 2});
    }
  }
  for (std::size_t body = 0; body < bodies_.size(); ++body) {
    if (!reached[body]) return fmt::format("body {} is not in the tree", body);
    const Point& was = bodies_[body];
    if (nodes.x[body] != was.x || nodes.y[body] != was.y || nodes.z[body] != was.z) {
      return fmt::format("body {} was moved", body);
    }
  }
  return "pass";
}

}  // namespace gputm::workloads
