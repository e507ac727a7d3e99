# What withdrawn lanes wrote stays.
s/assign hit +=.*/assign hit = mine ? decided_i.conflict \& ~tx.tcm \& tx.owns : '0;/
