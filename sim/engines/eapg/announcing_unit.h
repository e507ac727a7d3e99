// Announces the writes in flight of a commit unit to the cores (EAPG): a log's written words count from
// their arrival until the transaction has failed or its entry has retired. In hardware their addresses come
// from the unit's write buffers, which hold them for as long.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engines/eapg/announcer.h"
#include "engines/kilo/commit_unit_around.h"

namespace gputm::engines::eapg {

class AnnouncingUnit final : public kilo::CommitUnitAround {
 public:
  /// `announcer` must outlive this.
  AnnouncingUnit(std::unique_ptr<tm::CommitUnit> unit, Announcer& announcer)
      : CommitUnitAround(std::move(unit)), announcer_(announcer) {}

  void fill(const tm::FillWord& beat) override;
  void control(const tm::ControlWord& beat) override;
  void pop_reply() override;
  void tick(tm::WordPort& memory) override;
  bool busy() const override { return inner().busy() || !announcer_.idle(); }

 private:
  void forget(tm::CommitId id);

  Announcer& announcer_;
  std::vector<std::vector<Address>> words_ =
      std::vector<std::vector<Address>>(std::size_t{1} << 16);  ///< by ID in flight: counted words
};

}  // namespace gputm::engines::eapg
