// Number of the mutant selected in this process: GPUTM_MUTANT, or 0 for none.
#include <cstdlib>

extern "C" int gputm_mutant();

extern "C" int gputm_mutant() {
  const char* number = std::getenv("GPUTM_MUTANT");
  return number != nullptr ? std::atoi(number) : 0;
}
