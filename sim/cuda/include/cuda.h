// The driver API is not there; programs that include this header often need the run-time API alone.
#pragma once

#include "cuda_runtime.h"
