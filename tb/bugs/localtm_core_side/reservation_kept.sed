# A store leaves reservations of its word.
/else if (request.lds.op != LdsOp::kLoad) {/,/}/s/reservations_.stored(word);//
