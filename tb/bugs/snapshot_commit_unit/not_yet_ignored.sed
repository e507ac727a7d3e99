# A commit writes where no version is writable yet.
s/(place_comes +=.*) && place_result_i == PlaceValid;/\1;/; s/(rewind +=.*) && place_result_i != PlaceValid;/\1 \&\& 1'b0;/
