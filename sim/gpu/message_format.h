// printf on the host, of arguments that a thread has left in memory.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/types.h"
#include "memory/backing_store.h"

namespace gputm::gpu {

/// The text of a record: a word for each argument, two for those of 64 bits, and for strings their length and
/// their bytes. Safe for any words; conversions that the words do not suffice for stay as they are written.
std::string format_message(std::string_view format, std::span<const Word> words);

/// The zero-terminated string in device memory, of at most 4096 characters.
std::string string_at(const memory::BackingStore& memory, Address address);

}  // namespace gputm::gpu
