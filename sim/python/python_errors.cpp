#include "python/python_errors.h"

#include <nanobind/nanobind.h>

#include <filesystem>
#include <string>

#include "app/command_line/options.h"
#include "base/run_error.h"
#include "base/settings.h"

namespace gputm::python {
namespace {

namespace nb = nanobind;

/// Sets Python's exception; the message may quote files and names that are no UTF-8.
void raise(const char* type, const std::string& message) {
  const nb::object error = nb::module_::import_("gputm.errors").attr(type);
  const nb::object text = nb::steal(
      PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "backslashreplace"));
  PyErr_SetObject(error.ptr(), text.ptr());
}

void translate(const std::exception_ptr& thrown, void* /*unused*/) {
  try {
    std::rethrow_exception(thrown);
  } catch (const RunError& error) {
    raise("RunError", error.what());
  } catch (const ConfigError& error) {
    raise("ConfigError", error.what());
  } catch (const app::UsageError& error) {
    raise("ConfigError", error.what());
  } catch (const Error& error) {
    raise("Error", error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    raise("Error", error.path1().string() + ": " + error.code().message());
  }
}

}  // namespace

void translate_errors() { nb::register_exception_translator(translate); }

}  // namespace gputm::python
