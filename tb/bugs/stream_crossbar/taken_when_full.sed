# A word is taken although its sink has no room.
s/grant & \{Sources\{ready\}\}/grant/
