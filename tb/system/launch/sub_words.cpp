// Random stores and loads of bytes, halfwords and whole registers in transactions: 8 bytes of each thread's
// own, and one byte that shares its word with those of other threads.
#include <gputm.h>

using gputm_device::Register;

/// `value` in each word of a register.
GPUTM_INLINE Register spread(u32 value) { return static_cast<Register>(u64{value} << 32 | value); }
GPUTM_INLINE u32 folded(Register bits) { return static_cast<u32>(u64{bits} >> 32 ^ bits); }

/// `count` steps per thread, `group` of them in a transaction; `memory`: 8 bytes per thread, then 1 byte per
/// thread. seen[thread]: the loaded values.
KERNEL void sub_words(const u32* steps, u32 count, u32 group, u8* memory, u32* seen) {
  const u32 thread = thread_id();
  u8* const own = memory + 8 * thread;
  volatile u8* const shared = memory + 8 * grid_threads() + thread;
  constexpr u32 kRegister = 8 - sizeof(Register);
  u32 sum = 0;
  for (u32 i = 0; i < count; i += group) {
    tx_begin();
    for (u32 j = i; j < i + group; ++j) {
      const u32 step = steps[count * thread + j], place = step >> 3 & 7, value = step >> 6;
      u8* const at = own + place;
      u32 loaded = 0;
      switch (step & 7) {
        case 0:
          *static_cast<volatile u8*>(at) = static_cast<u8>(value);
          break;
        case 1:
          *reinterpret_cast<volatile u16*>(own + (place & 6)) = static_cast<u16>(value);
          break;
        case 2:
          *reinterpret_cast<volatile Register*>(own + (place & kRegister)) = spread(value);
          break;
        case 3:
          *shared = static_cast<u8>(value);
          break;
        case 4:
          loaded = static_cast<u32>(*reinterpret_cast<volatile i8*>(at));
          break;
        case 5:
          loaded = *reinterpret_cast<volatile u16*>(own + (place & 6));
          break;
        case 6:
          loaded = folded(*reinterpret_cast<volatile Register*>(own + (place & kRegister)));
          break;
        default:
          loaded = *shared;
      }
      sum = 3 * sum + loaded;
    }
    tx_commit();
  }
  seen[thread] = sum;
}
