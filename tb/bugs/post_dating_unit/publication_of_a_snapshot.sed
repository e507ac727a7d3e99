# A publication is answered by a start from whatever timestamp comes with it.
s/snapshot_now:  req_snapshot_now_i \|\| req_op_i == TsPublish/snapshot_now:  req_snapshot_now_i/
