// Folders of the installation that a program runs from. The program need not be in it: a host program of a
// user, or Python.
#pragma once

#include <filesystem>

namespace gputm::engines {

/// Folder of the libraries that programs load: <prefix>/lib/gputm, or <build folder>/lib
std::filesystem::path library_folder();

/// Prefix of the installation, if these libraries are installed.
std::filesystem::path installation_prefix();

}  // namespace gputm::engines
