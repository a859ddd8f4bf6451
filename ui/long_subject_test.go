package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
)

// TestALongSubjectCostsAViewLittle opens every view over 40 tasks with subjects longer than any screen: the part that is not shown costs
// next to nothing.
func TestALongSubjectCostsAViewLittle(t *testing.T) {
	opened := func(subject string) float64 {
		m := measure(t, 40, 120, 40)
		for _, task := range m.ts {
			c := *task
			c.Subject, c.WaitsFor, c.Version = subject, nil, 2
			m.Update(deltaMsg{delta: tasks.Delta{Put: []*tasks.Task{&c}, At: m.at}})
		}
		return testing.AllocsPerRun(1, func() {
			for _, k := range "12z13" {
				m.Update(tea.KeyPressMsg{Code: k, Text: string(k)})
				m.View()
			}
		})
	}
	for name, subject := range map[string]string{
		"control characters": strings.Repeat("\x01\x02\x03\x04", 1250), "ideographs": strings.Repeat("漢字", 800), "letters": strings.Repeat("x", 5000),
		"words": strings.Repeat("word ", 1000),
	} {
		if short, long := opened(subject[:300]), opened(subject); long > 3*short {
			t.Errorf("%s: %.0f allocations, %.0f for its first 300 bytes", name, long, short)
		}
	}
}
