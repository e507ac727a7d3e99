// Checker of a local memory in use. It checks that every value returned is a committed one, one stored
// without a transaction, or one written by the attempt itself; that values read by an attempt still hold when
// it ends, also when it aborts; and that no store outside of transactions changes a word owned by a
// transaction.
//
// It takes requests in the order of the memory, which is the order of their effects, and processes the
// answers in that order, too, since answers of different wavefronts may overtake each other.
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
  /// Receiver of events. Addresses are bytes of the local memory, lanes those of a wavefront.
  class Observer {
   public:
    virtual ~Observer() = default;
    /// The word changes its value: by a store or atomic outside of transactions (`plain`), or by a commit.
    virtual void changed(Address address, Word value, unsigned wavefront, unsigned lane, bool plain) = 0;
    /// Reports an error; only the first one is relevant.
    virtual void violation(unsigned wavefront, unsigned lane, const std::string& what) = 0;
    /// Lanes have conflicted with an owner with an ended attempt: its rows were still to be restored or
    /// released.
    virtual void met_leavers(LaneMask lanes) = 0;
  };
  LdsChecker(const tm::LdsSizes& sizes, Observer& observer);

  /// Sets the byte of the local memory at which a wavefront's addresses begin.
  void set_base(unsigned wavefront, Address base) { wavefronts_[wavefront].base = base; }
  /// The memory gets a request; `transactional`: inside a transaction.
  void asked(const tm::LdsRequest& request, bool transactional);
  /// The memory answers the request of a wavefront.
  void answered(const tm::LdsResponse& response);

 private:
  struct Lane {
    std::vector<tm::LogEntry> reads, writes;  ///< log entries of the attempt
  };
  struct Wavefront {
    Address base = 0;
    LaneMask running = 0;  ///< lanes of the attempt without a conflict
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
  /// Byte address of the word that a lane accesses.
  Address place(const Asked& asked, unsigned lane) const {
    return (wavefronts_[asked.request.wavefront].base + asked.request.address[lane]) & ~Address{3};
  }

  Observer& observer_;
  unsigned group_wavefronts_;
  std::vector<Word> words_;  ///< values written by committed transactions and plain stores
  std::vector<Wavefront> wavefronts_;
  std::deque<Asked> asked_;  ///< unprocessed requests, in the order of their effects
};

}  // namespace gputm::engines::localtm
