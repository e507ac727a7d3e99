// Exceptions of C++ as those of Python, gputm.errors.
#pragma once

namespace gputm::python {

/// To be called once, when the extension module is loaded.
void translate_errors();

}  // namespace gputm::python
