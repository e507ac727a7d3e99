// CudaCuts: what the kernels and the host share.
#pragma once

#include <stdint.h>

namespace gputm::kernels {

/// Of a pixel, in the order of `residual`; opposite(d) leads back.
inline constexpr uint32_t kDirections = 4;  ///< right, left, down, up
inline constexpr uint32_t opposite(uint32_t direction) { return direction ^ 1; }

/// All arrays are device addresses of uint32_t[width * height], a pixel's row after row.
struct CudaCutsArguments {
  uint32_t width, height;          ///< of the image, pixels
  uint32_t excess;                 ///< flow that has come to a pixel and not gone on
  uint32_t to_sink;                ///< room of its edge to the sink
  uint32_t levels;                 ///< its height in the push-relabel algorithm; the sink's is 0
  uint32_t residual[kDirections];  ///< room of its edges to its neighbours; 0 at the image's border
};

}  // namespace gputm::kernels
