# The relocation has a place for version 0, too.
s/version_t'\(own_version_q - 1'b1\)/own_version_q/
