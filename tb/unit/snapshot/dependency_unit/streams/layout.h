// Common part of the streams: the layout of their structures, which is that of the kernels, and transactions
// that run alone.
#pragma once

#include <string>

#include "stream.h"
#include "workloads/kernels/records.h"

namespace gputm::tb::streams {

/// Applies a transaction at once, to build a structure or to read the result.
template <typename F>
void run_alone(StreamMemory& memory, F&& transaction) {
  StreamView view(memory);
  transaction(view);
  for (const tm::LogEntry& write : view.writes()) memory[write.address] = write.value;
}

using kernels::field_of;
using kernels::word_of;

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

}  // namespace gputm::tb::streams
