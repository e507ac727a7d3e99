#include "app/profile/bar_chart.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "app/table_text.h"

namespace gputm::app {
namespace {

constexpr double kWidth = 880;

std::uint64_t length(const Bar& bar) {
  std::uint64_t sum = 0;
  for (const BarPart& part : bar.parts) sum += part.value;
  return sum;
}

std::uint64_t longest(const std::vector<Bar>& bars) {
  std::uint64_t most = 1;
  for (const Bar& bar : bars) most = std::max(most, length(bar));
  return most;
}

std::string opening(double height) {
  return fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\">\n", kWidth, height);
}

std::string rectangle(double x, double y, double width, double height, const BarPart& part) {
  return fmt::format(
      "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
      "rx=\"2\"><title>{}</title>"
      "</rect>\n",
      part.colour, x, y, width, height, escaped(part.note));
}

std::string text(const char* style, double x, double y, std::string_view what) {
  return fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", style, x, y, escaped(what));
}

/// End of a text that exceeds its space: file names differ at the end.
std::string shortened(const std::string& label, std::size_t most) {
  return label.size() <= most ? label : "..." + label.substr(label.size() - most + 3);
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += (c < ' ' || c > '~') ? '?' : c;
    }
  }
  return result;
}

std::string horizontal_bars(const std::vector<Bar>& bars) {
  constexpr double kLabels = 250, kValues = 90, kPitch = 26, kThick = 17;
  constexpr std::size_t kLongestLabel = 34;
  const double scale = (kWidth - kLabels - kValues) / static_cast<double>(longest(bars));
  std::string svg = opening(kPitch * static_cast<double>(bars.size()));
  double y = 4;
  for (const Bar& bar : bars) {
    svg += text("label", kLabels - 10, y + 13, shortened(bar.label, kLongestLabel));
    double x = kLabels;
    for (const BarPart& part : bar.parts) {
      const double width = scale * static_cast<double>(part.value);
      if (part.value != 0) svg += rectangle(x, y, std::max(width, 0.8), kThick, part);
      x += width;
    }
    svg += text("value", x + 8, y + 13, bar.value);
    y += kPitch;
  }
  return svg + "</svg>\n";
}

std::string columns(const std::vector<Bar>& bars) {
  constexpr double kHeight = 190, kTop = 22, kBottom = 26;
  const double pitch = std::min(80.0, kWidth / static_cast<double>(std::max<std::size_t>(bars.size(), 1)));
  const double scale = (kHeight - kTop - kBottom) / static_cast<double>(longest(bars));
  const double ground = kHeight - kBottom;
  std::string svg = opening(kHeight);
  double x = 0;
  for (const Bar& bar : bars) {
    double y = ground;
    for (const BarPart& part : bar.parts) {
      if (part.value == 0) continue;
      const double height = std::max(scale * static_cast<double>(part.value), 0.8);
      y -= height;
      svg += rectangle(x + 4, y, pitch - 8, height, part);
    }
    svg +=
        text("count", x + pitch / 2, y - 6, bar.value) + text("tick", x + pitch / 2, ground + 17, bar.label);
    x += pitch;
  }
  return svg + fmt::format("<line class=\"axis\" x1=\"0\" y1=\"{0}\" x2=\"{1:.1f}\" y2=\"{0}\"/>\n</svg>\n",
                           ground, x);
}

}  // namespace gputm::app
