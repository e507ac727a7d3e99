// Proves for 17 cycles of row_copy_unit, with two banks of two subarrays, copies of 3 cycles and two copies at a time,
// for a symbolic copy and subarray: the copy's rows are sent once each, in order, from its version to the other; the
// subarray copies one row at a time; versions are reported in the order of their copies, when their last rows have been
// copied, and without further delay than their queue's.
//
// bound: smtbmc yices 17
// cover: 30
// bug: row_copy_unit/ends_too_soon smtbmc yices 16
// bug: row_copy_unit/first_row_ends smtbmc yices 16
// bug: row_copy_unit/subarray_shared smtbmc yices 16

`default_nettype none

module row_copy_unit_formal (
  input wire logic       clk_i,
  input wire logic       copy_valid_i,
  input wire logic [1:0] copy_region_i,
  input wire logic       copy_subarray_i,
  input wire logic [1:0] copy_size_i,
  input wire logic       copy_to_i,
  input wire logic       row_ready_i,
  input wire logic       copied_ready_i,
  input wire logic       follow_i,         // follow this copy
  input wire logic [1:0] subarray_i        // a subarray of a bank: constant
);

  localparam int unsigned RowWidth = 1;
  localparam int unsigned SubarrayShift = 3;
  localparam int unsigned Distance = 2;  // log2 of the blocks between versions: two rows, one in each bank
  localparam int unsigned CopyCycles = 3;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic copy_ready, row_valid, copied_valid, copied_version, busy;
  logic [3:0] copy_start, row_from, row_to;
  logic [1:0] copied_region;
  assign copy_start = {copy_subarray_i, 3'b000};

  row_copy_unit #(
    .BlockWidth   (4),
    .SizeWidth    (2),
    .RegionWidth  (2),
    .VersionWidth (1),
    .RowWidth     (RowWidth),
    .BankWidth    (1),
    .SubarrayWidth(1),
    .SubarrayShift(SubarrayShift),
    .CopyCycles   (CopyCycles),
    .Copies       (2)
  ) u_dut (
    .clk_i,
    .rst_ni          (rst_n),
    .copy_valid_i,
    .copy_ready_o    (copy_ready),
    .copy_region_i,
    .copy_start_i    (copy_start),
    .copy_size_i,
    .copy_distance_i (2'(Distance)),
    .copy_from_i     (!copy_to_i),
    .copy_to_i,
    .row_valid_o     (row_valid),
    .row_ready_i,
    .row_from_o      (row_from),
    .row_to_o        (row_to),
    .copied_valid_o  (copied_valid),
    .copied_ready_i,
    .copied_region_o (copied_region),
    .copied_version_o(copied_version),
    .busy_o          (busy),
    .memory_report_o ()
  );

  stream_assume #(
    .Width(2 + 1 + 2 + 1)
  ) u_assume_copy (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(copy_valid_i),
    .ready_i(copy_ready),
    .data_i ({copy_region_i, copy_subarray_i, copy_size_i, copy_to_i})
  );

  logic begins, sends, ends;
  assign begins = copy_valid_i && copy_ready;
  assign sends  = row_valid && row_ready_i;
  assign ends   = copied_valid && copied_ready_i;

  // The followed copy: its rows are sent after those of earlier copies, and its end after its rows.
  typedef enum logic [1:0] {
    Unseen,
    Rows,
    Ends,
    Done
  } followed_e;

  followed_e followed_q = Unseen;
  logic [1:0] region_q, copies_q = '0, ahead_q;
  logic to_q;
  logic [3:0] start_q;
  logic rows_left_q;
  logic [2:0] rows_due_q = '0, rows_ahead_q;  // rows not sent: of all begun copies; of those before the followed one
  logic first_sent_q = 1'b0;  // the first of the followed copy's two rows is sent
  logic [2:0] since_q;  // cycles since the last row was sent

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      m_region_fits : assume (copy_size_i <= 2'(Distance));
      copies_q   <= copies_q + 2'(begins) - 2'(ends);
      rows_due_q <= rows_due_q + (!begins ? 3'd0 : copy_size_i == 2'(Distance) ? 3'd2 : 3'd1) - 3'(sends);
      if (begins && follow_i && followed_q == Unseen) begin
        followed_q   <= Rows;
        region_q     <= copy_region_i;
        to_q         <= copy_to_i;
        start_q      <= copy_start;
        rows_left_q  <= copy_size_i == 2'(Distance);
        rows_ahead_q <= rows_due_q - 3'(sends);
        ahead_q      <= copies_q - 2'(ends);
      end
      if (followed_q == Rows && sends && rows_ahead_q != '0) begin
        rows_ahead_q <= rows_ahead_q - 1'b1;
      end else if (followed_q == Rows && sends) begin
        first_sent_q <= 1'b1;
        rows_left_q <= 1'b0;
        since_q     <= '0;
        if (!rows_left_q) followed_q <= Ends;
        a_from : assert (row_from == start_q + {1'b0, !to_q, 2'b00} + {2'b00, first_sent_q, 1'b0});
        a_to : assert (row_to == start_q + {1'b0, to_q, 2'b00} + {2'b00, first_sent_q, 1'b0});
      end
      if (followed_q == Ends && since_q != '1) since_q <= since_q + 1'b1;
      if (followed_q inside {Rows, Ends} && ends && ahead_q != '0) ahead_q <= ahead_q - 1'b1;
      if (followed_q inside {Rows, Ends} && ends && ahead_q == '0) begin
        a_after_its_rows : assert (followed_q == Ends && since_q >= 3'(CopyCycles));
        a_is_reported : assert (copied_region == region_q && copied_version == to_q);
        followed_q <= Done;
      end
      a_in_time : assert (!(followed_q == Ends && ahead_q == '0 && since_q > 3'(CopyCycles + 1)) || copied_valid);
      a_busy : assert (busy == (copies_q != '0));
      a_no_other_rows : assert (!row_valid || rows_due_q != '0);
      a_as_many_as_may_be : assert (copies_q <= 2);
    end
  end

  // The symbolic subarray
  logic [1:0] subarray_q;
  logic known_q = 1'b0;
  logic [2:0] copying_q = '0;  // remaining cycles of its current row
  logic is_it;
  assign is_it = row_to[SubarrayShift] == subarray_i[1] && row_to[RowWidth] == subarray_i[0];

  always_ff @(posedge clk_i) begin
    subarray_q <= subarray_i;
    known_q    <= 1'b1;
    if (known_q) m_subarray_is_constant : assume (subarray_i == subarray_q);
    if (rst_n) begin
      if (sends && is_it) begin
        a_one_row_at_a_time : assert (copying_q == '0);
        copying_q <= 3'(CopyCycles);
      end else if (copying_q != '0) begin
        copying_q <= copying_q - 1'b1;
      end
      c_side_by_side : cover (followed_q == Ends && ahead_q == 2'd1 && copies_q == 2'd2);
      c_waits : cover (followed_q == Rows && !row_valid);
      c_done : cover (followed_q == Done && copies_q == 2'd2);
    end
  end

endmodule

`default_nettype wire
