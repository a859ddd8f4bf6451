package uitest

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// within fails unless ours takes at most limit times as long as theirs. Both are run in turn and the shortest times are compared, because
// other work on the machine only adds time; a busy machine gets more rounds.
func within(t *testing.T, limit float64, ours, theirs func() time.Duration) {
	t.Helper()
	var us, them []time.Duration
	var ratio float64
	for round := range 60 {
		us, them = append(us, ours()), append(them, theirs())
		ratio = float64(slices.Min(us)) / float64(slices.Min(them))
		if round >= 10 && ratio <= limit {
			break
		}
	}
	t.Logf("%v and %v: %.2f times as long", slices.Min(us), slices.Min(them), ratio)
	if ratio > limit {
		t.Errorf("it takes %.2f times as long, at most %.2f were wanted", ratio, limit)
	}
}

// quiet skips a test that compares times unless the machine is known to be idle: otherwise it would fail by chance.
func quiet(t testing.TB) {
	t.Helper()
	if os.Getenv("SIDEBOARD_TIMES") == "" {
		t.Skip("times are compared on a quiet machine only: SIDEBOARD_TIMES=1")
	}
}

func TestTheFirstFrameDoesNotWaitForTheTasks(t *testing.T) {
	quiet(t)
	ours, nothing, project := build(t, ""), build(t, blank), projectOf(t, 1_000)
	shows := func(words, name string) func() time.Duration {
		return func() time.Duration {
			p, d := run(t, project.Cwd, words, name)
			p.stop()
			return d
		}
	}
	within(t, 1.3, shows(" sideboard ", ours), shows("sideboard", nothing))
}

// Problems are counted last, so a board that shows one has finished its start. Garbage collection happens by chance and only adds memory: the
// best of five first starts counts.
// Half of it is pages of the program itself, which grew by 1.2 MB with the library of NATS. A later start also reads a history, which takes 3 to 5 MB.
func TestTenThousandTasksTakeAtMost43MB(t *testing.T) {
	const n = 10_000
	for try := 1; ; try++ {
		project := projectOf(t, n)
		project.Write(file(n), s12(fmt.Sprintf("task_%d", n), "Kept", "pending", quote("eve"), "[]"))
		p, _ := run(t, project.Cwd, "live", build(t, ""))
		p.sees(fmt.Sprintf("of %d done", n+1))
		p.sees("1 needs you")
		most := p.resident("VmHWM") / (1 << 20)
		p.stop()
		t.Logf("%.1f MB at the most", most)
		if most <= 43 {
			return
		}
		if try == 5 {
			t.Fatal("it takes more in every one of five first starts")
		}
	}
}

// The files of a directory must not fill the memory: each of these took 0.5 to 4 GB before there were limits.
func TestHostileFilesTakeAtMost300MB(t *testing.T) {
	quiet(t)
	long := strings.Repeat("x", 900_000)
	numbers := func(from, n int) string {
		all := make([]string, n)
		for i := range all {
			all[i] = strconv.Itoa(from + i)
		}
		return "[" + strings.Join(all, ",") + "]" // as small as possible: a file over a megabyte is not read
	}
	for name, c := range map[string]struct {
		files int
		text  func(i int) string
	}{
		"100,000 missing links each": {300, func(i int) string { return s07(strconv.Itoa(i), "s", "pending", numbers(1_000_000+i*100_000, 100_000)) }},
		"1,000 links each":           {5_000, func(i int) string { return s07(strconv.Itoa(i), "s", "pending", numbers(i%4_000+1, 1_000)) }},
		"1,000 long ids each": {300, func(i int) string {
			return s12("task_"+strconv.Itoa(i), "s", "pending", "null", "["+strings.Repeat(`"`+long[:880]+`", `, 1_000)+`"`+strconv.Itoa(i)+`"]`)
		}},
		"subjects of 900 kB": {300, func(i int) string { return s07(strconv.Itoa(i), long, "pending", "[]") }},
	} {
		t.Run(name, func(t *testing.T) {
			project := projectOf(t, 0)
			project.many(c.files, 1, c.text)
			p, _ := run(t, project.Cwd, "live", build(t, ""))
			p.sees(fmt.Sprintf("of %d done", c.files))
			for _, key := range []string{"2", "!"} {
				_, _ = io.WriteString(p.tty, key)
			}
			p.sees("need you")
			most := p.resident("VmHWM") / (1 << 20)
			p.signal(syscall.SIGTERM) // q would only close the list of problems
			t.Logf("%.0f MB at the most", most)
			if most > 300 {
				t.Errorf("%.0f MB", most)
			}
		})
	}
}
