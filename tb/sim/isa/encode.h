// Encoders of RISC-V instructions and of ELF files, for tests. Independent of the decoder.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "base/types.h"
#include "isa/xlen.h"

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

/// A little-endian RISC-V executable of either class, with sections for symbols.
class ElfBuilder {
 public:
  struct Symbol {
    std::string name;
    Address address, size;
    std::uint8_t type = 2, bind = 1;  // STT_FUNC, STB_GLOBAL
  };

  isa::Xlen xlen = isa::Xlen::k32;
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
    return xlen == isa::Xlen::k64 ? build<Elf64_Ehdr, Elf64_Phdr, Elf64_Shdr, Elf64_Sym>(ELFCLASS64)
                                  : build<Elf32_Ehdr, Elf32_Phdr, Elf32_Shdr, Elf32_Sym>(ELFCLASS32);
  }

 private:
  template <typename Header, typename ProgramHeader, typename SectionHeader, typename SymbolEntry>
  std::vector<std::uint8_t> build(std::uint8_t elf_class) const {
    const std::string names{"\0.symtab\0.strtab\0", 17};
    std::string strings(1, '\0');
    std::vector<SymbolEntry> table(1);
    for (const Symbol& symbol : symbols) {
      SymbolEntry entry_of{};
      entry_of.st_name = static_cast<Word>(strings.size());
      entry_of.st_value = symbol.address;
      entry_of.st_size = symbol.size;
      entry_of.st_info = static_cast<std::uint8_t>(symbol.bind << 4 | symbol.type);
      entry_of.st_shndx = 1;
      table.push_back(entry_of);
      strings += symbol.name + '\0';
    }

    std::vector<std::uint8_t> file(sizeof(Header) + sizeof(ProgramHeader) * segments_.size());
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      const Segment& segment = segments_[i];
      // Offset and address agree modulo the page, as operating systems' loaders require it.
      file.resize((file.size() + 4095) / 4096 * 4096 + segment.address % 4096);
      ProgramHeader header{};
      header.p_type = PT_LOAD;
      header.p_flags = PF_R | PF_W | PF_X;
      header.p_offset = static_cast<decltype(header.p_offset)>(file.size());
      header.p_vaddr = header.p_paddr = segment.address;
      header.p_filesz = static_cast<decltype(header.p_filesz)>(segment.data.size());
      header.p_memsz = segment.memory_size;
      header.p_align = 4096;
      std::memcpy(&file[sizeof(Header) + sizeof(ProgramHeader) * i], &header, sizeof header);
      append(file, segment.data.data(), segment.data.size());
    }
    std::vector<SectionHeader> sections(1);
    const auto add_section = [&](Word name, Word type, const void* data, std::size_t size, Word link,
                                 std::size_t entry_size) {
      file.resize((file.size() + 7) / 8 * 8);
      SectionHeader header{};
      header.sh_name = name;
      header.sh_type = type;
      header.sh_offset = static_cast<decltype(header.sh_offset)>(file.size());
      header.sh_size = static_cast<decltype(header.sh_size)>(size);
      header.sh_link = link;
      header.sh_info = 1;
      header.sh_addralign = 8;
      header.sh_entsize = static_cast<decltype(header.sh_entsize)>(entry_size);
      sections.push_back(header);
      append(file, data, size);
    };
    add_section(1, SHT_SYMTAB, table.data(), table.size() * sizeof(SymbolEntry), 2, sizeof(SymbolEntry));
    add_section(9, SHT_STRTAB, strings.data(), strings.size(), 0, 0);
    add_section(9, SHT_STRTAB, names.data(), names.size(), 0, 0);
    file.resize((file.size() + 7) / 8 * 8);
    const std::size_t section_offset = file.size();
    append(file, sections.data(), sections.size() * sizeof(SectionHeader));

    Header header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = elf_class;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_EXEC;
    header.e_machine = EM_RISCV;
    header.e_version = EV_CURRENT;
    header.e_entry = entry;
    header.e_phoff = sizeof(Header);
    header.e_shoff = static_cast<decltype(header.e_shoff)>(section_offset);
    header.e_flags = flags;
    header.e_ehsize = sizeof(Header);
    header.e_phentsize = sizeof(ProgramHeader);
    header.e_phnum = static_cast<Elf32_Half>(segments_.size());
    header.e_shentsize = sizeof(SectionHeader);
    header.e_shnum = static_cast<Elf32_Half>(sections.size());
    header.e_shstrndx = 3;
    std::memcpy(file.data(), &header, sizeof header);
    return file;
  }

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
