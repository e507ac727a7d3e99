// Bars as SVG inside of an HTML page. Colours are the page's classes; each bar shows its numbers under the
// mouse.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gputm::app {

/// Text as HTML and SVG write it.
std::string escaped(std::string_view text);

/// A part of a bar.
struct BarPart {
  std::uint64_t value = 0;
  std::string colour;  ///< class of the page's style
  std::string note;    ///< under the mouse
};

struct Bar {
  std::string label;
  std::string value;  ///< written at its end
  std::vector<BarPart> parts;
};

/// Bars from left to right, one below the other, with their labels at the left. The longest fills the width.
std::string horizontal_bars(const std::vector<Bar>& bars);
/// Columns side by side, with their labels below.
std::string columns(const std::vector<Bar>& bars);

}  // namespace gputm::app
