# Every top has one clock; its period comes from constraints/asic/map. Ports are free: what is before and behind them is not there.
create_clock -name clk -period $period [get_ports clk_i]
