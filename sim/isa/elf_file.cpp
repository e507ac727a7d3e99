#include "isa/elf_file.h"

#include <gelf.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

namespace gputm::isa {
namespace {

constexpr Word kFlagCompressed = 1;  // EF_RISCV_RVC

struct ElfCloser {
  void operator()(Elf* elf) const { elf_end(elf); }
};

// Cuts at the first non-printable character, so that every message stays one line.
std::string printable(const char* text) {
  std::string result;
  for (; *text >= ' ' && *text <= '~' && result.size() < 512; ++text) result += *text;
  return result;
}

class Reader {
 public:
  Reader(std::span<const std::uint8_t> bytes, std::string_view name)
      // libelf converts in place, so it gets a copy of the image.
      : name_(name), image_(reinterpret_cast<const char*>(bytes.data()), bytes.size()) {
    if (elf_version(EV_CURRENT) == EV_NONE) fail("libelf is too old");
    if (bytes.size() < EI_NIDENT || std::memcmp(image_.data(), ELFMAG, SELFMAG) != 0) fail("not an ELF file");
    elf_.reset(elf_memory(image_.data(), image_.size()));
    if (!elf_ || elf_kind(elf_.get()) != ELF_K_ELF) fail("not an ELF file");
  }

  ElfFile read() {
    ElfFile file;
    read_header(file);
    read_segments(file);
    std::size_t names = 0;
    const bool named = elf_getshdrstrndx(elf_.get(), &names) == 0;
    // The first symbol table only: headers with shared bytes must not multiply the work.
    bool have_symbols = false;
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf_.get(), section)) != nullptr;) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == nullptr) fail("damaged section header");
      const char* const name = named ? elf_strptr(elf_.get(), names, header.sh_name) : nullptr;
      file.debug_lines |= name != nullptr && std::string_view(name) == ".debug_line";
      if (header.sh_type == SHT_SYMTAB && !std::exchange(have_symbols, true))
        read_symbols(section, strings(header.sh_link), file);
      if ((header.sh_flags & SHF_ALLOC) != 0 && (header.sh_flags & SHF_EXECINSTR) != 0 && header.sh_size != 0)
        add_text(header, file);
      if (name != nullptr && std::string_view(name) == ".shared") {
        file.shared = address("section", header.sh_addr, header.sh_size);
        file.shared_size = static_cast<Address>(header.sh_size);
      }
    }
    return file;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw LoadError(name_ + ": " + reason); }

  void read_header(ElfFile& file) {
    file.xlen = gelf_getclass(elf_.get()) == ELFCLASS64 ? Xlen::k64 : Xlen::k32;
    if (image_[EI_DATA] != ELFDATA2LSB) fail("not little-endian");
    GElf_Ehdr header;
    if (gelf_getehdr(elf_.get(), &header) == nullptr) fail("damaged ELF header");
    if (header.e_machine != EM_RISCV) fail("machine " + std::to_string(header.e_machine) + " is not RISC-V");
    if (header.e_type != ET_EXEC) fail("not a statically linked executable");
    if (header.e_flags & kFlagCompressed) {
      fail(std::string("uses compressed instructions; compile with -march=") +
           (file.xlen == Xlen::k64 ? "rv64imafd" : "rv32imaf"));
    }
    file.entry = address("entry", header.e_entry, 0);
    if (file.entry % 4 != 0) fail("entry is not a multiple of 4");
  }

  /// Beginning of a range in the 32-bit address space of the device.
  Address address(const char* what, GElf_Addr begin, GElf_Xword bytes) const {
    if (begin > ~Address{0} || bytes > ~Address{0} - begin)
      fail(std::string(what) + " does not fit below 4 GiB");
    return static_cast<Address>(begin);
  }

  void read_segments(ElfFile& file) {
    std::size_t count = 0;
    if (elf_getphdrnum(elf_.get(), &count) != 0) fail("damaged program headers");
    for (std::size_t i = 0; i < count; ++i) {
      GElf_Phdr header;
      if (gelf_getphdr(elf_.get(), static_cast<int>(i), &header) == nullptr)
        fail("program headers outside the file");
      if (header.p_type != PT_LOAD || header.p_memsz == 0) continue;
      if (header.p_filesz > header.p_memsz) fail("segment with more bytes in the file than in memory");
      if (header.p_offset > image_.size() || header.p_filesz > image_.size() - header.p_offset)
        fail("truncated: a segment lies outside the file");
      const Address begin = address("segment", header.p_vaddr, header.p_memsz);
      const auto* data = reinterpret_cast<const std::uint8_t*>(image_.data()) + header.p_offset;
      file.segments.push_back({begin, static_cast<Address>(header.p_memsz), {data, data + header.p_filesz}});
      // Segments must not overlap in memory, but all could refer to the same bytes of the file.
      if ((loaded_ += header.p_filesz) > 2 * image_.size()) fail("segments overlap in the file");
    }
    if (file.segments.empty()) fail("nothing to load");
    std::sort(file.segments.begin(), file.segments.end(),
              [](const Segment& a, const Segment& b) { return a.address < b.address; });
    for (std::size_t i = 1; i < file.segments.size(); ++i)
      if (file.segments[i].address - file.segments[i - 1].address < file.segments[i - 1].size)
        fail("segments overlap in memory");
  }

  // Contents of string table section `index`, terminated by a null character.
  std::string_view strings(std::size_t index) {
    Elf_Scn* section = elf_getscn(elf_.get(), index);
    const Elf_Data* data = section == nullptr ? nullptr : elf_getdata(section, nullptr);
    if (data == nullptr || data->d_buf == nullptr || data->d_size == 0) fail("damaged string table");
    const std::string_view result(static_cast<const char*>(data->d_buf), data->d_size);
    if (result.back() != 0) fail("damaged string table");
    return result;
  }

  void add_text(const GElf_Shdr& header, ElfFile& file) const {
    const Address begin = address("section", header.sh_addr, header.sh_size);
    const Address end = begin + static_cast<Address>(header.sh_size);
    const bool first = file.text_size == 0;
    const Address last = first ? end : std::max(end, file.text + file.text_size);
    file.text = first ? begin : std::min(file.text, begin);
    file.text_size = last - file.text;
  }

  void read_symbols(Elf_Scn* section, std::string_view names, ElfFile& file) {
    Elf_Data* const data = elf_getdata(section, nullptr);
    if (data == nullptr || data->d_buf == nullptr) fail("damaged symbol table");
    GElf_Sym symbol;
    for (int i = 0; gelf_getsym(data, i, &symbol) != nullptr; ++i) {
      const unsigned type = GELF_ST_TYPE(symbol.st_info);
      if (symbol.st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_OBJECT && type != STT_NOTYPE))
        continue;
      if (symbol.st_name >= names.size()) fail("symbol whose name lies outside the string table");
      std::string name = printable(&names[symbol.st_name]);
      if (name.empty() || name.starts_with('$') || name.starts_with(".L")) continue;
      // Values that are no addresses of the device, such as those of absolute symbols, name nothing.
      if (symbol.st_value > ~Address{0}) continue;
      file.symbols.push_back({std::move(name), static_cast<Address>(symbol.st_value),
                              static_cast<Address>(symbol.st_size), type == STT_FUNC,
                              GELF_ST_BIND(symbol.st_info) != STB_LOCAL});
    }
  }

  std::string name_;
  std::string image_;
  std::unique_ptr<Elf, ElfCloser> elf_;
  std::size_t loaded_ = 0;
};

}  // namespace

ElfFile read_elf(std::span<const std::uint8_t> bytes, std::string_view name) {
  return Reader(bytes, name).read();
}

}  // namespace gputm::isa
