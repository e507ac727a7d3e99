// Checks of names and values in a sweep file. Each throws ConfigError with the error and the legal values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gputm::app {

void check_workload_name(const std::string& name);
void check_system_name(const std::string& name);
/// Accepts a built-in configuration's name, or a readable configuration file.
void check_machine_name(const std::string& name);

/// Accepts a settable key with a value in its range, for each of the workloads.
void check_sweep_setting(std::string_view key, const std::string& value,
                         const std::vector<std::string>& workloads);

/// Accepts a user's name that becomes part of file names: only letters, digits and . _ -
void check_plain_name(const std::string& name);

}  // namespace gputm::app
