#include "app/stop_signals.h"

#include <csignal>

namespace gputm::app {
namespace {

volatile std::sig_atomic_t last = 0;

void receive(int signal) { last = signal; }

}  // namespace

StopSignals::StopSignals() {
  last = 0;
  struct sigaction action = {};
  action.sa_handler = receive;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, &before_interrupt_);
  sigaction(SIGTERM, &action, &before_terminate_);
}

StopSignals::~StopSignals() {
  sigaction(SIGINT, &before_interrupt_, nullptr);
  sigaction(SIGTERM, &before_terminate_, nullptr);
}

const char* StopSignals::received() {
  if (last == 0) return nullptr;
  return last == SIGINT ? "SIGINT" : "SIGTERM";
}

}  // namespace gputm::app
