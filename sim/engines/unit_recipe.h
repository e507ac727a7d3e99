// Description of how to build a Verilated unit (cmake/GputmUnits.cmake), and its cache key.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engines/unit_module.h"

namespace gputm::engines {

/// One "key value" a line; values of a key in the order of the lines.
class UnitRecipe {
 public:
  /// Reads <folder>/units/toolchain and <folder>/units/<unit>. Throws Error.
  UnitRecipe(const std::filesystem::path& folder, const std::string& unit);

  /// Library that was built ahead with the request's parameters; empty: none
  std::filesystem::path built(const UnitRequest& request) const;

  /// SystemVerilog files of a request's replacements
  std::vector<std::filesystem::path> replaced(const UnitRequest& request) const;

  /// Hash of everything that the library of a request is made of: contents of the sources, parameters,
  /// versions and flags of the tools; 16 hexadecimal digits. Throws Error if a file is missing.
  std::string key(const UnitRequest& request, const std::string& interface) const;

  /// First value of a key; throws Error if there is none.
  const std::string& first(const std::string& key) const;
  std::filesystem::path file() const { return file_; }
  /// Script that builds the library; the first one of the toolchain
  std::string script() const { return (file_.parent_path() / first("script")).string(); }

 private:
  void read(const std::filesystem::path& file);
  std::vector<std::string> all(const std::string& key) const;

  std::filesystem::path folder_;  ///< of the libraries
  std::filesystem::path file_;
  std::map<std::string, std::vector<std::string>> values_;
};

/// "Banks=4 Depth=16": parameters of a request in the order of their names, separated by `separator`
std::string parameter_text(const UnitRequest& request, const std::string& separator);

}  // namespace gputm::engines
