package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/config"
	"sideboard/ui/workspace"
)

// Some terminals take a progress bar for a notification.
func TestAnOptionSwitchesOffTheProgressBarOfTheTerminal(t *testing.T) {
	for _, off := range []bool{false, true} {
		m := New(Options{Config: config.Config{NoStatus: off}})
		t.Cleanup(m.Close)
		d, err := workspace.Open(locate.Place{Dir: t.TempDir()}, workspace.Options{})
		testdir.Must(t, err)
		m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		m.Update(openedMsg{workspace: d})
		m.Update(deltaMsg{delta: tasks.Delta{Put: project(100), Whole: true, At: noon}})
		if has := m.View().ProgressBar != nil; has == off {
			t.Errorf("switched off %v: it has a progress bar, %v", off, has)
		}
	}
}

// A terminal that has only ASCII can show nothing else, whatever is in a subject.
func TestInASCIINothingElseIsWritten(t *testing.T) {
	m := New(Options{ASCII: true})
	t.Cleanup(m.Close)
	d, err := workspace.Open(locate.Place{Dir: t.TempDir(), Project: "größer"}, workspace.Options{})
	testdir.Must(t, err)
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	m.Update(openedMsg{workspace: d})
	all := project(100)
	for _, task := range all {
		task.Subject = "größer 翻訳 ✅"
	}
	m.Update(deltaMsg{delta: tasks.Delta{Put: all, Whole: true, At: noon}})
	v := m.View()
	if strings.Trim(v.WindowTitle+v.Content, "\n\x1b"+ascii()) != "" || !strings.Contains(v.Content, "gr??er ???? ??") {
		t.Errorf("it writes %q", v.Content)
	}
	for _, row := range strings.Split(v.Content, "\n") {
		if w := ansi.StringWidth(row); w != 120 {
			t.Errorf("%d cells: %q", w, row)
		}
	}
}

// ascii returns the characters that such a terminal shows.
func ascii() string {
	var b strings.Builder
	for c := byte(' '); c < 0x7f; c++ {
		b.WriteByte(c)
	}
	return b.String()
}
