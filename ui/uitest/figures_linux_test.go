package uitest

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

// The kernel queues 16,384 events. A board that is stopped while twice as many happen learns only that some were lost.
func TestEventsThatOverflowTheKernelsQueueAreNotLost(t *testing.T) {
	t.Parallel()
	const n = 10_000
	project := projectOf(t, n)
	p, _ := run(t, project.Cwd, "live", build(t, ""))
	p.sees(fmt.Sprintf("In progress %d ", n))
	p.signal(syscall.SIGSTOP)
	project.many(n, 4, func(i int) string { return completed(i, fmt.Sprintf("Subject %d", i)) })
	p.signal(syscall.SIGCONT)
	last := time.Now()
	p.sees(fmt.Sprintf("Completed %d", n))
	t.Logf("equal to the disk %v after it could go on", time.Since(last).Round(time.Millisecond))
	p.sees(fmt.Sprintf("100%% of %d done", n))
}

func middle(ds []time.Duration) time.Duration {
	slices.Sort(ds)
	return ds[len(ds)/2]
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// BenchmarkVersion compares `sideboard --version` with a Go program that does nothing.
func BenchmarkVersion(b *testing.B) {
	ours, nothing := build(b, ""), build(b, bare)
	var us, them []time.Duration
	took := func(name string, args ...string) time.Duration {
		began := time.Now()
		testdir.Must(b, exec.Command(name, args...).Run())
		return time.Since(began)
	}
	for b.Loop() {
		us, them = append(us, took(ours, "--version")), append(them, took(nothing))
	}
	b.ReportMetric(ms(middle(us)), "ms")
	b.ReportMetric(ms(middle(them)), "ms-empty")
	b.ReportMetric(float64(middle(us))/float64(middle(them)), "x-empty")
}

// BenchmarkCommand compares commands over 1,000 tasks with a program that lists, opens, reads and closes their files, each a
// process of its own, in turn: how long they take, and how long they compute, which other programs on the machine disturb less.
func BenchmarkCommand(b *testing.B) {
	ours, raw, project := build(b, ""), build(b, reading), projectOf(b, 1_000)
	project.many(1_000, 1, func(i int) string { return s07(fmt.Sprint(i), fmt.Sprint("Wire part ", i), "pending", "[]") })
	for _, words := range []string{"list", "next", "show 500", "list --json"} {
		b.Run(strings.ReplaceAll(words, " ", ""), func(b *testing.B) {
			var us, them, usComputed, themComputed []time.Duration
			took := func(name string, args ...string) (whole, computed time.Duration) {
				cmd, began := exec.Command(name, args...), time.Now()
				if out, err := cmd.CombinedOutput(); err != nil {
					b.Fatalf("%v: %s", err, out)
				}
				return time.Since(began), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			}
			for b.Loop() {
				whole, computed := took(ours, append(strings.Fields(words), "--dir", project.Dir)...)
				us, usComputed = append(us, whole), append(usComputed, computed)
				whole, computed = took(raw, project.Dir)
				them, themComputed = append(them, whole), append(themComputed, computed)
			}
			b.ReportMetric(ms(middle(us)), "ms")
			b.ReportMetric(ms(middle(them)), "ms-raw")
			b.ReportMetric(float64(middle(us))/float64(middle(them)), "x-raw")
			b.ReportMetric(float64(middle(usComputed))/float64(middle(themComputed)), "x-raw-cpu")
		})
	}
}

// BenchmarkReply measures how long after a file is written, or a key is pressed, the first byte of the new frame is sent. The renderer
// sends sixty times a second, so each result includes half of its tick.
func BenchmarkReply(b *testing.B) {
	ours := build(b, "")
	for _, n := range []int{1_000, 100_000} {
		project := projectOf(b, n)
		p, _ := run(b, project.Cwd, "live", ours, "--still")
		p.sees(fmt.Sprintf("of %d done", n))
		measure := func(name string, do func(i int)) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				var took []time.Duration
				for i := 0; b.Loop(); i++ {
					time.Sleep(time.Duration(20+rand.IntN(30)) * time.Millisecond) // not in phase with the renderer
					took = append(took, p.replies(func() { do(i) }))
				}
				b.ReportMetric(ms(middle(took)), "ms-median")
				b.ReportMetric(ms(took[len(took)*9/10]), "ms-p90")
				b.ReportMetric(0, "ns/op")
			})
		}
		measure("file", func(i int) { project.Write(file(n/2), running(n/2, fmt.Sprintf("Change %d of %d", i, n))) })
		measure("key", func(i int) { _, _ = io.WriteString(p.tty, "jk"[i%2:i%2+1]) })
		p.stop()
	}
}

// BenchmarkIdle measures what a board of 1,000 tasks does in ten seconds in which nothing happens, and what an empty
// Bubble Tea program does.
func BenchmarkIdle(b *testing.B) {
	const long = 10 * time.Second
	project := projectOf(b, 1_000)
	for name, program := range map[string]string{"board": build(b, ""), "empty": build(b, blank)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p, _ := run(b, project.Cwd, "sideboard", program)
				if name == "board" {
					p.sees("of 1000 done")
				}
				time.Sleep(time.Second) // work after the start
				cpu, sent := p.cpu(), p.sent()
				time.Sleep(long) // measure what it does meanwhile
				b.ReportMetric(100*float64(p.cpu()-cpu)/float64(long), "%cpu")
				b.ReportMetric(float64(p.sent()-sent), "B/10s")
				p.stop()
			}
		})
	}
}

// BenchmarkBusy measures what a board of 1,000 tasks costs while agents write fifty files a second.
func BenchmarkBusy(b *testing.B) {
	const seconds, rate = 5, 50
	ours, project := build(b, ""), projectOf(b, 1_000)
	for b.Loop() {
		p, _ := run(b, project.Cwd, "live", ours)
		p.sees("of 1000 done")
		cpu, sent := p.cpu(), p.sent()
		tick := time.NewTicker(time.Second / rate)
		for i := range seconds * rate {
			<-tick.C
			project.Write(file(i*37%1_000), running(i*37%1_000, fmt.Sprintf("Change %d", i)))
		}
		tick.Stop()
		b.ReportMetric(100*float64(p.cpu()-cpu)/float64(seconds*time.Second), "%cpu")
		b.ReportMetric(float64(p.sent()-sent)/seconds, "B/s")
		p.stop()
	}
}

// BenchmarkBurst writes 1,000 files as fast as the disk takes them and measures how long after the last one the board
// shows all of them, and what it computed for that.
func BenchmarkBurst(b *testing.B) {
	const n = 1_000
	ours := build(b, "")
	var late []time.Duration
	var cpu time.Duration
	for b.Loop() {
		b.StopTimer()
		project := projectOf(b, n)
		p, _ := run(b, project.Cwd, "live", ours)
		p.sees("of 1000 done")
		before := p.cpu()
		b.StartTimer()
		project.many(n, 1, func(i int) string { return completed(i, fmt.Sprintf("Subject %d", i)) })
		last := time.Now()
		p.sees(fmt.Sprintf("100%% of %d done", n))
		late = append(late, time.Since(last))
		cpu += p.cpu() - before
		p.stop()
	}
	b.ReportMetric(ms(middle(late)), "ms-after-last")
	b.ReportMetric(ms(cpu)/float64(b.N), "ms-cpu")
}
