// Kinds of errors of a transaction; for the kernel and its host.
#pragma once

#include <gputm.h>

enum class Wrong : u32 {
  kCallOutside,
  kCallData,
  kCallMisaligned,
  kReturnToNowhere,
  kTrap,
  kIllegal,
  kUnknownCsr,
  kReadOnlyCsr,
  kRoundingMode,
  kAtomic,
  kLoadReserved,
  kExit,
  kSystemCall,
  kBarrier,
  kLoadNull,
  kStoreMisaligned,
  kStoreText,
  kStoreShared,
  kRecursion,
  kFullLog,
  kForEver,
};

struct ZombieArguments {
  u32* words;
  Wrong how;
  u32 always;  ///< also fail in a consistent attempt
};
