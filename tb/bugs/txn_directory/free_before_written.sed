# After reset an id is offered before the records of all have been written, over what becomes of it.
s/free_any && !starting_q/free_any/
