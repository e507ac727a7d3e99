#include "engines/common/logged_core_side.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "isa/execute.h"
#include "memory/sub_word.h"

namespace gputm::engines {

using memory::PacketKind;
using memory::WarpAccess;
using tm::TxAccess;
using tm::WarpLog;

/// A sub-word store reads the word first; an access of 8 bytes has two rows.
std::optional<std::string> LoggedCoreSide::full(WarpId warp, const isa::Instruction& access) const {
  const unsigned limit = config_.tx.log_entries;
  const bool writes = access.unit != isa::Unit::kLoad;
  const unsigned bytes = isa::access_bytes(access.op);
  const bool reads = !writes || bytes < sizeof(Word);
  const unsigned rows = bytes == 8 ? 2 : 1;
  const bool room = (!reads || logs(warp).reads.size() + rows <= limit) &&
                    (!writes || logs(warp).writes.size() + rows <= limit);
  if (room) return std::nullopt;
  return fmt::format("a transaction log is full; tx.log_entries is {}", limit);
}

LoggedCoreSide::LogRead& LoggedCoreSide::log_read(AccessId access) {
  const std::uint32_t index = memory::index_in_core(access);
  if (index >= log_reads_.size()) log_reads_.resize(index + 1);
  return log_reads_[index];
}

/// The access's lanes `reading` read memory; of these, `logged` get entries in a new row of the read log.
void LoggedCoreSide::begin_log_read(const TxAccess& access, LaneMask reading, LaneMask logged) {
  WarpAccess& flight = accesses_.access(access.handle);
  flight.lanes = reading;
  flight.values = WarpAccess::Values::kWords;
  flight.owner = WarpAccess::Owner::kGlobalSystem;
  tm::WarpLog& reads = logs(access.warp).reads;
  log_read(access.handle) = {.row = reads.size(), .lanes = logged};
  reads.append();
}

tm::Accessed LoggedCoreSide::load(const TxAccess& access) {
  LaneMask own = 0;        // lanes that have written the word
  LaneMask searching = 0;  // lanes that must search the write log, by their filter
  const LaneMask forwarded = forward_own_writes(access, own, searching);
  counters_.own_write_reads += lane_count(forwarded);
  const LaneMask reading = access.lanes & ~forwarded;
  accesses_.access(access.handle).lanes = reading;
  // If memory holds the written words, this is an ordinary load.
  if ((reading & ~own) != 0) begin_log_read(access, reading, reading & ~own);
  if (searching != 0) return {.wait = search(access, searching)};
  read_memory(access.handle);
  return {};
}

/// Forwards the value from the write log to lanes that have written the word, unless memory holds it. Returns
/// these lanes.
LaneMask LoggedCoreSide::forward_own_writes(const TxAccess& access, LaneMask& own, LaneMask& searching) {
  const WarpLog& writes = logs(access.warp).writes;
  if (writes.size() == 0) return 0;
  const WarpAccess& flight = accesses_.access(access.handle);
  const unsigned bytes = isa::access_bytes(access.instruction.op);
  LaneMask forwarded = 0;
  for_each_lane(access.lanes, [&](unsigned lane) {
    const Address address = flight.address[lane];
    const Address word = address & ~Address{3};
    const LaneMask bit = LaneMask{1} << lane;
    const Word* const written = writes.find(lane, word);
    if (written != nullptr || filter_errs(access.warp, lane, word)) searching |= bit;
    if (written == nullptr) return;
    own |= bit;
    if (stores_ == Stores::kAtOnce) return;
    forwarded |= bit;
    if (flight.rd == 0) return;
    warps_.registers(access.warp).x(flight.rd)[lane] =
        isa::extend_loaded(access.instruction.op, memory::extract(*written, address, bytes));
  });
  return forwarded;
}

void LoggedCoreSide::read_memory(AccessId access) {
  if (accesses_.access(access).lanes != 0) issue_read(access);
}

tm::Accessed LoggedCoreSide::store(const TxAccess& access) {
  WarpAccess& flight = accesses_.access(access.handle);
  WarpLog& writes = logs(access.warp).writes;
  const unsigned bytes = isa::access_bytes(access.instruction.op);
  LaneMask unread = 0;
  WarpLog::Row& row = writes.append();
  const unsigned index = writes.size() - 1;
  for_each_lane(access.lanes, [&](unsigned lane) {
    const Address address = flight.address[lane];
    const Address word = address & ~Address{3};
    const Word* own = bytes == 4 ? nullptr : writes.find(lane, word);
    if (bytes != 4 && own == nullptr) {
      unread |= LaneMask{1} << lane;
      return;
    }
    row.address[lane] = word;
    row.value[lane] = memory::merge(own != nullptr ? *own : 0, address, bytes, flight.data[lane]);
    row.valid |= LaneMask{1} << lane;
    word_written(access.warp, lane, word);
  });
  row_logged(access.warp, true, index);
  if (unread != 0) {
    if (stores_ != Stores::kLogged) store_words(access.warp, index, access.lanes & ~unread);
    begin_log_read(access, unread, unread);
    LogRead& read = log_read(access.handle);
    read.merges = true;
    read.write_row = index;
    read.operand = access.instruction.rs2;
    issue_read(access.handle);
    return {.wait = tm::Wait::kAccesses};
  }
  if (stores_ != Stores::kLogged) {
    flight.lanes = access.lanes;
    if (stores_ == Stores::kTimed) flight.values = WarpAccess::Values::kNone;
    accesses_.issue_global(access.handle, PacketKind::kWrite);
  }
  return {};
}

/// Logs the values returned by a transactional read; a sub-word store also writes its merged word.
void LoggedCoreSide::complete(AccessId handle, Cycle /*now*/) {
  const WarpAccess& access = accesses_.access(handle);
  const LogRead read = log_read(handle);
  WarpLog::Row& row = logs(access.warp).reads[read.row];
  const unsigned bytes = isa::access_bytes(access.op);
  for_each_lane(access.lanes, [&](unsigned lane) {
    const Word word = access.data[lane];
    const Address address = access.address[lane];
    row.address[lane] = address & ~Address{3};
    row.value[lane] = word;
    if (!read.merges && access.rd != 0) {
      warps_.registers(access.warp).x(access.rd)[lane] =
          isa::extend_loaded(access.op, memory::extract(word, address, bytes));
    }
  });
  row.valid = read.lanes & access.lanes;  // without those that have been refused meanwhile
  row_logged(access.warp, false, read.row);
  if (read.merges) merge(access, read);
}

void LoggedCoreSide::merge(const WarpAccess& access, const LogRead& read) {
  WarpLog::Row& writes = logs(access.warp).writes[read.write_row];
  const Word* const operand = warps_.registers(access.warp).x(read.operand);
  const unsigned bytes = isa::access_bytes(access.op);
  for_each_lane(access.lanes, [&](unsigned lane) {
    const Address address = access.address[lane];
    writes.address[lane] = address & ~Address{3};
    writes.value[lane] = memory::merge(access.data[lane], address, bytes, operand[lane]);
    word_written(access.warp, lane, writes.address[lane]);
  });
  writes.valid |= access.lanes;
  if (stores_ != Stores::kLogged) store_words(access.warp, read.write_row, access.lanes);
}

/// Stores the whole words of a write-log row, for systems that store during the transaction.
void LoggedCoreSide::store_words(WarpId warp, unsigned write_row, LaneMask lanes) {
  if (lanes == 0) return;
  const AccessId handle = accesses_.new_access(warp, isa::Op::kSw);
  WarpAccess& access = accesses_.access(handle);
  const WarpLog::Row& writes = logs(warp).writes[write_row];
  access.lanes = lanes;
  for_each_lane(access.lanes, [&](unsigned lane) {
    access.address[lane] = writes.address[lane];
    access.data[lane] = writes.value[lane];
  });
  if (stores_ == Stores::kTimed) access.values = WarpAccess::Values::kNone;
  accesses_.issue_global(handle, PacketKind::kWrite);
}

}  // namespace gputm::engines
