// Bar charts as SVG inside an HTML page. Colours are classes of the page; each bar shows its numbers under
// the mouse pointer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gputm::app {

/// Text with HTML and SVG escapes.
std::string escaped(std::string_view text);

/// Part of a bar
struct BarPart {
  std::uint64_t value = 0;
  std::string colour;  ///< class in the page's style
  std::string note;    ///< shown under the mouse pointer
};

struct Bar {
  std::string label;
  std::string value;  ///< written at the end of the bar
  std::vector<BarPart> parts;
};

/// Horizontal bars, one below the other, with labels at the left. The longest fills the width.
std::string horizontal_bars(const std::vector<Bar>& bars);
/// Vertical bars side by side, with labels below.
std::string columns(const std::vector<Bar>& bars);

}  // namespace gputm::app
