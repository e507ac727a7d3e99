// PGM files from other programs, and invalid ones; the two shades of an image.
#include "workloads/image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "base/types.h"
#include "common/seed.h"

namespace gputm::workloads {
namespace {

Image read(const std::string& text) {
  std::istringstream file(text);
  return read_pgm(file);
}

std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Pgm, ReadsTextWithComments) {
  const Image image = read("P2 # by hand\n3 2\n# white\n100\n0 50 100\n100\t0\r\n50");
  EXPECT_EQ(image.width, 3u);
  EXPECT_EQ(image.height, 2u);
  EXPECT_THAT(image.shades, ::testing::ElementsAre(0, 127, 255, 255, 0, 127));
}

// A pixel may look like white space, and one byte of white space ends the header.
TEST(Pgm, ReadsBinary) {
  const Image image = read(std::string("P5\n2 2\n255\n\n \x00\xff", 15));
  EXPECT_THAT(image.shades, ::testing::ElementsAre('\n', ' ', 0, 255));
}

TEST(Pgm, ReadsWhatItWrites) {
  tb::Rng random = tb::seeded_rng(1);
  Image image{17, 5, {}};
  for (unsigned pixel = 0; pixel < 17 * 5; ++pixel)
    image.shades.push_back(static_cast<std::uint8_t>(random() & 0xff));
  std::ostringstream file;
  write_pgm(file, image);
  EXPECT_EQ(read(file.str()).shades, image.shades);
}

TEST(Pgm, SaysWhatIsWrong) {
  EXPECT_EQ(error_of(""), "not a PGM image: it does not begin with P2 or P5");
  EXPECT_EQ(error_of("P6 2 2 255"), "not a PGM image: it does not begin with P2 or P5");
  EXPECT_EQ(error_of("P5 2"), "not a PGM image: the height is missing");
  EXPECT_EQ(error_of("P5 1 2 255"), "the width is 1, which is outside 2..4096");
  EXPECT_EQ(error_of("P5 2 99999999999 255"), "the height is 999999999, which is outside 2..4096");
  EXPECT_EQ(error_of("P5 2 2 65535 "), "the value of white is 65535, which is outside 1..255");
  EXPECT_EQ(error_of("P5 2 2 255 abc"), "the image ends after 3 of 4 pixels");
  EXPECT_EQ(error_of("P2 2 2 255 1 2 3"), "not a PGM image: a pixel is missing");
  EXPECT_EQ(error_of("P2 2 2 9 1 2 3 10"), "a pixel is 10, which is outside 0..9");
}

TEST(TwoShades, PartWhereTheyDiffer) {
  const TwoShades shades = two_shades({4, 2, {10, 12, 10, 12, 200, 204, 200, 204}});
  EXPECT_DOUBLE_EQ(shades.dark, 11);
  EXPECT_DOUBLE_EQ(shades.bright, 202);
  EXPECT_NEAR(shades.deviation, 1.58, 0.01);
}

TEST(TwoShades, OfOneShadeAreTheSame) {
  const TwoShades shades = two_shades({2, 2, {7, 7, 7, 7}});
  EXPECT_EQ(shades.dark, 7);
  EXPECT_EQ(shades.bright, 7);
  EXPECT_EQ(shades.deviation, 1);
}

}  // namespace
}  // namespace gputm::workloads
