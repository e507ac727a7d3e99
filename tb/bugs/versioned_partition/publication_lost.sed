# What has been written is not published.
s/publications_.push_back({.region = index, .time = at});//
