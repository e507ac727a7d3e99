# A barrier does not wait for stores that wait for the unit.
s/if (tm::is_memory(request.lds.op)) ++w.accesses;//; s/if (tm::is_memory(request.lds.op)) --w.accesses;//
