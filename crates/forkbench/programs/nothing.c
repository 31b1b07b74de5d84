/* The program that does nothing: what its libraries cost is what is left. */
#ifdef RAW
#include "raw.h"
RAW_START(run);
__attribute__((used)) void run(void)
{
	raw_exit(0);
}
#else
int main(void)
{
	return 0;
}
#endif
