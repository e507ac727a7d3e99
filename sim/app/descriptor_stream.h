// Stream into an open file that keeps the reason of a failed write.
#pragma once

#include <array>
#include <ostream>
#include <streambuf>

namespace gputm::app {

class DescriptorStream final : public std::ostream {
 public:
  DescriptorStream() : std::ostream(nullptr) { rdbuf(&buffer_); }
  ~DescriptorStream() override { close(); }
  DescriptorStream(const DescriptorStream&) = delete;
  DescriptorStream& operator=(const DescriptorStream&) = delete;

  /// Sets the descriptor; the caller still owns it.
  void open(int descriptor) { buffer_.descriptor = descriptor; }
  int descriptor() const { return buffer_.descriptor; }
  /// Writes the buffered rest. Returns 0, or the first error (errno).
  int finish();
  void close();

 private:
  struct Buffer final : std::streambuf {
    Buffer() { setp(bytes.data(), bytes.data() + bytes.size()); }
    int_type overflow(int_type c) override;
    int sync() override;
    bool write_out();

    int descriptor = -1;
    int error = 0;
    std::array<char, 1 << 14> bytes;
  };
  Buffer buffer_;
};

/// Writes all bytes. Returns 0, or errno.
int write_all(int descriptor, const char* bytes, std::size_t count);

}  // namespace gputm::app
