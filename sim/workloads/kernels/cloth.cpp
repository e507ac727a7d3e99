// Cloth (MICRO 2011 paper, section 5): the distance solver of a spring-mass system. Each thread corrects one
// constraint, which shares its particles with the constraints around it.
#include "cloth.h"

#include "transaction_kernels.h"

using gputm::kernels::ClothArguments;
using gputm::kernels::Constraint;
using gputm::kernels::Particle;
using gputm::kernels::PlainAccess;

namespace {

struct Correction {
  f32 x, y, z;  ///< from a towards b, for an inverse mass of 1
};

/// Correction that brings the particles back together. False if they are not too far apart.
template <typename Access>
GPUTM_INLINE bool stretched(Access&& tx, const Particle& a, const Particle& b, const Constraint& constraint,
                            Correction& correction) {
  const f32 dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
  const f32 square = dx * dx + dy * dy + dz * dz, rest = tx.read(constraint.rest);
  if (square <= rest * rest) return false;
  const f32 distance = __builtin_sqrtf(square);
  const f32 scale =
      tx.read(constraint.stiffness) * (distance - rest) / (distance * (a.inverse_mass + b.inverse_mass));
  correction = {dx * scale, dy * scale, dz * scale};
  return true;
}

/// Stores the unchanged mass, too, as the original does with its vectors of four; the compiler would detect
/// that it is unchanged.
GPUTM_INLINE Particle moved(const Particle& particle, const Correction& correction, f32 direction) {
  const f32 way = direction * particle.inverse_mass;
  f32 inverse_mass = particle.inverse_mass;
  asm("" : "+f"(inverse_mass));
  return {particle.x + way * correction.x, particle.y + way * correction.y, particle.z + way * correction.z,
          inverse_mass};
}

template <typename Access>
GPUTM_INLINE Particle read(Access&& tx, const Particle& from) {
  return {tx.read(from.x), tx.read(from.y), tx.read(from.z), tx.read(from.inverse_mass)};
}

template <typename Access>
GPUTM_INLINE void write(Access&& tx, Particle& to, const Particle& value) {
  tx.write(to.x, value.x);
  tx.write(to.y, value.y);
  tx.write(to.z, value.z);
  tx.write(to.inverse_mass, value.inverse_mass);
}

/// Reads 11 words (including two indices and the length at rest); for a stretched constraint, reads one more,
/// its stiffness, and writes eight.
template <typename Access>
GPUTM_INLINE void correct(Access&& tx, Particle* particles, const Constraint& constraint) {
  Particle& to_a = particles[tx.read(constraint.a)];
  Particle& to_b = particles[tx.read(constraint.b)];
  const Particle a = read(tx, to_a), b = read(tx, to_b);
  Correction correction;
  if (stretched(tx, a, b, constraint, correction)) {
    write(tx, to_a, moved(a, correction, 1));
    write(tx, to_b, moved(b, correction, -1));
  }
}

template <typename Tm>
GPUTM_INLINE void cloth(const ClothArguments& arguments, Tm& tm) {
  const u32 index = thread_id();
  if (index >= arguments.constraint_count) return;
  Particle* const particles = reinterpret_cast<Particle*>(arguments.particles);
  const Constraint& constraint = reinterpret_cast<const Constraint*>(arguments.constraints)[index];
  u32* const done = reinterpret_cast<u32*>(arguments.done) + index;
  do {
    tm.begin();
    correct(tm, particles, constraint);
  } while (!tm.commit());
  *done += 1;
}

}  // namespace

TRANSACTION_KERNELS(cloth, ClothArguments, 12, 8)

/// Takes both locks in particle order, as the lock version of the bank does.
KERNEL void cloth_lock(const ClothArguments* arguments) {
  const u32 index = thread_id();
  if (index >= arguments->constraint_count) return;
  Particle* const particles = reinterpret_cast<Particle*>(arguments->particles);
  const Constraint& constraint = reinterpret_cast<const Constraint*>(arguments->constraints)[index];
  u32* const locks = reinterpret_cast<u32*>(arguments->locks);
  const u32 a = constraint.a, b = constraint.b;
  u32* const first = locks + (a < b ? a : b);
  u32* const second = locks + (a < b ? b : a);
  u32 done = 0;
  critical_begin();
  while (!done) {
    if (atomic_exchange(first, 1) == 0) {
      if (atomic_exchange(second, 1) == 0) {
        correct(PlainAccess{}, particles, constraint);
        store_release(second, 0);
        done = 1;
      }
      store_relaxed(first, 0);  // the fence of the other lock's release covers this one
    }
    keep_in_loop(done);
  }
  critical_end();
  reinterpret_cast<u32*>(arguments->done)[index] += 1;
}
