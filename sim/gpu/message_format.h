// printf on the host, for arguments that a thread has written to memory.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/types.h"
#include "isa/xlen.h"
#include "memory/backing_store.h"

namespace gputm::gpu {

/// Text of a record of a program with registers of `xlen`: one word per argument, two for 64-bit ones;
/// strings have their length and their bytes. Safe for any words; conversions without enough words are copied
/// unchanged.
std::string format_message(std::string_view format, std::span<const Word> words, isa::Xlen xlen);

/// Zero-terminated string in device memory, of at most 4096 characters.
std::string string_at(const memory::BackingStore& memory, Address address);

}  // namespace gputm::gpu
