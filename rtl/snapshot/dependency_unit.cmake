# Sources of the dependency unit, packages first, for gputm_verilate().
set(GPUTM_DEPENDENCY_UNIT_SOURCES)
foreach(source
        snapshot/snapshot_pkg snapshot/dependency_pkg snapshot/reader_list_pkg
        common/stream_check common/ram_1r1w common/ram_1r1w_fwd common/fifo_sync common/h3_hash common/hash_row
        common/skid_buffer snapshot/writer_table snapshot/reader_ways snapshot/reader_filter snapshot/reader_entry_decode
        snapshot/reader_entry_encode snapshot/leaf_enumerator snapshot/reader_enumeration snapshot/reader_placement
        snapshot/reader_root_update snapshot/reader_reclaimer snapshot/reader_list_control snapshot/reader_list
        snapshot/access_tables snapshot/txn_directory snapshot/dependency_timestamps snapshot/timestamp_propagation
        snapshot/timestamp_table snapshot/post_dating_unit snapshot/dependency_decision
        snapshot/verdict_queue snapshot/dependency_unit)
  list(APPEND GPUTM_DEPENDENCY_UNIT_SOURCES ${PROJECT_SOURCE_DIR}/rtl/${source}.sv)
endforeach()
