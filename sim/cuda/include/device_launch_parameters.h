// threadIdx, blockIdx, blockDim and gridDim.
#pragma once

#include "cuda_runtime.h"
