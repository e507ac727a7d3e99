#include "engines/unit_recipe.h"

#include <spdlog/fmt/fmt.h>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string_view>

#include "base/content_hash.h"
#include "base/types.h"

namespace gputm::engines {
namespace {

std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) throw Error("cannot read " + file.string() + ", which a Verilated unit is made of");
  return text.str();
}

/// What -march=native means: the processor's features
std::string processor() {
  std::ifstream stream("/proc/cpuinfo");
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with("flags")) return line;
  return "";
}

}  // namespace

std::string parameter_text(const UnitRequest& request, const std::string& separator) {
  std::string text;
  for (const auto& [name, value] : request.parameters)
    text += fmt::format("{}{}={}", text.empty() ? "" : separator, name, value);
  return text;
}

UnitRecipe::UnitRecipe(const std::filesystem::path& folder, const std::string& unit)
    : folder_(folder), file_(folder / "units" / unit) {
  read(folder / "units" / "toolchain");
  read(file_);
}

void UnitRecipe::read(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream)
    throw Error("there is no Verilated unit " + file.filename().string() + " (" + file.string() + ")");
  for (std::string line; std::getline(stream, line);) {
    const std::size_t space = line.find(' ');
    if (space != std::string::npos) values_[line.substr(0, space)].push_back(line.substr(space + 1));
  }
}

std::vector<std::string> UnitRecipe::all(const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? std::vector<std::string>{} : found->second;
}

const std::string& UnitRecipe::first(const std::string& key) const {
  const auto found = values_.find(key);
  if (found == values_.end()) throw Error(file_.string() + " has no line '" + key + "'");
  return found->second.front();
}

std::filesystem::path UnitRecipe::built(const UnitRequest& request) const {
  if (!request.replaced.empty()) return {};
  std::string wanted = request.waves ? " waves" : "";
  if (!request.parameters.empty()) wanted += " " + parameter_text(request, " ");
  for (const std::string& line : all("built")) {
    const std::string library = line.substr(0, line.find(' '));
    if (line.substr(library.size()) == wanted && std::filesystem::exists(folder_ / library))
      return folder_ / library;
  }
  return {};
}

std::vector<std::filesystem::path> UnitRecipe::replaced(const UnitRequest& request) const {
  std::vector<std::filesystem::path> files;
  for (const std::string& name : request.replaced) {
    const std::size_t others = files.size();
    for (const std::string& study : all("study"))
      if (study.starts_with(name + "=")) files.push_back(file_.parent_path() / study.substr(name.size() + 1));
    if (files.size() == others) files.push_back(std::filesystem::absolute(name));
  }
  return files;
}

std::string UnitRecipe::key(const UnitRequest& request, const std::string& interface) const {
  ContentHash hash;
  hash.add(interface);
  hash.add(parameter_text(request, " "));
  hash.add(request.waves ? "waves" : "");
  for (const char* const name : {"verilator_version", "compiler_version", "flag", "model_flag", "link_flag",
                                 "top", "optimize", "parts", "repeated", "show"}) {
    for (const std::string& value : all(name)) {
      hash.add(value);
      if (value == "-march=native") hash.add(processor());
    }
  }
  for (const char* const name : {"script", "waivers", "source", "wrapper", "header"}) {
    for (const std::string& value : all(name)) {
      const std::filesystem::path file = file_.parent_path() / value;  // the value, if it is absolute
      hash.add(file.filename().string());
      hash.add(contents(file));
    }
  }
  for (const std::filesystem::path& file : replaced(request)) {
    hash.add(file.filename().string());
    hash.add(contents(file));
  }
  return hash.text();
}

}  // namespace gputm::engines
