/* Answers what the C library's regular expressions say, one question a line:
     SYNTAX FLAGS START PATTERN TEXT
   SYNTAX is b, e (POSIX basic, extended), g, G (grep's two) or x (expr's); FLAGS of "-inm$^"
   (nothing, ignore case, REG_NEWLINE, anchors at newlines, not_eol, not_bol);
   PATTERN and TEXT are in hexadecimal, "-" when empty. The answer is an error
   message, "none", or the registers. The first argument is the locale. */
#define _GNU_SOURCE
#include <locale.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t decode(const char *hex, char *out)
{
	size_t length = 0;
	unsigned byte;

	if (*hex == '-')
		return 0;
	for (; sscanf(hex, "%2x", &byte) == 1; hex += 2)
		out[length++] = (char)byte;
	return length;
}

int main(int argc, char **argv)
{
	static char line[1 << 20], flags[16], pattern_hex[1 << 18], text_hex[1 << 19];
	static char pattern[1 << 17], text[1 << 18];
	char syntax;
	int start;

	if (argc < 2 || !setlocale(LC_ALL, argv[1]))
		return 77;
	while (fgets(line, sizeof line, stdin)) {
		struct re_pattern_buffer buffer;
		struct re_registers registers;
		const char *message;
		size_t pattern_length, text_length;
		reg_syntax_t bits;

		if (sscanf(line, "%c %15s %d %262143s %524287s", &syntax, flags, &start,
			   pattern_hex, text_hex) != 5)
			return 1;
		pattern_length = decode(pattern_hex, pattern);
		text_length = decode(text_hex, text);
		memset(&buffer, 0, sizeof buffer);
		memset(&registers, 0, sizeof registers);
		bits = syntax == 'b' ? RE_SYNTAX_POSIX_BASIC
		     : syntax == 'e' ? RE_SYNTAX_POSIX_EXTENDED
		     : syntax == 'g' ? RE_SYNTAX_GREP
		     : syntax == 'G' ? RE_SYNTAX_EGREP
		     : RE_SYNTAX_POSIX_BASIC & ~(RE_CONTEXT_INVALID_DUP | RE_NO_EMPTY_RANGES);
		bits &= ~RE_DOT_NOT_NULL;
		if (strchr(flags, 'i'))
			bits |= RE_ICASE;
		if (strchr(flags, 'n'))
			bits = (bits & ~RE_DOT_NEWLINE) | RE_HAT_LISTS_NOT_NEWLINE;
		re_set_syntax(bits);
		message = re_compile_pattern(pattern, pattern_length, &buffer);
		if (message) {
			printf("error %s\n", message);
			fflush(stdout);
			regfree(&buffer);
			continue;
		}
		buffer.newline_anchor = strpbrk(flags, "nm") != NULL;
		buffer.not_bol = strchr(flags, '^') != NULL;
		buffer.not_eol = strchr(flags, '$') != NULL;
		if (re_search(&buffer, text, (int)text_length, start, (int)text_length - start,
			      &registers) < 0) {
			printf("none\n");
		} else {
			size_t i;

			printf("match");
			for (i = 0; i <= buffer.re_nsub; i++)
				printf(" %d %d", (int)registers.start[i], (int)registers.end[i]);
			printf("\n");
		}
		fflush(stdout);
		free(registers.start);
		free(registers.end);
		regfree(&buffer);
	}
	return 0;
}
