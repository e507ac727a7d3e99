#include "gpu/kernel_signature.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/settings.h"
#include "isa/symbol_name.h"

namespace gputm::gpu {
namespace {

/// Number types as the demangler writes them, with the widths of ilp32f; lp64d differs in long
constexpr std::array<std::pair<std::string_view, ValueType>, 15> kNumbers = {
    {{"unsigned char", ValueType::kU8},
     {"char", ValueType::kU8},
     {"signed char", ValueType::kI8},
     {"unsigned short", ValueType::kU16},
     {"short", ValueType::kI16},
     {"unsigned int", ValueType::kU32},
     {"unsigned long", ValueType::kU32},
     {"int", ValueType::kI32},
     {"long", ValueType::kI32},
     {"unsigned long long", ValueType::kU64},
     {"long long", ValueType::kI64},
     {"float", ValueType::kF32},
     {"double", ValueType::kF64},
     {"bool", ValueType::kBool},
     {"wchar_t", ValueType::kI32}}};

std::optional<ValueType> number(std::string_view text, isa::Xlen xlen) {
  if (xlen == isa::Xlen::k64) {
    if (text == "long") return ValueType::kI64;
    if (text == "unsigned long") return ValueType::kU64;
  }
  const auto* found = std::ranges::find(kNumbers, text, &std::pair<std::string_view, ValueType>::first);
  return found == kNumbers.end() ? std::nullopt : std::optional(found->second);
}

/// Removes the qualifiers after a type; returns true if it was const.
bool strip_qualifiers(std::string_view& type) {
  bool is_const = false;
  for (bool more = true; more;) {
    more = false;
    for (const std::string_view word : {" const", " volatile", " __restrict"}) {
      if (!type.ends_with(word)) continue;
      type.remove_suffix(word.size());
      is_const |= word == " const";
      more = true;
    }
  }
  return is_const;
}

Parameter parameter(std::string_view type, isa::Xlen xlen) {
  strip_qualifiers(type);
  if (const auto known = number(type, xlen)) return {known, {}, false, std::string(name(*known))};
  if (type.find("(*") != std::string_view::npos || type.find("(&") != std::string_view::npos)
    return {ValueType::kPointer, {}, false, std::string(type)};
  if (!type.ends_with('*') && !type.ends_with('&')) return {{}, {}, false, std::string(type)};
  const std::string_view without = type.substr(0, type.find_last_not_of("*&") + 1);
  std::string_view target = without;
  const bool is_const = strip_qualifiers(target);
  const auto known = number(target, xlen);
  const std::string stars(type.substr(without.size()));
  const std::string shown = known ? std::string(name(*known)) : std::string(target);
  const bool one = stars.size() == 1 || stars == "&&";
  return {ValueType::kPointer, one ? known : std::nullopt, is_const && one,
          (is_const ? "const " : "") + shown + stars};
}

std::vector<Parameter> parameters(std::string_view list, isa::Xlen xlen) {
  std::vector<Parameter> result;
  if (list.empty()) return result;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    if (c == '(' || c == '<') ++depth;
    if (c == ')' || c == '>') --depth;
    if (c != ',' || (depth != 0 && i < list.size())) continue;
    const std::string_view text = list.substr(begin, i - begin);
    result.push_back(parameter(text.substr(std::min(text.find_first_not_of(' '), text.size())), xlen));
    begin = i + 1;
  }
  return result;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Tokens of a name, to be joined with one space only where two would otherwise merge.
std::vector<std::string> tokens(std::string_view name) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < name.size();) {
    std::size_t end = i + 1;
    while (is_word(name[i]) && end < name.size() && is_word(name[end])) ++end;
    if (name[i] != ' ') result.emplace_back(name.substr(i, end - i));
    i = end;
  }
  return result;
}

/// Template argument of a whole number without its type suffix: "4" for "4ul".
std::string plain_number(std::string token) {
  if (std::isdigit(static_cast<unsigned char>(token.front())) != 0)
    token.erase(std::min(token.find_last_not_of("ul") + 1, token.size()));
  return token;
}

/// Name with the short name of each number type, for any spelling of the compiler or the user: "fill<u32,4>"
/// for "fill<unsigned long, 4u>" and for "fill<u32, 4>".
std::string in_short_names(std::string_view name, isa::Xlen xlen) {
  const std::vector<std::string> words = tokens(name);
  std::string text;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t end = i;
    std::string type;
    // Longest run of words that is a type: "unsigned long long".
    std::string run;
    for (std::size_t j = i; j < words.size() && j < i + 3; ++j) {
      run += (run.empty() ? "" : " ") + words[j];
      const auto known = number(run == "unsigned" ? "unsigned int" : run, xlen);
      if (!known) continue;
      type = gpu::name(*known);
      end = j + 1;
    }
    // "(char)65": an argument of a type other than int.
    if (!type.empty() && text.ends_with('(') && end + 1 < words.size() && words[end] == ")" &&
        std::isdigit(static_cast<unsigned char>(words[end + 1].front())) != 0) {
      text.pop_back();
      i = end + 1;
      continue;
    }
    if (type.empty()) type = plain_number(words[end++]);
    if (!text.empty() && is_word(text.back()) && is_word(type.front())) text += ' ';
    text += type;
    i = end;
  }
  return text;
}

/// Whether the user may call the kernel by `name` instead of its mangled name.
bool is_called(const KernelSignature& kernel, const std::string& name, isa::Xlen xlen) {
  return in_short_names(kernel.name, xlen) == name || in_short_names(kernel.text(), xlen) == name;
}

/// Whether a symbol without parameters in its name is a user's function: the file has its source lines, which
/// it has for no function of the C library. Names starting with '_' belong to the start-up code.
bool is_plain_kernel(const isa::Program& program, const std::string& symbol, Address address) {
  return !symbol.starts_with("_") && program.function(address) == symbol && program.source_line(address);
}

}  // namespace

std::string KernelSignature::text() const {
  if (!parameters) return name;
  std::string list;
  for (const Parameter& parameter : *parameters) list += (list.empty() ? "" : ", ") + parameter.text;
  return name + "(" + list + ")";
}

std::optional<KernelSignature> parse_signature(const std::string& symbol, isa::Xlen xlen) {
  std::optional<std::string> text = isa::demangle(symbol);
  if (!text) return std::nullopt;
  // Users do not write functions without a name either.
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  for (std::size_t at = 0; (at = text->find(kAnonymous, at)) != std::string::npos;)
    text->erase(at, kAnonymous.size());
  const std::size_t begin = isa::parameter_list(*text);
  if (begin == std::string::npos || begin == 0) return std::nullopt;
  std::string name = text->substr(0, begin);
  // The name of a template instance includes the return type, and kernels return nothing.
  if (name.starts_with("void ")) name.erase(0, 5);
  return KernelSignature{
      std::move(name), symbol, 0,
      parameters(std::string_view(*text).substr(begin + 1, text->size() - begin - 2), xlen)};
}

KernelSignature find_kernel(const isa::Program& program, std::string_view name) {
  if (program.has_symbol(name)) {
    const std::string symbol(name);
    KernelSignature kernel =
        parse_signature(symbol, program.xlen()).value_or(KernelSignature{symbol, symbol, 0, {}});
    kernel.address = program.symbol(name);
    return kernel;
  }
  std::vector<KernelSignature> found;
  std::vector<std::string> names;
  const std::string short_name = in_short_names(name, program.xlen());
  for (const auto& [symbol, address] : program.symbols()) {
    std::optional<KernelSignature> kernel = parse_signature(symbol, program.xlen());
    if (!kernel) {
      if (is_plain_kernel(program, symbol, address)) names.push_back(symbol);
      continue;
    }
    kernel->address = address;
    names.push_back(kernel->name);
    if (is_called(*kernel, short_name, program.xlen())) found.push_back(*std::move(kernel));
  }
  if (found.empty()) {
    throw isa::LoadError(
        fmt::format("{}: no kernel '{}'{}", program.name(), shown(name), suggestion(name, names)));
  }
  if (found.size() > 1) {
    std::string all;
    const bool alike = std::ranges::all_of(
        found, [&](const KernelSignature& kernel) { return kernel.text() == found.front().text(); });
    for (const KernelSignature& kernel : found)
      all += (all.empty() ? "" : ", ") + (alike ? kernel.symbol : kernel.text());
    throw isa::LoadError(fmt::format("{}: '{}' can be {}; say which", program.name(), shown(name), all));
  }
  return std::move(found.front());
}

void check_arguments(const KernelSignature& kernel, std::span<const Argument> arguments) {
  if (!kernel.parameters) return;
  const std::vector<Parameter>& parameters = *kernel.parameters;
  if (arguments.size() != parameters.size()) {
    throw Error(fmt::format("kernel {}: {} argument{} given, {} wanted", kernel.text(), arguments.size(),
                            arguments.size() == 1 ? "" : "s", parameters.size()));
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    if (!parameter.type) {
      throw Error(fmt::format("kernel {}: parameter {} is '{}'; only numbers and pointers can be passed",
                              kernel.text(), i + 1, parameter.text));
    }
    if (*parameter.type != arguments[i].type) {
      throw Error(fmt::format("kernel {}: argument {} is a {}, and the parameter a {}", kernel.text(), i + 1,
                              gpu::name(arguments[i].type), gpu::name(*parameter.type)));
    }
  }
}

}  // namespace gputm::gpu
