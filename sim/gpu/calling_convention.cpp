#include "gpu/calling_convention.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "isa/execute.h"

namespace gputm::gpu {
namespace {

core::ThreadStart place_ilp32f(std::span<const Argument> arguments) {
  core::ThreadStart start;
  std::size_t integers = 0, floats = 0;
  const auto push = [&](Word word) {
    if (integers < start.integers.size()) {
      start.integers[integers++] = word;
    } else {
      start.stack.push_back(word);
    }
  };
  for (const Argument& argument : arguments) {
    const auto low = static_cast<Word>(argument.bits);
    if (argument.type == ValueType::kF32 && floats < start.floats.size()) {
      start.floats[floats++] = low;
    } else if (bytes(argument.type) <= sizeof(Word)) {
      push(low);
    } else {
      // 64 bits: two registers, or the last one and a stack word; on the stack alone, aligned to 8 bytes.
      if (integers == start.integers.size() && start.stack.size() % 2 != 0) start.stack.push_back(0);
      push(low);
      push(static_cast<Word>(argument.bits >> 32));
    }
  }
  return start;
}

/// Contents of a 64-bit register: 32-bit integers are sign-extended, unsigned ones, too.
isa::Wide register_of(const Argument& argument) {
  const Word low = isa::low_word(argument.bits);
  switch (argument.type) {
    case ValueType::kF32:
      return isa::wide(low, isa::kBoxed);
    case ValueType::kU32:
    case ValueType::kI32:
      return isa::wide(low, isa::sign_word(low));
    default:
      return argument.bits;
  }
}

/// Placement of the arguments of lp64d in order
class Placement {
 public:
  bool has_integer() const { return integers_ < start_.integers.size(); }
  bool has_floats(std::size_t count) const { return floats_ + count <= start_.floats.size(); }

  /// Value of a floating-point register; there must be one.
  void put_float(std::span<const std::byte> bytes) {
    const isa::Wide value = bits(bytes);
    start_.floats[floats_++] =
        bytes.size() == sizeof(float) ? isa::wide(isa::low_word(value), isa::kBoxed) : value;
  }
  /// Value of an integer register, or of 8 bytes of the stack.
  void put_integer(isa::Wide value) {
    if (has_integer()) {
      start_.integers[integers_++] = value;
    } else {
      start_.stack.insert(start_.stack.end(), {isa::low_word(value), isa::high_word(value)});
    }
  }
  /// Up to 16 bytes in integer registers and on the stack; `alignment` of their place on the stack.
  void put_bytes(std::span<const std::byte> bytes, std::size_t alignment) {
    while (!has_integer() && sizeof(Word) * start_.stack.size() % alignment != 0) start_.stack.push_back(0);
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(isa::Wide))
      put_integer(bits(bytes.subspan(at, std::min(sizeof(isa::Wide), bytes.size() - at))));
  }
  /// Pointer to a copy on the stack.
  void put_reference(std::span<const std::byte> bytes) {
    copies_.push_back({has_integer() ? integers_ : start_.integers.size() + start_.stack.size(), bytes});
    put_integer(0);
  }
  core::ThreadStart take() {
    for (const Copy& copy : copies_) {
      start_.stack.resize((start_.stack.size() + 3) / 4 * 4);  // aligned to 16 bytes
      const auto offset = static_cast<Word>(sizeof(Word) * start_.stack.size());
      if (copy.pointer < start_.integers.size()) {
        start_.integers[copy.pointer] = offset;
      } else {
        start_.stack[copy.pointer - start_.integers.size()] = offset;
      }
      start_.references.push_back(copy.pointer);
      start_.stack.resize(start_.stack.size() + (copy.bytes.size() + sizeof(Word) - 1) / sizeof(Word));
      std::memcpy(reinterpret_cast<std::byte*>(start_.stack.data()) + offset, copy.bytes.data(),
                  copy.bytes.size());
    }
    return std::move(start_);
  }

  static isa::Wide bits(std::span<const std::byte> bytes) {
    isa::Wide value = 0;
    std::memcpy(&value, bytes.data(), bytes.size());
    return value;
  }

 private:
  struct Copy {
    std::size_t pointer;
    std::span<const std::byte> bytes;
  };
  core::ThreadStart start_;
  std::size_t integers_ = 0, floats_ = 0;
  std::vector<Copy> copies_;
};

core::ThreadStart place_lp64d(std::span<const Argument> arguments) {
  Placement placement;
  for (const Argument& argument : arguments) {
    if (is_float(argument.type) && placement.has_floats(1)) {
      placement.put_float(std::as_bytes(std::span(&argument.bits, 1)).first(bytes(argument.type)));
    } else {
      placement.put_integer(register_of(argument));
    }
  }
  return placement.take();
}

/// Integer sign- or zero-extended to a register; 32-bit integers are sign-extended, unsigned ones, too.
isa::Wide extended(std::span<const std::byte> bytes, bool is_signed) {
  const isa::Wide value = Placement::bits(bytes);
  const unsigned unused = 8 * static_cast<unsigned>(sizeof value - bytes.size());
  if (!is_signed && bytes.size() != sizeof(Word)) return value;
  return static_cast<isa::Wide>(static_cast<std::int64_t>(value << unused) >> unused);
}

/// Passes a structure of one or two numbers in registers of their kinds. Returns false if it goes by its
/// bytes.
bool place_fields(Placement& placement, const ObjectArgument& argument) {
  const std::vector<isa::ParameterField>& fields = argument.type.fields;
  const auto floats = static_cast<std::size_t>(std::ranges::count_if(fields, &isa::ParameterField::is_float));
  if (floats == 0 || !placement.has_floats(floats) || (floats < fields.size() && !placement.has_integer()))
    return false;
  for (const isa::ParameterField& field : fields) {
    const auto bytes = argument.bytes.subspan(field.offset, field.bytes);
    if (field.is_float) {
      placement.put_float(bytes);
    } else {
      placement.put_integer(Placement::bits(bytes));
    }
  }
  return true;
}

}  // namespace

core::ThreadStart place_objects(std::span<const ObjectArgument> arguments) {
  constexpr std::size_t kMostInRegisters = 2 * sizeof(isa::Wide);
  Placement placement;
  for (const ObjectArgument& argument : arguments) {
    const std::size_t bytes = argument.bytes.size();
    if (argument.type.by_reference || bytes > kMostInRegisters) {
      placement.put_reference(argument.bytes);
    } else if (place_fields(placement, argument)) {
      continue;
    } else if (argument.type.is_structure || bytes > sizeof(isa::Wide)) {
      placement.put_bytes(argument.bytes, argument.type.alignment);
    } else {
      placement.put_integer(extended(argument.bytes, argument.type.is_signed));
    }
  }
  return placement.take();
}

core::ThreadStart place_arguments(std::span<const Argument> arguments, isa::Xlen xlen) {
  return xlen == isa::Xlen::k64 ? place_lp64d(arguments) : place_ilp32f(arguments);
}

}  // namespace gputm::gpu
