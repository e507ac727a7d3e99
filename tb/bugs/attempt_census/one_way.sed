# One of a pair need not have read what the other wrote.
s/meet\(readers_, .*\);/meet(readers_, attempt.writes, attempt.began, kReadsTheOthers | kWritesForTheOther);/
