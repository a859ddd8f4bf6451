package demo

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clipperhouse/displaywidth"
)

func TestEveryTaskReadsLikeOne(t *testing.T) {
	items := projectItems()
	for _, more := range followUps {
		items = append(items, more)
	}
	for _, it := range items {
		if w := displaywidth.String(it.subject); w == 0 || w > 40 {
			t.Errorf("%q is %d cells wide", it.subject, w)
		}
		text := descriptionOf(it.key)
		if len(text) < 40 || it.active == "" || strings.Contains(text, "===") {
			t.Errorf("%s has no good description or active form: %q", it.key, text)
		}
	}
}

func TestThePlanGrowsFromTheSeedAlone(t *testing.T) {
	cards := []task{{Subject: "a"}, {Subject: "b"}, {Subject: "c"}, {Subject: "d"}, {Subject: "e"}}
	type decision struct {
		likes string
		takes schedule
	}
	decisions := func(seed uint64) (all []decision, found, stalled int) {
		p := plan{seed}
		for _, it := range projectItems() {
			for _, who := range []string{"agent-1", "agent-2"} {
				d := decision{p.choose(who, cards).Subject, p.schedule(who, it.subject)}
				if s := d.takes; s.claim <= 0 || s.work <= 0 || s.stall < 0 || s.rest <= 0 || max(s.claim, s.work, s.stall, s.rest) > 40*time.Second {
					t.Errorf("seed %d takes %+v", seed, s)
				} else if s.stall > 0 {
					stalled++
				}
				all = append(all, d)
			}
			if _, ok := p.followUp(it.subject); ok {
				found++
			}
		}
		return all, found, stalled
	}
	first, _, _ := decisions(1)
	likes, stalls := map[string]bool{}, 0
	for seed := range uint64(40) {
		all, found, stalled := decisions(seed)
		if slices.Equal(first, all) != (seed == 1) {
			t.Errorf("seed %d and seed 1 decide alike: %v", seed, seed != 1)
		}
		if found > 9 {
			t.Errorf("seed %d finds %d follow-ups: it never ends", seed, found)
		}
		likes[all[0].likes] = true
		stalls += stalled
	}
	if len(likes) < 3 || stalls == 0 || stalls > 400 {
		t.Errorf("one likes only %v, and %d of 1,920 stall", likes, stalls)
	}
}
