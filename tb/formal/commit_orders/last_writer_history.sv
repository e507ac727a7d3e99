// The last writer history by its contract, which last_writer_history_formal proves of the original: it knows the last
// writer of each of the two words since `retire_cid_i`. A look-up of a word with such a writer returns any id from that
// writer up to the id before the reader; of a word without one, any id since `retire_cid_i`, or none. Back-pressure
// follows each insertion.

`default_nettype none

module last_writer_history
  import kilo_pkg::*;
#(
  parameter int unsigned Entries    = 512,
  parameter int unsigned Ways       = 4,
  parameter int unsigned SubArrays  = 4,
  parameter int unsigned Buckets    = 256,
  parameter int unsigned Protection = 0
) (
  input  wire logic       clk_i,
  input  wire logic       rst_ni,
  input  wire cid_t       retire_cid_i,
  input  wire logic       op_valid_i,
  output logic            op_ready_o,
  output logic            op_answered_o,
  input  wire logic       op_insert_i,
  input  wire word_addr_t op_addr_i,
  input  wire cid_t       op_cid_i,
  output logic            rsp_valid_o,
  output logic            rsp_found_o,
  output cid_t            rsp_cid_o,
  output ecc_pkg::ram_error_t [1:0] errors_o,
  output logic            busy_o
);

  assign errors_o = '0;

  localparam int unsigned Words = 2 ** WordAddrBits;

  logic [Words-1:0] written_q;
  cid_t [Words-1:0] writer_q;
  logic inserted_q, valid_q, found_q;
  cid_t cid_q;

  // No driver: free in every cycle.
  logic any_found;
  cid_t any_age;

  // Ids are compared by their distance from the oldest id in the history.
  logic written, takes;
  cid_t oldest, reader;
  assign takes   = op_valid_i && op_ready_o;
  assign written = written_q[op_addr_i] && writer_q[op_addr_i] != cid_t'(retire_cid_i - 1'b1);
  assign oldest  = written ? writer_q[op_addr_i] - retire_cid_i : '0;
  assign reader  = op_cid_i - retire_cid_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      written_q  <= '0;
      inserted_q <= 1'b0;
      valid_q    <= 1'b0;
    end else begin
      inserted_q <= takes && op_insert_i;
      valid_q    <= takes && !op_insert_i;
      for (int word = 0; word < Words; word++) begin
        if (writer_q[word] == cid_t'(retire_cid_i - 1'b1)) written_q[word] <= 1'b0;
      end
      if (takes && op_insert_i) written_q[op_addr_i] <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (takes && op_insert_i) writer_q[op_addr_i] <= op_cid_i;
    if (any_age >= oldest && any_age < reader) begin
      found_q <= written || any_found;
      cid_q   <= retire_cid_i + any_age;
    end else begin
      found_q <= written;
      cid_q   <= writer_q[op_addr_i];
    end
  end

  assign op_ready_o  = !inserted_q;
  assign op_answered_o = !op_insert_i;
  assign rsp_valid_o = valid_q;
  assign rsp_found_o = found_q;
  assign rsp_cid_o   = cid_q;
  assign busy_o      = 1'b0;

endmodule

`default_nettype wire
