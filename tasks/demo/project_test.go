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
	headings, wide := 0, 0
	for _, it := range items {
		if w := displaywidth.String(it.subject); w == 0 || w > 40 {
			t.Errorf("%q is %d cells wide", it.subject, w)
		}
		text := descriptionOf(it.key)
		if len(text) < 40 || it.active == "" || strings.Contains(text, "===") {
			t.Errorf("%s has no good description or active form: %q", it.key, text)
		}
		if strings.Contains(text, "\n## ") {
			headings++
		}
		if strings.ContainsFunc(it.subject, func(r rune) bool { return r > 0x2fff }) {
			wide++
		}
	}
	if headings < 4 || wide < 3 {
		t.Errorf("%d descriptions have headings and %d subjects are wide: too plain", headings, wide)
	}
}

func TestThePlanGrowsFromTheSeedAlone(t *testing.T) {
	cards := []task{{Subject: "a"}, {Subject: "b"}, {Subject: "c"}, {Subject: "d"}, {Subject: "e"}}
	decisions := func(seed uint64) (chosen []string, times []schedule, found int) {
		p := plan{seed}
		for _, who := range []string{"agent-1", "agent-2", "agent-3", "agent-4"} {
			chosen = append(chosen, p.choose(who, cards).Subject)
			for _, it := range projectItems() {
				times = append(times, p.schedule(who, it.subject))
			}
		}
		for _, it := range projectItems() {
			if _, ok := p.followUp(it.subject); ok {
				found++
			}
		}
		return chosen, times, found
	}
	chosen, times, _ := decisions(1)
	again, timesAgain, _ := decisions(1)
	if !slices.Equal(chosen, again) || !slices.Equal(times, timesAgain) {
		t.Error("the same seed gave two plans")
	}
	differs := false
	for seed := range uint64(40) {
		chosen2, times2, found := decisions(seed + 2)
		if slices.Equal(times, times2) {
			t.Errorf("seed %d takes the same times as seed 1", seed+2)
		}
		differs = differs || !slices.Equal(chosen, chosen2)
		if found > 9 {
			t.Errorf("seed %d finds %d follow-ups: it never ends", seed+2, found)
		}
		for _, s := range times2 {
			if s.claim <= 0 || s.work <= 0 || s.stall < 0 || s.rest <= 0 || max(s.claim, s.work, s.stall, s.rest) > 40*time.Second {
				t.Errorf("seed %d takes %+v", seed+2, s)
			}
		}
	}
	if !differs {
		t.Error("no seed likes other tasks than seed 1")
	}
	stalled := 0
	for seed := range uint64(20) {
		for _, it := range projectItems() {
			if (plan{seed}).schedule("agent-1", it.subject).stall > 0 {
				stalled++
			}
		}
	}
	if stalled == 0 || stalled > 200 {
		t.Errorf("%d of 480 stall", stalled)
	}
}
