// Grey images, and the portable graymap (PGM) files that they come from and go to.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

namespace gputm::workloads {

struct Image {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> shades;  ///< row by row from the top; 255 is white
};

/// Of 2..4096 pixels in each direction, text (P2) or binary (P5), with at most 255 as white. Throws Error,
/// one line that names what is wrong and what is legal.
Image read_pgm(std::istream& file);
/// Binary.
void write_pgm(std::ostream& file, const Image& image);

/// The shades of an image's bright and dark part: means, and the deviation of a pixel from that of its part.
struct TwoShades {
  double bright = 0, dark = 0;
  double deviation = 0;
};
/// Parted where the two differ most from each other (Otsu, IEEE Trans. Systems, Man, and Cybernetics 1979).
/// The deviation is at least 1, also of an image of one shade.
TwoShades two_shades(const Image& image);

}  // namespace gputm::workloads
