#include "workloads/cloth.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/rng.h"
#include "workloads/embedded_kernels.h"

namespace gputm::workloads {
namespace {

using kernels::Constraint;
using kernels::Particle;

constexpr WorkloadKey kClothKeys[] = {
    {"garments", "garments", 1, 1024, 14, "pieces of cloth, each of as many constraints"},
    {"constraints", "constraints", 6, 100'000, 4300, "constraints of a garment, one transaction each"},
    {"threads", "threads per block", 1, 1024, 512, "size of a block"},
    {"blocks_per_core", "blocks", 1, 64, 1, "blocks that a core runs at a time, if it has room for them"},
};
constexpr std::string_view kClothComparisonSizes[] = {"garments=1"};

constexpr float kSpacing = 1.0f;   ///< distance of neighbours in the cloth at rest
constexpr float kMovement = 0.2f;  ///< largest displacement along each axis before the step
constexpr float kStiffness = 0.5f;
/// Constraints that the original solves at a time; they must not share a particle
constexpr std::size_t kOctet = 8;

/// Structural and shear springs of a square piece.
std::vector<Constraint> springs(std::uint32_t side, std::uint32_t first_particle) {
  std::vector<Constraint> all;
  const auto add = [&](std::uint32_t a, std::uint32_t b, float rest) {
    all.push_back({first_particle + a, first_particle + b, rest, kStiffness});
  };
  const float diagonal = kSpacing * std::sqrt(2.0f);
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) {
      const std::uint32_t at = y * side + x;
      if (x + 1 < side) add(at, at + 1, kSpacing);
      if (y + 1 < side) add(at, at + side, kSpacing);
      if (x + 1 < side && y + 1 < side) add(at, at + side + 1, diagonal);
      if (x > 0 && y + 1 < side) add(at, at + side - 1, diagonal);
    }
  }
  return all;
}

bool meet(const Constraint& one, const Constraint& other) {
  return one.a == other.a || one.a == other.b || one.b == other.a || one.b == other.b;
}

/// Sorts constraints into octets without a common particle, each into the first octet that it fits in.
std::vector<Constraint> in_octets(const std::vector<Constraint>& constraints) {
  std::vector<std::vector<Constraint>> octets;
  std::size_t first_open = 0;
  for (const Constraint& constraint : constraints) {
    while (first_open < octets.size() && octets[first_open].size() == kOctet) ++first_open;
    std::size_t i = first_open;
    const auto fits = [&](const std::vector<Constraint>& octet) {
      return octet.size() < kOctet &&
             std::ranges::none_of(octet, [&](const Constraint& other) { return meet(constraint, other); });
    };
    while (i < octets.size() && !fits(octets[i])) ++i;
    if (i == octets.size()) octets.emplace_back();
    octets[i].push_back(constraint);
  }
  std::vector<Constraint> all;
  for (const auto& octet : octets) all.insert(all.end(), octet.begin(), octet.end());
  return all;
}

/// Side of a square piece with at least that many springs.
std::uint32_t side_for(std::uint32_t constraints) {
  std::uint32_t side = 2;
  while (4 * side * side - 6 * side + 2 < constraints) ++side;
  return side;
}

double excess(const std::vector<Particle>& particles, const Constraint& constraint) {
  const Particle &a = particles[constraint.a], &b = particles[constraint.b];
  return std::max(0.0, std::hypot(double{b.x} - a.x, double{b.y} - a.y, double{b.z} - a.z) - constraint.rest);
}

/// Energy of the stretched springs.
double energy(const std::vector<Particle>& particles, const std::vector<Constraint>& constraints) {
  double sum = 0;
  for (const Constraint& constraint : constraints) {
    const double length = excess(particles, constraint);
    sum += constraint.stiffness * length * length / 2;
  }
  return sum;
}

/// One step, with constraints in sequence.
std::vector<Particle> serial_step(std::vector<Particle> particles,
                                  const std::vector<Constraint>& constraints) {
  for (const Constraint& constraint : constraints) {
    Particle &a = particles[constraint.a], &b = particles[constraint.b];
    const double length = excess(particles, constraint);
    if (length <= 0) continue;
    const auto scale = static_cast<float>(constraint.stiffness * length /
                                          ((length + constraint.rest) * (a.inverse_mass + b.inverse_mass)));
    const float dx = (b.x - a.x) * scale, dy = (b.y - a.y) * scale, dz = (b.z - a.z) * scale;
    a = {a.x + a.inverse_mass * dx, a.y + a.inverse_mass * dy, a.z + a.inverse_mass * dz, a.inverse_mass};
    b = {b.x - b.inverse_mass * dx, b.y - b.inverse_mass * dy, b.z - b.inverse_mass * dz, b.inverse_mass};
  }
  return particles;
}

/// Centre of mass along each axis; invariant under corrections.
std::array<double, 3> centre(std::span<const Particle> particles) {
  std::array<double, 3> sum{};
  for (const Particle& p : particles) {
    sum[0] += double{p.x} / p.inverse_mass;
    sum[1] += double{p.y} / p.inverse_mass;
    sum[2] += double{p.z} / p.inverse_mass;
  }
  return sum;
}

}  // namespace

WorkloadInfo Cloth::info() {
  return {"cl", "cloth: each transaction corrects the distance of two particles", kClothKeys,
          kClothComparisonSizes, make<Cloth>};
}

Cloth::Cloth(Sizes sizes, std::uint32_t seed)
    : Workload(std::move(sizes)), side_(side_for(size("constraints"))) {
  Rng rng(seed);
  const auto displacement = [&] {
    return kMovement * (static_cast<float>(rng.below(1u << 20)) / (1u << 19) - 1.0f);
  };
  for (std::uint32_t garment = 0; garment < size("garments"); ++garment) {
    std::vector<Constraint> ordered = in_octets(springs(side_, garment * side_ * side_));
    constraints_.insert(constraints_.end(), ordered.begin(), ordered.begin() + size("constraints"));
    for (std::uint32_t i = 0; i < side_ * side_; ++i) {
      const auto x = static_cast<float>(i % side_), y = static_cast<float>(i / side_);
      before_.push_back({x * kSpacing + displacement(), y * kSpacing + displacement(), displacement(), 1.0f});
    }
  }
}

std::span<const std::uint8_t> Cloth::elf() const { return embedded_cloth_kernels(); }
std::span<const std::uint8_t> Cloth::software_tm_elf() const { return embedded_cloth_software_tm_kernels(); }

Launch Cloth::setup(gpu::Gpu& gpu) {
  particles_ = gpu.upload(std::span<const Particle>(before_));
  const Address constraints = gpu.upload(std::span<const Constraint>(constraints_));
  const Address locks = gpu.allocate(before_.size() * sizeof(Word));
  done_ = gpu.allocate(constraints_.size() * sizeof(Word));
  const auto count = static_cast<std::uint32_t>(constraints_.size()), threads = size("threads");
  return {{(count + threads - 1) / threads, threads, size("blocks_per_core")},
          {particles_, constraints, locks, done_, count}};
}

std::string Cloth::check(const gpu::Gpu& gpu) const {
  const std::vector<Word> done = gpu.download<Word>(done_, constraints_.size());
  for (std::size_t i = 0; i < done.size(); ++i) {
    if (done[i] != 1) return fmt::format("constraint {} was processed {} times, not once", i, done[i]);
  }
  const std::vector<Particle> after = gpu.download<Particle>(particles_, before_.size());
  const std::vector<Particle> serial = serial_step(before_, constraints_);
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i].inverse_mass != before_[i].inverse_mass)
      return fmt::format("the mass of particle {} was overwritten", i);
    // The order of constraints moves a particle by a part of its movement in the step, which is at most its
    // displacement.
    const double way = std::hypot(double{after[i].x} - serial[i].x, double{after[i].y} - serial[i].y,
                                  double{after[i].z} - serial[i].z);
    if (!(way <= kMovement))
      return fmt::format("particle {} is {:.3f} from where a serial step puts it", i, way);
  }
  // A lost correction moves the centre by about a hundredth. Rounding moves it, too: the limit is ten
  // standard deviations of the sum of that many roundings of coordinates of this size.
  const double rounding =
      10 * std::sqrt(2.0 * size("constraints") / 12) * std::ldexp(double{kSpacing} * side_, -23);
  const std::size_t piece = std::size_t{side_} * side_;
  for (std::size_t garment = 0; garment < size("garments"); ++garment) {
    const auto was = centre(std::span(before_).subspan(garment * piece, piece));
    const auto is = centre(std::span(after).subspan(garment * piece, piece));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (!(std::abs(is[axis] - was[axis]) <= rounding)) {
        return fmt::format("garment {}'s centre moved by {:.4f} along axis {}: corrections are lost", garment,
                           is[axis] - was[axis], axis);
      }
    }
  }
  const double expected = energy(serial, constraints_), found = energy(after, constraints_);
  if (!(std::abs(found - expected) <= 0.1 * expected)) {
    return fmt::format("the springs' energy is {:.3f}; after a serial step it is {:.3f}", found, expected);
  }
  return "pass";
}

}  // namespace gputm::workloads
