// The host's API of cuRAND is not there; kernels have curand_kernel.h.
#pragma once

#include "curand_kernel.h"
