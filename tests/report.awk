# Shows of a package's tests, as they run, what there is to know: failures in full, each skipped test with
# its reason, a line per test program. The input is what `cargo test -- --show-output` prints, and at its end
# `cargo's status: N`. The last line goes to `sums` too: `N passed, N failed, N skipped`.
#
# A test is skipped where it is ignored, or where it passes and says `skipped: REASON`. One that is ignored
# since another test runs it (its reason begins with `run by`) is a part of the other, and not counted.

function show(line) {
	print line
	fflush()
}

function skip(test, reason) {
	show("   skipped " test (reason != "" ? ": " reason : ""))
}

# The results of a test program, when the next one begins.
function sum_up() {
	if (ended) {
		ok -= said
		passed += ok
		failed += bad
		skipped += ignored + said
		if (ok + bad + ignored + said > 0)
			show(sprintf("   %s: %d passed, %d failed, %d skipped", program, ok, bad, ignored + said))
	}
	inside = ""
	ended = ignored = said = ok = bad = 0
}

# libtest's lines `test NAME ... RESULT`.
/^test .* \.\.\. ok$/ { next }
/^test .* \.\.\. ignored/ {
	reason = $0
	sub(/^.* \.\.\. ignored(, )?/, "", reason)
	if (reason ~ /^run by /) {
		parts++
	} else {
		ignored++
		skip($2, reason == "" ? "no reason is given" : reason)
	}
	next
}
/^successes:$/ { inside = "successes"; next }
/^failures:$/ { inside = "failures" }
# A test that fails may show results of its own, of a program that it has run: the last one counts.
/^test result: / {
	for (i = 1; i < NF; i++) {
		count = $i + 0
		if ($(i + 1) ~ /^passed/) ok = count
		if ($(i + 1) ~ /^failed/) bad = count
	}
	ended = 1
	if (inside != "failures") inside = ""
	next
}
# What passed has output for whoever looks for it; here only that it was skipped.
inside == "successes" {
	if (/^---- .* stdout ----$/)
		test = $2
	else if (test != "" && /(^|: )skipped[ :]/) {
		reason = $0
		sub(/^.*skipped( [^:]*)?: /, "", reason)
		skip(test, reason)
		said++
		test = ""
	}
	next
}
/^ *(Running|Doc-tests) / {
	sum_up()
	program = /Doc-tests/ ? "documentation" : $2
	if (program == "unittests")
		program = "units"
	sub(/^tests\//, "", program)
	sub(/(\/main)?\.rs$/, "", program)
	next
}
/^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/ {
	passed += $1
	failed += $3
	skipped += $5
	show("   " (program != "" ? program ": " : "") $0)
	next
}
/^cargo's status: / {
	sum_up()
	if ($NF != 0 && failed == 0) {
		show("   cargo test ended with status " $NF)
		failed = 1
	}
	next
}
/^running [0-9]+ tests?$/ || /^ *(Compiling|Finished|Downloading|Downloaded|Locking|Updating) / { next }
/^$/ && inside != "failures" { next }
{ show(/^(FAILED|skipped) / ? "   " $0 : $0) }

END {
	sum_up()
	if (passed + failed + skipped + parts == 0) {
		show("   no tests ran")
		failed = 1
	}
	if (parts)
		show("   " parts " of these ran inside of others, each in a process of its own")
	printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped >sums
}
