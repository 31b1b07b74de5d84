/*
 * Sends a text through two programs and prints what comes out: input, output and
 * errors at the same time, without a thread and without a deadlock.
 *
 *     cc filter.c -lforkless -o filter && ./filter
 */

#include <forkless.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	const char *text = "pear\napple\nfig\napple\n";
	fl_launch *sort = fl_launch_new("sort");
	fl_launch *unique = fl_launch_new("uniq");
	if (!sort || !unique || fl_argument(unique, "uniq") || fl_argument(unique, "-c")) {
		perror("filter");
		return 1;
	}

	const fl_launch *stages[] = {sort, unique};
	struct fl_capture how = {.input = text, .input_size = strlen(text), .milliseconds = 5000};
	struct fl_output output;
	struct fl_error error;
	if (fl_pipeline(stages, 2, &how, &output, &error)) {
		fprintf(stderr, "%s: %s\n", fl_step_name(error.step), strerror(error.error));
		return 1;
	}
	fputs(output.output, stdout);
	fl_output_free(&output);
	fl_launch_free(sort);
	fl_launch_free(unique);
	return 0;
}
