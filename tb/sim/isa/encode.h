// Encoders of RV32IMAF instructions and of ELF files, for tests. Independent of the decoder.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "base/types.h"

namespace gputm::tb {

constexpr Word r_type(Word opcode, Word funct3, Word funct7, Word rd, Word rs1, Word rs2) {
  return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}
constexpr Word i_type(Word opcode, Word funct3, Word rd, Word rs1, std::int32_t imm) {
  return static_cast<Word>(imm) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}
constexpr Word s_type(Word opcode, Word funct3, Word rs1, Word rs2, std::int32_t imm) {
  const auto bits = static_cast<Word>(imm);
  return (bits >> 5 & 127) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (bits & 31) << 7 | opcode;
}
constexpr Word branch(Word funct3, Word rs1, Word rs2, std::int32_t offset) {
  const auto bits = static_cast<Word>(offset);
  return (bits >> 12 & 1) << 31 | (bits >> 5 & 63) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 |
         (bits >> 1 & 15) << 8 | (bits >> 11 & 1) << 7 | 0x63;
}
constexpr Word jal(Word rd, std::int32_t offset) {
  const auto bits = static_cast<Word>(offset);
  return (bits >> 20 & 1) << 31 | (bits >> 1 & 0x3ff) << 21 | (bits >> 11 & 1) << 20 |
         (bits >> 12 & 0xff) << 12 | rd << 7 | 0x6f;
}
constexpr Word addi(Word rd, Word rs1, std::int32_t imm) { return i_type(0x13, 0, rd, rs1, imm); }
constexpr Word lui(Word rd, Word upper) { return (upper & 0xfffff000) | rd << 7 | 0x37; }
constexpr Word jalr(Word rd, Word rs1, std::int32_t imm) { return i_type(0x67, 0, rd, rs1, imm); }
constexpr Word csr(Word funct3, Word rd, Word rs1, Word number) {
  return number << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | 0x73;
}

inline constexpr Word kRet = 0x00008067, kEcall = 0x00000073, kEbreak = 0x00100073, kNop = 0x00000013;
inline constexpr Word kTxBegin = 0x8000000b, kTxCommit = 0x8000100b, kBarrier = 0x0000400b;

/// Appends code that loads `value` into x register `rd`: always two instructions.
inline void load_immediate(std::vector<Word>& code, Word rd, Word value) {
  code.push_back(lui(rd, value + 0x800));
  code.push_back(addi(rd, rd, static_cast<std::int32_t>(value << 20) >> 20));
}

/// A 32-bit little-endian RISC-V executable with sections for symbols.
class ElfBuilder {
 public:
  struct Symbol {
    std::string name;
    Address address, size;
    std::uint8_t type = 2, bind = 1;  // STT_FUNC, STB_GLOBAL
  };

  Address entry = 0x10000;
  Word flags = 0;
  std::vector<Symbol> symbols;

  void add_segment(Address address, std::vector<std::uint8_t> data, Address memory_size) {
    segments_.push_back({address, memory_size, std::move(data)});
  }
  void add_code(Address address, const std::vector<Word>& code) {
    std::vector<std::uint8_t> bytes(code.size() * 4);
    std::memcpy(bytes.data(), code.data(), bytes.size());
    const auto size = static_cast<Address>(bytes.size());
    add_segment(address, std::move(bytes), size);
  }

  std::vector<std::uint8_t> build() const {
    constexpr Word kHeader = 52, kProgramHeader = 32, kSectionHeader = 40;
    const std::string names{"\0.symtab\0.strtab\0", 17};
    std::string strings(1, '\0');
    std::vector<std::uint8_t> table(16);
    for (const Symbol& symbol : symbols) {
      const Word entry_words[] = {static_cast<Word>(strings.size()), symbol.address, symbol.size,
                                  Word{1} << 16 | static_cast<Word>(symbol.bind << 4 | symbol.type)};
      append(table, entry_words, sizeof entry_words);
      strings += symbol.name + '\0';
    }

    std::vector<std::uint8_t> file(kHeader + kProgramHeader * segments_.size());
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      const Segment& segment = segments_[i];
      // Offset and address agree modulo the page, as operating systems' loaders require it.
      file.resize((file.size() + 4095) / 4096 * 4096 + segment.address % 4096);
      const Word header[] = {1,
                             static_cast<Word>(file.size()),
                             segment.address,
                             segment.address,
                             static_cast<Word>(segment.data.size()),
                             segment.memory_size,
                             7,
                             4096};
      std::memcpy(&file[kHeader + kProgramHeader * i], header, sizeof header);
      append(file, segment.data.data(), segment.data.size());
    }
    std::vector<Word> sections(10);
    const auto add_section = [&](Word name, Word type, const void* data, std::size_t size, Word link,
                                 Word entry_size) {
      file.resize((file.size() + 3) / 4 * 4);
      const Word header[] = {
          name, type, 0, 0, static_cast<Word>(file.size()), static_cast<Word>(size), link, 1, 4, entry_size};
      sections.insert(sections.end(), header, header + 10);
      append(file, data, size);
    };
    add_section(1, 2, table.data(), table.size(), 2, 16);
    add_section(9, 3, strings.data(), strings.size(), 0, 0);
    add_section(9, 3, names.data(), names.size(), 0, 0);
    file.resize((file.size() + 3) / 4 * 4);
    const auto section_offset = static_cast<Word>(file.size());
    append(file, sections.data(), sections.size() * 4);

    const Word header[] = {0x464c457f,
                           0x00010101,
                           0,
                           0,
                           243u << 16 | 2,
                           1,
                           entry,
                           kHeader,
                           section_offset,
                           flags,
                           kProgramHeader << 16 | kHeader,
                           kSectionHeader << 16 | static_cast<Word>(segments_.size()),
                           3u << 16 | 4};
    std::memcpy(file.data(), header, sizeof header);
    return file;
  }

 private:
  struct Segment {
    Address address, memory_size;
    std::vector<std::uint8_t> data;
  };
  static void append(std::vector<std::uint8_t>& to, const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    if (size != 0) to.insert(to.end(), bytes, bytes + size);
  }
  std::vector<Segment> segments_;
};

}  // namespace gputm::tb
