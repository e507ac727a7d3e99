# One of a pair need not have read what the other wrote.
s/meet(readers_, .*);/meet(readers_, attempt.writes, attempt.began, std::uint8_t{kReadsTheOthers | kWritesForTheOther});/
