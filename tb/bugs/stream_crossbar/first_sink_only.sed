# Only the first sink tells the sources that it takes their words.
s/sink < Sinks; sink\+\+\) in_ready_o/sink < 1; sink++) in_ready_o/
