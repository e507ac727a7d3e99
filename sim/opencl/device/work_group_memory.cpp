// Memory of the functions of work-groups, linked into programs that call them: the launch reserves 8 bytes of
// shared memory for each work-item.
#include <gputm.h>

extern "C" u64* __gputm_work_group_memory() { return dynamic_shared<u64>(); }
