# A slot that the last lap filled looks as if this lap had.
s/phase: retire_i\.slot\.phase \^ wrapped/phase: retire_i.slot.phase/
