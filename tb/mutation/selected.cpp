// Which mutant the mutated modules of this process are to be; 0, which is none, unless GPUTM_MUTANT says a
// number.
#include <cstdlib>

extern "C" int gputm_mutant();

extern "C" int gputm_mutant() {
  const char* number = std::getenv("GPUTM_MUTANT");
  return number != nullptr ? std::atoi(number) : 0;
}
