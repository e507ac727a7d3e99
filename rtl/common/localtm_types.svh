// Types between the modules of rtl/localtm, with widths that are parameters: each is the default of a `parameter type`,
// so that a module elaborates alone, and a type of lds_tx_unit. Users import localtm_pkg.
//
// Lanes_, PassLanes_: lanes of a wavefront, of a pass
// WfBits_, RowBits_, BankBits_: bits of the number of a wavefront, row, bank

`ifndef LOCALTM_TYPES_SVH
`define LOCALTM_TYPES_SVH

// Memory request
`define LOCALTM_REQUEST(Lanes_, WfBits_, RowBits_)                       \
  struct packed {                                                        \
    logic [(WfBits_)-1:0]  wavefront;                                    \
    lds_op_e               op;                                           \
    logic                  tx;         /* inside a transaction */        \
    logic [(RowBits_)-1:0] base;       /* first row of the work-group */ \
    logic [(Lanes_)-1:0]   exec;       /* lanes to be served */          \
    addr_t [(Lanes_)-1:0]  addr;                                         \
    word_t [(Lanes_)-1:0]  data;                                         \
  }

// Walk
`define LOCALTM_WALK(Lanes_, WfBits_) \
  struct packed {                     \
    walk_e                kind;       \
    logic [(WfBits_)-1:0] wavefront;  \
    logic [(Lanes_)-1:0]  lanes;      \
  }

// Command to the banks
`define LOCALTM_ISSUE(Lanes_, WfBits_)                                   \
  struct packed {                                                        \
    logic                 is_walk;    /* walk, else pass, as the rest */ \
    logic [(WfBits_)-1:0] wavefront;                                     \
    logic [(Lanes_)-1:0]  lanes;                                         \
    lds_op_e              op;                                            \
    logic                 tx;                                            \
  }

// Way of a pass's answers
`define LOCALTM_ROUTE(PassLanes_, BankBits_)                                                                                   \
  struct packed {                                                                                                              \
    logic                                     last;    /* last pass of its request */                                          \
    logic                                     posted;  /* its request is a store outside of transactions, without an answer */ \
    logic [(PassLanes_)-1:0][(BankBits_)-1:0] bank;    /* bank of each column */                                               \
  }

// Decisions of the banks
`define LOCALTM_DECIDED(Lanes_, WfBits_)                                                                \
  struct packed {                                                                                       \
    logic [(WfBits_)-1:0] wavefront;                                                                    \
    logic [(Lanes_)-1:0]  lanes;      /* lanes with decided accesses */                                 \
    logic [(Lanes_)-1:0]  conflict;   /* lanes of these that conflict */                                \
    logic [(Lanes_)-1:0]  first;      /* lanes of these that are the attempt's first with their rows */ \
    logic                 overflow;   /* a conflict because no backup was free */                       \
  }

// State of a wavefront
`define LOCALTM_TX_STATE(Lanes_)                                            \
  struct packed {                                                           \
    logic                in_tx;                                             \
    logic                depth_full;  /* no further begin can be counted */ \
    logic [(Lanes_)-1:0] tcm;                                               \
  }

// Masks and mode of an attempt
`define LOCALTM_TX_ATTEMPT(Lanes_)                                                \
  struct packed {                                                                 \
    logic                aborted;  /* aborted by another wavefront */             \
    tx_mode_e            mode;                                                    \
    tx_outcome_e         outcome;  /* outcome of the last begin or commit */      \
    logic [(Lanes_)-1:0] tcm;                                                     \
    logic [(Lanes_)-1:0] exec;     /* EXEC of the attempt, or after the commit */ \
  }

`endif
