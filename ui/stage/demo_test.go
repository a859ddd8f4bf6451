package stage

import (
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
)

func TestAMishapNeverHidesACompletion(t *testing.T) {
	p := hosttest.New()
	m := New(&p.Program)
	var newest *board.Event
	m.Uses = Uses{NewestEvent: func() *board.Event { return newest }, RemindOverwritten: func(string) bool { return false }}
	happens := func(kind tasks.EventKind) {
		newest = &board.Event{Kind: kind, At: p.Now}
		m.HandleDiff(board.Diff{Events: []board.Event{*newest}})
	}
	m.demo = &demo.Demo{}
	mishap := func() {
		m.showCaption(demo.Caption{Who: "agent-4", File: "1.json", Text: "agent-4 found more to do"}, true)
	}
	mishap()
	if happens(tasks.EventClaimed); p.NoticeText() == "" {
		t.Error("a claim hides the mishap")
	}
	p.ClearNotice()
	if mishap(); p.NoticeText() == "" {
		t.Error("right after a claim the mishap is not shown")
	}
	if m.MishapBy("1.json") != "agent-4" || m.MishapBy("2.json") != "" {
		t.Error("another file has the mishap")
	}
	if happens(tasks.EventCompleted); p.NoticeText() != "" {
		t.Errorf("after a completion the notice is %q", p.NoticeText())
	}
	if mishap(); p.NoticeText() != "" {
		t.Errorf("right after a completion the notice is %q", p.NoticeText())
	}
	p.Now = p.Now.Add(host.TransientFor)
	if mishap(); p.NoticeText() == "" {
		t.Error("the mishap is not shown")
	}
	if m.showCaption(demo.Caption{}, true); p.NoticeText() != "" {
		t.Errorf("when everything is completed the notice is %q", p.NoticeText())
	}
	p.Info("Something else")
	if happens(tasks.EventCompleted); p.NoticeText() == "" {
		t.Error("another notice was removed")
	}
}
