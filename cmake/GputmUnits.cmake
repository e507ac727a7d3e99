# gputm_unit(<unit> TOPS <module> ... SOURCES <files, packages first> WRAPPER verilated_<name>.h
#            [OPTIMIZE <flag>] [PARTS <n>] [REPEATED <module> ...] [SHOW <signal of the first top> ...]
#            [STUDIES <name>=<file.sv> ...])
# gputm_built_unit(<target> <unit> [PARAMETERS NAME=VALUE ...] [OPTIMIZE <flag>] [WAVES | FAULTS <folder>])
#
# A Verilated unit is a library with Verilated models and a class that drives them. A program loads it when a run needs it
# (sim/engines/unit_module.h). gputm_unit() describes how to build a unit with any parameters, in <build>/lib/units/<unit>:
# one key and one value a line. gputm_unit_build.cmake builds a library from that description. The loader calls it the first time that a
# run asks for parameters; gputm_built_unit() calls it ahead, for the parameters of the machines that are shipped.
#   TOPS     modules; the model of each is the class V<module>. Parameters of the first are named alone, those of others <module>.<NAME>
#   WRAPPER  header of the class that drives the models, a template of their classes: sim/engines/kilo/verilated_cid_vendor.h has
#            gputm::engines::kilo::VerilatedCidVendor
#   STUDIES  modules of the same names and interfaces as some of the sources, which a run can put in their places; those of one name
#            together
#   others   as in gputm_verilate()
# WAVES: with assertions and waves; large and seldom used, so built by what needs it and not by default.
# FAULTS: with visible memories and registers, and models that invert a bit (tb/faults/unit_faults.h), in <folder>/<target>.so; for
#         whole_runs (tb/faults) only, so neither installed nor found by a run.

set(GPUTM_UNIT_DIR ${GPUTM_MODULE_DIR}/units)
set(GPUTM_UNIT_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/gputm_unit_build.cmake ${CMAKE_CURRENT_LIST_DIR}/gputm_translate.cmake
    ${CMAKE_CURRENT_LIST_DIR}/GputmVerilate.cmake ${CMAKE_CURRENT_LIST_DIR}/GputmVerilator.cmake)

# With Clang's code of commit units a run under KILO TM takes a tenth less time than with GCC's, since version 16; before, it
# takes as long. So it compiles units where GCC compiles the rest, unless it would have to agree with GCC on more than C++.
find_program(GPUTM_MODEL_COMPILER NAMES clang++-19 clang++-16 clang++ DOC "Compiles Verilated units; empty: the compiler of the project does")
set(_compiler ${CMAKE_CXX_COMPILER})
set(_flags ${CMAKE_CXX_FLAGS})
if(GPUTM_MODEL_COMPILER AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT GPUTM_SANITIZE AND NOT GPUTM_COVERAGE
   AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize|-fprofile|--coverage|-flto")
  set(_compiler ${GPUTM_MODEL_COMPILER})
  message(STATUS "Verilated units are compiled by ${GPUTM_MODEL_COMPILER}")
endif()
execute_process(COMMAND ${_compiler} --version OUTPUT_VARIABLE _compiler_version COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "[^\n]*" _compiler_version "${_compiler_version}")

# Flags of all code, beside those of the level of optimization.
separate_arguments(_flags UNIX_COMMAND "${_flags}")
get_target_property(_common gputm_flags INTERFACE_COMPILE_OPTIONS)
get_target_property(_link gputm_flags INTERFACE_LINK_OPTIONS)
get_target_property(_definitions gputm_verilated INTERFACE_COMPILE_DEFINITIONS)
list(FILTER _definitions EXCLUDE REGEX "^\\$<")
list(TRANSFORM _definitions PREPEND -D)
if(NOT _link)
  set(_link)
endif()

# gputm_unit_lines(<variable> <key> <value> ...): appends a line for each value.
function(gputm_unit_lines out key)
  foreach(value ${ARGN})
    string(APPEND ${out} "${key} ${value}\n")
  endforeach()
  set(${out} "${${out}}" PARENT_SCOPE)
endfunction()

# What all units have in common: <build>/lib/units/toolchain.
set(_toolchain)
gputm_unit_lines(_toolchain verilator_version ${GPUTM_VERILATOR_VERSION})
gputm_unit_lines(_toolchain compiler_version ${_compiler_version})
gputm_unit_lines(_toolchain flag -std=c++20 -fPIC -fvisibility=hidden -DNDEBUG ${_flags} ${_common} ${_definitions})
gputm_unit_lines(_toolchain link_flag ${_link})
get_target_property(_model_flags gputm_verilated_code INTERFACE_COMPILE_OPTIONS)
if(_model_flags)
  gputm_unit_lines(_toolchain model_flag ${_model_flags})
endif()
gputm_unit_lines(_toolchain compiler ${_compiler})
gputm_unit_lines(_toolchain launcher ${CMAKE_CXX_COMPILER_LAUNCHER})
gputm_unit_lines(_toolchain verilator ${VERILATOR})
gputm_unit_lines(_toolchain cmake ${CMAKE_COMMAND})
gputm_unit_lines(_toolchain script ${GPUTM_UNIT_SCRIPTS})
gputm_unit_lines(_toolchain waivers ${GPUTM_LINT_WAIVERS})
gputm_unit_lines(_toolchain rtl ${PROJECT_SOURCE_DIR}/rtl)
file(GLOB _included CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/rtl/common/*.svh)
gputm_unit_lines(_toolchain header ${_included} ${PROJECT_SOURCE_DIR}/sim/engines/verilated_model.h)
gputm_unit_lines(_toolchain include ${PROJECT_SOURCE_DIR}/sim ${PROJECT_BINARY_DIR}/generated)
file(CONFIGURE OUTPUT ${GPUTM_UNIT_DIR}/toolchain CONTENT "${_toolchain}" @ONLY)

# What a unit and the program that loads it must agree on: a hash of the headers of the interfaces between them.
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

# The loader: a shared library, since it finds the units in its own folder, wherever that is.
add_library(gputm_unit_module SHARED ${PROJECT_SOURCE_DIR}/sim/engines/unit_module.cpp ${PROJECT_SOURCE_DIR}/sim/engines/unit_recipe.cpp
            ${PROJECT_SOURCE_DIR}/sim/engines/installation.cpp
            ${PROJECT_SOURCE_DIR}/sim/base/cache_folder.cpp ${PROJECT_SOURCE_DIR}/sim/base/child_process.cpp)
add_library(gputm::unit_module ALIAS gputm_unit_module)
set_target_properties(gputm_unit_module PROPERTIES EXPORT_NAME unit_module LIBRARY_OUTPUT_DIRECTORY ${GPUTM_MODULE_DIR})
target_include_directories(gputm_unit_module PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/sim>)
target_link_libraries(gputm_unit_module PUBLIC $<BUILD_INTERFACE:gputm_unit_interface>
                      PRIVATE ${CMAKE_DL_LIBS} $<BUILD_INTERFACE:spdlog::spdlog> $<BUILD_INTERFACE:gputm_flags>
                      $<BUILD_INTERFACE:gputm_warnings>)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/gputm OUTPUT_VARIABLE _prefix_from_libraries)
set_source_files_properties(${PROJECT_SOURCE_DIR}/sim/engines/installation.cpp PROPERTIES
                            COMPILE_DEFINITIONS "GPUTM_PREFIX_FROM_LIBRARIES=\"${_prefix_from_libraries}\"")
add_dependencies(gputm_unit_module gputm_unit_interface_header gputm_verilated)

# The units that are built ahead, and those without waves, which are built by default and are in a wheel.
add_custom_target(gputm_units COMMENT "The units are built")
add_custom_target(gputm_shipped_units)

function(gputm_unit unit)
  cmake_parse_arguments(ARG "" "WRAPPER;OPTIMIZE;PARTS" "TOPS;SOURCES;REPEATED;SHOW;STUDIES" ${ARGN})
  if(NOT ARG_OPTIMIZE)
    set(ARG_OPTIMIZE -O3)
  endif()
  if(NOT ARG_PARTS)
    set(ARG_PARTS 1)
  endif()
  list(REMOVE_DUPLICATES ARG_SOURCES)
  get_filename_component(wrapper ${ARG_WRAPPER} ABSOLUTE)
  set(recipe)
  gputm_unit_lines(recipe top ${ARG_TOPS})
  gputm_unit_lines(recipe optimize ${ARG_OPTIMIZE})
  gputm_unit_lines(recipe parts ${ARG_PARTS})
  gputm_unit_lines(recipe repeated ${ARG_REPEATED})
  gputm_unit_lines(recipe show ${ARG_SHOW})
  gputm_unit_lines(recipe study ${ARG_STUDIES})
  gputm_unit_lines(recipe source ${ARG_SOURCES})
  gputm_unit_lines(recipe wrapper ${wrapper})
  set_property(GLOBAL APPEND PROPERTY GPUTM_UNITS ${unit})
  set_property(GLOBAL PROPERTY GPUTM_UNIT_${unit} "${recipe}")
  set_property(GLOBAL PROPERTY GPUTM_UNIT_INPUTS_${unit} ${ARG_SOURCES} ${wrapper})
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${PROJECT_SOURCE_DIR}]] CALL gputm_write_unit [[${unit}]])")
endfunction()

# gputm_unit_group(<name> <target> ...): a target for several units that are built ahead.
function(gputm_unit_group name)
  set(group)
  foreach(target ${ARGN})
    get_target_property(files ${target} GPUTM_FILES)
    list(APPEND group ${files})
  endforeach()
  add_custom_target(${name} DEPENDS ${ARGN})
  set_target_properties(${name} PROPERTIES GPUTM_FILES "${group}")
endfunction()

# Writes the description, to which gputm_built_unit() has added its lines.
function(gputm_write_unit unit)
  get_property(recipe GLOBAL PROPERTY GPUTM_UNIT_${unit})
  file(CONFIGURE OUTPUT ${GPUTM_UNIT_DIR}/${unit} CONTENT "${recipe}" @ONLY)
endfunction()

function(gputm_built_unit target unit)
  cmake_parse_arguments(ARG "WAVES" "OPTIMIZE;FAULTS" "PARAMETERS" ${ARGN})
  set(file ${GPUTM_MODULE_DIR}/libgputm_${target}.so)
  set(faults)
  set(fault_inputs)
  if(ARG_FAULTS)
    set(file ${ARG_FAULTS}/${target}.so)
    set(faults ${PROJECT_SOURCE_DIR}/tb)
    set(fault_inputs ${faults}/faults/memories.vlt ${faults}/faults/registers.vlt ${faults}/faults/sites)
  endif()
  set(parameters ${ARG_PARAMETERS})
  list(SORT parameters)
  list(JOIN parameters " " line)
  if(ARG_WAVES)
    string(PREPEND line "waves ")
  endif()
  string(STRIP "libgputm_${target}.so ${line}" line)
  if(NOT ARG_FAULTS)
    set_property(GLOBAL APPEND_STRING PROPERTY GPUTM_UNIT_${unit} "built ${line}\n")
  endif()
  get_property(inputs GLOBAL PROPERTY GPUTM_UNIT_INPUTS_${unit})
  set(work ${CMAKE_CURRENT_BINARY_DIR}/${target}.unit)
  add_custom_command(
    OUTPUT ${file}
    COMMAND ${CMAKE_COMMAND} -Dunit=${GPUTM_UNIT_DIR}/${unit} "-Dparameters=${parameters}" -Dwaves=${ARG_WAVES} -Doptimize=${ARG_OPTIMIZE}
            -Dfaults=${faults} -Doutput=${file} -Dwork=${work} -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/gputm_unit_build.cmake
    DEPENDS ${inputs} ${fault_inputs} ${GPUTM_UNIT_SCRIPTS} ${GPUTM_UNIT_DIR}/toolchain gputm_verilated gputm_unit_interface_header
            ${_interface_dir}/engines/unit_interface.h
    DEPFILE ${work}/unit.d
    COMMENT "Building the Verilated unit ${target}"
    VERBATIM)
  set(all ALL)
  if(ARG_WAVES OR ARG_FAULTS)
    set(all)
  endif()
  add_custom_target(${target} ${all} DEPENDS ${file})
  set_target_properties(${target} PROPERTIES GPUTM_FILES ${file})
  if(ARG_FAULTS)
    return()
  endif()
  if(NOT ARG_WAVES)
    add_dependencies(gputm_shipped_units ${target})
  endif()
  add_dependencies(gputm_units ${target})
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/gputm OPTIONAL)
endfunction()
