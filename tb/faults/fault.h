// A single wrong bit in a memory or a register of a Verilated model, and what came of it.
#pragma once

#include <verilated.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gputm::tb {

enum class SiteKind { kMemory, kRegister };

/// A memory or a register of a model, by address. `stride`: bytes of a row; the lowest bit comes first.
struct Site {
  const char* name;
  SiteKind kind;
  void* data;
  unsigned width, depth;
  std::size_t stride;

  std::uint64_t bits() const { return std::uint64_t{width} * depth; }
  /// Inverts bit `at`, row by row.
  void flip(std::uint64_t at) const {
    auto* bytes = static_cast<unsigned char*>(data) + at / width * stride;
    bytes[at % width / 8] = static_cast<unsigned char>(bytes[at % width / 8] ^ 1U << at % width % 8);
  }
};

/// Bit `bit` of all sites of a kind, in the cycle `cycle` of the run
struct Fault {
  SiteKind kind = SiteKind::kMemory;
  std::uint64_t bit = 0;
  std::uint64_t cycle = 0;
};

/// The site of a fault, and the bit in it
inline std::pair<const Site*, std::uint64_t> site_of(const std::vector<Site>& sites, const Fault& fault) {
  std::uint64_t bit = fault.bit;
  for (const Site& site : sites) {
    if (site.kind != fault.kind) continue;
    if (bit < site.bits()) return {&site, bit};
    bit -= site.bits();
  }
  return {nullptr, 0};
}

inline std::uint64_t bits_of(const std::vector<Site>& sites, SiteKind kind) {
  std::uint64_t bits = 0;
  for (const Site& site : sites) bits += site.kind == kind ? site.bits() : 0;
  return bits;
}

/// What the unit has reported so far
struct Reported {
  bool fatal = false;
  bool corrected = false;
  bool stuck = false;
};

enum class Outcome {
  kMasked,     ///< the run is as without the fault
  kCorrected,  ///< likewise, and the unit has reported a correction
  kDetected,   ///< the unit has reported that it stops, before anything was wrong
  kHang,       ///< nothing moves, and nothing was reported
  kSilent,     ///< something was wrong, and nothing was reported before
  kRecovered,  ///< of whole runs: the result is right, with other timing or aborts; nothing was reported
};
inline constexpr unsigned kOutcomes = 6;
inline constexpr const char* kOutcomeNames[kOutcomes] = {"masked", "corrected", "detected",
                                                         "hang",   "silent",    "recovered"};

/// `wrong`: the bench has found a difference, at the time of `reported`. `hangs`: nothing moves any more.
inline Outcome classify(bool wrong, bool hangs, const Reported& reported) {
  if (reported.fatal || reported.stuck) return Outcome::kDetected;
  if (hangs) return Outcome::kHang;
  if (wrong) return Outcome::kSilent;
  return reported.corrected ? Outcome::kCorrected : Outcome::kMasked;
}

/// One run of a unit in its test's environment
struct Run {
  Outcome outcome = Outcome::kMasked;
  std::uint64_t cycles = 0;
  std::string what;  ///< what was wrong
};

/// A unit and its bench
struct Subject {
  std::string name;
  /// Sites of the model
  std::function<std::uint64_t(SiteKind kind)> bits;
  std::function<std::string(const Fault& fault)> describe;
  /// A run with stimuli that depend on the seed alone
  std::function<Run(std::uint64_t seed, const std::optional<Fault>& fault)> run;
};

/// All subjects of this program
std::vector<Subject> subjects();

/// Report of a unit: memory_report_o, as ecc_pkg::ram_report_t has it
inline Reported reported_by(std::uint64_t report) {
  return {.fatal = (report >> 40 & 1) != 0, .corrected = (report >> 8 & 0xff) != 0, .stuck = false};
}

/// `bits`, `describe` of a subject with this model
template <typename Model>
struct Described {
  static std::vector<Site> sites(Model& model) { return sites_of(*model.rootp); }
  /// The memory with `part` in its name
  static Site memory(Model& model, const std::string& part) {
    for (const Site& site : sites(model)) {
      if (site.kind == SiteKind::kMemory && std::string(site.name).find(part) != std::string::npos)
        return site;
    }
    throw std::invalid_argument("no memory " + part);
  }
  static std::uint64_t bits(SiteKind kind) {
    VerilatedContext context;
    Model model(&context);
    return bits_of(sites(model), kind);
  }
  /// Inverts the bit in the model. Logic behind a register follows at once, as it does in hardware.
  static void inject(Model& model, const Fault& fault) {
    const std::vector<Site> all = sites(model);
    const auto [site, bit] = site_of(all, fault);
    site->flip(bit);
    settle(*model.rootp);
  }
  static std::string describe(const Fault& fault) {
    VerilatedContext context;
    Model model(&context);
    const std::vector<Site> all = sites(model);
    const auto [site, bit] = site_of(all, fault);
    return std::string(site->name) + " row " + std::to_string(bit / site->width) + " bit " +
           std::to_string(bit % site->width);
  }
};

}  // namespace gputm::tb
