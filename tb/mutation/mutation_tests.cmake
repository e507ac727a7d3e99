# Unit tests whose models contain all mutants of their modules (mutants.py); the environment variable GPUTM_MUTANT selects one.
# tb/mutation/run builds and runs them: <test>.mutants.
set(GPUTM_MUTATION_DIR ${CMAKE_CURRENT_LIST_DIR})
set(GPUTM_MUTANTS ${PROJECT_BINARY_DIR}/mutants)
file(GLOB _sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/rtl/*/*.sv ${PROJECT_SOURCE_DIR}/rtl/*/studies/*.sv
     ${PROJECT_SOURCE_DIR}/docs/integration/*.sv)
list(TRANSFORM _sources REPLACE "^${PROJECT_SOURCE_DIR}/" "${GPUTM_MUTANTS}/" OUTPUT_VARIABLE _mutated)
add_custom_command(
  OUTPUT ${GPUTM_MUTANTS}/mutants.json ${_mutated}
  COMMAND ${GPUTM_MUTATION_DIR}/mutate ${GPUTM_MUTANTS} ${PROJECT_SOURCE_DIR} ${_sources}
  DEPENDS ${_sources} ${GPUTM_MUTATION_DIR}/mutate ${GPUTM_MUTATION_DIR}/mutants.py
  COMMENT "Mutating the RTL"
  VERBATIM)
add_custom_target(gputm_mutated_sources DEPENDS ${GPUTM_MUTANTS}/mutants.json ${_mutated})
add_library(gputm_selected_mutant OBJECT EXCLUDE_FROM_ALL ${GPUTM_MUTATION_DIR}/selected.cpp)

# mutant_model(<model> <class> <top> SOURCES ... [PARAMETERS ...])
# <model>_mutants has the same class as the model, with the mutants of all sources in rtl/ and docs/integration/ but those that a study puts in the place of others.
# Verilator looks for modules in folders of headers, too: that of the mutants comes before rtl/common.
function(mutant_model model class top)
  cmake_parse_arguments(ARG "" "" "SOURCES;PARAMETERS" ${ARGN})
  list(TRANSFORM ARG_SOURCES REPLACE "^${PROJECT_SOURCE_DIR}/((rtl/[a-z]+(/studies)?|docs/integration)/[^/]+)$" "${GPUTM_MUTANTS}/\\1")
  gputm_verilate(${model}_mutants PREFIX ${class} TOP ${top} SOURCES ${ARG_SOURCES} PARAMETERS ${ARG_PARAMETERS} DEBUG
                 INCLUDES ${GPUTM_MUTANTS}/rtl/common GENERATED)
  set_target_properties(${model}_mutants PROPERTIES EXCLUDE_FROM_ALL ON)
  add_dependencies(${model}_mutants gputm_mutated_sources)
  model_for_same_objects(${model} ${model}_mutants ${class})
  set_target_properties(${model} PROPERTIES GPUTM_MUTANTS ${model}_mutants)
endfunction()

# mutation_tests(<test program> <model> ... LINK <what the program links>): <test program>.mutants, and <test program>.faults (tb/faults)
function(mutation_tests test)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  program_with_other_models(${test} mutants GPUTM_MUTANTS ${ARG_UNPARSED_ARGUMENTS} LINK ${ARG_LINK})
  if(TARGET ${test}.mutants)
    target_sources(${test}.mutants PRIVATE $<TARGET_OBJECTS:gputm_selected_mutant>)
  endif()
  fault_program(${test} ${ARG_UNPARSED_ARGUMENTS} LINK ${ARG_LINK})
endfunction()
