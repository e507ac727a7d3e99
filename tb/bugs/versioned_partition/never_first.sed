# Nobody's reading keeps a version.
s/access.asks.kind = Kind::kFirstRead;//
