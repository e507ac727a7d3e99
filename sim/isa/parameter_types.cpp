#include "isa/parameter_types.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <algorithm>
#include <memory>

namespace gputm::isa {
namespace {

constexpr std::size_t kMostFields = 2;
constexpr unsigned kMostNesting = 32;  // of structures; damaged files may have more

struct ElfEnd {
  void operator()(Elf* elf) const { elf_end(elf); }
};
struct DwarfEnd {
  void operator()(Dwarf* dwarf) const { dwarf_end(dwarf); }
};

std::optional<Dwarf_Word> number(Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_attr_integrate(&die, name, &attribute) == nullptr || dwarf_formudata(&attribute, &value) != 0)
    return std::nullopt;
  return value;
}

/// Type of a parameter or member, without names given to it, const and volatile.
std::optional<Dwarf_Die> type_of(Dwarf_Die& die) {
  Dwarf_Attribute attribute;
  Dwarf_Die type, bare;
  if (dwarf_attr_integrate(&die, DW_AT_type, &attribute) == nullptr ||
      dwarf_formref_die(&attribute, &type) == nullptr || dwarf_peel_type(&type, &bare) != 0)
    return std::nullopt;
  return bare;
}

bool is_structure(Dwarf_Die& type) {
  const int tag = dwarf_tag(&type);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/// Calls `f(child)` for each child of a DIE while it returns true.
template <typename F>
void for_each_child(Dwarf_Die& die, F f) {
  Dwarf_Die child;
  if (dwarf_child(&die, &child) != 0) return;
  do {
    if (!f(child)) return;
  } while (dwarf_siblingof(&child, &child) == 0);
}

std::uint64_t size_of(Dwarf_Die& type) {
  Dwarf_Word bytes = 0;
  return dwarf_aggregate_size(&type, &bytes) == 0 ? bytes : 0;
}

/// Appends the fields of a type. Returns false if the structure is to be passed by its bytes.
bool append_fields(Dwarf_Die& type, std::uint64_t offset, unsigned nesting,
                   std::vector<ParameterField>& fields) {
  const int tag = dwarf_tag(&type);
  if (tag == DW_TAG_union_type || nesting > kMostNesting) return false;
  if (tag == DW_TAG_array_type) {
    std::optional<Dwarf_Die> element = type_of(type);
    const std::uint64_t bytes = element ? size_of(*element) : 0;
    if (bytes == 0) return false;
    for (std::uint64_t at = 0, end = size_of(type); at < end; at += bytes)
      if (!append_fields(*element, offset + at, nesting + 1, fields)) return false;
    return true;
  }
  if (!is_structure(type)) {
    const auto encoding = tag == DW_TAG_base_type ? number(type, DW_AT_encoding) : std::nullopt;
    fields.push_back({offset, size_of(type), encoding == DW_ATE_float});
    return fields.size() <= kMostFields;
  }
  bool in_fields = true;
  for_each_child(type, [&](Dwarf_Die& child) {
    const int kind = dwarf_tag(&child);
    if (kind != DW_TAG_member && kind != DW_TAG_inheritance) return true;
    if (dwarf_hasattr(&child, DW_AT_external) != 0) return true;  // a static member
    std::optional<Dwarf_Die> member = type_of(child);
    in_fields = member && dwarf_hasattr(&child, DW_AT_bit_size) == 0 &&
                append_fields(*member, offset + number(child, DW_AT_data_member_location).value_or(0),
                              nesting + 1, fields);
    return in_fields;
  });
  return in_fields;
}

/// Alignment in bytes that a type or a member of it asks for, if it is more than 8; else 8.
std::uint64_t wide_alignment(Dwarf_Die& type, unsigned nesting) {
  std::uint64_t alignment = std::max<std::uint64_t>(number(type, DW_AT_alignment).value_or(0), 8);
  if (!is_structure(type))
    return dwarf_tag(&type) == DW_TAG_base_type && size_of(type) == 16 ? 16 : alignment;
  for_each_child(type, [&](Dwarf_Die& child) {
    std::optional<Dwarf_Die> member = dwarf_tag(&child) == DW_TAG_member ? type_of(child) : std::nullopt;
    if (member && nesting < kMostNesting)
      alignment = std::max(alignment, wide_alignment(*member, nesting + 1));
    return true;
  });
  return alignment;
}

ParameterType parameter_type(Dwarf_Die& type) {
  ParameterType parameter{.bytes = size_of(type),
                          .alignment = std::min<std::uint64_t>(wide_alignment(type, 0), 16),
                          .is_structure = is_structure(type),
                          .fields = {}};
  const int tag = dwarf_tag(&type);
  if (tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type) parameter.bytes = 8;
  if (tag == DW_TAG_base_type) {
    const auto encoding = number(type, DW_AT_encoding);
    parameter.is_signed = encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
  }
  if (tag == DW_TAG_enumeration_type) {
    std::optional<Dwarf_Die> of = type_of(type);
    parameter.is_signed = of && parameter_type(*of).is_signed;
  }
  parameter.by_reference = number(type, DW_AT_calling_convention) == DW_CC_pass_by_reference;
  if (!append_fields(type, 0, 0, parameter.fields)) parameter.fields.clear();
  return parameter;
}

bool is_called(Dwarf_Die& function, std::string_view symbol) {
  for (const unsigned name : {DW_AT_linkage_name, DW_AT_name}) {
    Dwarf_Attribute attribute;
    if (dwarf_attr_integrate(&function, name, &attribute) == nullptr) continue;
    const char* const text = dwarf_formstring(&attribute);
    return text != nullptr && text == symbol;
  }
  return false;
}

/// Definition of the function in a unit or one of its namespaces and classes.
std::optional<Dwarf_Die> find_function(Dwarf_Die& scope, std::string_view symbol) {
  std::optional<Dwarf_Die> found;
  for_each_child(scope, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_subprogram && dwarf_hasattr(&child, DW_AT_low_pc) != 0 && is_called(child, symbol))
      found = child;
    else if (tag == DW_TAG_namespace)
      found = find_function(child, symbol);
    return !found;
  });
  return found;
}

}  // namespace

std::optional<std::vector<ParameterType>> parameter_types(std::span<const std::uint8_t> elf,
                                                          std::string_view symbol) {
  elf_version(EV_CURRENT);
  std::string image(reinterpret_cast<const char*>(elf.data()), elf.size());
  const std::unique_ptr<Elf, ElfEnd> file(elf_memory(image.data(), image.size()));
  if (!file) return std::nullopt;
  const std::unique_ptr<Dwarf, DwarfEnd> dwarf(dwarf_begin_elf(file.get(), DWARF_C_READ, nullptr));
  Dwarf_CU* unit = nullptr;
  Dwarf_Die die;
  while (dwarf && dwarf_get_units(dwarf.get(), unit, &unit, nullptr, nullptr, &die, nullptr) == 0) {
    std::optional<Dwarf_Die> function = find_function(die, symbol);
    if (!function) continue;
    std::vector<ParameterType> types;
    bool known = true;
    for_each_child(*function, [&](Dwarf_Die& child) {
      if (dwarf_tag(&child) != DW_TAG_formal_parameter) return true;
      std::optional<Dwarf_Die> type = type_of(child);
      known = type.has_value();
      if (known) types.push_back(parameter_type(*type));
      known = known && types.back().bytes != 0;
      return known;
    });
    return known ? std::optional(types) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace gputm::isa
