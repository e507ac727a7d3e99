# Sources of the commit unit and of the commit-id vendor, packages first, for gputm_verilate().
set(GPUTM_COMMIT_UNIT_SOURCES)
foreach(source
        kilo/kilo_pkg kilo/commit_unit_pkg
        common/stream_check common/ram_1r1w common/ram_1r1w_fwd common/fifo_sync common/h3_hash
        kilo/ring_pointer kilo/ring_slot kilo/ring_ram kilo/free_list kilo/buffer_pool kilo/log_reader
        kilo/skip_expander kilo/fill_unit kilo/read_validator
        kilo/last_writer_table kilo/recency_bloom_filter kilo/last_writer_history kilo/hazard_detector
        kilo/early_outcome_stage kilo/revalidation_stage kilo/outcome_stage kilo/final_outcomes kilo/commit_stage kilo/retire_stage
        kilo/reply_arbiter kilo/control_router kilo/ring_monitor kilo/commit_unit)
  list(APPEND GPUTM_COMMIT_UNIT_SOURCES ${PROJECT_SOURCE_DIR}/rtl/${source}.sv)
endforeach()

set(GPUTM_CID_VENDOR_SOURCES)
foreach(source kilo/kilo_pkg common/stream_check common/rr_arbiter kilo/cid_vendor)
  list(APPEND GPUTM_CID_VENDOR_SOURCES ${PROJECT_SOURCE_DIR}/rtl/${source}.sv)
endforeach()
