# A pass is reported although the entry has a hazard and will be revalidated.
s/\(!fields\.hazard\.hazard \&\& answered\)/answered/
