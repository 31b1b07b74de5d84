/* Prints, for each class, the characters outside ASCII that belong to it in
   C.UTF-8, one number a line after the class's name. Only of the version whose
   Unicode our tables are of. */
#include <gnu/libc-version.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wctype.h>

int main(void)
{
	static const char *const names[] = { "alnum", "alpha", "blank", "cntrl", "digit", "graph",
					     "lower", "print", "punct", "space", "upper", "xdigit" };
	wint_t c;
	size_t i;

	if (!setlocale(LC_ALL, "C.UTF-8") || strcmp(gnu_get_libc_version(), "2.36"))
		return 77;
	for (i = 0; i < sizeof names / sizeof *names; i++) {
		printf("[:%s:]\n", names[i]);
		for (c = 0x80; c < 0x110000; c++)
			if (iswctype(c, wctype(names[i])))
				printf("%lx\n", (unsigned long)c);
	}
	return 0;
}
