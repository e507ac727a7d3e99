// Encodings of RV64IMAFD that RV32IMAF does not have. Internal to the isa layer.
#pragma once

#include "isa/encodings.h"

namespace gputm::isa {

inline constexpr auto kRv64Encodings = [] {
  using enum Op;
  using enum Format;
  constexpr Word kFunct6 = 0xfc00707f;  // opcode, funct3, funct6 (shifts by up to 63)
  // Sorted by opcode, so that an opcode's rows are contiguous.
  return std::to_array<Encoding>({
      {kMinor, 0x00003003, kLd, Unit::kLoad, kI, kAluImm},
      {kMinor, 0x00006003, kLwu, Unit::kLoad, kI, kAluImm},
      {kMinor, 0x00003007, kFld, Unit::kLoad, kI, kFd | kX1},
      {kFunct7, 0x0400000b, kBallotMask, Unit::kExchange, kR, kAluReg},
      {kFunct7, 0x0400200b, kShuffleMask, Unit::kExchange, kR, kAluReg},
      {kFunct6, 0x00001013, kSlli, Unit::kAlu, kShift, kAluImm},
      {kFunct6, 0x00005013, kSrli, Unit::kAlu, kShift, kAluImm},
      {kFunct6, 0x40005013, kSrai, Unit::kAlu, kShift, kAluImm},
      {kMinor, 0x0000001b, kAddi, Unit::kAlu, kI, kAluImm | kNarrow},
      {kFunct7, 0x0000101b, kSlli, Unit::kAlu, kShift, kAluImm | kNarrow},
      {kFunct7, 0x0000501b, kSrli, Unit::kAlu, kShift, kAluImm | kNarrow},
      {kFunct7, 0x4000501b, kSrai, Unit::kAlu, kShift, kAluImm | kNarrow},
      {kMinor, 0x00003023, kSd, Unit::kStore, kS, kX1 | kX2},
      {kMinor, 0x00003027, kFsd, Unit::kStore, kS, kX1 | kF2},
      {kLr, 0x1000302f, kLrD, Unit::kAtomic, kR, kXd | kX1},
      {kAmo, 0x1800302f, kScD, Unit::kAtomic, kR, kAluReg},
      {kMinor, 0x0000302f, kAtomicD, Unit::kAtomic, kR, kAluReg | kAmo64},
      {kFunct7, 0x0000003b, kAdd, Unit::kAlu, kR, kAluReg | kNarrow},
      {kFunct7, 0x4000003b, kSub, Unit::kAlu, kR, kAluReg | kNarrow},
      {kFunct7, 0x0000103b, kSll, Unit::kAlu, kR, kAluReg | kNarrow},
      {kFunct7, 0x0000503b, kSrl, Unit::kAlu, kR, kAluReg | kNarrow},
      {kFunct7, 0x4000503b, kSra, Unit::kAlu, kR, kAluReg | kNarrow},
      {kFunct7, 0x0200003b, kMul, Unit::kMul, kR, kAluReg | kNarrow},
      {kFunct7, 0x0200403b, kDiv, Unit::kDiv, kR, kAluReg | kNarrow},
      {kFunct7, 0x0200503b, kDivu, Unit::kDiv, kR, kAluReg | kNarrow},
      {kFunct7, 0x0200603b, kRem, Unit::kDiv, kR, kAluReg | kNarrow},
      {kFunct7, 0x0200703b, kRemu, Unit::kDiv, kR, kAluReg | kNarrow},
      {kFused, 0x02000043, kFmadd, Unit::kDouble, kR, kFloat3 | kDoubleFormat},
      {kFused, 0x02000047, kFmsub, Unit::kDouble, kR, kFloat3 | kDoubleFormat},
      {kFused, 0x0200004b, kFnmsub, Unit::kDouble, kR, kFloat3 | kDoubleFormat},
      {kFused, 0x0200004f, kFnmadd, Unit::kDouble, kR, kFloat3 | kDoubleFormat},
      {kFunct7Only, 0x02000053, kFadd, Unit::kDouble, kR, kFloat2 | kRm | kDoubleFormat},
      {kFunct7Only, 0x0a000053, kFsub, Unit::kDouble, kR, kFloat2 | kRm | kDoubleFormat},
      {kFunct7Only, 0x12000053, kFmul, Unit::kDouble, kR, kFloat2 | kRm | kDoubleFormat},
      {kFunct7Only, 0x1a000053, kFdiv, Unit::kDoubleDiv, kR, kFloat2 | kRm | kDoubleFormat},
      {kConvert, 0x5a000053, kFsqrt, Unit::kDoubleDiv, kR, kFd | kF1 | kRm | kDoubleFormat},
      {kFunct7, 0x22000053, kFsgnj, Unit::kDouble, kR, kFloat2 | kDoubleFormat},
      {kFunct7, 0x22001053, kFsgnjn, Unit::kDouble, kR, kFloat2 | kDoubleFormat},
      {kFunct7, 0x22002053, kFsgnjx, Unit::kDouble, kR, kFloat2 | kDoubleFormat},
      {kFunct7, 0x2a000053, kFmin, Unit::kDouble, kR, kFloat2 | kDoubleFormat},
      {kFunct7, 0x2a001053, kFmax, Unit::kDouble, kR, kFloat2 | kDoubleFormat},
      {kFunct7, 0xa2002053, kFeq, Unit::kDouble, kR, kCompare | kDoubleFormat},
      {kFunct7, 0xa2001053, kFlt, Unit::kDouble, kR, kCompare | kDoubleFormat},
      {kFunct7, 0xa2000053, kFle, Unit::kDouble, kR, kCompare | kDoubleFormat},
      {kConvert, 0xc0200053, kFcvtLF, Unit::kFpu, kR, kXd | kF1 | kRm},
      {kConvert, 0xc0300053, kFcvtLuF, Unit::kFpu, kR, kXd | kF1 | kRm},
      {kConvert, 0xd0200053, kFcvtFL, Unit::kFpu, kR, kFd | kX1 | kRm},
      {kConvert, 0xd0300053, kFcvtFLu, Unit::kFpu, kR, kFd | kX1 | kRm},
      {kConvert, 0xc2000053, kFcvtWF, Unit::kDouble, kR, kXd | kF1 | kRm | kDoubleFormat},
      {kConvert, 0xc2100053, kFcvtWuF, Unit::kDouble, kR, kXd | kF1 | kRm | kDoubleFormat},
      {kConvert, 0xc2200053, kFcvtLF, Unit::kDouble, kR, kXd | kF1 | kRm | kDoubleFormat},
      {kConvert, 0xc2300053, kFcvtLuF, Unit::kDouble, kR, kXd | kF1 | kRm | kDoubleFormat},
      {kConvert, 0xd2000053, kFcvtFW, Unit::kDouble, kR, kFd | kX1 | kRm | kDoubleFormat},
      {kConvert, 0xd2100053, kFcvtFWu, Unit::kDouble, kR, kFd | kX1 | kRm | kDoubleFormat},
      {kConvert, 0xd2200053, kFcvtFL, Unit::kDouble, kR, kFd | kX1 | kRm | kDoubleFormat},
      {kConvert, 0xd2300053, kFcvtFLu, Unit::kDouble, kR, kFd | kX1 | kRm | kDoubleFormat},
      {kConvert, 0x40100053, kFcvtFF, Unit::kDouble, kR, kFd | kF1 | kRm},
      {kConvert, 0x42000053, kFcvtFF, Unit::kDouble, kR, kFd | kF1 | kRm | kDoubleFormat},
      {kFunct12, 0xe2000053, kFmvXF, Unit::kDouble, kR, kXd | kF1 | kDoubleFormat},
      {kFunct12, 0xe2001053, kFclass, Unit::kDouble, kR, kXd | kF1 | kDoubleFormat},
      {kFunct12, 0xf2000053, kFmvFX, Unit::kDouble, kR, kFd | kX1 | kDoubleFormat},
  });
}();

}  // namespace gputm::isa
