# A word that comes before there is a version to write is forgotten.
s/^    words_.push_back(access.word);//
