/* Memory that is not there: an error number, and no end of the program. A panic that unwinds to the boundary
   brings it, so this shows too that the unwinder finds its tables. */
#include <errno.h>
#include <string.h>

#include "check.h"
#include "forkless.h"

/* The allocator of this program: from one piece, and never more than a limit at once. */
static char heap[1 << 24];
static size_t used;
static size_t limit = sizeof(heap);

void *malloc(size_t size)
{
	if (size > limit || size > sizeof(heap) - used - 64) {
		errno = ENOMEM;
		return NULL;
	}
	char *block = heap + used + 16;
	memcpy(block - sizeof(size), &size, sizeof(size));
	used += (size + 31) & ~(size_t)15;
	return block;
}

void free(void *block)
{
	(void)block;
}

void *calloc(size_t count, size_t size)
{
	return malloc(count * size); /* nothing is used again: it is zero */
}

void *realloc(void *block, size_t size)
{
	char *new = malloc(size);
	if (new && block) {
		size_t old;
		memcpy(&old, (char *)block - sizeof(old), sizeof(old));
		memcpy(new, block, old < size ? old : size);
	}
	return new;
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
	(void)alignment;
	*block = malloc(size);
	return *block ? 0 : ENOMEM;
}

int main(void)
{
	static char word[100000];
	fl_launch *launch = fl_launch_new("true");
	CHECK(launch);
	memset(word, 'a', sizeof(word) - 1);
	limit = 4096;
	errno = 0;
	CHECK(fl_argument(launch, word) == -1);
	CHECK(errno == ENOMEM);
	limit = sizeof(heap);
	CHECK(fl_argument(launch, word) == 0);
	fl_launch_free(launch);
	puts("done");
	return 0;
}
