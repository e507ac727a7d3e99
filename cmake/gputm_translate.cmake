# The build step of gputm_verilate(): translates one model and writes `parts` files part_<n>.cpp that together include
# all generated C++, so that CMake need not know how many there are; one compilation of them all is quicker than one of
# each, because Verilator's headers take longer than most of its sources. `cmake -P <model>/translation.cmake` sets
#   verilator  the command                    options, sources, top  its arguments
#   dir        output folder                  prefix, parts     of the model
#   low_inputs whether inputs change only while clk_i is low
#   repeated   modules whose instances keep their inputs
# Files whose content stays the same keep their time, so that nothing is compiled again for a comment.

cmake_minimum_required(VERSION 3.25)

# Packages and the top are named; other modules Verilator looks up by name among links to the sources, below folders of the
# same names (rtl/kilo), which waivers are for. So it reads, and the build step depends on, only what the model has in it.
set(library ${dir}/sources)
file(REMOVE_RECURSE ${library})
set(named)
set(folders)
set(broken)  # ahead of the options, whose include folders are looked into for modules, too
foreach(source ${sources})
  get_filename_component(name ${source} NAME)
  if(name MATCHES "_pkg\\.sv$" OR name STREQUAL "${top}.sv")
    list(APPEND named ${source})
  else()
    string(REGEX MATCH "(rtl/.*|[^/]*/[^/]*/[^/]*)$" link ${source})
    get_filename_component(folder ${library}/${link} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    file(CREATE_LINK ${source} ${library}/${link} SYMBOLIC)
    list(APPEND folders ${folder})
    if(source MATCHES "/seeded\\.bug/")
      list(APPEND broken -y ${folder})
    endif()
  endif()
endforeach()
list(REMOVE_DUPLICATES folders)
list(TRANSFORM folders PREPEND "-y;" OUTPUT_VARIABLE search)

set(new ${dir}/new)
file(REMOVE_RECURSE ${new})
file(MAKE_DIRECTORY ${new})

# The inputs of `repeated` modules except clock and reset: a clock that is a variable of the instance would be updated like other
# inputs, with low_inputs only while the clock is low: it would never rise.
if(repeated)
  set(rules "`verilator_config\n")
  foreach(module ${repeated})
    string(APPEND rules "no_inline -module \"${module}\"\n")
    set(source ${sources})
    list(FILTER source INCLUDE REGEX "/${module}\\.sv$")
    file(STRINGS ${source} ports REGEX "^ *input ")
    foreach(port ${ports})
      string(REGEX REPLACE "//.*" "" port "${port}")
      string(REGEX MATCH "[a-z0-9_]+_i *,? *$" port "${port}")
      string(REGEX MATCH "[a-z0-9_]+" port "${port}")
      if(port AND NOT port STREQUAL "clk_i")
        string(APPEND rules "public_flat_rd -module \"${module}\" -var \"${port}\"\n")
      endif()
    endforeach()
  endforeach()
  file(WRITE ${new}/repeated.vlt "${rules}")
  list(APPEND options ${new}/repeated.vlt)
endif()
execute_process(COMMAND ${verilator} ${broken} ${options} --Mdir ${new} ${search} +libext+.sv ${named}
                RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result)
  message(NOTICE "${output}")
  message(FATAL_ERROR "verilator failed")
endif()
if(output MATCHES "%Warning")
  message(NOTICE "${output}")
endif()

# Inputs change while the clock is low (gputm_verilate()'s LOW_INPUTS), so combinational logic of inputs need not be computed
# again at the rising edge. And with a high clock the model is evaluated at rising edges only, so the falling edge need not be
# evaluated to detect the next one. Verilator has no options for either; these are the places in the code of its versions 5.048
# and 5.006 where the computation begins, and where the previous clock is kept.
if(low_inputs)
  file(GLOB files ${new}/${prefix}___024root*.cpp)
  foreach(file ${files})
    file(READ ${file} code)
    string(REPLACE "vlSelfRef.__VicoFirstIteration = 1U;" 
           "vlSelfRef.__VicoFirstIteration = ! vlSelfRef.clk_i;\n    vlSelfRef.__Vtrigprevexpr___TOP__clk_i__0 = 0U;" new_code "${code}")
    string(REPLACE "= (0U == vlSelf->__VicoIterCount);"
           "= ((0U == vlSelf->__VicoIterCount) & ! vlSelf->clk_i);\n    vlSelf->__Vtrigrprev__TOP__clk_i = 0U;" new_code "${new_code}")
    if(NOT code STREQUAL new_code)
      file(WRITE ${file} "${new_code}")
      set(found TRUE)
    endif()
  endforeach()
  if(NOT found)
    message(FATAL_ERROR "${prefix}: LOW_INPUTS does not know the code of this Verilator")
  endif()
  # The two calls of an evaluation that take a lock: deletion of class objects, which RTL does not have, and messages of
  # Verilator's own threads.
  file(READ ${new}/${prefix}.cpp code)
  string(REGEX REPLACE " *(vlSymsp->__Vm_deleter.deleteAll\\(\\)|Verilated::endOfEval\\(vlSymsp->__Vm_evalMsgQp\\));\n" "" code "${code}")
  file(WRITE ${new}/${prefix}.cpp "${code}")
  file(READ ${new}/${prefix}.h code)
  string(REPLACE "    void eval_step();\n" "    void eval_step();\n    static constexpr bool low_inputs = true;\n" code "${code}")
  file(WRITE ${new}/${prefix}.h "${code}")
endif()

# Copy new and changed files, delete obsolete ones.
file(GLOB generated RELATIVE ${new} ${new}/*.cpp ${new}/*.h)
file(GLOB previous RELATIVE ${dir} ${dir}/${prefix}*.cpp ${dir}/${prefix}*.h)
foreach(file ${previous})
  if(NOT file IN_LIST generated)
    file(REMOVE ${dir}/${file})
  endif()
endforeach()
set(hashes)
foreach(file ${generated})
  file(COPY_FILE ${new}/${file} ${dir}/${file} ONLY_IF_DIFFERENT)
  file(SHA256 ${dir}/${file} hash)
  string(APPEND hashes ${hash})
endforeach()

# Verilator's "Slow" code runs once, as at reset or when a waveform file is opened: to optimize it takes as long as all the rest.
# Both kinds are dealt out to the parts by themselves, so that parts take about the same time. Each part has a hash of all
# files: the build compares the times of its outputs only.
string(SHA256 hash "${hashes}")
list(FILTER generated INCLUDE REGEX "\\.cpp$")
set(slow ${generated})
list(FILTER slow INCLUDE REGEX "Slow\\.cpp$")
set(fast ${generated})
list(FILTER fast EXCLUDE REGEX "Slow\\.cpp$")
foreach(kind fast slow)
  set(number 0)
  foreach(file ${${kind}})
    math(EXPR part "${number} % ${parts}")
    string(APPEND ${kind}_${part} "#include \"${file}\"\n")
    math(EXPR number "${number} + 1")
  endforeach()
endforeach()
set(unoptimized "#ifdef __clang__\n#pragma clang optimize off\n#else\n#pragma GCC optimize(\"O0\")\n#endif\n")
math(EXPR last "${parts} - 1")
foreach(part RANGE ${last})
  file(CONFIGURE OUTPUT ${dir}/part_${part}.cpp @ONLY CONTENT
       "// ${hash}\n${fast_${part}}#include \"${prefix}__Syms.h\"\n${unoptimized}${slow_${part}}")
endforeach()

# Verilator's list of included files: "outputs : inputs" in one line.
file(READ ${new}/${prefix}__ver.d inputs)
string(REGEX REPLACE "^[^:]* :" "" inputs "${inputs}")
separate_arguments(inputs UNIX_COMMAND "${inputs}")
list(REMOVE_ITEM inputs ${library} ${folders})
list(TRANSFORM inputs STRIP)
set(read)
file(REAL_PATH ${dir} real_dir)
foreach(input ${inputs})
  file(REAL_PATH ${input} input)
  cmake_path(IS_PREFIX real_dir ${input} made_here)
  if(NOT made_here)
    list(APPEND read ${input})
  endif()
endforeach()
list(JOIN read " " read)
file(WRITE ${dir}/translation.d "${dir}/part_0.cpp: ${read}\n")
file(REMOVE_RECURSE ${new})
