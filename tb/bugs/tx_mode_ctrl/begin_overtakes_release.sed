# A begin does not wait for the release of its wavefront's last commit.
s/(assign starts = .*\)) && !some\.to_release &&/\1 \&\&/
