// Ideal local memory, "Perfect GPU-LocalTM" in the GPU-LocalTM paper (section 5.1.4): the same conflicts as
// in the RTL, detected and undone in zero time. An access takes the time of a plain one in pipelined banks, a
// begin or a commit one cycle.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "engines/localtm/local_memory.h"
#include "engines/localtm/transaction_masks.h"
#include "tm/lds_unit.h"

namespace gputm::engines::localtm {

class IdealLds final : public tm::LdsTransactionUnit {
 public:
  IdealLds(const tm::LdsSizes& sizes, const BankOptions& options);

  const tm::LdsSizes& sizes() const override { return sizes_; }
  tm::LdsError allocate(unsigned group, unsigned base_row, unsigned rows, bool transactional) override;
  bool can_request() const override { return !request_; }
  void request(const tm::LdsRequest& request) override { request_ = request; }
  const tm::LdsResponse* response() const override { return response_ ? &*response_ : nullptr; }
  void pop_response() override { response_.reset(); }
  void tick() override;
  bool busy() const override { return request_ || work_ || response_ || !answers_.empty() || waiting_ != 0; }

 private:
  struct Allocation {
    unsigned base = 0;
    unsigned rows = 0;
    bool transactional = false;
  };
  struct Work {
    tm::LdsRequest request;
    tm::LdsResponse response;
    LaneMask left = 0;
    bool transactional = false;
  };
  struct Answer {
    Cycle due = 0;
    tm::LdsResponse response;
  };

  void accept();
  tm::LdsError check(const tm::LdsRequest& request) const;
  void make_pass();
  void start_waiting();
  void answer(const tm::LdsResponse& response, Cycle delay);

  tm::LdsSizes sizes_;
  BankOptions options_;
  LocalMemory memory_;
  TransactionMasks masks_;
  std::vector<Allocation> allocations_;
  std::optional<tm::LdsRequest> request_;
  std::optional<Work> work_;
  std::optional<tm::LdsResponse> response_;
  std::deque<Answer> answers_;
  std::uint64_t waiting_ = 0;  ///< wavefronts with a waiting begin
  unsigned next_group_user_ = 0;
  Cycle now_ = 0;
};

}  // namespace gputm::engines::localtm
