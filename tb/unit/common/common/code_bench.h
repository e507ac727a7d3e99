// Encoder and decoder of the code at seven widths, for the tests of both.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "Vsecded_dec.h"
#include "Vsecded_dec_1.h"
#include "Vsecded_dec_128.h"
#include "Vsecded_dec_39.h"
#include "Vsecded_dec_57.h"
#include "Vsecded_dec_64.h"
#include "Vsecded_dec_8.h"
#include "Vsecded_enc.h"
#include "Vsecded_enc_1.h"
#include "Vsecded_enc_128.h"
#include "Vsecded_enc_39.h"
#include "Vsecded_enc_57.h"
#include "Vsecded_enc_64.h"
#include "Vsecded_enc_8.h"
#include "common/module_bench.h"

namespace gputm::tb {

using Bits = std::vector<bool>;

template <typename Port>
Bits bits_of(const Port& port, unsigned width) {
  Bits bits(width);
  for (unsigned i = 0; i < width; ++i) bits[i] = element(port, i, 1) != 0;
  return bits;
}

template <typename Port>
void set_bits(Port& port, const Bits& bits, std::size_t from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    set_element(port, static_cast<unsigned>(i), 1, bits[from + i] ? 1u : 0u);
  }
}

template <typename Enc, typename Dec, unsigned Width, unsigned Checks>
struct Code {
  static constexpr unsigned kWidth = Width;
  static constexpr unsigned kChecks = Checks;  // the least r with r (r - 1) (r - 2) / 6 >= width
  VerilatedContext context;
  Enc enc{&context};
  Dec dec{&context};

  /// Data, then check bits.
  Bits encode(const Bits& data) {
    set_bits(enc.data_i, data, 0, Width);
    enc.eval();
    Bits word = data;
    const Bits checks = bits_of(enc.check_o, Checks);
    word.insert(word.end(), checks.begin(), checks.end());
    return word;
  }
  Bits decode(const Bits& word) {
    set_bits(dec.data_i, word, 0, Width);
    set_bits(dec.check_i, word, Width, Checks);
    dec.eval();
    return bits_of(dec.data_o, Width);
  }
};

using Codes =
    ::testing::Types<Code<Vsecded_enc_1, Vsecded_dec_1, 1, 3>, Code<Vsecded_enc_8, Vsecded_dec_8, 8, 5>,
                     Code<Vsecded_enc, Vsecded_dec, 32, 7>, Code<Vsecded_enc_39, Vsecded_dec_39, 39, 8>,
                     Code<Vsecded_enc_57, Vsecded_dec_57, 57, 9>, Code<Vsecded_enc_64, Vsecded_dec_64, 64, 9>,
                     Code<Vsecded_enc_128, Vsecded_dec_128, 128, 11>>;
}  // namespace gputm::tb
