// Stub of gdb for one warp of each launch: `target remote :PORT`. It stops the whole machine where the warp
// stops; the core calls it at issue.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/issue_observer.h"
#include "debug/gdb_packet.h"
#include "debug/gdb_session.h"
#include "debug/warp_target.h"
#include "launch/compiler_process.h"

namespace gputm::debug {

struct GdbOptions {
  std::uint16_t port = 0;    ///< of this machine; 0: a free one
  std::uint32_t thread = 0;  ///< debugged is the warp of this thread of the launch
};

class GdbServer final : public core::IssueObserver {
 public:
  /// Listens. Throws Error if the port is taken.
  explicit GdbServer(const GdbOptions& options);
  ~GdbServer() override;

  std::uint16_t port() const { return port_; }
  /// Before a launch of the program on the GPU; the first time, waits for gdb to come. `announce` gets a line
  /// that says how.
  void begin_launch(gpu::Gpu& gpu, const isa::Program& program,
                    const std::function<void(const std::string&)>& announce);
  void issues(const core::Warp& warp, Cycle now) override;
  /// Called occasionally during a launch: an interrupt also stops a warp that waits.
  void look();
  /// The launch has failed: gdb sees where the warp is.
  void failed(std::string_view what);
  /// The process ends with this code.
  void exited(int code);

 private:
  /// Copy of the program's file
  std::filesystem::path program_file() const { return folder_.path() / "program.elf"; }
  void serve(std::optional<Signal> why);
  void receive(bool wait);
  void send(std::string_view bytes);
  void disconnect();

  GdbOptions options_;
  std::uint16_t port_ = 0;
  int listener_ = -1, connection_ = -1;
  launch::TemporaryFolder folder_;
  WarpTarget target_;
  Session session_;
  PacketReader reader_;
  bool began_ = false;        ///< gdb has seen the warp
  bool interrupted_ = false;  ///< gdb asks for a stop
  bool moved_ = false;        ///< the warp has issued since the last look()
  unsigned issued_ = 0;       ///< by all warps
};

}  // namespace gputm::debug
