# Who is to run alone does not wait for the attempts that are under way.
s/ || running_ != 0//
