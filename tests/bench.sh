#!/bin/sh
# Prints the ratios of a shell to its peers. usage: bench.sh SHELL [SHARED]
set -u
shell=$1
tool=${2:-../shared}/measure/speed
if [ -x "$tool" ]; then
	exec "$tool" "$shell"
fi
# Without the measuring tool: the same kinds of loops, the least of five CPU times.
exec python3 "$(dirname "$0")/bench.py" "$shell"
