# A read does not wait for a write of its word that is in flight.
s/free_ready && !lookup_found_i;/free_ready;/
