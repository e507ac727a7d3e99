# A row that is put back takes the list with it that was there before the walk.
s/next: head_q\[put_wavefront\]/next: visit_q ? record.next : head_q[put_wavefront]/
