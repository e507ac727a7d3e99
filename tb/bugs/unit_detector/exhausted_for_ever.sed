# That the unit has begun anew goes unnoticed.
s/if (begins \&\& free_ids_ == ids_) exhausted_ = false;//
