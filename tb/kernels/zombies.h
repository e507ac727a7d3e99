// The ways in which a transaction can go wrong; for the kernel and its host.
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
  u32 always;  ///< whether to go wrong in a consistent attempt, too
};
