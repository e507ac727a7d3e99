# Constraints of any RTL top: one clock, one asynchronous reset, streams with all other ports. Plain SDC commands in Tcl.
#
# Set before reading it:
#   gputm_top       the top
#   gputm_dir       this folder
# and, to differ from what is stated:
#   gputm_period    ns of the clock; without it, that of clocks.tcl
#   gputm_outside   share of the period that logic outside of a port takes; without it 0.3
#   gputm_jitter    share of the period for jitter and skew; without it 0.05
source [file join $gputm_dir clocks.tcl]

if {![info exists gputm_period]} {
  if {![info exists gputm_mhz($gputm_top)]} {
    error "top.sdc: $gputm_top has no stated clock: set gputm_period, in ns"
  }
  set gputm_period [expr {1000.0 / $gputm_mhz($gputm_top)}]
}
if {![info exists gputm_outside]} { set gputm_outside 0.3 }
if {![info exists gputm_jitter]} { set gputm_jitter 0.05 }

create_clock -name clk -period $gputm_period [get_ports clk_i]
set_clock_uncertainty [expr {$gputm_jitter * $gputm_period}] [get_clocks clk]

# Inputs come from registers of the same clock. The reset is asserted at any time and released by such a register, away from the
# edge: recovery and removal are checked.
if {[llength [info commands remove_from_collection]]} {
  set gputm_inputs [remove_from_collection [all_inputs] [get_ports clk_i]]
} else {
  # OpenSTA: a collection is a list.
  set gputm_inputs {}
  foreach port [all_inputs] {
    if {[get_property $port full_name] ne "clk_i"} { lappend gputm_inputs $port }
  }
}
set_input_delay [expr {$gputm_outside * $gputm_period}] -clock clk $gputm_inputs
set_output_delay [expr {$gputm_outside * $gputm_period}] -clock clk [all_outputs]
