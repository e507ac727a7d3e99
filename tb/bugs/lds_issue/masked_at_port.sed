# A request is served from the port without a look at TCM.
s/ && !\(req_i\.tx && masked_i\[req_i\.wavefront\]\)//
