// Barnes-Hut tree building (MICRO 2011 paper, section 5), after the kernel of Burtscher and Pingali: each
// thread descends with its bodies, one after the other, and divides leaf cells that they would share with
// others.
#include "barnes_hut.h"

#include "transaction_kernels.h"

using gputm::kernels::BarnesHutArguments;
using gputm::kernels::kLockedChild;
using gputm::kernels::kMostLevels;
using gputm::kernels::kNoChild;
using gputm::kernels::kOctants;
using gputm::kernels::PlainAccess;

namespace {

struct Point {
  f32 x, y, z;
};

struct Tree {
  f32 *x, *y, *z, *mass;
  i32* start;
  u32* children;
  u32* used;
  u32 bodies, cells;

  explicit Tree(const BarnesHutArguments& arguments)
      : x(reinterpret_cast<f32*>(arguments.x)),
        y(reinterpret_cast<f32*>(arguments.y)),
        z(reinterpret_cast<f32*>(arguments.z)),
        mass(reinterpret_cast<f32*>(arguments.mass)),
        start(reinterpret_cast<i32*>(arguments.start)),
        children(reinterpret_cast<u32*>(arguments.children)),
        used(reinterpret_cast<u32*>(arguments.used)),
        bodies(arguments.bodies),
        cells(arguments.cells) {}
};

template <typename Access>
GPUTM_INLINE Point at(Access&& tx, const Tree& tree, u32 node) {
  return {tx.read(tree.x[node]), tx.read(tree.y[node]), tx.read(tree.z[node])};
}

GPUTM_INLINE u32 octant(const Point& centre, const Point& point) {
  return (centre.x < point.x ? 1 : 0) | (centre.y < point.y ? 2 : 0) | (centre.z < point.z ? 4 : 0);
}

GPUTM_INLINE Point centre_of(const Point& parent, u32 octant, f32 quarter) {
  return {parent.x + (octant & 1 ? quarter : -quarter), parent.y + (octant & 2 ? quarter : -quarter),
          parent.z + (octant & 4 ? quarter : -quarter)};
}

/// Makes a cell with one body in it: 13 words.
template <typename Access>
GPUTM_INLINE void make_cell(Access&& tx, const Tree& tree, u32 cell, const Point& centre, u32 body) {
  tx.write(tree.mass[cell], -1.0F);
  tx.write(tree.start[cell], -1);
  tx.write(tree.x[cell], centre.x);
  tx.write(tree.y[cell], centre.y);
  tx.write(tree.z[cell], centre.z);
  u32* const children = tree.children + (cell - tree.bodies) * kOctants;
  const u32 place = octant(centre, at(tx, tree, body));
#pragma GCC unroll 8
  for (u32 i = 0; i < kOctants; ++i) {
    const u32 child = i == place ? body : kNoChild;
    tx.write(children[i], child);
  }
}

/// Next free cell, or none: atomic, and outside of transactions.
GPUTM_INLINE u32 take_cell(const Tree& tree) { return tree.bodies + atomic_add(tree.used, 1); }
GPUTM_INLINE bool is_free(const Tree& tree, u32 cell) { return cell - tree.bodies < tree.cells; }

/// Position of a body on its way down
struct Descent {
  u32 cell;
  f32 half;  ///< half of the cell's side
  u32 levels = 0;

  void down(u32 to) {
    cell = to;
    half *= 0.5f;
    ++levels;
  }
};

/// barnes_hut_tm with a software TM. Not one template with it: GCC orders the plain loads of that one in
/// another way, which takes other times.
template <typename Stm>
GPUTM_INLINE void barnes_hut(const BarnesHutArguments& arguments, Stm& stm) {
  const Tree tree(arguments);
  u32 spare = take_cell(tree);
  for (u32 body = thread_id(); body < tree.bodies; body += grid_threads()) {
    const Point place = at(PlainAccess{}, tree, body);
    Descent descent{tree.bodies, arguments.half};
    bool placed = false;
    while (!placed && is_free(tree, spare) && descent.levels < kMostLevels) {
      u32 next = 0;
      do {
        stm.begin();
        next = descent.cell;
        placed = false;
        const Point centre = at(stm, tree, descent.cell);
        const u32 where = octant(centre, place);
        u32* const link = tree.children + (descent.cell - tree.bodies) * kOctants + where;
        const u32 child = stm.read(*link);
        if (child == kNoChild) {
          stm.write(*link, body);
          placed = true;
        } else if (child < tree.bodies) {
          make_cell(stm, tree, spare, centre_of(centre, where, descent.half * 0.5f), child);
          stm.write(*link, spare);
          next = spare;
        } else {
          next = child;
        }
      } while (!stm.commit());
      if (next == spare) spare = take_cell(tree);
      if (!placed) descent.down(next);
    }
  }
}

}  // namespace

SOFTWARE_TM_KERNELS(barnes_hut, BarnesHutArguments, 7, 14)

/// One transaction per level, and per insertion: four words read on the way, one word written for a body, 14
/// for a cell.
KERNEL void barnes_hut_tm(const BarnesHutArguments* arguments) {
  const Tree tree(*arguments);
  u32 spare = take_cell(tree);
  for (u32 body = thread_id(); body < tree.bodies; body += grid_threads()) {
    const Point place = at(PlainAccess{}, tree, body);
    Descent descent{tree.bodies, arguments->half};
    bool placed = false;
    while (!placed && is_free(tree, spare) && descent.levels < kMostLevels) {
      u32 next = descent.cell;
      tx_begin();
      const Point centre = at(PlainAccess{}, tree, descent.cell);
      const u32 where = octant(centre, place);
      u32* const link = tree.children + (descent.cell - tree.bodies) * kOctants + where;
      const u32 child = *link;
      if (child == kNoChild) {
        *link = body;
        placed = true;
      } else if (child < tree.bodies) {
        make_cell(PlainAccess{}, tree, spare, centre_of(centre, where, descent.half * 0.5f), child);
        *link = spare;
        next = spare;
      } else {
        next = child;
      }
      tx_commit();
      if (next == spare) spare = take_cell(tree);
      if (!placed) descent.down(next);
    }
  }
}

/// As above, with a lock in each child: only an insertion takes it.
KERNEL void barnes_hut_lock(const BarnesHutArguments* arguments) {
  const Tree tree(*arguments);
  u32 spare = take_cell(tree);
  for (u32 body = thread_id(); body < tree.bodies; body += grid_threads()) {
    const Point place = at(PlainAccess{}, tree, body);
    Descent descent{tree.bodies, arguments->half};
    u32 placed = 0;
    while (!placed && is_free(tree, spare) && descent.levels < kMostLevels) {
      const Point centre = at(PlainAccess{}, tree, descent.cell);
      const u32 where = octant(centre, place);
      u32* const link = tree.children + (descent.cell - tree.bodies) * kOctants + where;
      const u32 child = load_relaxed(link);
      if (child != kLockedChild) {
        if (child != kNoChild && child >= tree.bodies) {
          descent.down(child);
        } else if (compare_and_swap(link, child, kLockedChild) == child) {
          if (child == kNoChild) {
            store_relaxed(link, body);
            placed = 1;
          } else {
            make_cell(PlainAccess{}, tree, spare, centre_of(centre, where, descent.half * 0.5f), child);
            store_release(link, spare);
            descent.down(spare);
            spare = take_cell(tree);
          }
        }
      }
      keep_in_loop(placed);
    }
  }
}
