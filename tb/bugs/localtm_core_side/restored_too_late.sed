# Local memory lets the lanes of a failed attempt go, then restores it.
s/^  withdraw(w, aborted);//
s/^  request.lds.exec = committed;/  request.lds.exec = committed; enqueue(warp, request); withdraw(w, aborted); return;/
