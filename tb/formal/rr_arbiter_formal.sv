// Proves that rr_arbiter grants exactly one request whenever there is one, and that a request that stays up is granted
// before any other requester is granted twice.
//
// prove: abc pdr
// cover: 10
// bug: rr_arbiter/unfair 12
// bug: rr_arbiter/wrong_index 8

`default_nettype none

module rr_arbiter_formal (
  input wire logic       clk_i,
  input wire logic [3:0] req_i,
  input wire logic       accept_i
);

  localparam int unsigned Requests = 4;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic                valid;
  logic [Requests-1:0] grant;
  logic [1:0]          index;

  rr_arbiter #(
    .Requests(Requests)
  ) u_dut (
    .clk_i,
    .rst_ni (rst_n),
    .req_i,
    .valid_o(valid),
    .grant_o(grant),
    .index_o(index),
    .accept_i
  );

  // For each requester: the requesters granted since it began to wait.
  logic [Requests-1:0][Requests-1:0] passed_q = '0;
  logic [Requests-1:0]               served_q = '0;

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      a_valid : assert (valid == (req_i != '0));
      if (valid)
        a_one_hot_at_index :
        assert (grant == (4'b0001 << index) && req_i[index]);
        else a_no_grant : assert (grant == '0);
      for (int unsigned i = 0; i < Requests; i++) begin
        if (!req_i[i] || (grant[i] && accept_i)) begin
          passed_q[i] <= '0;
        end else if (valid && accept_i) begin
          assert ((passed_q[i] & grant) == '0);
          passed_q[i] <= passed_q[i] | grant;
        end
      end
      if (accept_i) served_q <= served_q | grant;
      c_all_served : cover (served_q == '1);
    end
  end

endmodule

`default_nettype wire
