package uitest

import (
	"fmt"
	"os/exec"
	"slices"
	"testing"
	"time"
)

// least runs two things in turn and answers the least time each took: whatever else the machine does is only added.
func least(rounds int, ours, theirs func() time.Duration) (time.Duration, time.Duration) {
	var us, them []time.Duration
	for range rounds {
		us, them = append(us, ours()), append(them, theirs())
	}
	return slices.Min(us), slices.Min(them)
}

func TestACommandStartsLikeASmallProgram(t *testing.T) {
	ours, nothing := build(t, ""), build(t, bare)
	runs := func(name string, args ...string) func() time.Duration {
		return func() time.Duration {
			began := time.Now()
			if err := exec.Command(name, args...).Run(); err != nil {
				t.Fatal(err)
			}
			return time.Since(began)
		}
	}
	us, them := least(25, runs(ours, "--version"), runs(nothing))
	t.Logf("--version %v, an empty Go program %v", us, them)
	if us > 4*them {
		t.Errorf("--version takes %.1f times as long as an empty program", float64(us)/float64(them))
	}
}

func TestTheFirstFrameDoesNotWaitForTheTasks(t *testing.T) {
	ours, nothing, project := build(t, ""), build(t, blank), projectOf(t, 1_000)
	shows := func(words, name string) func() time.Duration {
		return func() time.Duration {
			p, d := run(t, project.Cwd, words, name)
			p.stop()
			return d
		}
	}
	us, them := least(12, shows(" sideboard ", ours), shows("sideboard", nothing))
	t.Logf("the first frame comes after %v, that of an empty Bubble Tea program after %v", us, them)
	if float64(us) > 1.3*float64(them) {
		t.Errorf("the first frame takes %.2f times as long as that of an empty program", float64(us)/float64(them))
	}
}

func TestTenThousandTasksTake32MB(t *testing.T) {
	const n = 10_000
	project := projectOf(t, n)
	p, _ := run(t, project.Cwd, "live", build(t, ""))
	p.sees(fmt.Sprintf("%d tasks", n))
	most := p.resident("VmHWM") / (1 << 20)
	t.Logf("%.1f MB at the most", most)
	if most > 32 {
		t.Errorf("%.1f MB", most)
	}
}
