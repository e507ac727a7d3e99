# An error that answers a read is not told.
s/m_axi_rvalid && m_axi_rresp\[1\]/m_axi_rvalid \&\& 1'b0/
