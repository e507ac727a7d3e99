// Functions of integers and conversions, by type; a work-item computes vectors of three.
#define STORE(slot, value) vstore3(value, (slot) * count + i, out)

#define INTEGERS(T, U)                                                                       \
  kernel void integers_##T(global const T* in, global T* out, global U* sizes) {             \
    const size_t i = get_global_id(0), count = get_global_size(0);                           \
    const T##3 x = vload3(i, in), y = vload3(count + i, in), z = vload3(2 * count + i, in);  \
    STORE(0, add_sat(x, y));                                                                 \
    STORE(1, sub_sat(x, y));                                                                 \
    STORE(2, hadd(x, y));                                                                    \
    STORE(3, rhadd(x, y));                                                                   \
    STORE(4, mul_hi(x, y));                                                                  \
    STORE(5, mad_hi(x, y, z));                                                               \
    STORE(6, mad_sat(x, y, z));                                                              \
    STORE(7, max(x, y));                                                                     \
    STORE(8, min(x, y));                                                                     \
    STORE(9, clamp(x, min(y, z), max(y, z)));                                                \
    STORE(10, rotate(x, y));                                                                 \
    STORE(11, clz(x));                                                                       \
    STORE(12, ctz(x));                                                                       \
    STORE(13, popcount(x));                                                                  \
    STORE(14, bitselect(x, y, z));                                                           \
    STORE(15, select(x, y, x < y));                                                          \
    STORE(16, x.zxy);                                                                        \
    vstore3(abs(x), i, sizes);                                                               \
    vstore3(abs_diff(x, y), count + i, sizes);                                               \
  }
INTEGERS(char, uchar)
INTEGERS(uchar, uchar)
INTEGERS(short, ushort)
INTEGERS(ushort, ushort)
INTEGERS(int, uint)
INTEGERS(uint, uint)
INTEGERS(long, ulong)
INTEGERS(ulong, ulong)

// Conversions to T, saturated and rounded in each mode, from float, double and long
#define MODES(slot, T, value)              \
  STORE(slot, T##_sat_rte(value));         \
  STORE(slot + 1, T##_sat_rtn(value));     \
  STORE(slot + 2, T##_sat_rtp(value));     \
  STORE(slot + 3, T##_sat_rtz(value))
#define CONVERSIONS(T)                                                                     \
  kernel void conversions_##T(global const float* f, global const double* d, global const long* l, global T* out) { \
    const size_t i = get_global_id(0), count = get_global_size(0);                         \
    MODES(0, convert_##T##3, vload3(i, f));                                                \
    MODES(4, convert_##T##3, vload3(i, d));                                                \
    STORE(8, convert_##T##3_sat(vload3(i, l)));                                            \
    STORE(9, convert_##T##3(vload3(i, l)));                                                \
    STORE(10, convert_##T##3_sat(as_ulong3(vload3(i, l))));                                \
    STORE(11, convert_##T##3_sat(vload3(i, d)));                                           \
  }
CONVERSIONS(char)
CONVERSIONS(uchar)
CONVERSIONS(short)
CONVERSIONS(ushort)
CONVERSIONS(int)
CONVERSIONS(uint)
CONVERSIONS(long)
CONVERSIONS(ulong)

// Conversions to numbers of type T, rounded in each mode
#define ROUNDED(T)                                                                         \
  kernel void rounded_##T(global const double* d, global const long* l, global T* out) {   \
    const size_t i = get_global_id(0), count = get_global_size(0);                         \
    const double3 x = vload3(i, d);                                                        \
    const long3 y = vload3(i, l);                                                          \
    STORE(0, convert_##T##3_rte(x));                                                       \
    STORE(1, convert_##T##3_rtn(x));                                                       \
    STORE(2, convert_##T##3_rtp(x));                                                       \
    STORE(3, convert_##T##3_rtz(x));                                                       \
    STORE(4, convert_##T##3_rte(y));                                                       \
    STORE(5, convert_##T##3_rtn(y));                                                       \
    STORE(6, convert_##T##3_rtp(y));                                                       \
    STORE(7, convert_##T##3_rtz(y));                                                       \
    STORE(8, convert_##T##3_rte(as_ulong3(y)));                                            \
    STORE(9, convert_##T##3_rtn(as_ulong3(y)));                                            \
    STORE(10, convert_##T##3_rtp(as_ulong3(y)));                                           \
    STORE(11, convert_##T##3_rtz(as_ulong3(y)));                                           \
  }
ROUNDED(float)
ROUNDED(double)
