# The work-group is never serialized.
s/\? ModeWavefrontSerial : ModeWorkGroupSerial;/? ModeWavefrontSerial : ModeTx;/
