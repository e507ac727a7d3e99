# A granule without a known writer counts as never written, also before the window.
s/: window_first_q;/: window_first_q - CidWidth'(WindowIds);/
