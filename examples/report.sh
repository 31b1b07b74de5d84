# A report on a source tree, as people write them: file names taken apart with basename and
# dirname, text worked on with sed and tr, functions, command substitutions, pipelines.
# usage: report.sh DIRECTORY

tree=${1:-.}

heading() {
	printf '%s\n' "$1"
	printf '%s\n' "$1" | sed 's/./-/g'
}

kind() {
	case $1 in
	*.rs) echo Rust ;;
	*.sh) echo shell ;;
	*.md) echo text ;;
	*.toml) echo settings ;;
	*) echo other ;;
	esac
}

files=$(find "$tree/crates" "$tree/tests" "$tree/docs" -type f -name '*.*' 2>/dev/null |
	grep -v -e /target/ -e '/\.' | sort)

heading "Files by directory"
for file in $files; do
	dirname "$file"
done | sort | uniq -c | sort -k1,1nr -k2 | head -n 12 | while read -r count directory; do
	name=$(basename "$directory")
	parent=$(basename "$(dirname "$directory")")
	printf '%6d  %s (in %s)\n' "$count" "$name" "$parent"
done

echo
heading "Longest names"
for file in $files; do
	name=$(basename "$file" ".${file##*.}")
	printf '%s %s %s\n' "${#name}" "$name" "$(kind "$file")"
done | sort -k1,1nr -k2 | head -n 10 | while read -r length name kind; do
	title=$(printf '%s\n' "$name" | sed -e 's/[-_]/ /g' | tr 'a-z' 'A-Z')
	printf '%4d  %-28s %s\n' "$length" "$title" "$kind"
done

echo
heading "Kinds"
total=0
for file in $files; do
	kind "$file"
done | sort | uniq -c | {
	while read -r count kind; do
		total=$((total + count))
		printf '%-10s %5d\n' "$kind" "$count"
	done
	printf '%-10s %5d\n' total "$total"
}
