# A loop as scripts have it: command substitutions and utilities, 200 iterations.
i=0
while [ $i -lt 200 ]; do
	i=$((i + 1))
	name=$(basename "/usr/share/doc/part-$i/copyright.txt" .txt)
	folder=$(dirname "/usr/share/doc/part-$i/copyright.txt")
	echo "$folder: $name" | sed 's/part/number/' | tr a-z A-Z
done
