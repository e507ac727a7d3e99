# An insertion into a leaf leaves none but its own bit there.
s/\.readers_i\(tidy \? rest : readers \| id_bit\)/.readers_i(tidy ? rest : id_bit)/
