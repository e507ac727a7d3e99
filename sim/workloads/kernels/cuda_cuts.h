// CudaCuts: definitions shared by the kernels and the host.
#pragma once

#include <stdint.h>

namespace gputm::kernels {

/// Edges of a pixel, in the order of `residual`; opposite(d) leads back
inline constexpr uint32_t kDirections = 4;  ///< right, left, down, up
inline constexpr uint32_t opposite(uint32_t direction) { return direction ^ 1; }

/// All arrays are device addresses of uint32_t[width * height], row by row
struct CudaCutsArguments {
  uint32_t width, height;          ///< of the image, pixels
  uint32_t excess;                 ///< flow that has reached a pixel and not left it
  uint32_t to_sink;                ///< residual capacity of its edge to the sink
  uint32_t levels;                 ///< height in the push-relabel algorithm; the sink's is 0
  uint32_t residual[kDirections];  ///< residual capacity of its edges to neighbours; 0 at the border
};

}  // namespace gputm::kernels
