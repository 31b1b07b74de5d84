# share.awk -v utilities="NAME ..." PROFILE: what share.sh has collected: each call of a utility that was launched, with
# its reason and line, the most frequent first to come; at last `N inside, N launched, N.N % inside`.
BEGIN {
	FS = "\t"
	split(utilities, names, " ")
	for (n in names)
		known[names[n]] = 1
}
$1 == "process" { files = 0; calls = 0 }
$1 == "file" { file[files++] = $2 }
$1 == "call" { of[calls++] = $4 }
$1 == "site" { line = file[of[$2]] ":" $3 }
$1 == "event" {
	name = $5
	sub(/ .*/, "", name)
	sub(/.*\//, "", name)
	if ($2 == "inside")
		inside += $3
	else if (name in known && ($2 == "aside" || $6 ~ /installed program/)) {
		launched += $3
		print $3, $5 ": " $6 " (" line ")"
	}
}
END {
	if (inside + launched > 0)
		printf "%d inside, %d launched, %.1f %% inside\n", inside, launched, 100 * inside / (inside + launched)
}
