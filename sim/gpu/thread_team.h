// Team of host threads that run rounds of work together: the work is dealt out in shares, one for each
// member. The calling thread is member 0. It also runs the shares that other threads have not begun.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "base/second_thread.h"

namespace gputm::gpu {

class ThreadTeam {
 public:
  /// `work`: runs the share of a member; it must not throw.
  using Work = std::function<void(unsigned member)>;
  explicit ThreadTeam(Work work) : work_(std::move(work)) {}

  /// Uses this many members from now on, at least 1.
  void use(unsigned members);
  unsigned members() const { return static_cast<unsigned>(others_.size()) + 1; }

  /// Runs the shares of all members.
  void run() {
    const Round round(*this);
    work_(0);
  }

  /// Round of the other members; the caller does member 0's work meanwhile. At the end of its lifetime all
  /// shares are done
  class Round {
   public:
    explicit Round(ThreadTeam& team) : team_(team) {
      for (const auto& other : team_.others_) other->offer();
    }
    ~Round() {
      for (const auto& other : team_.others_) other->finish();
    }
    Round(const Round&) = delete;
    Round& operator=(const Round&) = delete;

   private:
    ThreadTeam& team_;
  };

 private:
  Work work_;
  std::vector<std::unique_ptr<SecondThread>> others_;  ///< last member: the threads refer to others
};

}  // namespace gputm::gpu
