#include "app/descriptor_stream.h"

#include <unistd.h>

#include <cerrno>

namespace gputm::app {

int write_all(int descriptor, const char* bytes, std::size_t count) {
  while (count != 0) {
    const ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
  return 0;
}

bool DescriptorStream::Buffer::write_out() {
  if (error == 0) error = write_all(descriptor, pbase(), static_cast<std::size_t>(pptr() - pbase()));
  setp(bytes.data(), bytes.data() + bytes.size());
  return error == 0;
}

std::streambuf::int_type DescriptorStream::Buffer::overflow(int_type c) {
  if (!write_out()) return traits_type::eof();
  if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
  return traits_type::not_eof(c);
}

int DescriptorStream::Buffer::sync() { return write_out() ? 0 : -1; }

int DescriptorStream::finish() {
  if (buffer_.descriptor >= 0) buffer_.write_out();
  return buffer_.error;
}

void DescriptorStream::close() {
  if (buffer_.descriptor < 0) return;
  finish();
  ::close(buffer_.descriptor);
  buffer_.descriptor = -1;
}

}  // namespace gputm::app
