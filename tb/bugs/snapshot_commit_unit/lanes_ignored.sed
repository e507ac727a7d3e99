# Words of lanes that do not commit are written, too.
s/beat_word_q && lanes\[word\.lane\]/beat_word_q/
