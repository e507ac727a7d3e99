#include "isa/source_lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>

namespace gputm::isa {
namespace {

constexpr unsigned kMaxInlined = 64;  // maximum nesting of inlined calls; damaged files may have more

struct DwarfCloser {
  void operator()(Dwarf* dwarf) const { dwarf_end(dwarf); }
};
struct ElfCloser {
  void operator()(Elf* elf) const { elf_end(elf); }
};
struct Freed {
  void operator()(Dwarf_Die* dies) const { std::free(dies); }  // allocated by libdw
};

/// Scopes of `find`, innermost first
class Scopes {
 public:
  template <typename F>
  explicit Scopes(F find) {
    Dwarf_Die* dies = nullptr;
    const int count = find(&dies);
    dies_.reset(dies);
    count_ = count > 0 ? static_cast<std::size_t>(count) : 0;
  }
  std::span<Dwarf_Die> dies() const { return {dies_.get(), count_}; }

 private:
  std::unique_ptr<Dwarf_Die, Freed> dies_;
  std::size_t count_ = 0;
};

std::optional<Dwarf_Word> unsigned_attribute(Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_attr_integrate(&die, name, &attribute) == nullptr || dwarf_formudata(&attribute, &value) != 0)
    return std::nullopt;
  return value;
}

/// Whether the inlined function is one of gputm's: marked by GPUTM_LIBRARY. GCC marks the code of a lambda in
/// the same way, but that is the user's.
bool is_library(Dwarf_Die& inlined) {
  Dwarf_Attribute attribute;
  bool artificial = false;
  const char* const name = dwarf_diename(&inlined);
  if (name != nullptr && std::string_view(name) == "operator()") return false;
  return dwarf_attr_integrate(&inlined, DW_AT_artificial, &attribute) != nullptr &&
         dwarf_formflag(&attribute, &artificial) == 0 && artificial;
}

/// Name of a file without the folder in which the compiler ran.
std::string shown_name(Dwarf_Die& unit, const char* file) {
  std::string_view name = file;
  Dwarf_Attribute attribute;
  const char* folder = nullptr;
  if (dwarf_attr(&unit, DW_AT_comp_dir, &attribute) != nullptr) folder = dwarf_formstring(&attribute);
  if (folder != nullptr && name.starts_with(folder) && name.substr(std::strlen(folder)).starts_with('/'))
    name.remove_prefix(std::strlen(folder) + 1);
  std::string shown(name.substr(0, 512));
  std::ranges::replace_if(
      shown, [](char c) { return c < ' ' || c > '~'; }, '?');
  return shown;
}

}  // namespace

class SourceLines::Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> elf)
      : image_(reinterpret_cast<const char*>(elf.data()), elf.size()) {}

  std::optional<SourceLine> find(Address pc) {
    const std::scoped_lock lock(mutex_);
    open();
    Dwarf_Die unit;
    if (!dwarf_ || !find_unit(pc, unit)) return std::nullopt;
    if (auto caller = caller_of_library(unit, pc)) return caller;
    Dwarf_Line* const line = dwarf_getsrc_die(&unit, pc);
    const char* const file = line == nullptr ? nullptr : dwarf_linesrc(line, nullptr, nullptr);
    int number = 0;
    if (file == nullptr || dwarf_lineno(line, &number) != 0 || number <= 0) return std::nullopt;
    return SourceLine{shown_name(unit, file), static_cast<unsigned>(number)};
  }

  bool inlined_from(Address pc, std::span<const std::string_view> functions) {
    const std::scoped_lock lock(mutex_);
    open();
    Dwarf_Die unit;
    bool found = false;
    if (!dwarf_ || !find_unit(pc, unit)) return false;
    for_each_library_function(unit, pc, [&](Dwarf_Die& function) {
      const char* const name = dwarf_diename(&function);
      const std::string_view whole = name == nullptr ? "" : name;
      found |= std::ranges::find(functions, whole.substr(0, whole.find('<'))) != functions.end();
    });
    return found;
  }

 private:
  void open() {
    if (opened_) return;
    opened_ = true;
    elf_version(EV_CURRENT);
    elf_.reset(elf_memory(image_.data(), image_.size()));
    if (elf_) dwarf_.reset(dwarf_begin_elf(elf_.get(), DWARF_C_READ, nullptr));
  }

  bool find_unit(Address pc, Dwarf_Die& found) const {
    Dwarf_CU* unit = nullptr;
    while (dwarf_get_units(dwarf_.get(), unit, &unit, nullptr, nullptr, &found, nullptr) == 0) {
      if (dwarf_haspc(&found, pc) == 1) return true;
    }
    return false;
  }

  /// Call site of the outermost of gputm's functions that end in `pc`, if the innermost function is one.
  static std::optional<SourceLine> caller_of_library(Dwarf_Die& unit, Address pc) {
    std::optional<SourceLine> caller;
    for_each_library_function(unit, pc, [&](Dwarf_Die& function) { caller = call_of(unit, function); });
    return caller;
  }

  /// Calls `f` for gputm's inlined functions at `pc`, innermost first.
  template <typename F>
  static void for_each_library_function(Dwarf_Die& unit, Address pc, F f) {
    const Scopes at_pc([&](Dwarf_Die** dies) { return dwarf_getscopes(&unit, pc, dies); });
    if (at_pc.dies().empty()) return;
    // The scopes of a pc lead from an inlined function to its definition, those of its entry to its call.
    const Scopes scopes([&](Dwarf_Die** dies) { return dwarf_getscopes_die(&at_pc.dies().front(), dies); });
    unsigned inlined = 0;
    for (Dwarf_Die& scope : scopes.dies()) {
      if (dwarf_tag(&scope) != DW_TAG_inlined_subroutine) continue;
      if (!is_library(scope) || ++inlined > kMaxInlined) break;
      f(scope);
    }
  }

  static std::optional<SourceLine> call_of(Dwarf_Die& unit, Dwarf_Die& inlined) {
    const auto file = unsigned_attribute(inlined, DW_AT_call_file);
    const auto line = unsigned_attribute(inlined, DW_AT_call_line);
    Dwarf_Files* files = nullptr;
    std::size_t count = 0;
    if (!file || !line || dwarf_getsrcfiles(&unit, &files, &count) != 0 || *file >= count)
      return std::nullopt;
    const char* const name = dwarf_filesrc(files, *file, nullptr, nullptr);
    if (name == nullptr) return std::nullopt;
    return SourceLine{shown_name(unit, name), static_cast<unsigned>(*line)};
  }

  std::mutex mutex_;
  std::string image_;
  bool opened_ = false;
  std::unique_ptr<Elf, ElfCloser> elf_;  // before dwarf_, which refers to it
  std::unique_ptr<Dwarf, DwarfCloser> dwarf_;
};

SourceLines::SourceLines(std::span<const std::uint8_t> elf) : reader_(std::make_shared<Reader>(elf)) {}

bool SourceLines::inlined_from(Address pc, std::span<const std::string_view> functions) const {
  return reader_ && reader_->inlined_from(pc, functions);
}

std::optional<SourceLine> SourceLines::find(Address pc) const {
  return reader_ ? reader_->find(pc) : std::nullopt;
}

}  // namespace gputm::isa
