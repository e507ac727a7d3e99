// Checks a local memory while it is used: that every value it answers is what has been committed, or stored
// without a transaction, or what the attempt itself has written; that what an attempt has read is still so
// when it ends, also when it aborts; and that nothing outside of transactions stores to what a transaction
// owns.
//
// It takes requests in the order in which the memory does, which is the order of their effects, and looks at
// the answers in that order, too, since those of different wavefronts may overtake each other.
#pragma once

#include <array>
#include <deque>
#include <string>
#include <vector>

#include "tm/history.h"
#include "tm/lds_unit.h"

namespace gputm::engines::localtm {

class LdsChecker {
 public:
  /// Who is told. Addresses are bytes of the local memory, lanes those of a wavefront.
  class Observer {
   public:
    virtual ~Observer() = default;
    /// The word has another value from now on: by a store or atomic outside of transactions (`plain`), or by
    /// a commit.
    virtual void changed(Address address, Word value, unsigned wavefront, unsigned lane, bool plain) = 0;
    /// What is wrong; only the first is worth telling.
    virtual void violation(unsigned wavefront, unsigned lane, const std::string& what) = 0;
    /// Lanes have conflicted with an owner whose attempt has ended: its rows were still to be restored or
    /// released.
    virtual void met_leavers(LaneMask lanes) = 0;
  };
  LdsChecker(const tm::LdsSizes& sizes, Observer& observer);

  /// A wavefront's addresses begin at this byte of the local memory.
  void set_base(unsigned wavefront, Address base) { wavefronts_[wavefront].base = base; }
  /// The memory gets a request; `transactional`: inside a transaction.
  void asked(const tm::LdsRequest& request, bool transactional);
  /// The answer to the request that its wavefront has made.
  void answered(const tm::LdsResponse& response);

 private:
  struct Lane {
    std::vector<tm::LogEntry> reads, writes;  ///< of the attempt
  };
  struct Wavefront {
    Address base = 0;
    LaneMask running = 0;  ///< lanes of the attempt that have not conflicted
    std::array<Lane, kMaxLanes> lanes;
  };
  struct Asked {
    tm::LdsRequest request;
    bool transactional = false;
    bool answered = false;
    tm::LdsResponse response;
  };

  void retire_answered();
  void retire(const Asked& asked);
  void begin(const tm::LdsResponse& response);
  void commit(const Asked& asked);
  void withdraw(const Asked& asked);
  void access(const Asked& asked);
  LaneMask meet_leavers(const Asked& asked, LaneMask ran) const;
  bool in_use(unsigned wavefront, LaneMask ran, Address address) const;
  void plain_access(const Asked& asked);
  void end_attempt(unsigned wavefront, unsigned lane);
  void change(Address address, Word value, unsigned wavefront, unsigned lane, bool plain);
  void expect(unsigned wavefront, unsigned lane, Address address, Word seen, const char* how);
  bool left_by_waiting_commit(Address address, Word value) const;
  /// Of the word that a lane accesses.
  Address place(const Asked& asked, unsigned lane) const {
    return (wavefronts_[asked.request.wavefront].base + asked.request.address[lane]) & ~Address{3};
  }

  Observer& observer_;
  unsigned group_wavefronts_;
  std::vector<Word> words_;  ///< what committed transactions and plain stores have left
  std::vector<Wavefront> wavefronts_;
  std::deque<Asked> asked_;  ///< not yet looked at, in the order of their effects
};

}  // namespace gputm::engines::localtm
