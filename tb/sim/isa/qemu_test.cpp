// Random programs end with the same registers, memory and fcsr on the flat machine and under QEMU's user
// mode.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

#include "isa/flat_machine.h"
#include "sim/isa/random_program.h"

namespace gputm {
namespace {

using namespace tb;

// Every program has a context in memory: the initial values of its registers, then their final values, then
// the bytes that it loads and stores. All contexts are written to standard output at the end.
constexpr Address kCodeBase = 0x10000, kContextBase = 0x10000000;
constexpr Address kContextBytes = 2560, kScratchOffset = 1536, kScratchBytes = 1024;
/// Offsets in units of registers
constexpr std::int32_t kFloats = 32, kFcsr = 64, kEnd = 80;
// Reserved registers; programs change all others.
constexpr Word kContext = 31, kScratch = 30, kCounter = 29, kAtomicAddress = 28, kLastFree = 27;

class Generator {
 public:
  Generator(Rng& rng, isa::Xlen xlen) : rng_(rng), wide_(xlen == isa::Xlen::k64), xlen_(xlen) {}

  std::vector<std::uint8_t> elf(unsigned programs) {
    for (unsigned i = 0; i < programs; ++i) {
      starts_.push_back(code_.size());
      add_program(kContextBase + i * kContextBytes);
    }
    starts_.push_back(code_.size());
    std::vector<std::uint8_t> contexts(std::size_t{programs} * kContextBytes);
    for (std::size_t offset = 0; offset < contexts.size(); offset += static_cast<Address>(bytes())) {
      isa::Wide value = wide_ ? interesting_wide(rng_) : interesting_word(rng_);
      if (offset % kContextBytes == static_cast<Address>(place(kFcsr)))
        value = below(rng_, 5) << 5 | below(rng_, 32);
      std::memcpy(&contexts[offset], &value, static_cast<std::size_t>(bytes()));
    }
    load_immediate(code_, 11, kContextBase);
    load_immediate(code_, 12, static_cast<Word>(contexts.size()));
    code_.insert(code_.end(),
                 {addi(10, 0, 1), addi(17, 0, 64), kEcall, addi(10, 0, 0), addi(17, 0, 93), kEcall});
    ElfBuilder builder;
    builder.xlen = xlen_;
    builder.entry = kCodeBase;
    builder.add_code(kCodeBase, code_);
    const auto size = static_cast<Address>(contexts.size());
    builder.add_segment(kContextBase, std::move(contexts), size);
    return builder.build();
  }

  std::string listing(unsigned program) const {
    std::string result;
    for (std::size_t i = starts_[program]; i < starts_[program + 1]; ++i) {
      char line[32];
      std::snprintf(line, sizeof line, "%08x: %08x\n", static_cast<unsigned>(kCodeBase + i * 4), code_[i]);
      result += line;
    }
    return result;
  }

 private:
  void emit(Word word) { code_.push_back(word); }
  /// Bytes of a register.
  std::int32_t bytes() const { return wide_ ? 8 : 4; }
  std::int32_t place(std::int32_t first, Word r = 0) const {
    return (first + static_cast<std::int32_t>(r)) * bytes();
  }
  Word free_register() { return static_cast<Word>(below(rng_, kLastFree + 1)); }

  void add_program(Address context) {
    load_immediate(code_, kContext, context);
    const Word whole = wide_ ? 3 : 2;
    emit(i_type(0x03, whole, 1, kContext, place(kFcsr)));
    emit(csr(1, 0, 1, 3));
    for (Word r = 0; r < 32; ++r) emit(i_type(0x07, whole, r, kContext, place(kFloats, r)));
    for (Word r = 1; r < kContext; ++r) emit(i_type(0x03, whole, r, kContext, place(0, r)));
    emit(addi(kScratch, kContext, kScratchOffset));
    for (unsigned i = 0; i < 16; ++i) add_group();
    for (Word r = 0; r < kContext; ++r) emit(s_type(0x23, whole, kContext, r, place(kEnd, r)));
    for (Word r = 0; r < 32; ++r) emit(s_type(0x27, whole, kContext, r, place(kEnd + kFloats, r)));
    emit(csr(2, 1, 0, 3));
    emit(s_type(0x23, whole, kContext, 1, place(kEnd + kFcsr)));
  }

  // A few instructions, followed by the next in sequence.
  void add_group() {
    switch (below(rng_, 10)) {
      case 0:
        return add_branch();
      case 1:
        return add_jump();
      case 2:
        return add_loop();
      case 3:
        return add_atomic();
      default:
        for (auto count = 1 + below(rng_, 4); count-- > 0;) add_simple();
    }
  }

  void add_simple() {
    const auto pick = [this] { return free_register(); };
    switch (below(rng_, 8)) {
      case 0:
      case 1:
        return emit(random_integer(rng_, pick, pick, xlen_));
      case 2:
      case 3:
      case 4:
      case 5:
        return emit(random_float(rng_, pick, pick, xlen_));
      case 6:
        return add_access();
      default:
        return add_csr();
    }
  }

  void add_access() {
    const auto offset = static_cast<std::int32_t>(below(rng_, kScratchBytes - 7));  // aligned or not
    const auto f = static_cast<Word>(below(rng_, 32));
    static constexpr Word kLoads[] = {0, 1, 2, 4, 5, 3, 6};  // the last two: RV64
    const Word float_width = 2 + static_cast<Word>(below(rng_, wide_ ? 2 : 1));
    switch (below(rng_, 4)) {
      case 0:
        return emit(i_type(0x03, kLoads[below(rng_, wide_ ? 7 : 5)], free_register(), kScratch, offset));
      case 1:
        return emit(
            s_type(0x23, static_cast<Word>(below(rng_, wide_ ? 4 : 3)), kScratch, free_register(), offset));
      case 2:
        return emit(i_type(0x07, float_width, f, kScratch, offset));
      default:
        return emit(s_type(0x27, float_width, kScratch, f, offset));
    }
  }

  void add_csr() {
    const Word rd = free_register();
    const Word operation = 1 + static_cast<Word>(below(rng_, 3));
    if (below(rng_, 2))
      return emit(csr(5, rd, static_cast<Word>(below(rng_, 5)), 2));  // frm: legal modes only
    if (below(rng_, 2)) return emit(csr(operation, rd, free_register(), 1));
    return emit(csr(operation + 4, rd, static_cast<Word>(below(rng_, 32)), 1));
  }

  // A forward branch over up to three instructions.
  void add_branch() {
    static constexpr Word kConditions[] = {0, 1, 4, 5, 6, 7};
    const auto skipped = static_cast<std::int32_t>(below(rng_, 4));
    emit(branch(kConditions[below(rng_, 6)], free_register(), free_register(), 4 + 4 * skipped));
    for (std::int32_t i = 0; i < skipped; ++i) add_simple();
  }

  void add_jump() {
    const auto skipped = static_cast<std::int32_t>(below(rng_, 3));
    const Word link = free_register();
    if (below(rng_, 2)) {
      emit(jal(link, 4 + 4 * skipped));
    } else {
      const Word target = 1 + static_cast<Word>(below(rng_, kLastFree));
      emit(target << 7 | 0x17);  // auipc target, 0
      emit(jalr(link, target,
                8 + 4 * skipped + static_cast<std::int32_t>(below(rng_, 2))));  // bit 0 is ignored
    }
    for (std::int32_t i = 0; i < skipped; ++i) add_simple();
  }

  void add_loop() {
    emit(addi(kCounter, 0, 1 + static_cast<std::int32_t>(below(rng_, 4))));
    const auto body = 1 + static_cast<std::int32_t>(below(rng_, 3));
    for (std::int32_t i = 0; i < body; ++i) add_simple();
    emit(addi(kCounter, kCounter, -1));
    emit(branch(1, kCounter, 0, -4 * (body + 1)));
  }

  void add_atomic() {
    static constexpr Word kOperations[] = {0, 1, 4, 8, 12, 16, 20, 24, 28};
    const auto width = 2 + static_cast<Word>(below(rng_, wide_ ? 2 : 1));
    const auto word = [&] { return static_cast<std::int32_t>(below(rng_, kScratchBytes >> width) << width); };
    emit(addi(kAtomicAddress, kScratch, word()));
    const auto ordering = static_cast<Word>(below(rng_, 4));
    if (below(rng_, 3)) {
      emit(r_type(0x2f, width, kOperations[below(rng_, 9)] << 2 | ordering, free_register(), kAtomicAddress,
                  free_register()));
      return;
    }
    const auto pick = [this] { return free_register(); };
    if (below(rng_, 4)) emit(r_type(0x2f, width, 2 << 2 | ordering, free_register(), kAtomicAddress, 0));
    emit(random_integer(rng_, pick, pick, xlen_));
    if (one_in(rng_, 4)) emit(addi(kAtomicAddress, kScratch, word()));
    emit(r_type(0x2f, width, 3 << 2 | ordering, free_register(), kAtomicAddress, free_register()));
    emit(r_type(0x2f, width, 3 << 2, free_register(), kAtomicAddress,
                free_register()));  // no reservation any more
  }

  Rng& rng_;
  bool wide_;
  isa::Xlen xlen_;
  std::vector<Word> code_;
  std::vector<std::size_t> starts_;
};

std::string run_qemu(const std::string& qemu, const std::vector<std::uint8_t>& elf) {
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / ("random." + std::to_string(getpid()) + ".elf");
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(elf.data()), static_cast<std::streamsize>(elf.size()));
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen((qemu + " " + file.string()).c_str(), "r"),
                                                       pclose);
  EXPECT_NE(pipe, nullptr);
  std::string output;
  std::vector<char> chunk(1 << 16);
  for (std::size_t read; (read = std::fread(chunk.data(), 1, chunk.size(), pipe.get())) > 0;)
    output.append(chunk.data(), read);
  EXPECT_EQ(pclose(pipe.release()), 0) << qemu << " failed";
  std::filesystem::remove(file);
  return output;
}

void expect_alike(isa::Xlen xlen, const std::string& qemu) {
  Rng rng = seeded_rng(1);
  const auto programs = static_cast<unsigned>(run_length(4000));
  constexpr unsigned kBatch = 1000;
  for (unsigned done = 0; done < programs; done += kBatch) {
    Generator generator(rng, xlen);
    const std::vector<std::uint8_t> elf = generator.elf(kBatch);
    const std::string expected = run_qemu(qemu, elf);
    ASSERT_EQ(expected.size(), std::size_t{kBatch} * kContextBytes);

    const isa::Program program = isa::Program::parse(elf, "random.elf", isa::Program::Analysis::kFlat);
    std::string actual;
    isa::FlatMachine machine(program, [&](unsigned descriptor, std::string_view bytes) {
      EXPECT_EQ(descriptor, 1u);
      actual += bytes;
    });
    ASSERT_EQ(machine.run(), 0u);
    ASSERT_EQ(actual.size(), expected.size());
    for (unsigned i = 0; i < kBatch; ++i) {
      const auto context = [i](const std::string& all) {
        return std::string_view(all).substr(std::size_t{i} * kContextBytes, kContextBytes);
      };
      if (context(actual) == context(expected)) continue;
      std::size_t offset = 0;
      while (context(actual)[offset] == context(expected)[offset]) ++offset;
      const std::size_t bytes = xlen == isa::Xlen::k64 ? 8 : 4;
      isa::Wide ours = 0, theirs = 0;
      std::memcpy(&ours, &context(actual)[offset / bytes * bytes], bytes);
      std::memcpy(&theirs, &context(expected)[offset / bytes * bytes], bytes);
      const auto place = static_cast<std::int64_t>(offset / bytes) - kEnd;
      FAIL() << "program " << done + i << ", register " << place
             << " of the end (x0.., 32: f0.., 64: fcsr, then memory): " << std::hex << ours << ", QEMU "
             << theirs << '\n'
             << generator.listing(i);
    }
  }
}

TEST(Qemu, RandomProgramsEndAlike) { expect_alike(isa::Xlen::k32, "qemu-riscv32"); }
TEST(Qemu, RandomProgramsOf64BitsEndAlike) { expect_alike(isa::Xlen::k64, "qemu-riscv64"); }

}  // namespace
}  // namespace gputm
