/*
 * popen() by another name: the line is one simple command, so no shell is started.
 *
 *     cc lines.c -lforkless -o lines && ./lines
 */

#include <forkless.h>
#include <stdio.h>
#include <sys/wait.h>

int main(void)
{
	FILE *stream = fl_popen("seq 1 3", "r");
	if (!stream) {
		perror("fl_popen");
		return 1;
	}
	char line[80];
	while (fgets(line, sizeof line, stream))
		printf("line: %s", line);
	int status = fl_pclose(stream);
	if (status < 0 || !WIFEXITED(status)) {
		fputs("lines: the command was not run to its end\n", stderr);
		return 1;
	}
	printf("exit status %d\n", WEXITSTATUS(status));
	return 0;
}
