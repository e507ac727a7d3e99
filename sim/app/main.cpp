// The gputm command.
#include "app/gputm_main.h"

int main(int argc, char** argv) { return gputm::app::gputm_main(argc, argv); }
