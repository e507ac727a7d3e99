#include "debug/gdb_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <spdlog/fmt/fmt.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <utility>

namespace gputm::debug {
namespace {

constexpr unsigned kIssuesPerLook = 4096;

}  // namespace

GdbServer::GdbServer(const GdbOptions& options)
    : options_(options), session_(target_, program_file().string()) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(options.port);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  if (bind(listener_, any, size) != 0 || listen(listener_, 1) != 0 ||
      getsockname(listener_, any, &size) != 0) {
    const std::string reason = std::strerror(errno);
    close(listener_);
    throw Error(fmt::format("port {} for gdb: {}", options.port, reason));
  }
  port_ = ntohs(address.sin_port);
}

GdbServer::~GdbServer() {
  disconnect();
  if (listener_ >= 0) close(listener_);
}

void GdbServer::begin_launch(gpu::Gpu& gpu, const isa::Program& program,
                             const std::function<void(const std::string&)>& announce) {
  target_.use(gpu, program.xlen());
  if (listener_ < 0) return;
  std::ofstream(program_file(), std::ios::binary)
      .write(reinterpret_cast<const char*>(program.file().data()),
             static_cast<std::streamsize>(program.file().size()));
  announce(
      fmt::format("waits for gdb-multiarch {} -ex \"target remote :{}\"", program_file().string(), port_));
  do connection_ = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  while (connection_ < 0 && errno == EINTR);
  close(std::exchange(listener_, -1));
  const int yes = 1;
  setsockopt(connection_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

void GdbServer::issues(const core::Warp& warp, Cycle) {
  if (connection_ < 0) return;
  if (began_ && ++issued_ % kIssuesPerLook == 0) receive(false);
  const isa::CsrContext& csrs = warp.csrs;
  const std::uint32_t lanes = std::min(csrs.warp_width, csrs.block_size - csrs.thread_in_block);
  if (options_.thread - csrs.first_thread >= lanes) {
    if (&warp == target_.warp()) target_.attach(nullptr);  // its slot is another's
    return;
  }
  target_.attach(&warp);
  moved_ = true;
  const core::StackEntry& top = warp.stack.top();
  if (!began_ && top.depth == 1) return;  // the start code calls the kernel
  if (!std::exchange(began_, true)) return serve({});
  const bool stops = session_.stops_at(top.mask, top.pc);
  if (stops || interrupted_) serve(stops ? Signal::kTrap : Signal::kInterrupt);
}

void GdbServer::look() {
  if (connection_ < 0 || !began_) return;
  receive(false);
  const bool waits = !std::exchange(moved_, false);
  if (interrupted_ && waits && target_.lanes() != 0) serve(Signal::kInterrupt);
}

void GdbServer::failed(std::string_view what) {
  if (connection_ < 0 || !began_) return;
  const std::string text = fmt::format("gputm: {}\n", what);
  send(packet(fmt::format("O{}", to_hex(std::as_bytes(std::span(text))))));
  if (target_.lanes() != 0) serve(Signal::kFault);
}

void GdbServer::exited(int code) {
  if (connection_ < 0) return;
  target_.attach(nullptr);
  if (!began_) return serve({});  // gdb asks, and learns that no thread is there
  send(packet(fmt::format("W{:02x}", static_cast<unsigned>(code) & 0xFF)));
  disconnect();
}

/// The threads stand until gdb lets them go. `why`: none if gdb asks for it itself, as it does first.
void GdbServer::serve(std::optional<Signal> why) {
  interrupted_ = false;
  if (why) send(packet(session_.stopped(*why)));
  while (connection_ >= 0) {
    const auto event = reader_.next();
    if (!event) {
      receive(true);
      continue;
    }
    if (event->kind == PacketReader::Kind::kInterrupt) continue;
    if (event->kind == PacketReader::Kind::kDamaged) {
      send("-");
      continue;
    }
    if (session_.acknowledges()) send("+");
    const Reply reply = session_.answer(event->payload);
    if (reply.text) send(packet(*reply.text));
    if (reply.next == Next::kAnswer) continue;
    if (reply.next == Next::kRun && target_.lanes() != 0) return;
    disconnect();
    if (reply.next == Next::kKill) kill(getpid(), SIGTERM);
  }
}

/// Takes what gdb has sent. While the threads run, that is an interrupt.
void GdbServer::receive(bool wait) {
  std::array<char, 4096> bytes{};
  const ssize_t count = recv(connection_, bytes.data(), bytes.size(), wait ? 0 : MSG_DONTWAIT);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) return disconnect();
  reader_.add({bytes.data(), static_cast<std::size_t>(count)});
  if (wait) return;
  while (const auto event = reader_.next())
    interrupted_ = interrupted_ || event->kind == PacketReader::Kind::kInterrupt;
}

void GdbServer::send(std::string_view bytes) {
  while (connection_ >= 0 && !bytes.empty()) {
    const ssize_t count = ::send(connection_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return disconnect();
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void GdbServer::disconnect() {
  if (connection_ >= 0) close(std::exchange(connection_, -1));
}

}  // namespace gputm::debug
