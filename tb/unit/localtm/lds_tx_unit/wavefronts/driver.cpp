#include "driver.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tm/history.h"

namespace gputm::tb::wavefronts {
namespace {

/// Maximum number of zero-time instructions in a row; more is an endless loop
constexpr unsigned kFreeInstructions = 1'000'000;

Word arithmetic(const Instruction& i, Word d, Word a, Word b) {
  switch (i.opcode) {
    case Opcode::kAdd:
      return a + b;
    case Opcode::kSub:
      return a - b;
    case Opcode::kMul:
      return a * b;
    case Opcode::kAnd:
      return a & b;
    case Opcode::kOr:
      return a | b;
    case Opcode::kXor:
      return a ^ b;
    case Opcode::kShiftLeft:
      return a << (b & 31);
    case Opcode::kShiftRight:
      return a >> (b & 31);
    case Opcode::kRemainder:
      return b == 0 ? a : a % b;
    case Opcode::kLess:
      return a < b;
    case Opcode::kEqual:
      return a == b;
    case Opcode::kSelect:
      return d != 0 ? a : b;
    default:
      return d;
  }
}

}  // namespace

struct Driver::Lane {
  std::array<Word, kRegisters> registers{};
  std::array<Word, kRegisters> saved{};  ///< registers at the begin
  std::vector<tm::LogEntry> writes;

  std::optional<Word> own_write(Address address) const {
    for (auto entry = writes.rbegin(); entry != writes.rend(); ++entry) {
      if (entry->address == address) return entry->value;
    }
    return std::nullopt;
  }
};

struct Driver::Wavefront {
  enum class State { kReady, kWantsUnit, kWaitsForUnit, kWaitsForSerial, kEnded };
  unsigned number = 0;  ///< index in its work-group
  State state = State::kReady;
  Cycle ready_at = 0;
  unsigned pc = 0;
  LaneMask exec = 0;
  std::vector<LaneMask> masks;  ///< EXEC outside of the open kIf and kLoop
  std::vector<Lane> lanes;
  tm::LdsRequest request;
  Instruction memory;
  // Transaction
  unsigned depth = 0;
  LaneMask tcm = 0;
  LaneMask attempt = 0;  ///< lanes of the attempt
  unsigned begin_pc = 0;
  std::size_t begin_masks = 0;
  LaneMask serial_left = 0;  ///< serial execution: remaining lanes
  LaneMask exit_exec = 0;

  bool in_tx() const { return depth > 0; }
  LaneMask active() const { return exec & ~tcm; }
};

Driver::Driver(tm::LdsTransactionUnit& unit, unsigned group, const Program& program,
               const RunOptions& options)
    : unit_(unit),
      sizes_(unit.sizes()),
      program_(program),
      options_(options),
      first_wavefront_(group * sizes_.group_wavefronts()),
      committed_(std::size_t{sizes_.rows} * sizes_.banks) {
  for (unsigned i = 0; i < sizes_.group_wavefronts(); ++i) {
    auto w = std::make_unique<Wavefront>();
    w->number = i;
    w->exec = full_mask(sizes_.lanes);
    w->lanes.resize(sizes_.lanes);
    wavefronts_.push_back(std::move(w));
  }
}
Driver::~Driver() = default;

tm::LdsResponse Driver::transfer(const tm::LdsRequest& request) {
  while (!unit_.can_request()) unit_.tick();
  unit_.request(request);
  for (Cycle waited = 0; unit_.response() == nullptr; ++waited) {
    if (waited > options_.stuck_cycles) throw Error("the local memory does not answer");
    unit_.tick();
  }
  const tm::LdsResponse response = *unit_.response();
  unit_.pop_response();
  if (response.error != tm::LdsError::kNone) throw Error(tm::describe(response.error));
  return response;
}

void Driver::write_memory(const std::vector<Word>& words) {
  for (std::size_t first = 0; first < words.size(); first += sizes_.lanes) {
    tm::LdsRequest request;
    request.wavefront = first_wavefront_;
    request.op = tm::LdsOp::kStore;
    for (unsigned lane = 0; lane < sizes_.lanes && first + lane < words.size(); ++lane) {
      request.exec |= LaneMask{1} << lane;
      request.address[lane] = static_cast<Address>(4 * (first + lane));
      request.data[lane] = words[first + lane];
      committed_[first + lane] = words[first + lane];
    }
    transfer(request);
  }
}

std::vector<Word> Driver::read_memory(std::size_t count) {
  std::vector<Word> words(count);
  for (std::size_t first = 0; first < count; first += sizes_.lanes) {
    tm::LdsRequest request;
    request.wavefront = first_wavefront_;
    for (unsigned lane = 0; lane < sizes_.lanes && first + lane < count; ++lane) {
      request.exec |= LaneMask{1} << lane;
      request.address[lane] = static_cast<Address>(4 * (first + lane));
    }
    const tm::LdsResponse response = transfer(request);
    for_each_lane(request.exec, [&](unsigned lane) {
      words[first + lane] = response.data[lane];
      if (committed_[first + lane] != words[first + lane]) {
        fail("final memory differs from the serial replay at byte " + std::to_string(request.address[lane]));
      }
    });
  }
  return words;
}

void Driver::run() {
  const auto count = static_cast<unsigned>(wavefronts_.size());
  while (ended() != count) {
    for (const auto& w : wavefronts_) step(*w);
    for (unsigned i = 0; i < count && unit_.can_request(); ++i) {
      Wavefront& w = *wavefronts_[(next_ + i) % count];
      if (w.state != Wavefront::State::kWantsUnit) continue;
      unit_.request(w.request);
      w.state = Wavefront::State::kWaitsForUnit;
      next_ = (next_ + i + 1) % count;
    }
    unit_.tick();
    ++now_;
    while (const tm::LdsResponse* response = unit_.response()) {
      const tm::LdsResponse copy = *response;
      unit_.pop_response();
      take_response(copy);
    }
    if (now_ - last_progress_ > options_.stuck_cycles) report_stuck();
  }
  counts_.cycles = now_;
  while (unit_.busy()) unit_.tick();
}

unsigned Driver::ended() const {
  return static_cast<unsigned>(std::count_if(wavefronts_.begin(), wavefronts_.end(), [](const auto& w) {
    return w->state == Wavefront::State::kEnded;
  }));
}

void Driver::report_stuck() const {
  std::string text = "stuck: no work-item has committed and no wavefront has ended for " +
                     std::to_string(now_ - last_progress_) + " cycles; instructions";
  for (const auto& w : wavefronts_) text += ' ' + std::to_string(w->pc);
  throw Error(text);
}

void Driver::step(Wavefront& w) {
  if (w.state == Wavefront::State::kWaitsForSerial && !serial_holder_) serial_begin(w);
  if (w.state != Wavefront::State::kReady || now_ < w.ready_at) return;
  for (unsigned executed = 0; executed < kFreeInstructions; ++executed) {
    if (!execute(w, program_.code[w.pc])) return;
    if (options_.instruction_cycles == 0) continue;
    w.ready_at = now_ + options_.instruction_cycles;
    return;
  }
  throw Error("a wavefront executes endlessly without an access to local memory");
}

/// Executes an instruction. Returns false if the wavefront waits for the local memory or for its turn, or has
/// ended.
bool Driver::execute(Wavefront& w, const Instruction& i) {
  switch (i.opcode) {
    case Opcode::kIf:
    case Opcode::kContinueIf:
    case Opcode::kElse:
    case Opcode::kEndIf:
    case Opcode::kLoop:
    case Opcode::kEndLoop:
      steer(w, i);
      return true;
    case Opcode::kMemory:
      if (w.active() != 0) {
        start_memory(w, i);
        return false;
      }
      ++w.pc;
      return true;
    case Opcode::kBegin:
      if (options_.execution == Execution::kTransactional) {
        if (!w.in_tx()) w.begin_pc = w.pc;
        start_control(w, tm::LdsOp::kBegin);
      } else {
        w.state = Wavefront::State::kWaitsForSerial;
      }
      return false;
    case Opcode::kCommit:
      if (options_.execution == Execution::kTransactional) {
        start_control(w, tm::LdsOp::kCommit);
        return false;
      }
      serial_commit(w);
      return true;
    case Opcode::kEnd:
      w.state = Wavefront::State::kEnded;
      last_progress_ = now_;
      return false;
    default:
      for_each_lane(w.active(), [&](unsigned lane) { w.lanes[lane].registers[i.rd] = result(w, i, lane); });
      ++w.pc;
      return true;
  }
}

/// Result of a register instruction for a lane.
Word Driver::result(const Wavefront& w, const Instruction& i, unsigned lane) const {
  const auto& r = w.lanes[lane].registers;
  const std::size_t item = w.number * sizes_.lanes + lane;
  switch (i.opcode) {
    case Opcode::kImmediate:
      return i.imm;
    case Opcode::kWorkItem:
      return static_cast<Word>(item);
    case Opcode::kInput:
      return program_.input.at(item * program_.inputs_a_work_item + r[i.ra] + i.imm);
    case Opcode::kTable:
      return program_.table.at(r[i.ra] + i.imm);
    default:
      return arithmetic(i, r[i.rd], r[i.ra], i.use_immediate ? i.imm : r[i.rb]);
  }
}

/// Executes an instruction that changes the active lanes, or jumps back to the start of a loop.
void Driver::steer(Wavefront& w, const Instruction& i) {
  const auto jump_unless_active = [&] { w.pc = w.active() == 0 ? i.target : w.pc + 1; };
  const auto pop = [&] {
    w.exec = w.masks.back();
    w.masks.pop_back();
  };
  const auto nonzero = [&] {
    LaneMask taken = 0;
    for_each_lane(w.active(), [&](unsigned lane) {
      if (w.lanes[lane].registers[i.ra] != 0) taken |= LaneMask{1} << lane;
    });
    return taken;
  };
  switch (i.opcode) {
    case Opcode::kIf:
      w.masks.push_back(w.exec);
      w.exec = nonzero();
      return jump_unless_active();
    case Opcode::kElse:
      w.exec = w.masks.back() & ~w.exec;
      return jump_unless_active();
    case Opcode::kEndIf:
      pop();
      ++w.pc;
      return;
    case Opcode::kLoop:
      w.masks.push_back(w.exec);
      ++w.pc;
      return;
    case Opcode::kContinueIf:
      w.exec = nonzero();
      jump_unless_active();
      if (w.active() == 0) pop();
      return;
    default:  // kEndLoop
      w.pc = i.target;
  }
}

void Driver::issue(Wavefront& w, const tm::LdsRequest& request) {
  w.request = request;
  w.request.wavefront = first_wavefront_ + w.number;
  w.request.exec = w.exec;
  w.state = Wavefront::State::kWantsUnit;
}

void Driver::start_memory(Wavefront& w, const Instruction& i) {
  w.memory = i;
  tm::LdsRequest request;
  request.op = i.op;
  for_each_lane(w.exec, [&](unsigned lane) {
    request.address[lane] = w.lanes[lane].registers[i.ra] + i.imm;
    request.data[lane] = w.lanes[lane].registers[i.rb];
  });
  for_each_lane(w.active(), [&](unsigned lane) {
    if (request.address[lane] >= 65536) throw Error(tm::describe(tm::LdsError::kOutOfRange));
  });
  issue(w, request);
}

void Driver::start_control(Wavefront& w, tm::LdsOp op) {
  tm::LdsRequest request;
  request.op = op;
  issue(w, request);
}

void Driver::serial_begin(Wavefront& w) {
  serial_holder_ = w.number;
  w.begin_pc = w.pc;
  w.exit_exec = w.exec;
  w.serial_left = w.exec & (w.exec - 1);
  w.exec &= ~w.serial_left;
  w.begin_masks = w.masks.size();
  w.depth = 1;
  w.state = Wavefront::State::kReady;
  ++w.pc;
  if (w.exec == 0) throw Error("a transaction without a work-item");
}

void Driver::serial_commit(Wavefront& w) {
  ++counts_.lane_commits;
  last_progress_ = now_;
  if (w.serial_left != 0) {
    w.exec = w.serial_left & (~w.serial_left + 1);
    w.serial_left &= ~w.exec;
    w.pc = w.begin_pc + 1;
    return;
  }
  w.exec = w.exit_exec;
  w.depth = 0;
  serial_holder_.reset();
  ++w.pc;
}

void Driver::take_response(const tm::LdsResponse& response) {
  Wavefront& w = *wavefronts_[response.wavefront - first_wavefront_];
  if (response.error != tm::LdsError::kNone) throw Error(tm::describe(response.error));
  w.state = Wavefront::State::kReady;
  w.ready_at = now_;
  if (tm::is_memory(w.request.op)) {
    finish_memory(w, response);
  } else if (w.request.op == tm::LdsOp::kBegin) {
    finish_begin(w, response);
  } else {
    finish_commit(w, response);
  }
}

void Driver::finish_memory(Wavefront& w, const tm::LdsResponse& response) {
  const bool transactional = w.in_tx() && options_.execution == Execution::kTransactional;
  LaneMask done = w.active() & ~response.conflicts;
  const auto conflicts = lane_count(response.conflicts);
  const auto true_conflicts = lane_count(response.true_conflicts);
  counts_.true_conflicts += true_conflicts;
  const auto reader_conflicts = lane_count(response.reader_conflicts);
  const auto overflows = lane_count(response.overflows);
  counts_.reader_conflicts += reader_conflicts;
  counts_.overflows += overflows;
  counts_.false_conflicts += conflicts - true_conflicts - reader_conflicts - overflows;
  if (transactional) {
    w.tcm = response.tcm;
    done &= ~w.tcm;  // an external abort can have taken lanes before their access
  }
  for_each_lane(done, [&](unsigned lane) {
    const Word before = response.data[lane];
    if (transactional) {
      record_access(w, lane, before);
    } else if (w.memory.op != tm::LdsOp::kLoad) {
      Word& word = committed_[w.request.address[lane] / 4];
      word = tm::lds_result(w.memory.op, tm::is_store(w.memory.op) ? word : before, w.request.data[lane],
                            w.request.address[lane]);
    }
    if (!tm::is_store(w.memory.op)) w.lanes[lane].registers[w.memory.rd] = before;
  });
  ++w.pc;
}

void Driver::record_access(Wavefront& w, unsigned lane, Word before) {
  Lane& l = w.lanes[lane];
  const Address address = w.request.address[lane] & ~Address{3};
  const tm::LdsOp op = w.memory.op;
  const std::optional<Word> own = l.own_write(address);
  const Word expected = own.value_or(committed_[address / 4]);
  if (!tm::is_store(op) && before != expected) {
    fail("work-item " + std::to_string(w.number * sizes_.lanes + lane) + " read " + std::to_string(before) +
         " at byte " + std::to_string(address) + " instead of " + std::to_string(expected));
  }
  if (op != tm::LdsOp::kLoad) {
    const Word after = tm::lds_result(op, tm::is_store(op) ? expected : before, w.request.data[lane],
                                      w.request.address[lane]);
    l.writes.push_back({address, after});
  }
}

void Driver::finish_begin(Wavefront& w, const tm::LdsResponse& response) {
  ++w.depth;
  ++w.pc;
  if (response.outcome != tm::TxOutcome::kEnter) return;  // nested
  w.depth = 1;
  w.exec = response.exec;
  w.tcm = response.tcm;
  w.attempt = w.active();
  w.begin_masks = w.masks.size();
  for (Lane& lane : w.lanes) {
    lane.saved = lane.registers;
    lane.writes.clear();
  }
  if (response.mode == tm::TxMode::kWavefrontSerial) ++counts_.wavefront_serializations;
  if (response.mode == tm::TxMode::kWorkGroupSerial) ++counts_.work_group_serializations;
}

void Driver::finish_commit(Wavefront& w, const tm::LdsResponse& response) {
  if (response.outcome == tm::TxOutcome::kContinue) {
    --w.depth;
    ++w.pc;
    return;
  }
  const LaneMask conflicted = response.outcome == tm::TxOutcome::kRestart ? response.tcm : 0;
  for_each_lane(w.attempt, [&](unsigned lane) { end_attempt(w, lane, !((conflicted >> lane) & 1)); });
  w.depth = 0;
  w.tcm = 0;
  w.exec = response.exec;
  if (response.outcome == tm::TxOutcome::kExit) {
    ++w.pc;
    return;
  }
  for_each_lane(conflicted, [&](unsigned lane) { w.lanes[lane].registers = w.lanes[lane].saved; });
  w.masks.resize(w.begin_masks);
  w.pc = w.begin_pc;
}

void Driver::end_attempt(const Wavefront& w, unsigned lane, bool committed) {
  ++(committed ? counts_.lane_commits : counts_.lane_aborts);
  if (!committed) return;
  last_progress_ = now_;
  for (const tm::LogEntry& write : w.lanes[lane].writes) committed_[write.address / 4] = write.value;
}

void Driver::fail(const std::string& what) {
  if (verdict_ == "pass") verdict_ = what;
}

}  // namespace gputm::tb::wavefronts
