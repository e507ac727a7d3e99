// Where the streams' structures lie in memory: records of eight words, named by numbers from 1 (0 names
// none).
#pragma once

#include <string>

#include "workloads/streams/stream.h"

namespace gputm::workloads {

/// Applies a transaction at once, for building a structure and for looking at the result.
template <typename F>
void run_alone(StreamMemory& memory, F&& transaction) {
  StreamView view(memory);
  transaction(view);
  for (const tm::LogEntry& write : view.writes()) memory[write.address] = write.value;
}

/// Word `field` (0..7) of a record.
constexpr Address field_of(Address records, Word record, unsigned field) {
  return records + (record * 8 + field) * static_cast<Address>(sizeof(Word));
}

/// Word `index` of an array.
constexpr Address word_of(Address array, unsigned index) {
  return array + index * static_cast<Address>(sizeof(Word));
}

std::unique_ptr<Stream> make_linked_list(const StreamSizes& sizes);
std::unique_ptr<Stream> make_search_tree(const StreamSizes& sizes);
std::unique_ptr<Stream> make_search_tree_mix(const StreamSizes& sizes);
std::unique_ptr<Stream> make_red_black_tree(const StreamSizes& sizes);
std::unique_ptr<Stream> make_graph_cut(const StreamSizes& sizes);
std::unique_ptr<Stream> make_vacation_tables(const StreamSizes& sizes);
std::unique_ptr<Stream> make_vacation_customers(const StreamSizes& sizes);
std::unique_ptr<Stream> make_write_skew(const StreamSizes& sizes);
std::unique_ptr<Stream> make_receipts(const StreamSizes& sizes);
std::unique_ptr<Stream> make_rings(const StreamSizes& sizes);

}  // namespace gputm::workloads
