# gputm_unit_module(<name> FACTORY <file.cpp> [TRACE] [OPTIMIZE <flag>] ... as gputm_verilate())
#
# A Verilated unit as a library that a program loads when a run first needs it (sim/engines/unit_module.h), so that a
# program can be built and used without the modules that it never loads. FACTORY is compiled with GPUTM_MODEL, the class, and
# GPUTM_MODEL_HEADER. <name>_model is the model itself, for tests that link it. A program does not depend on the modules that
# it may load; use gputm_test(MODULES ...) and add_dependencies() where they are needed. Modules with waves are large and
# seldom used: they are built by `make modules` and by targets that need them, not by default.

# A hash of the interface headers, which a module and the program that loads it must share.
file(GLOB GPUTM_UNIT_INTERFACES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sim/tm/*_unit.h
     ${PROJECT_SOURCE_DIR}/sim/engines/*/*_rtl.h)
list(APPEND GPUTM_UNIT_INTERFACES ${PROJECT_SOURCE_DIR}/sim/base/types.h ${PROJECT_SOURCE_DIR}/sim/tm/commit_messages.h
     ${PROJECT_SOURCE_DIR}/sim/engines/trace_window.h ${PROJECT_SOURCE_DIR}/sim/engines/unit_module.h)
set(_interface_dir ${PROJECT_BINARY_DIR}/generated)
add_custom_command(
  OUTPUT ${_interface_dir}/engines/unit_interface.h
  COMMAND ${CMAKE_COMMAND} "-Dheaders=${GPUTM_UNIT_INTERFACES}" -Doutput=${_interface_dir}/engines/unit_interface.h
          -P ${CMAKE_CURRENT_LIST_DIR}/gputm_unit_interface.cmake
  DEPENDS ${GPUTM_UNIT_INTERFACES} ${CMAKE_CURRENT_LIST_DIR}/gputm_unit_interface.cmake
  COMMENT "Hashing the interfaces of Verilated units"
  VERBATIM)
add_custom_target(gputm_unit_interface_header DEPENDS ${_interface_dir}/engines/unit_interface.h)
add_library(gputm_unit_interface INTERFACE)
target_include_directories(gputm_unit_interface INTERFACE $<BUILD_INTERFACE:${_interface_dir}>)
add_dependencies(gputm_unit_interface gputm_unit_interface_header)

# The loader: a shared library, since it looks for modules in its own folder.
add_library(gputm_unit_module SHARED ${PROJECT_SOURCE_DIR}/sim/engines/unit_module.cpp)
add_library(gputm::unit_module ALIAS gputm_unit_module)
set_target_properties(gputm_unit_module PROPERTIES EXPORT_NAME unit_module LIBRARY_OUTPUT_DIRECTORY ${GPUTM_MODULE_DIR})
target_include_directories(gputm_unit_module PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/sim>)
target_link_libraries(gputm_unit_module PUBLIC $<BUILD_INTERFACE:gputm_unit_interface>
                      PRIVATE ${CMAKE_DL_LIBS} $<BUILD_INTERFACE:spdlog::spdlog> $<BUILD_INTERFACE:gputm_flags>
                      $<BUILD_INTERFACE:gputm_warnings>)
add_dependencies(gputm_unit_module gputm_unit_interface_header)

add_custom_target(gputm_modules COMMENT "All modules are built")

# gputm_module_group(<name> <module> ...): a target for several modules.
function(gputm_module_group name)
  add_custom_target(${name} DEPENDS ${ARGN})
  set_target_properties(${name} PROPERTIES GPUTM_MODULES "${ARGN}")
endfunction()

# The same for modules of rare options: built by targets that need them and by `make modules`, not by default.
function(gputm_option_modules name)
  gputm_module_group(${name} ${ARGN})
  foreach(module ${ARGN})
    set_target_properties(${module} ${module}_model PROPERTIES EXCLUDE_FROM_ALL ON)
  endforeach()
endfunction()

# With commit units compiled by Clang (16 or later) a run under KILO TM takes a tenth less time than with GCC. So Clang compiles
# models where GCC compiles the rest, unless the two would have to agree on more than C++.
find_program(GPUTM_MODEL_COMPILER NAMES clang++-19 clang++-16 clang++ DOC "Compiles the models of unit modules; empty: the compiler of the project does")
set(GPUTM_UNIT_MODULE_DIR ${CMAKE_CURRENT_LIST_DIR})
set(_other_model_compiler FALSE)
if(GPUTM_MODEL_COMPILER AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT GPUTM_SANITIZE AND NOT GPUTM_COVERAGE
   AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize|-fprofile|--coverage|-flto")
  set(_other_model_compiler TRUE)
  message(STATUS "Models of units are compiled by ${GPUTM_MODEL_COMPILER}")
endif()

function(gputm_unit_module name)
  cmake_parse_arguments(ARG "TRACE" "FACTORY" "" ${ARGN})
  set(trace)
  if(ARG_TRACE)
    set(trace TRACE)
  endif()
  gputm_verilate(${name}_model PREFIX V${name} LOW_INPUTS ${trace} ${ARG_UNPARSED_ARGUMENTS})
  if(_other_model_compiler AND NOT ARG_TRACE)
    set_target_properties(${name}_model PROPERTIES DISABLE_PRECOMPILE_HEADERS ON CXX_COMPILER_LAUNCHER
      "${GPUTM_UNIT_MODULE_DIR}/gputm_model_compiler.sh;${GPUTM_MODEL_COMPILER};${CMAKE_CXX_COMPILER_LAUNCHER};--")
  endif()
  add_library(${name} MODULE ${ARG_FACTORY})
  target_compile_definitions(${name} PRIVATE GPUTM_MODEL=V${name} GPUTM_MODEL_HEADER="V${name}.h")
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/sim)
  target_link_libraries(${name} PRIVATE ${name}_model gputm_unit_interface gputm_flags gputm_warnings)
  add_dependencies(${name} gputm_unit_interface_header)
  set_target_properties(${name} PROPERTIES OUTPUT_NAME gputm_${name} LIBRARY_OUTPUT_DIRECTORY ${GPUTM_MODULE_DIR}
                        CXX_VISIBILITY_PRESET hidden INSTALL_RPATH "$ORIGIN" EXCLUDE_FROM_ALL "${ARG_TRACE}")
  add_dependencies(gputm_modules ${name})
  if(ARG_TRACE)  # exclude the model, too: `all` would build it without the module
    set_target_properties(${name}_model PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  install(TARGETS ${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/gputm OPTIONAL)
endfunction()
