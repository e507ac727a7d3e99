#include "workloads/image.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <istream>
#include <limits>
#include <ostream>
#include <string>

#include "base/types.h"

namespace gputm::workloads {
namespace {

constexpr std::uint32_t kLeastPixels = 2, kMostPixels = 4096;

/// Next number of a header or of text; comments extend from '#' to the end of their line.
std::uint32_t next_number(std::istream& file, const char* what, std::uint32_t least, std::uint32_t most) {
  while (std::isspace(file.peek()) != 0 || file.peek() == '#') {
    if (file.get() == '#') file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  std::string digits;
  while (std::isdigit(file.peek()) != 0 && digits.size() < 9) digits += static_cast<char>(file.get());
  if (digits.empty()) throw Error(fmt::format("not a PGM image: {} is missing", what));
  const auto number = static_cast<std::uint32_t>(std::stoul(digits));
  if (number < least || number > most)
    throw Error(fmt::format("{} is {}, which is outside {}..{}", what, number, least, most));
  return number;
}

}  // namespace

Image read_pgm(std::istream& file) {
  std::string magic(2, ' ');
  file.read(magic.data(), 2);
  if (magic != "P2" && magic != "P5") throw Error("not a PGM image: it does not begin with P2 or P5");
  Image image;
  image.width = next_number(file, "the width", kLeastPixels, kMostPixels);
  image.height = next_number(file, "the height", kLeastPixels, kMostPixels);
  const std::uint32_t white = next_number(file, "the value of white", 1, 255);
  if (magic == "P5") file.get();  // one white-space character ends the header
  image.shades.resize(std::size_t{image.width} * image.height);
  for (std::size_t pixel = 0; pixel < image.shades.size(); ++pixel) {
    std::uint32_t value = 0;
    if (magic == "P2") {
      value = next_number(file, "a pixel", 0, white);
    } else {
      const int byte = file.get();
      if (byte == std::istream::traits_type::eof())
        throw Error(fmt::format("the image ends after {} of {} pixels", pixel, image.shades.size()));
      value = std::min(static_cast<std::uint32_t>(byte), white);
    }
    image.shades[pixel] = static_cast<std::uint8_t>(value * 255 / white);
  }
  return image;
}

void write_pgm(std::ostream& file, const Image& image) {
  file << "P5\n" << image.width << ' ' << image.height << "\n255\n";
  for (const std::uint8_t shade : image.shades) file.put(static_cast<char>(shade));
}

TwoShades two_shades(const Image& image) {
  std::array<double, 256> pixels{};
  for (const std::uint8_t shade : image.shades) ++pixels[shade];
  const auto all = static_cast<double>(image.shades.size());
  double all_sum = 0;
  for (unsigned shade = 0; shade < 256; ++shade) all_sum += shade * pixels[shade];
  TwoShades result{all_sum / all, all_sum / all, 0};
  double dark = 0, dark_sum = 0, best = 0;
  for (unsigned shade = 0; shade < 255; ++shade) {
    dark += pixels[shade];
    dark_sum += shade * pixels[shade];
    if (dark == 0 || dark == all) continue;
    const double dark_mean = dark_sum / dark, bright_mean = (all_sum - dark_sum) / (all - dark);
    const double between = dark * (all - dark) * std::pow(bright_mean - dark_mean, 2);
    if (between <= best) continue;
    best = between;
    result = {bright_mean, dark_mean, 0};
  }
  double squares = 0;
  for (const std::uint8_t shade : image.shades)
    squares += std::min(std::pow(shade - result.bright, 2), std::pow(shade - result.dark, 2));
  result.deviation = std::max(1.0, std::sqrt(squares / all));
  return result;
}

}  // namespace gputm::workloads
