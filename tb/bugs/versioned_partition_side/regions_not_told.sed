# Nobody hears which versions have been written.
s/versioned_->written(reply.regions);//
