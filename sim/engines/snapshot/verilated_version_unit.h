// tm::VersionUnit for a Verilated version_index_table and row_copy_unit with any parameters. Also used by
// tests.
#pragma once

#include <optional>
#include <string>

#include "engines/snapshot/version_unit_rtl.h"
#include "engines/verilated_model.h"
#include "tm/version_unit.h"

namespace gputm::engines::snapshot {

/// `Table`, `Copier`: as in VerilatedModel.
template <typename Table, typename Copier>
class VerilatedVersionUnit final : public tm::VersionUnit {
 public:
  using Make = MakeVersionUnit;

  VerilatedVersionUnit() : table_("version_index_table", {}), copier_("row_copy_unit", {}) {
    table_->region_valid_i = table_->access_valid_i = table_->release_valid_i = 0;
    table_->copy_ready_i = table_->copied_valid_i = table_->publish_valid_i = table_->flush_valid_i = 0;
    copier_->copy_valid_i = copier_->copied_ready_i = 0;
    copier_->row_ready_i = 1;  // the DRAM accepts a command per cycle
    table_.reset([] { return true; });
    copier_.reset([] { return true; });
  }

  void add_region(std::uint32_t start, unsigned size) override {
    table_->region_valid_i = 1;
    set(table_->region_start_i, start);
    set(table_->region_size_i, size);
    set(table_->region_relocated_i, 0);  // the program has no data at the places of its versions
    for (bool taken = false; !taken; high()) {
      settle();
      taken = table_->region_ready_o;
      if (taken && table_->region_result_o != 0)
        throw Error("version index table: it cannot hold a region of 2^" + std::to_string(size) +
                    " blocks at block " + std::to_string(start));
    }
    table_->region_valid_i = 0;
  }

  bool can_access() const override { return table_->access_valid_i == 0; }
  void access(const tm::VersionAccess& access) override {
    table_->access_valid_i = 1;
    set(table_->access_kind_i, static_cast<unsigned>(access.kind));
    set(table_->access_block_i, access.block);
    set(table_->access_time_i, access.time);
    quiet_ = 0;
  }
  bool can_release() const override { return table_->release_valid_i == 0; }
  void release(unsigned region, unsigned version) override {
    table_->release_valid_i = 1;
    set(table_->release_region_i, region);
    set(table_->release_version_i, version);
    quiet_ = 0;
  }
  bool can_publish() const override { return table_->publish_valid_i == 0; }
  void publish(unsigned region, std::uint32_t time) override {
    table_->publish_valid_i = 1;
    set(table_->publish_region_i, region);
    set(table_->publish_time_i, time);
    quiet_ = 0;
  }

  void tick() override {
    reply_.reset();
    if (quiet_ == kQuiet) {
      table_.skip();
      return copier_.skip();
    }
    settle();
    quiet_ = copier_->busy_o || table_->copy_valid_o ? 0 : quiet_ + 1;
    // Operations that the clock edge will accept
    const bool accessed = table_->access_valid_i && table_->access_ready_o;
    const bool released = table_->release_valid_i && table_->release_ready_o;
    const bool published = table_->publish_valid_i && table_->publish_ready_o;
    rows_ += copier_->row_valid_o;
    copied_ += table_->copied_valid_i && table_->copied_ready_o;
    if (table_->reply_valid_o) {
      reply_ = tm::VersionPlace{.result = static_cast<tm::VersionPlace::Result>(table_->reply_place_o),
                                .block = static_cast<std::uint32_t>(table_->reply_block_o),
                                .versioned = table_->reply_versioned_o != 0,
                                .region = static_cast<unsigned>(table_->reply_region_o),
                                .version = static_cast<unsigned>(table_->reply_version_o)};
    }
    high();
    if (accessed) table_->access_valid_i = 0;
    if (released) table_->release_valid_i = 0;
    if (published) table_->publish_valid_i = 0;
  }
  std::optional<tm::VersionPlace> reply() const override { return reply_; }
  bool copies() const override { return copier_->busy_o; }
  std::uint64_t rows_copied() const override { return rows_; }
  std::uint64_t versions_copied() const override { return copied_; }

 private:
  /// Cycles without any operation after which no register changes until the next one: by then all regions
  /// with due versions have been visited.
  static constexpr unsigned kQuiet = 256;

  template <typename Port, typename Value>
  static void set(Port& port, Value value) {
    port = static_cast<Port>(value);
  }

  /// Evaluates both units for their inputs. Their mutual offers come from registers.
  void settle() {
    copier_->copy_valid_i = table_->copy_valid_o;
    copier_->copy_region_i = table_->copy_region_o;
    set(copier_->copy_start_i, table_->copy_start_o);
    set(copier_->copy_size_i, table_->copy_size_o);
    set(copier_->copy_distance_i, table_->copy_distance_o);
    set(copier_->copy_from_i, table_->copy_from_o);
    set(copier_->copy_to_i, table_->copy_to_o);
    copier_.low();
    table_->copy_ready_i = copier_->copy_ready_o;
    table_->copied_valid_i = copier_->copied_valid_o;
    set(table_->copied_region_i, copier_->copied_region_o);
    set(table_->copied_version_i, copier_->copied_version_o);
    table_.low();
    copier_->copied_ready_i = table_->copied_ready_o;
    copier_.low();
  }
  void high() {
    table_.high();
    copier_.high();
  }

  VerilatedModel<Table> table_;
  VerilatedModel<Copier> copier_;
  std::optional<tm::VersionPlace> reply_;
  unsigned quiet_ = 0;
  std::uint64_t rows_ = 0, copied_ = 0;
};

}  // namespace gputm::engines::snapshot
