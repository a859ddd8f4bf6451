package ui

import (
	"fmt"
	"testing"
	"time"

	"sideboard/tasks"
)

func TestTheFinishSaysHowLongItTookAndWhoDidHowMuch(t *testing.T) {
	m := measure(t, 60, 120, 40)
	if lines := m.Model.news.Finish(); lines != nil {
		t.Errorf("something is left, and it says %v", lines)
	}
	m.at = noon.Add(3 * time.Hour)
	for i, task := range m.ts {
		done := *task
		done.Version++
		done.Status, done.Owner = tasks.Completed, fmt.Sprintf("agent-%d", max(i-53, 0))
		m.hears(done)
	}
	var said []string
	for _, line := range m.Model.news.Finish() {
		words := ""
		for _, span := range line {
			words += span.Text.String()
		}
		said = append(said, words)
	}
	want := []string{"All done ", "agent-0 54  ·  agent-1 1  ·  agent-2 1  ·  agent-3 1  ·  agent-4 1  ·  2 more", "60 tasks completed within 3h"}
	if fmt.Sprint(said) != fmt.Sprint(want) {
		t.Errorf("it says %q, want %q", said, want)
	}
}
