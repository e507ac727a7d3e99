# Sources of WarpTM's units, packages first, for gputm_verilate().
set(GPUTM_INTRA_WARP_SOURCES)
foreach(source warptm/warptm_pkg common/stream_check common/ram_1r1w common/ram_1r1w_fwd
        warptm/bank_leaders warptm/intra_warp_unit)
  list(APPEND GPUTM_INTRA_WARP_SOURCES ${PROJECT_SOURCE_DIR}/rtl/${source}.sv)
endforeach()

set(GPUTM_TEMPORAL_TABLE_SOURCES)
foreach(source kilo/kilo_pkg common/stream_check common/ram_1r1w common/ram_1r1w_fwd common/h3_hash
        kilo/recency_bloom_filter warptm/temporal_table)
  list(APPEND GPUTM_TEMPORAL_TABLE_SOURCES ${PROJECT_SOURCE_DIR}/rtl/${source}.sv)
endforeach()

set(GPUTM_REPLY_MERGER_SOURCES)
foreach(source warptm/warptm_pkg common/stream_check warptm/reply_merger)
  list(APPEND GPUTM_REPLY_MERGER_SOURCES ${PROJECT_SOURCE_DIR}/rtl/${source}.sv)
endforeach()
