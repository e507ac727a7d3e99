// Atomics of OpenCL C 2.0 and 3.0. All memory is coherent for the whole device, so that scopes change
// nothing.
#pragma once

// Three forms of a function: order and scope given, order given, neither. Arguments in parentheses:
// parameters behind the object, and what is done in terms of `order`.
#define __gputm_remove(...) __VA_ARGS__
#define __gputm_atomic(Result, name, Object, parameters, ...)                                             \
  __gputm_function Result name##_explicit(Object* object __gputm_remove parameters, memory_order order,   \
                                          memory_scope scope) {                                           \
    __VA_ARGS__;                                                                                          \
  }                                                                                                       \
  __gputm_function Result name##_explicit(Object* object __gputm_remove parameters, memory_order order) { \
    __VA_ARGS__;                                                                                          \
  }                                                                                                       \
  __gputm_function Result name(Object* object __gputm_remove parameters) {                                \
    const memory_order order = memory_order_seq_cst;                                                      \
    __VA_ARGS__;                                                                                          \
  }

#define __gputm_fetch(operation, Type)                                                     \
  __gputm_atomic(Type, atomic_fetch_##operation, volatile atomic_##Type, (, Type operand), \
                 return __opencl_atomic_fetch_##operation(object, operand, order, memory_scope_device))

#define __gputm_compare_exchange(strength, Type)                                                           \
  __gputm_function bool atomic_compare_exchange_##strength##_explicit(                                     \
      volatile atomic_##Type* object, Type* expected, Type desired, memory_order success,                  \
      memory_order failure) {                                                                              \
    return __opencl_atomic_compare_exchange_##strength(object, expected, desired, memory_order_seq_cst,    \
                                                       memory_order_seq_cst, memory_scope_device);         \
  }                                                                                                        \
  __gputm_function bool atomic_compare_exchange_##strength##_explicit(                                     \
      volatile atomic_##Type* object, Type* expected, Type desired, memory_order success,                  \
      memory_order failure, memory_scope scope) {                                                          \
    return atomic_compare_exchange_##strength##_explicit(object, expected, desired, success, failure);     \
  }                                                                                                        \
  __gputm_function bool atomic_compare_exchange_##strength(volatile atomic_##Type* object, Type* expected, \
                                                           Type desired) {                                 \
    return atomic_compare_exchange_##strength##_explicit(object, expected, desired, memory_order_seq_cst,  \
                                                         memory_order_seq_cst);                            \
  }

#define __gputm_atomics_of_number(Type)                                                       \
  __gputm_function void atomic_init(volatile atomic_##Type* object, Type value) {             \
    __opencl_atomic_init(object, value);                                                      \
  }                                                                                           \
  __gputm_atomic(void, atomic_store, volatile atomic_##Type, (, Type value),                  \
                 __opencl_atomic_store(object, value, order, memory_scope_device));           \
  __gputm_atomic(Type, atomic_load, volatile atomic_##Type, (),                               \
                 return __opencl_atomic_load(object, order, memory_scope_device));            \
  __gputm_atomic(Type, atomic_exchange, volatile atomic_##Type, (, Type value),               \
                 return __opencl_atomic_exchange(object, value, order, memory_scope_device)); \
  __gputm_compare_exchange(strong, Type);                                                     \
  __gputm_compare_exchange(weak, Type)

#define __gputm_atomics_of_integer(Type) \
  __gputm_atomics_of_number(Type);       \
  __gputm_fetch(add, Type);              \
  __gputm_fetch(sub, Type);              \
  __gputm_fetch(or, Type);               \
  __gputm_fetch(xor, Type);              \
  __gputm_fetch(and, Type);              \
  __gputm_fetch(min, Type);              \
  __gputm_fetch(max, Type)

__gputm_atomics_of_integer(int);
__gputm_atomics_of_integer(uint);
__gputm_atomics_of_number(float);
#ifdef cl_khr_int64_base_atomics
__gputm_atomics_of_integer(long);
__gputm_atomics_of_integer(ulong);
__gputm_atomics_of_number(double);
#endif

__gputm_atomic(bool, atomic_flag_test_and_set, volatile atomic_flag, (),
               return __opencl_atomic_exchange(object, 1, order, memory_scope_device) != 0);
__gputm_atomic(void, atomic_flag_clear, volatile atomic_flag, (),
               __opencl_atomic_store(object, 0, order, memory_scope_device));

#undef __gputm_atomics_of_integer
#undef __gputm_atomics_of_number
#undef __gputm_compare_exchange
#undef __gputm_fetch
#undef __gputm_atomic
#undef __gputm_remove
