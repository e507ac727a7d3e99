# Banks are taken for open in the cycle in which a walk goes to them.
s/(all_open +<= \(bank_open \| ~made_banks_next\) == '1) && !event_walk_o;/\1;/
