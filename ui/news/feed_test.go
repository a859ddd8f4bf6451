package news

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/phrase"
	"sideboard/ui/view"
)

// lines returns the newest line, and those that belong to it.
func (m *Model) lines() string {
	if len(m.News.Line) == 0 {
		return ""
	}
	all := []string{plain(m.News.Line)}
	for _, l := range m.News.Also {
		all = append(all, plain(l))
	}
	return strings.Join(all, ", ")
}

func TestTheLineGathersWhatBelongsTogether(t *testing.T) {
	owner := []board.FieldChange{{Field: tasks.FieldOwner, Before: tasks.TextValue(""), After: tasks.TextValue("bob")}}
	status := []board.FieldChange{{Field: tasks.FieldStatus, Before: tasks.StatusValue(tasks.Pending), After: tasks.StatusValue(tasks.InProgress)}}
	type step struct {
		after time.Duration
		board.Event
	}
	of := func(after time.Duration, n int, kind tasks.EventKind, who string, fields []board.FieldChange) step {
		return step{after, board.Event{Key: named(n), Subject: fmt.Sprint("T", n), Kind: kind, Who: who, Fields: fields}}
	}
	mine := func(s step, id tasks.EditID) step { s.Mine = id; return s }
	unblocking := func(s step, n int) step { s.Unblocked = []tasks.Key{named(n)}; return s }
	const created, completed, unblocked, claimed, started, edited = tasks.EventCreated, tasks.EventCompleted, tasks.EventUnblocked, tasks.EventClaimed, tasks.EventStarted, tasks.EventEdited
	for _, c := range []struct {
		what  string
		steps []step
		line  string
		feed  string
	}{
		{"nothing", nil, "", ""},
		{"a burst, the heaviest first", []step{of(0, 1, created, "", nil), of(time.Second, 2, completed, "", nil)}, "T2 was completed, T1 was created", "now T2 was completed|now T1 was created"},
		{"two bursts", []step{of(0, 1, created, "", nil), of(2*time.Second, 2, created, "", nil)}, "T2 was created", "now T2 was created|now T1 was created"},
		{"a minute ago", []step{of(0, 1, created, "", nil), of(time.Minute, 2, created, "", nil)}, "T2 was created", "now T2 was created|1m T1 was created"},
		{"an edit made here", []step{of(0, 1, created, "", nil), mine(of(0, 2, edited, "", nil), 7), mine(of(0, 3, edited, "", nil), 7)}, "you edited T3", "now you edited T3|now T1 was created"},
		{"the owner, then the status", []step{of(0, 1, claimed, "bob", owner), of(100*time.Millisecond, 1, started, "bob", status)}, "bob claimed T1", "now bob claimed T1"},
		{"the status much later", []step{of(0, 1, claimed, "bob", owner), of(5*time.Second, 1, started, "bob", status)}, "bob claimed T1", "now bob claimed T1"},
		{"the status after other news", []step{of(0, 1, claimed, "bob", owner), of(3*time.Second, 2, created, "", nil), of(3*time.Second, 1, started, "bob", status)}, "bob claimed T1", "now bob claimed T1|now T2 was created"},
		{"the status too late", []step{of(0, 1, claimed, "bob", owner), of(10*time.Second, 1, started, "bob", status)}, "T1 was started, T1 was given to bob", "now T1 was started|now T1 was given to bob"},
		{"the status by another", []step{of(0, 1, claimed, "bob", owner), of(0, 1, started, "eve", status)}, "T1 was given to bob, ◐ T1 was started", "now T1 was given to bob|now T1 was started"},
		{"the owner, then another field", []step{of(0, 1, claimed, "bob", owner), of(0, 1, edited, "bob", nil)}, "T1 was given to bob, T1 was edited", "now T1 was given to bob|now T1 was edited"},
		{"the owner of one, the status of another", []step{of(0, 1, claimed, "bob", owner), of(3*time.Second, 2, started, "bob", status)}, "T2 was started, T1 was given to bob", "now T2 was started|now T1 was given to bob"},
		{"the status, set here", []step{of(0, 1, claimed, "bob", owner), mine(of(3*time.Second, 1, started, "bob", status), 7)}, "you started T1", "now you started T1|now T1 was given to bob"},
		{"only the owner", []step{of(0, 1, claimed, "bob", owner), of(699*time.Millisecond, 2, created, "", nil)}, "T2 was created", "now T2 was created"},
		{"only the owner, long enough", []step{of(0, 1, claimed, "bob", owner), of(700*time.Millisecond, 2, created, "", nil)}, "T2 was created, T1 was given to bob", "now T2 was created|now T1 was given to bob"},
		{"only the owner, set here", []step{mine(of(0, 1, claimed, "bob", owner), 7)}, "you gave T1 to bob", "now you gave T1 to bob"},
		{"both at once", []step{of(0, 1, claimed, "bob", append(owner, status...))}, "bob claimed T1", "now bob claimed T1"},
		{"what is unblocked later", []step{unblocking(of(0, 1, completed, "", nil), 3), unblocking(of(0, 1, unblocked, "", nil), 2)}, "T1 was completed  →  2.json, 3.json could start", "now T1 was completed  →  2.json, 3.json could start"},
		{"what an edit unblocks", []step{unblocking(of(0, 1, completed, "", nil), 3), mine(unblocking(of(0, 1, unblocked, "", nil), 2), 7)},
			"T1 was cleared from the lists that named it  →  2.json could start", "now T1 was cleared from the lists that named it  →  2.json could start|now T1 was completed  →  3.json could start"},
		{"what is completed after it was cleared", []step{unblocking(of(0, 1, unblocked, "", nil), 3), of(0, 1, completed, "", nil)},
			"T1 was completed, T1 was cleared from the lists that named it  →  3.json could start", "now T1 was completed|now T1 was cleared from the lists that named it  →  3.json could start"},
		{"what another unblocks", []step{unblocking(of(0, 1, completed, "", nil), 3), unblocking(of(0, 4, unblocked, "", nil), 2)},
			"T4 was cleared from the lists that named it  →  2.json could start, ✓ T1 was completed  →  3.json could start", "now T4 was cleared from the lists that named it  →  2.json could start|now T1 was completed  →  3.json could start"},
	} {
		t.Run(c.what, func(t *testing.T) {
			p := hosttest.New()
			m := New(&p.Program)
			for _, s := range c.steps {
				p.Now = p.Now.Add(s.after)
				if due := m.AddDue(); !due.IsZero() && !due.After(p.Now) {
					t.Errorf("what is due at %v is not added at %v", due, p.Now)
				}
				s.At = p.Now
				m.HandleDiff(board.Diff{Events: []board.Event{s.Event}})
			}
			if feed := strings.Join(said(m), "|"); m.lines() != c.line || feed != c.feed {
				t.Errorf("%q, feed %q, want %q, %q", m.lines(), feed, c.line, c.feed)
			}
		})
	}
}

func TestANewListStartsANewLine(t *testing.T) {
	for want, d := range map[string]board.Diff{
		"the list was reset by its agents":              {Reset: true},
		"the directory was replaced by another: 1 task": {Replaced: true},
	} {
		p := hosttest.New(&tasks.Task{Key: named(1), ID: tasks.ID{Text: "1"}, Subject: "Parse", Traits: &tasks.Traits{}})
		m := New(&p.Program)
		m.HandleDiff(board.Diff{Events: []board.Event{{Key: named(1), Subject: "Parse", Kind: tasks.EventCreated}}})
		m.HandleDiff(d)
		if m.lines() != want || m.News.At.String() != "12:00" || m.Newest() != nil || strings.Join(said(m), "|") != "now "+want+"|now Parse was created" {
			t.Errorf("%q at %s, feed %q", m.lines(), m.News.At, said(m))
		}
	}
}

// afterAnEdit is news in which an agent deleted task 2, and a minute later ann edited task 1 here.
func afterAnEdit() (*hosttest.Program, *Model) {
	p := hosttest.New(&tasks.Task{Key: named(1), ID: tasks.ID{Text: "1"}, Subject: "Parse", Traits: &tasks.Traits{}})
	m := New(&p.Program)
	m.HandleDiff(board.Diff{Events: []board.Event{{Key: named(2), Kind: tasks.EventDeleted}}})
	p.Now = p.Now.Add(time.Minute)
	m.HandleDiff(board.Diff{Events: []board.Event{{Key: named(1), Kind: tasks.EventEdited, Mine: 7}}})
	return p, m
}

func TestTheLineAnswersAKeyForAWhileIfThePersonMadeTheEdit(t *testing.T) {
	m := New(&hosttest.New().Program)
	if !m.AnswersUntil().IsZero() {
		t.Errorf("without news it answers until %v", m.AnswersUntil())
	}
	m.HandleDiff(board.Diff{Events: []board.Event{{Key: named(2), Kind: tasks.EventDeleted}}})
	if !m.AnswersUntil().IsZero() {
		t.Errorf("what an agent did answers until %v", m.AnswersUntil())
	}
	p, m := afterAnEdit()
	if until := m.AnswersUntil(); !until.Equal(p.Now.Add(answerFor)) {
		t.Errorf("it answers until %v", until)
	}
}

func TestTheNewestEventIsThatOfTheLineAndSaysWhoDidIt(t *testing.T) {
	if e := New(&hosttest.New().Program).Newest(); e != nil {
		t.Errorf("without news it is %v", e)
	}
	_, m := afterAnEdit()
	if e := m.Newest(); e.Key != named(1) || m.By(*e) != "ann" {
		t.Errorf("it is about %v, by %q", e.Key, m.By(*e))
	}
}

func TestAnItemOfTheFeedLeadsToItsTaskWhileThatIsThere(t *testing.T) {
	_, m := afterAnEdit()
	m.Feed()
	for item, want := range map[int]bool{0: true, 1: false, 2: false} {
		if _, ok := m.TaskOf(item); ok != want {
			t.Errorf("item %d has a task: %v", item, ok)
		}
	}
}

func TestAnotherDirectoryHasNoNewsOfThisOne(t *testing.T) {
	_, m := afterAnEdit()
	if m.Reset(); m.Newest() != nil || len(m.Feed().Items) > 0 {
		t.Errorf("the newest is %v, and the feed has %d items", m.Newest(), len(m.Feed().Items))
	}
}

func TestAClaimOrACompletionHasAShortForm(t *testing.T) {
	event := func(kind tasks.EventKind, change func(e *board.Event)) board.Event {
		e := board.Event{Key: named(1), Subject: "Parse", Kind: kind, Who: "bob"}
		if change != nil {
			change(&e)
		}
		return e
	}
	p := hosttest.New(&tasks.Task{Key: named(1), ID: tasks.ID{Text: "1"}, Subject: "Parse", Status: tasks.InProgress, Traits: &tasks.Traits{}})
	m := New(&p.Program)
	owner := []board.FieldChange{{Field: tasks.FieldOwner, Before: tasks.TextValue("eve"), After: tasks.TextValue("bob")}}
	for _, c := range []struct {
		what  string
		event board.Event
		want  string
	}{
		{"claimed", event(tasks.EventClaimed, nil), "◐ bob Parse"},
		{"started here", event(tasks.EventStarted, func(e *board.Event) { e.Mine, e.Who = 1, "" }), "◐ you Parse"},
		{"completed", event(tasks.EventCompleted, nil), "✓ bob Parse"},
		{"broken", event(tasks.EventBroke, nil), "!  Parse cannot be read"},
		{"broken without a subject", event(tasks.EventBroke, func(e *board.Event) { e.Subject = "" }), "!  1.json cannot be read"},
		{"another event", event(tasks.EventReleased, nil), ""},
		{"of nobody", event(tasks.EventCompleted, func(e *board.Event) { e.Who = "" }), "✓  Parse"},
		{"without a subject", event(tasks.EventCompleted, func(e *board.Event) { e.Subject = "" }), ""},
		{"in another list", event(tasks.EventCompleted, func(e *board.Event) { e.Key.List = "demo" }), ""},
		{"blocking", event(tasks.EventCompleted, func(e *board.Event) { e.Blocked = []tasks.Key{named(2)} }), ""},
		{"of a former owner", event(tasks.EventCompleted, func(e *board.Event) { e.Fields = owner }), ""},
		{"given", event(tasks.EventTookOver, nil), ""},
	} {
		b := m.briefOf(c.event)
		if got := strings.TrimSpace(plain(append(view.Line{b.Sign, phrase.Dim(" "), b.Who, phrase.Dim(" "), b.What}, b.End...))); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

func TestFinishedWorkIsSummedUp(t *testing.T) {
	done := func(n int, owner string, ago time.Duration, status tasks.Status) *tasks.Task {
		return &tasks.Task{Key: named(n), ID: tasks.ID{Text: fmt.Sprint(n)}, Subject: "s", Status: status, Owner: owner, Traits: &tasks.Traits{HasOwner: true},
			Version: 1, Stamp: tasks.Stamp{Mtime: time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC).Add(-ago).UnixNano(), Size: 1}}
	}
	many := []*tasks.Task{done(0, "bob", time.Hour, tasks.Completed), done(1, "bob", 0, tasks.Completed)}
	for i, name := range []string{"ann", "cid", "dan", "eve", "fay", "gus"} {
		many = append(many, done(i+2, name, 30*time.Minute, tasks.Completed))
	}
	for _, c := range []struct {
		what string
		all  []*tasks.Task
		want string
	}{
		{"no tasks", nil, ""},
		{"one is open", []*tasks.Task{done(1, "bob", 0, tasks.Completed), done(2, "", 0, tasks.Pending)}, ""},
		{"one, of nobody", []*tasks.Task{done(1, "", 0, tasks.Completed)}, "All done |1 task completed"},
		{"within a minute", []*tasks.Task{done(1, "bob", 0, tasks.Completed), done(2, "bob", time.Minute, tasks.Completed)}, "All done |bob 2|2 tasks completed within 1m"},
		{"sooner", []*tasks.Task{done(1, "bob", 0, tasks.Completed), done(2, "bob", time.Minute-1, tasks.Completed)}, "All done |bob 2|2 tasks completed"},
		{"of many", many, "All done |bob 2  ·  you 1  ·  cid 1  ·  dan 1  ·  eve 1  ·  2 more|8 tasks completed within 1h"},
	} {
		m := New(&hosttest.New(c.all...).Program)
		m.Generation = 1
		var lines []string
		for _, l := range m.Finish() {
			lines = append(lines, plain(l))
		}
		if got := strings.Join(lines, "|"); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// withPast is news that were read from a log: what happened within two seconds is one item or a few, and a wipe is one.
func withPast() (*hosttest.Program, *Model) {
	p := hosttest.New(&tasks.Task{Key: named(1), ID: tasks.ID{Text: "1"}, Subject: "Parse", Status: tasks.InProgress, Traits: &tasks.Traits{}})
	m := New(&p.Program)
	is := func(status tasks.Status, owner string) log.State {
		return log.State{There: true, Status: status, Owner: owner}
	}
	at := func(ago time.Duration) time.Time { return p.Now.Add(-ago) }
	open, bobs := is(tasks.Pending, ""), is(tasks.InProgress, "bob")
	m.InDemo = func() bool { return false }
	m.recall(log.Past{LastVisit: at(4 * time.Hour), Found: 1, Since: map[tasks.Key]time.Time{named(1): at(6 * time.Hour)}, Events: []log.Event{
		{At: at(9 * time.Hour), Key: named(7), Subject: "Oldest", Kind: tasks.EventDeleted, From: open},
		{At: at(9 * time.Hour), Key: named(5), Subject: "Old", Kind: tasks.EventWiped, From: open},
		{At: at(9 * time.Hour), Key: named(6), Subject: "Older", Kind: tasks.EventWiped, From: open},
		{At: at(8 * time.Hour), Key: named(2), Subject: "Draw", Kind: tasks.EventCreated, To: open},
		{At: at(8*time.Hour - time.Second), Key: named(1), Kind: tasks.EventCompleted, From: bobs, To: is(tasks.Completed, "bob"), Unblocked: []tasks.Key{named(2), named(3)}, More: 2},
		{At: at(7 * time.Hour), Key: named(1), Kind: tasks.EventReopened, From: is(tasks.Completed, "bob"), To: open, Ours: true},
		{At: at(6 * time.Hour), Key: named(1), Kind: tasks.EventClaimed, From: open, To: bobs},
		{At: at(5 * time.Hour), Key: named(2), Kind: tasks.EventChanged, From: open, To: is(tasks.Failed, "")},
		{At: at(5*time.Hour - 2*time.Second), Key: named(2), Subject: "Draw", Kind: tasks.EventDeleted, From: open, Found: true},
	}})
	return p, m
}

func TestTheLogTellsTheBoardSinceWhenATaskIsAsItIs(t *testing.T) {
	p, _ := withPast()
	if since, _ := p.Board.Since(named(1)); !since.Equal(p.Now.Add(-6 * time.Hour)) {
		t.Errorf("it is in progress since %v", since)
	}
	if p.Browsing() {
		t.Error("no summary of what happened since the last visit is shown")
	}
}

func TestThePastIsListedAndFiltered(t *testing.T) {
	_, m := withPast()
	want := []string{
		"before 07:00 Draw was deleted", "07:00 Draw was edited: status pending → failed", "06:00 bob claimed Parse → go to it", "05:00 you reopened Parse → go to it",
		"04:00 bob completed Parse  →  2.json, 3.json and 2 more could start → go to it", "04:00 Draw was created", "03:00 the list was reset by its agents: 2 tasks", "03:00 Oldest was deleted",
	}
	for filter, want := range map[string][]string{"": want, "draw": {want[0], want[1], want[5]}, "older": {want[6]}} {
		rows, err := m.PastNews(filter)
		var got []string
		for _, r := range rows {
			line := strings.ReplaceAll(plain(r.Says), "  Draw", " Draw")
			if !strings.HasPrefix(line, "before") {
				line = r.Choice.At.String() + " " + line
			}
			if r.Does != "" {
				line += " → " + r.Does
			}
			got = append(got, line)
		}
		if err != nil || strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%q: %v\n%s\nwant\n%s", filter, err, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if _, err := m.PastNews("is:nothing"); err == nil {
		t.Error("a wrong filter is no error")
	}
	if got := m.Feed().Since.String(); got != "03:00" {
		t.Errorf("the feed is since %s", got)
	}
}

func TestARowOfThePastHasSignsAndWhatItUnblockedInColumns(t *testing.T) {
	p, m := withPast()
	rows, _ := m.PastNews("")
	if got := plain(rows[2].Line); got != "◐ bob        Parse" {
		t.Errorf("in signs %q", got)
	}
	if got := plain(rows[4].End); got != "● 2.json +3             " {
		t.Errorf("it unblocked %q", got)
	}
	p.Width, p.Height = 59, 30
	if rows, _ := m.PastNews(""); !rows[0].Right.Empty() {
		t.Error("a small screen has no room for the id")
	}
}

func TestARowOfThePastLeadsToItsTaskOrSaysWhyNot(t *testing.T) {
	p, m := withPast()
	rows, _ := m.PastNews("")
	for _, i := range []int{0, 6, 2} {
		want := map[int]string{0: "Its task is not there any more: ", 6: "That is about more than one task"}[i]
		p.ClearNotice()
		p.On = tasks.Key{}
		rows[i].Do()
		if got := p.NoticeText(); !strings.HasPrefix(got, want) || (p.On == named(1)) != (want == "") || p.Browsing() != (want == "") {
			t.Errorf("%s: %q, selected %v", plain(rows[i].Line), got, p.On)
		}
	}
}
