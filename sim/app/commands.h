// Subcommands of gputm. Each returns the exit code, and throws errors.
#pragma once

#include "app/command_line/options.h"

namespace gputm::app {

int run_command(const RunOptions& options);
int launch_command(const LaunchOptions& options);
int compare_command(const CompareOptions& options);
int list_command(const ListOptions& options);
int exec_command(const ExecOptions& options);
int report_command(const ReportOptions& options);
int sweep_command(const SweepOptions& options);
int plot_command(const PlotOptions& options);
int nvcc_command(const NvccOptions& options);
int run_cuda_command(const RunCudaOptions& options);

}  // namespace gputm::app
