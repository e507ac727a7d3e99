# A version can be read a commit later than it should.
s/publications_.push_back({.region = index, .time = at});/publications_.push_back({.region = index, .time = at + 1});/
