# Transactions read the newest version.
s/access.transactional && request.kind/false \&\& request.kind/
