# What is sent is not what the lane has written.
s/{word, lane, writes\[row\]\.value\[lane\]}/{word, lane, writes[0].value[lane]}/
