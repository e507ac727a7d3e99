// Transaction counters of a launch, common to all TM systems.
#pragma once

#include <cstdint>

namespace gputm::tm {

/// In lanes (threads), unless stated otherwise.
struct TransactionCounters {
  std::uint64_t begins = 0;  ///< outermost tx.begin executions
  std::uint64_t commits = 0;
  std::uint64_t aborts = 0;        ///< failed attempts
  std::uint64_t asked_aborts = 0;  ///< of these, by tx.abort and tx.retry
  std::uint64_t read_words = 0;    ///< read-log entries of committed attempts
  std::uint64_t write_words = 0;   ///< write-log entries of committed attempts
  std::uint64_t watchdog_validations = 0;
  std::uint64_t watchdog_aborts = 0;
  std::uint64_t resends = 0;          ///< logs sent again on a commit unit's request
  std::uint64_t own_write_reads = 0;  ///< reads served from the write log
  std::uint64_t write_log_walks = 0;  ///< warp loads that searched the write log

  void add(const TransactionCounters& other) {
    begins += other.begins;
    commits += other.commits;
    aborts += other.aborts;
    asked_aborts += other.asked_aborts;
    read_words += other.read_words;
    write_words += other.write_words;
    watchdog_validations += other.watchdog_validations;
    watchdog_aborts += other.watchdog_aborts;
    resends += other.resends;
    own_write_reads += other.own_write_reads;
    write_log_walks += other.write_log_walks;
  }
};

}  // namespace gputm::tm
