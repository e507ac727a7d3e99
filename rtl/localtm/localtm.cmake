# Sources of the transactional local memory, packages first, for gputm_verilate().
set(GPUTM_LOCALTM_SOURCES)
foreach(source
        localtm/localtm_pkg common/ram_1r1w common/ram_1r1w_fwd common/rr_arbiter common/stream_check
        localtm/lds_alu localtm/lds_filters localtm/lds_lowest_lane localtm/lds_walk_lanes localtm/lds_lane_memory
        localtm/lds_reader_filters localtm/lds_owned_rows localtm/lds_scanned_rows localtm/lds_undo_log localtm/lds_ownership
        localtm/lds_bank_pipelined localtm/lds_bank_paper localtm/lds_tx_bank
        localtm/lds_admission localtm/lds_pass_select localtm/lds_issue localtm/lds_row_leaders localtm/lds_answers
        localtm/tx_mode_ctrl localtm/lds_tx_unit)
  list(APPEND GPUTM_LOCALTM_SOURCES ${PROJECT_SOURCE_DIR}/rtl/${source}.sv)
endforeach()
