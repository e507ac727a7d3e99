// What the names and values of a sweep file may be. Each throws ConfigError that says what is wrong and
// legal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gputm::app {

void check_workload_name(const std::string& name);
void check_system_name(const std::string& name);
/// A name of a configuration that comes with gputm, or a file of one that can be read.
void check_machine_name(const std::string& name);

/// A key that may be set and a value in its range, for each of the workloads.
void check_sweep_setting(std::string_view key, const std::string& value,
                         const std::vector<std::string>& workloads);

/// A name that a user gives, as it becomes part of names of files: letters, digits and . _ - only.
void check_plain_name(const std::string& name);

}  // namespace gputm::app
