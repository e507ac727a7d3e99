// Transactions as code over words of memory, without a GPU: under snapshot isolation a transaction sees only
// its snapshot, so its reads and writes are known once it has one. run_stream() then feeds its accesses to a
// tm::SnapshotUnit together with those of all others.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/rng.h"
#include "base/types.h"
#include "tm/history.h"

namespace gputm::tb::streams {

/// Words that have not been written are zero
using StreamMemory = std::unordered_map<Address, Word>;

/// Memory as seen by a transaction: its snapshot and its own writes. Records its accesses
class StreamView {
 public:
  explicit StreamView(const StreamMemory& snapshot) : snapshot_(snapshot) {}

  Word read(Address address);
  void write(Address address, Word value);

  struct Access {
    Address address = 0;
    bool write = false;
  };
  /// First reads and first writes of each word, in program order, without reads of own writes.
  std::span<const Access> accesses() const { return accesses_; }
  std::span<const tm::LogEntry> reads() const { return reads_; }    ///< those of `accesses`, with values
  std::span<const tm::LogEntry> writes() const { return writes_; }  ///< one per word, with its last value

 private:
  const StreamMemory& snapshot_;
  std::vector<Access> accesses_;
  std::vector<tm::LogEntry> reads_, writes_;
  std::unordered_map<Address, std::size_t> read_, written_;  ///< indices in reads_ and writes_
};

struct StreamSizes {
  unsigned threads = 0;       ///< threads that run transactions in sequence
  unsigned transactions = 0;  ///< transactions per thread
  unsigned size = 0;          ///< initial size of the structure: elements, vertices, accounts
};

class Stream {
 public:
  virtual ~Stream() = default;

  /// Initial memory.
  virtual StreamMemory setup(Rng& rng) = 0;
  /// Transaction `index` of `thread`; every attempt runs the same code on its own view.
  virtual void run(StreamView& view, unsigned thread, unsigned index) = 0;
  /// "pass", or the error in the structure after all transactions have committed.
  virtual std::string check(StreamMemory& memory) = 0;
};

struct StreamInfo {
  std::string_view name;
  StreamSizes sizes;  ///< the paper's, for its benchmarks
  std::unique_ptr<Stream> (*make)(const StreamSizes& sizes);
};

std::span<const StreamInfo> all_streams();

}  // namespace gputm::tb::streams
