# Two of git's test scripts, of the source that tests/suites/fetch.sh has brought to $1, with the installed git.
set -e
shell=$(readlink "/proc/$$/exe")
"$shell" tests/suites/git.sh "$1" "$shell" t0008-ignores t1410-reflog
