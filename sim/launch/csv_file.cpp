#include "launch/csv_file.h"

#include <ostream>

namespace gputm::launch {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

/// Removes and returns the part of the text before the first `separator`; removes the separator as well.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return part;
}

}  // namespace

Data parse_csv(std::string_view text, gpu::ValueType element) {
  constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    throw Error("text in UTF-16; save it as UTF-8");
  if (text.starts_with(kUtf8Mark)) text.remove_prefix(kUtf8Mark.size());
  Data data{element, {}, {}};
  std::size_t rows = 0, columns = 0;
  bool even = true;
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view line = trimmed(take(text, '\n'));
    if (line.empty()) continue;
    std::size_t column = 0;
    for (bool more = true; more;) {
      more = line.find(',') != std::string_view::npos;
      ++column;
      try {
        append_number(data, trimmed(take(line, ',')));
      } catch (const Error& error) {
        throw Error("line " + std::to_string(number) + ", column " + std::to_string(column) + ": " +
                    error.what());
      }
    }
    even = even && (rows == 0 || column == columns);
    columns = column;
    ++rows;
  }
  if (even && columns > 1 && rows > 0) {
    data.shape = {rows, columns};
  } else {
    data.shape = {data.count()};
  }
  return data;
}

void write_csv(std::ostream& to, const Data& data) {
  const std::size_t columns = data.shape.size() > 1 && data.shape.back() != 0 ? data.shape.back() : 1;
  for (std::size_t i = 0; i < data.count(); ++i)
    to << number_text(data, i) << ((i + 1) % columns == 0 ? '\n' : ',');
}

}  // namespace gputm::launch
