// Transactions as code over words of memory, without a GPU: under snapshot isolation a transaction sees
// nothing but its snapshot, so what it reads and writes is known as soon as it has one. StreamRunner runs it
// then, and feeds its accesses to a tm::SnapshotUnit beside those of all others.
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

namespace gputm::workloads {

/// Words that nothing has written are zero.
using StreamMemory = std::unordered_map<Address, Word>;

/// A transaction's view of memory: its snapshot and its own writes. Records what it does.
class StreamView {
 public:
  explicit StreamView(const StreamMemory& snapshot) : snapshot_(snapshot) {}

  Word read(Address address);
  void write(Address address, Word value);

  struct Access {
    Address address = 0;
    bool write = false;
  };
  /// First reads and first writes of each word, in program order; no reads of own writes.
  std::span<const Access> accesses() const { return accesses_; }
  std::span<const tm::LogEntry> reads() const { return reads_; }    ///< of `accesses`, with values
  std::span<const tm::LogEntry> writes() const { return writes_; }  ///< one a word, with its last value

 private:
  const StreamMemory& snapshot_;
  std::vector<Access> accesses_;
  std::vector<tm::LogEntry> reads_, writes_;
  std::unordered_map<Address, std::size_t> read_, written_;  ///< places in reads_ and writes_
};

struct StreamSizes {
  unsigned threads = 0;       ///< that run transactions, each one after the other
  unsigned transactions = 0;  ///< of each thread
  unsigned size = 0;          ///< of the structure at the start: elements, vertices, accounts
};

class Stream {
 public:
  virtual ~Stream() = default;

  /// Memory at the start.
  virtual StreamMemory setup(Rng& rng) = 0;
  /// Transaction `index` of `thread`; the same in every attempt but for what it sees.
  virtual void run(StreamView& view, unsigned thread, unsigned index) = 0;
  /// "pass", or what is wrong with the structure after all transactions have committed.
  virtual std::string check(StreamMemory& memory) = 0;
};

struct StreamInfo {
  std::string_view name;
  std::string_view summary;
  StreamSizes sizes;  ///< defaults; the paper's where it has the benchmark
  std::unique_ptr<Stream> (*make)(const StreamSizes& sizes);
  unsigned least_size = 0;  ///< that makes sense
};

std::span<const StreamInfo> all_streams();

}  // namespace gputm::workloads
