# Precompiled headers that take longer to read than most files that include them: Verilator's for models, GoogleTest's for
# tests, the standard library's for layers. One target for each set of options that matters to the compiler; targets with the
# same options reuse its result.

# gputm_precompiled_headers(<name> HEADERS ... [LINK ...] [OPTIONS ...])
# The set gputm_<name>_headers, for target_precompile_headers(... REUSE_FROM) of targets with the same options.
function(gputm_precompiled_headers name)
  cmake_parse_arguments(ARG "" "" "HEADERS;LINK;OPTIONS" ${ARGN})
  set(target gputm_${name}_headers)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp CONTENT "// Has only precompiled headers.\n" @ONLY)
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  target_precompile_headers(${target} PRIVATE ${ARG_HEADERS})
  target_compile_options(${target} PRIVATE ${ARG_OPTIONS})
  target_link_libraries(${target} PRIVATE ${ARG_LINK})
endfunction()
