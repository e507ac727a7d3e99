// Common part of the kernels of the corpus: their arguments, and their names for the host.
#pragma once

#include <gputm.h>

constexpr u32 kWords = 64;  ///< shared words, changed by transactions only

/// `in` is given, the others start as zeros.
struct Arguments {
  const u32* in;  ///< a random word for each thread
  u32* words;     ///< kWords
  u32* out;       ///< a word for each thread
};

extern "C" {
// transactions.cpp
void reads_commits_and_breaks(const Arguments* a);
void call_on_condition(const Arguments* a);
void two_trips(const Arguments* a);
void early_return(const Arguments* a);
void nested(const Arguments* a);
void nested_on_condition(const Arguments* a);
void commit_on_either_side(const Arguments* a);
void begin_on_either_side(const Arguments* a);
void commit_before_the_join(const Arguments* a);
void commit_in_a_loop(const Arguments* a);
void commit_in_switch(const Arguments* a);
void begin_and_commit_in_functions(const Arguments* a);
void recursive_transaction(const Arguments* a);
void transaction_in_loop(const Arguments* a);
void transaction_before_break(const Arguments* a);
void private_array(const Arguments* a);
void sub_words(const Arguments* a);
// helpers.cpp and more_helpers.cpp
void static_function(const Arguments* a);
void static_function_again(const Arguments* a);
void inline_function(const Arguments* a);
void inline_function_again(const Arguments* a);
void template_function(const Arguments* a);
void lambda_twice(const Arguments* a);
void lambda_nested(const Arguments* a);
void lambda_returns(const Arguments* a);
void atomic_result(const Arguments* a);
void move_between(const Arguments* a);
void look_then_add(const Arguments* a);
// jumps.cpp
void jump_table(const Arguments* a);
void jump_table_in_transaction(const Arguments* a);
void function_pointers(const Arguments* a);
void tail_calls(const Arguments* a);
void tail_calls_in_transaction(const Arguments* a);
void virtual_functions(const Arguments* a);
// barriers.cpp
void barrier_between_conditions(const Arguments* a);
void barrier_in_recursion(const Arguments* a);
void barrier_on_either_side(const Arguments* a);
void barrier_after_return(const Arguments* a);
void barrier_or_transaction(const Arguments* a);
void barriers_of_two_trips(const Arguments* a);
void barrier_in_loop_with_break(const Arguments* a);
}

GPUTM_INLINE u32 next(u32& state) { return state = state * 1664525u + 1013904223u; }
