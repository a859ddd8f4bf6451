package news

import (
	"fmt"
	"strings"
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/view"
)

func named(n int) tasks.Key { return tasks.Key{Name: fmt.Sprintf("%d.json", n)} }

// plain returns a line without its styles.
func plain(l view.Line) string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.Text.String())
	}
	return b.String()
}

func TestASentenceForEveryEvent(t *testing.T) {
	var all []*tasks.Task
	for n, subject := range []string{"", "Parse", "Draw", "Test", "Ship"} {
		status := tasks.Pending
		if n == 1 {
			status = tasks.InProgress
		}
		all = append(all, &tasks.Task{Key: named(n), ID: tasks.ID{Text: fmt.Sprint(n)}, Subject: subject, Status: status, Traits: &tasks.Traits{}})
	}
	status := board.FieldChange{Field: tasks.FieldStatus, Before: tasks.StatusValue(tasks.Pending), After: tasks.StatusValue(tasks.InProgress)}
	owner := func(before, after string) board.FieldChange {
		return board.FieldChange{Field: tasks.FieldOwner, Before: tasks.TextValue(before), After: tasks.TextValue(after)}
	}
	subject := board.FieldChange{Field: tasks.FieldSubject, Before: tasks.TextValue("Scan"), After: tasks.TextValue("Parse")}
	tree := func(before, after string) board.FieldChange {
		return board.FieldChange{Field: tasks.FieldWorktree, Before: tasks.TextValue(before), After: tasks.TextValue(after)}
	}
	waits := func(before, after []tasks.ID) board.FieldChange {
		return board.FieldChange{Field: tasks.FieldWaitsFor, Before: tasks.RefsValue(before), After: tasks.RefsValue(after)}
	}
	two, three, gone := tasks.ID{Text: "2"}, tasks.ID{Text: "3"}, tasks.ID{Text: "99"}
	fields := func(fs ...board.FieldChange) []board.FieldChange { return fs }
	for _, c := range []struct {
		what  string
		event board.Event // of the task Parse, unless it says otherwise
		want  string
	}{
		{"claimed", board.Event{Kind: tasks.EventClaimed, Who: "bob", Fields: fields(status, owner("", "bob"))}, "bob claimed Parse"},
		{"claimed when it appeared", board.Event{Kind: tasks.EventClaimed, Who: "bob"}, "bob claimed Parse"},
		{"claimed here", board.Event{Kind: tasks.EventClaimed, Who: "ann", Mine: 1, Fields: fields(status, owner("", "ann"))}, "you claimed Parse"},
		{"claimed for you", board.Event{Kind: tasks.EventClaimed, Who: "ann", Fields: fields(status, owner("", "ann"))}, "Parse was claimed in your name"},
		{"given", board.Event{Kind: tasks.EventClaimed, Who: "bob", Fields: fields(owner("", "bob"))}, "Parse was given to bob"},
		{"given here", board.Event{Kind: tasks.EventClaimed, Who: "bob", Mine: 1, Fields: fields(status, owner("", "bob"))}, "you gave Parse to bob"},
		{"given by an edit", board.Event{Kind: tasks.EventEdited, Fields: fields(owner("ann", "bob"))}, "Parse was given to bob (was yours)"},
		{"taken over", board.Event{Kind: tasks.EventTookOver, Who: "bob", Fields: fields(owner("eve", "bob"))}, "Parse was given to bob (was eve's)"},
		{"taken over here", board.Event{Kind: tasks.EventTookOver, Who: "ann", Mine: 1, Fields: fields(owner("eve", "ann"))}, "you took over Parse (was eve's)"},
		{"started", board.Event{Kind: tasks.EventStarted, Fields: fields(status)}, "Parse was started"},
		{"completed", board.Event{Kind: tasks.EventCompleted, Who: "bob"}, "bob completed Parse"},
		{"completed, nobody's", board.Event{Kind: tasks.EventCompleted}, "Parse was completed"},
		{"your own completed", board.Event{Kind: tasks.EventCompleted, Who: "ann"}, "your Parse was completed"},
		{"completed here", board.Event{Kind: tasks.EventCompleted, Who: "bob", Mine: 1, Unblocked: []tasks.Key{named(2), named(3)}}, "you completed Parse  →  Draw, Test can start"},
		{"many are free", board.Event{Kind: tasks.EventCompleted, Unblocked: []tasks.Key{named(2), named(3), named(4)}}, "Parse was completed  →  Draw, Test and 1 more can start"},
		{"reopened", board.Event{Kind: tasks.EventReopened, Blocked: []tasks.Key{named(2)}}, "Parse was reopened  ·  blocked again Draw"},
		{"both", board.Event{Kind: tasks.EventEdited, Unblocked: []tasks.Key{named(3)}, Blocked: []tasks.Key{named(9)}}, "Parse was edited  →  Test can start  ·  blocked again 9.json"},
		{"released", board.Event{Kind: tasks.EventReleased, Fields: fields(owner("bob", ""))}, "Parse was released (was bob's)"},
		{"broken", board.Event{Kind: tasks.EventBroke}, "Parse cannot be read any more"},
		{"broken and unknown", board.Event{Kind: tasks.EventBroke, Key: named(9), Subject: "-"}, "#9 cannot be read"},
		{"repaired", board.Event{Kind: tasks.EventRepaired}, "Parse can be read again"},
		{"cleared", board.Event{Kind: tasks.EventUnblocked}, "Parse was cleared from the lists that named it"},
		{"in another list", board.Event{Kind: tasks.EventDeleted, Key: tasks.Key{List: "demo", Name: "1.json"}}, "Parse was deleted in demo"},
		{"edited", board.Event{Kind: tasks.EventEdited, Fields: fields(subject)}, "Parse was edited: subject Scan → Parse"},
		{"edited twice", board.Event{Kind: tasks.EventEdited, Fields: fields(subject, owner("", "bob"))}, "Parse was edited: subject, owner"},
		{"edited, not known how", board.Event{Kind: tasks.EventEdited, Fields: fields(board.FieldChange{Field: tasks.FieldDescription})}, "Parse was edited: description"},
		{"another member", board.Event{Kind: tasks.EventEdited, Fields: fields(board.FieldChange{Field: tasks.FieldMember, Member: "labels", Before: tasks.TextValue("a"), After: tasks.TextValue("b")})}, "Parse was edited: labels"},
		{"without its owner", board.Event{Kind: tasks.EventEdited, Fields: fields(owner("bob", ""))}, "Parse was edited: owner bob → nothing"},
		{"linked", board.Event{Kind: tasks.EventEdited, Fields: fields(waits(nil, []tasks.ID{two}))}, "Parse was edited: now waits for Draw"},
		{"linked to several", board.Event{Kind: tasks.EventEdited, Fields: fields(waits([]tasks.ID{gone}, []tasks.ID{two, three}))}, "Parse was edited: now waits for Draw and others, unlinked from 99"},
		{"linked, not known how", board.Event{Kind: tasks.EventEdited, Fields: fields(board.FieldChange{Field: tasks.FieldWaitsFor, After: tasks.RefsValue([]tasks.ID{two})})}, "Parse was edited: waits for nothing → 2"},
		{"linked and renamed", board.Event{Kind: tasks.EventEdited, Fields: fields(waits(nil, []tasks.ID{two}), subject)}, "Parse was edited: waits for, subject"},
		{"bound", board.Event{Kind: tasks.EventEdited, Fields: fields(tree("", "auth"))}, "Parse was bound to worktree auth"},
		{"unbound here", board.Event{Kind: tasks.EventEdited, Mine: 1, Fields: fields(tree("auth", ""))}, "you unbound Parse from worktree auth"},
		{"bound and renamed", board.Event{Kind: tasks.EventEdited, Fields: fields(tree("", "auth"), subject)}, "Parse was edited: worktree, subject"},
	} {
		t.Run(c.what, func(t *testing.T) {
			p := hosttest.New(all...)
			m := New(&p.Program)
			e := c.event
			if e.Key.Name == "" {
				e.Key = named(1)
			}
			switch e.Subject {
			case "":
				e.Subject = "Parse"
			case "-":
				e.Subject = ""
			}
			if got := plain(m.sentenceOf(e, shortCuts)); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestManyEventsShareALine(t *testing.T) {
	p := hosttest.New()
	m := New(&p.Program)
	event := func(kind tasks.EventKind, n int, mine tasks.EditID) board.Event {
		return board.Event{Kind: kind, Key: named(n), Subject: fmt.Sprint("T", n), Mine: mine, At: p.Now}
	}
	deleted := func(from, to int) (all []board.Event) {
		for n := from; n <= to; n++ {
			all = append(all, event(tasks.EventDeleted, n, 0))
		}
		return all
	}
	var blocking []board.Event
	for n := range 4 {
		e := event(tasks.EventReopened, n+1, 0)
		e.Blocked = []tasks.Key{e.Key}
		blocking = append(blocking, e)
	}
	blocking[0].Unblocked = []tasks.Key{named(8)}
	twice := event(tasks.EventEdited, 1, 0)
	other := event(tasks.EventEdited, 2, 7)
	other.Unblocked = []tasks.Key{named(3)}
	for _, c := range []struct {
		what   string
		events []board.Event
		want   string
	}{
		{"as many as sentences", deleted(1, 3), "T1 was deleted | T2 was deleted | T3 was deleted"},
		{"more", deleted(1, 4), "4 tasks were deleted"},
		{"of two kinds", append(deleted(1, 2), event(tasks.EventCreated, 8, 0), event(tasks.EventCreated, 9, 0)), "T1 was deleted | T2 was deleted | T8 was created | 1 more change"},
		{"with what they blocked", blocking, "4 tasks were reopened  →  8.json could start  ·  blocked again 1.json, 2.json and 2 more"},
		{"one task again and again", []board.Event{twice, twice, twice, twice}, "T1 was edited"},
		{"an edit with what it changed in another file", []board.Event{event(tasks.EventCompleted, 1, 7), other}, "you completed T1  →  3.json could start"},
		{"an edit before what it did", []board.Event{other, event(tasks.EventCompleted, 1, 7)}, "you completed T1  →  3.json could start"},
	} {
		var lines []string
		for _, it := range m.itemsOf(c.events, maxSentences) {
			lines = append(lines, plain(it.line))
		}
		if got := strings.Join(lines, " | "); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}
