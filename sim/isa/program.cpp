#include "isa/program.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "isa/control_flow.h"
#include "isa/decode.h"
#include "isa/elf_file.h"
#include "isa/symbol_name.h"
#include "isa/text.h"

namespace gputm::isa {
namespace {

constexpr std::uintmax_t kMaxFileBytes = std::uintmax_t{256} << 20;
constexpr Address kMaxCodeBytes = Address{16} << 20;  // decoded: ten times as much host memory

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

// Suffix in the names of variables that device code marks as SHARED (gputm/shared.h)
constexpr std::string_view kSharedTag = "B12gputm_shared";

std::string shared_variable(const std::string& symbol) {
  std::string name = demangle(symbol).value_or(symbol);
  for (const std::string_view part : {"guard variable for ", "[abi:gputm_shared]"})
    if (const std::size_t at = name.find(part); at != std::string::npos) name.erase(at, part.size());
  return name;
}

// Checks that the compiler or the linker has not placed a SHARED variable in another section, where all
// blocks would share it.
void check_shared_variables(const ElfFile& file, std::string_view name) {
  for (const ElfSymbol& symbol : file.symbols) {
    if (symbol.name.find(kSharedTag) == std::string::npos) continue;
    if (symbol.address - file.shared < file.shared_size) continue;
    throw LoadError(
        fmt::format("{}: SHARED variable '{}' is not in shared memory: it is const or has an initial value "
                    "(assign it in the "
                    "kernel, before a barrier), or the program was compiled without -msmall-data-limit=0 or "
                    "linked without "
                    "gputm's link.ld",
                    name, shared_variable(symbol.name)));
  }
}

}  // namespace

Program Program::load(const std::filesystem::path& file, Analysis analysis) {
  const std::string name = file.string();
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) throw LoadError(name + ": " + error.message());
  if (size > kMaxFileBytes) throw LoadError(name + ": larger than 256 MiB");
  std::vector<std::uint8_t> bytes(size);
  std::ifstream stream(file, std::ios::binary);
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!stream) throw LoadError(name + ": cannot be read: " + std::strerror(errno));
  return parse(bytes, name, analysis);
}

Program Program::parse(std::span<const std::uint8_t> elf, std::string_view name, Analysis analysis) {
  ElfFile file = read_elf(elf, name);
  if (analysis == Analysis::kKernels) check_shared_variables(file, name);
  Program program;
  program.name_ = name;
  program.file_.assign(elf.begin(), elf.end());
  program.id_ = next_id();
  program.xlen_ = file.xlen;
  program.entry_ = file.entry;
  if (file.debug_lines) program.lines_ = SourceLines(elf);
  program.text_ = file.text;
  program.text_size_ = file.text_size;
  program.segments_ = std::move(file.segments);
  program.end_ = program.segments_.back().address + program.segments_.back().size;
  for (ElfSymbol& symbol : file.symbols) {
    if (symbol.function) program.functions_.try_emplace(symbol.address, Function{symbol.name, symbol.size});
    // A global symbol hides local ones with the same name.
    const auto [known, added] = program.symbols_.try_emplace(std::move(symbol.name), symbol.address);
    if (!added && symbol.global) known->second = symbol.address;
  }
  if (analysis == Analysis::kKernels) {
    program.decode_segments();
    program.analyse();
  }
  return program;
}

void Program::decode_segments() {
  Address first = ~Address{0}, last = 0;
  for (const Segment& segment : segments_) {
    if (segment.data.empty()) continue;
    first = std::min(first, segment.address);
    last = std::max(last, static_cast<Address>(segment.address + segment.data.size() - 1));
  }
  if (first > last) throw LoadError(name_ + ": nothing to load");
  code_base_ = first & ~Address{3};
  if (last - code_base_ >= kMaxCodeBytes)
    throw LoadError(name_ + ": contents from " + hex(first) + " to " + hex(last) + " span more than 16 MiB");
  std::vector<Word> words((last - code_base_) / 4 + 1);
  for (const Segment& segment : segments_)
    if (!segment.data.empty())
      std::memcpy(reinterpret_cast<char*>(words.data()) + (segment.address - code_base_), segment.data.data(),
                  segment.data.size());
  code_.resize(words.size());
  std::ranges::transform(words, code_.begin(), [this](Word raw) { return decode(raw, xlen_); });
}

void Program::analyse() {
  const std::vector<Successors> graph = control_flow(code_, code_base_);
  const std::vector<Node> post_dominators = immediate_post_dominators(graph);
  reconvergence_.resize(code_.size());
  for (std::size_t i = 0; i < code_.size(); ++i)
    reconvergence_[i] =
        post_dominators[i] < code_.size() ? code_base_ + post_dominators[i] * 4 : kNoReconvergence;
}

Address Program::reconvergence_pc(Address pc) const {
  return at(pc) == nullptr ? kNoReconvergence : reconvergence_[(pc - code_base_) / 4];
}

Address Program::meeting_pc(Address a, Address b) const {
  const auto distance_to_exit = [&](Address pc) {
    std::size_t distance = 0;
    for (; pc != kNoReconvergence; pc = reconvergence_pc(pc)) ++distance;
    return distance;
  };
  const auto walk = [&](Address& pc, std::size_t steps) {
    for (; steps != 0; --steps) pc = reconvergence_pc(pc);
  };
  const std::size_t from_a = distance_to_exit(a), from_b = distance_to_exit(b);
  walk(a, from_a - std::min(from_a, from_b));
  walk(b, from_b - std::min(from_a, from_b));
  while (a != b) {
    a = reconvergence_pc(a);
    b = reconvergence_pc(b);
  }
  return a;
}

bool Program::has_symbol(std::string_view name) const { return symbols_.find(name) != symbols_.end(); }

Address Program::symbol(std::string_view name) const {
  const auto found = symbols_.find(name);
  if (found == symbols_.end()) throw LoadError(name_ + ": no symbol '" + std::string(name) + "'");
  return found->second;
}

std::map<Address, Program::Function>::const_iterator Program::function_at(Address pc) const {
  auto next = functions_.upper_bound(pc);
  if (next == functions_.begin()) return functions_.end();
  const auto function = std::prev(next);
  // Assembler code often has no sizes: such a function extends to the next one.
  const bool covered = function->second.size == 0 ? pc < end_ : pc - function->first < function->second.size;
  return covered ? function : functions_.end();
}

std::string_view Program::function(Address pc) const {
  const auto found = function_at(pc);
  return found == functions_.end() ? std::string_view() : found->second.name;
}

std::string Program::describe(Address pc) const {
  const auto found = function_at(pc);
  if (found == functions_.end()) return hex(pc);
  std::string text = readable_name(found->second.name);
  if (pc != found->first) text += fmt::format("+{}", hex(pc - found->first));
  const auto line = source_line(pc);
  return line ? text + " (" + line->text() + ")" : text;
}

}  // namespace gputm::isa
