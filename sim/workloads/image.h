// Grey images, and portable graymap (PGM) files.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

namespace gputm::workloads {

struct Image {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> shades;  ///< row by row from the top; 255 is white
};

/// Reads an image of 2..4096 pixels in each direction, text (P2) or binary (P5), with at most 255 as white.
/// Throws Error, one line with the error and the legal values.
Image read_pgm(std::istream& file);
/// Writes the binary format.
void write_pgm(std::ostream& file, const Image& image);

/// Shades of an image's bright and dark part: means, and the deviation of a pixel from the mean of its part
struct TwoShades {
  double bright = 0, dark = 0;
  double deviation = 0;
};
/// Separated at the largest between-class difference (Otsu, IEEE Trans. Systems, Man, and Cybernetics 1979).
/// The deviation is at least 1, also for an image of one shade.
TwoShades two_shades(const Image& image);

}  // namespace gputm::workloads
