// What a Go program pays: the lines of launcher.c, answered by os/exec.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// The descriptor that the started program tells its time on.
const stamp = 9

type times struct{ begin, returned, reaped int64 }

var (
	program string
	kept    [][]byte
	stamps  int
	files   []*os.File
)

// Nanoseconds of CLOCK_MONOTONIC, which the time package does not tell.
func now() int64 {
	var time syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, 1, uintptr(unsafe.Pointer(&time)), 0)
	return time.Nano()
}

func start(change func(*exec.Cmd)) (times, error) {
	t := times{begin: now()}
	command := exec.Command(program)
	command.ExtraFiles = files
	change(command)
	if err := command.Start(); err != nil {
		return t, err
	}
	t.returned = now()
	err := command.Wait()
	t.reaped = now()
	return t, err
}

func piped() (times, error) {
	t := times{begin: now()}
	command := exec.Command(program)
	command.ExtraFiles = files
	output, err := command.StdoutPipe()
	if err != nil {
		return t, err
	}
	if err := command.Start(); err != nil {
		return t, err
	}
	t.returned = now()
	said, err := io.ReadAll(output)
	if err == nil && string(said) != "Hello, world!\n" {
		err = fmt.Errorf("the program's line did not arrive")
	}
	ended := command.Wait()
	t.reaped = now()
	if err == nil {
		err = ended
	}
	return t, err
}

var names = []string{"go-start", "go-user", "go-pipe"}

var ways = map[string]func() (times, error){
	"go-start": func() (times, error) { return start(func(*exec.Cmd) {}) },
	"go-user": func() (times, error) {
		return start(func(command *exec.Cmd) {
			command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{
				Uid: uint32(os.Getuid()), Gid: uint32(os.Getgid()), NoSetGroups: true}}
		})
	},
	"go-pipe": piped,
}

// The child's own time of its first instruction, or 0.
func firstInstruction() (last int64) {
	var told [16]byte
	for {
		size, _ := syscall.Read(stamps, told[:])
		if size != len(told) {
			return last
		}
		last = (*syscall.Timespec)(unsafe.Pointer(&told)).Nano()
	}
}

func cpu() int64 {
	total := int64(0)
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var used syscall.Rusage
		syscall.Getrusage(who, &used)
		total += used.Utime.Nano() + used.Stime.Nano()
	}
	return total
}

func run(way func() (times, error), count int) (string, error) {
	var answer strings.Builder
	// One that does not count: the caches are those of whatever ran before.
	if _, err := way(); err != nil {
		return "", err
	}
	firstInstruction()
	before := cpu()
	for i := 0; i < min(count, 256); i++ {
		t, err := way()
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&answer, "%d %d %d %d\n", t.begin, t.returned, firstInstruction(), t.reaped)
	}
	fmt.Fprintf(&answer, "cpu %d\n", cpu()-before)
	return answer.String(), nil
}

func takeMemory(size, percent int) error {
	memory, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		return err
	}
	syscall.Madvise(memory, syscall.MADV_NOHUGEPAGE)
	for place := 0; place < size/100*percent; place += 4096 {
		memory[place] = 1
	}
	kept = append(kept, memory)
	return nil
}

func obey(words []string) (string, error) {
	number := func(place int) int {
		value, _ := strconv.Atoi(words[place])
		return value
	}
	switch {
	case words[0] == "ways":
		return "way " + strings.Join(names, "\nway ") + "\ndone\n", nil
	case words[0] == "program" && len(words) == 2:
		program = words[1]
		return "done\n", nil
	case words[0] == "memory" && len(words) == 4 && words[3] == "small":
		return "done\n", takeMemory(number(1), number(2))
	case words[0] == "run" && len(words) == 3 && ways[words[1]] != nil:
		return run(ways[words[1]], number(2))
	}
	return "", fmt.Errorf("not understood")
}

func main() {
	var pair [2]int
	if err := syscall.Pipe2(pair[:], syscall.O_CLOEXEC|syscall.O_NONBLOCK); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	stamps = pair[0]
	// Those between standard error and the stamps' stay closed.
	files = make([]*os.File, stamp-3+1)
	files[stamp-3] = os.NewFile(uintptr(pair[1]), "stamps")
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		answer, err := obey(strings.Split(lines.Text(), " "))
		if err != nil {
			answer = "error " + err.Error() + "\n"
		}
		os.Stdout.WriteString(answer)
	}
}
