#include "python/call_watcher.h"

#include <utility>

namespace gputm::python {

namespace nb = nanobind;

CallWatcher::CallWatcher(nb::object progress) : progress_(std::move(progress)) {}

bool CallWatcher::due(Clock::time_point& next, std::chrono::milliseconds period) {
  const auto now = Clock::now();
  if (now < next) return false;
  next = now + period;
  return true;
}

void CallWatcher::look_for_signals() {
  if (!due(next_look_, std::chrono::milliseconds(50))) return;
  const nb::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

void CallWatcher::look(Cycle cycles, double ended) {
  look_for_signals();
  if (!PyCallable_Check(progress_.ptr()) || !due(next_progress_, std::chrono::milliseconds(250))) return;
  const nb::gil_scoped_acquire lock;
  progress_(cycles, ended);
}

bool CallWatcher::stop() {
  try {
    look_for_signals();
  } catch (const nb::python_error&) {
    pending_ = std::current_exception();
  }
  return pending_ != nullptr;
}

void CallWatcher::rethrow() const {
  if (pending_) std::rethrow_exception(pending_);
}

}  // namespace gputm::python
