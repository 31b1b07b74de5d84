/* Writes src/unicode/tables.rs: the ranges of letters (iswalpha(3)), of printable
   characters (iswprint(3)), and of those that take one column and two (wcwidth(3)), outside
   ASCII in C.UTF-8, in rustfmt's form. Only with the
   C library whose Unicode the tables stand for; another exits with status 77. */
#define _XOPEN_SOURCE 700
#include <gnu/libc-version.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

enum { FIRST = 0x80, END = 0x110000, COLUMNS = 99, INDENT = 4 };

/* The bounds of the ranges; returns their number. */
static size_t bounds_of(int (*is_member)(wint_t), unsigned long *bounds)
{
	size_t count = 0;
	int inside = 0;
	wint_t c;

	for (c = FIRST; c < END; c++)
		if (!is_member(c) != !inside) {
			bounds[count++] = c;
			inside = !inside;
		}
	if (inside)
		bounds[count++] = END;
	return count;
}

static void write_table(const char *name, int (*is_member)(wint_t))
{
	static unsigned long bounds[4096];
	size_t count = bounds_of(is_member, bounds), i;
	int column = 0;
	char number[16];

	printf("\npub(super) const %s: [u32; %zu] = [", name, count);
	for (i = 0; i < count; i++) {
		int width = snprintf(number, sizeof number, "0x%lx,", bounds[i]);

		if (column == 0 || column + 1 + width > COLUMNS) {
			printf("\n%*s%s", INDENT, "", number);
			column = INDENT + width;
		} else {
			printf(" %s", number);
			column += 1 + width;
		}
	}
	puts("\n];");
}

static int is_narrow(wint_t c)
{
	return iswprint(c) && wcwidth((wchar_t)c) == 1;
}

static int is_wide(wint_t c)
{
	return iswprint(c) && wcwidth((wchar_t)c) == 2;
}

int main(void)
{
	if (!setlocale(LC_ALL, "C.UTF-8") || strcmp(gnu_get_libc_version(), "2.36"))
		return 77;
	puts("//! The characters outside ASCII that are letters, that can be printed, and that take one column or\n"
	     "//! two, as iswalpha(3), iswprint(3) and wcwidth(3) have them in the C.UTF-8 locale of the GNU C\n"
	     "//! library 2.36.\n"
	     "//!\n"
	     "//! Written by tests/glibc/tables.c (`make unicode-tables`). The numbers are bounds of ranges: the\n"
	     "//! first character of a range, then the first one after it.");
	write_table("ALPHA", iswalpha);
	write_table("PRINT", iswprint);
	write_table("NARROW", is_narrow);
	write_table("WIDE", is_wide);
	return 0;
}
