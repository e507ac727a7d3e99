// Functions of mathematics_functions.inc, by their place in it
enum {
#define UNARY(name, ...) number_of_##name,
#define BINARY UNARY
#define TERNARY UNARY
#define WHOLE UNARY
#include "mathematics_functions.inc"
};
#undef UNARY
#undef BINARY
#undef TERNARY
#undef WHOLE
#define FUNCTION __attribute__((overloadable)) static

#define T float
#define T3 float3
#define COMPUTE compute_float
#include "mathematics_kernel.inc"
#undef T
#undef T3
#undef COMPUTE

#define T double
#define T3 double3
#define COMPUTE compute_double
#include "mathematics_kernel.inc"
