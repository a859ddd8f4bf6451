package detail

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// detailOf returns the detail of a program, which has the whole screen next to the board.
func detailOf(h *hosttest.Harness) *Model {
	h.Width = 160
	m := New(&h.Program.Program)
	m.Uses = Uses{
		DoneBy: func(e board.Event) string { return e.Who }, Sections: []func(*tasks.Task) *view.DetailSection{
			func(t *tasks.Task) *view.DetailSection {
				return &view.DetailSection{Title: safetext.Line("Owner " + t.Owner)}
			},
			func(*tasks.Task) *view.DetailSection { return nil },
		},
		NewsOf: func(func(tasks.Key) bool, int) []view.FeedItem { return nil },
	}
	h.Arrange = func() view.LayoutOptions {
		return view.LayoutOptions{Detail: m.Open() || m.CanDock(), Beside: m.IsDocked()}
	}
	h.Relayout()
	h.Run(m.Refresh())
	return m
}

// says returns what a detail says, a fact or a link each line.
func says(d *view.Detail) string {
	var b strings.Builder
	line := func(words ...any) { fmt.Fprintln(&b, words...) }
	line(d.Title, "|", d.Word, "|", d.Warn, "|", d.Format, "|", d.ID)
	line("card", d.Owner, d.Age, d.AtLeast, d.Doing, d.Help.Name, d.Behind, d.Alarm)
	for _, f := range d.Facts {
		line("fact", f.Label, f.Value)
		for _, l := range f.Lines {
			line(strings.Repeat(" ", l.Depth), l.Name, l.Text)
		}
	}
	for _, section := range d.Sections {
		line("section", section.Title)
	}
	for name, deps := range map[string][]view.Card{"earlier": d.Earlier, "later": d.Later, "waits": d.WaitsFor, "unblocks": d.Unblocks} {
		for _, dep := range deps {
			words := fmt.Sprint(name, " ", dep.ID, " ", dep.Subject, " ", dep.Owner, " ", dep.Note)
			if dep.OneSided {
				words += " one-sided"
			}
			line(strings.Join(strings.Fields(words), " "))
		}
	}
	for _, l := range d.Body {
		s := ""
		for _, span := range l {
			s += span.Text.String()
		}
		line("body", s)
	}
	for _, item := range d.News {
		s := item.Age.String()
		for _, span := range item.Line {
			s += " " + strings.TrimSpace(span.Text.String())
		}
		line("news", s)
	}
	if d.Edit != nil {
		line("change", d.Edit.When, d.Edit.Who)
		for _, f := range d.Edit.Fields {
			line("change", f.Field, f.Before, f.After)
		}
	}
	line(d.Path)
	return b.String()
}

// carded is a selection whose cards have all that a detail takes of them.
type carded struct {
	*hosttest.Harness
	Warn  string
	asked int
}

func (c *carded) Card(k tasks.Key) view.Card {
	c.asked++
	card := c.Harness.Card(k)
	card.Warn, card.Behind, card.Alarm = safetext.Line(c.Warn), c.Board.Behind(k, 100), true
	card.Help, card.Doing = view.Key{Name: safetext.Line("r")}, safetext.Line("doing")
	if c.Board.Task(k) != nil {
		if since, _ := c.Board.Since(k); !since.IsZero() {
			card.Age = safetext.Line("1h")
		}
	}
	return card
}

// has fails unless a detail says all of the lines, and none of those after "no: ".
func has(t *testing.T, m *Model, lines ...string) {
	t.Helper()
	got := says(m.View())
	for _, l := range lines {
		l, absent := strings.CutPrefix(l, "no: ")
		if strings.Contains(got, l) == absent {
			t.Errorf("%q is said: %v; all of it:\n%s", l, !absent, got)
		}
	}
}

func TestTheDetailSaysWhatTheFileOfATaskHas(t *testing.T) {
	file := strings.Replace(hosttest.S07("2", "Transform", "pending", "bob", "[1, 9]"), `"description": ""`, `"description": "# The plan\n\nUse **bold** words.\n\n`+strings.Repeat("word ", 99)+`"`, 1)
	file = strings.Replace(file, "\n}", ",\n  \"weight\": 1.50e+00,\n  \"some_tags\": [\"a\", {\"b\": \"c\"}],\n  \"none\": null,\n  \"empty\": [],\n  \"text\": \"\"\n}", 1)
	h := hosttest.OnFiles(t, map[string]string{"task_1.json": hosttest.S07("1", "Parse", "in_progress", "eve", "[]"), "task_2.json": file, "task_3.json": hosttest.S07("3", "Emit", "pending", "", "[2, 4]"), "task_4.json": hosttest.S07("4", "Load", "pending", "", "[]")})
	m := detailOf(h)
	h.On = tasks.Key{Name: "task_2.json"}
	has(t, m, "Transform | Blocked | ", "s07 task system", "waits #1 Parse eve", "waits 9", "missing", "unblocks #3 Emit", "no: weight", "no: The plan")
	h.Run(m.Refresh())
	has(t, m, "fact weight 1.50e+00", "fact some tags", " a", " b c", "body The plan", "body Use bold words.", "task_2.json", "no: none", "no: empty", "no: fact text", "no: fact  \n")
	h.On = tasks.Key{Name: "task_4.json"}
	h.Run(m.Refresh())
	has(t, m, "Load", "no: weight", "no: The plan")
	h.On = tasks.Key{Name: "task_2.json"}
	h.Run(m.Refresh())
	rows := len(m.View().Body)
	h.Width = 200
	h.Relayout()
	if has(t, m, "Transform"); len(m.View().Body) >= rows {
		t.Error("on a wider screen the description has as many rows")
	}
	first := m.View()
	if h.Generation++; m.View() != first {
		t.Error("an equal detail is another one")
	}
	h.Writes("task_2.json", strings.Replace(file, "1.50e+00", "2", 1))
	h.Run(m.Refresh())
	has(t, m, "fact weight 2", "change just now")
	h.Writes("task_2.json", file[:len(file)-20])
	h.Run(m.Refresh())
	if has(t, m, "Transform", "no: body", "no: fact weight"); m.View().Fault == nil {
		t.Error("it does not show where the file cannot be read")
	}
	h.Board.Apply(tasks.Delta{Problems: []tasks.Problem{{Key: h.On, Kind: tasks.Unparsable, Line: 1}}, At: h.Now})
	h.Generation++
	if m.View().Fault != nil {
		t.Error("it shows where the file could not be read before")
	}
	h.On = tasks.Key{Name: "task_3.json"}
	has(t, m, "Emit", "no: weight", "no: body", "earlier #1 Parse eve")
}

func TestTheDetailReadsOneFileAtATimeAndEachOnlyAfterAChange(t *testing.T) {
	h, m := long(t, 160)
	if m.Refresh() != nil {
		t.Error("the file is read again although it has not changed")
	}
	h.On = tasks.Key{Name: "task_2.json"}
	reading := m.Refresh()
	if reading == nil {
		t.Fatal("the file of another task is not read")
	}
	if m.Refresh() != nil {
		t.Error("a file that is being read is read again")
	}
	if h.On = (tasks.Key{Name: "task_1.json"}); m.Refresh() != nil {
		t.Error("a second file is read before the first")
	}
	h.On = tasks.Key{Name: "task_2.json"}
	if h.Run(reading); m.Refresh() != nil {
		t.Error("a file is read twice")
	}
}

// long is the detail of task 1, whose description has more rows than any screen, on a screen of w columns. Task 2 has none.
func long(t *testing.T, w int) (*hosttest.Harness, *Model) {
	t.Helper()
	text := strings.Repeat(`Line\n\n`, 60)
	h := hosttest.OnFiles(t, map[string]string{"task_1.json": strings.Replace(hosttest.S07("1", "Parse", "pending", "", "[]"), `"description": ""`, `"description": "`+text+`"`, 1), "task_2.json": hosttest.S07("2", "Emit", "pending", "", "[]")})
	m := detailOf(h)
	h.Width = w
	h.Relayout()
	h.Run(m.Refresh())
	return h, m
}

func (m *Model) press(a keymap.Action) { m.Actions()[a](a) }

func TestTheDetailIsDockedWhereThereIsRoomAndTheViewIsNoPicture(t *testing.T) {
	h, m := long(t, 160)
	if m.Open() || !m.Shown() || !m.IsDocked() {
		t.Error("it is not docked on a wide screen")
	}
	if m.Toggle(); m.IsDocked() {
		t.Error("it is open, and still docked")
	}
	m.Toggle()
	if h.Width = view.PanelWidth; !m.CanDock() {
		t.Error("there is no room on a screen that is just wide enough")
	}
	h.Width = 100
	if h.Relayout(); m.Shown() || m.IsDocked() || m.View() != nil || m.Refresh() != nil {
		t.Error("it is docked on a narrow screen")
	}
	h.Width = 200
	h.ShownView = func() view.ViewKind { return view.GraphView }
	if m.CanDock() {
		t.Error("a picture leaves no room")
	}
}

func TestTheDetailScrollsFromItsTopToItsEnd(t *testing.T) {
	h, m := long(t, 160)
	scrolled := func(want bool, what string) {
		t.Helper()
		if got := m.View().Scroll; got > 0 != want {
			t.Errorf("%s: it is scrolled by %d", what, got)
		}
	}
	m.press(keymap.ScrollDown)
	scrolled(true, "down")
	m.press(keymap.ScrollUp)
	scrolled(false, "up")
	m.press(keymap.Last)
	scrolled(true, "to the end")
	last := m.View().Scroll
	if m.press(keymap.Last); m.View().Scroll != last || last > 200 { // it has 120 rows of text, and some about the task
		t.Errorf("the end is at %d, then at %d", last, m.View().Scroll)
	}
	m.press(keymap.First)
	scrolled(false, "to the top")
	m.press(keymap.Last)
	h.On = tasks.Key{Name: "task_2.json"}
	h.Run(m.Refresh())
	scrolled(false, "another task")
}

func TestAnOpenDetailIsClosedAndOpensAtItsTop(t *testing.T) {
	h, m := long(t, 100)
	m.press(keymap.OpenDetail)
	if !m.Open() || h.Layout.Detail.Empty() || !m.Shown() || m.IsDocked() || m.View() == nil {
		t.Error("it is not open")
	}
	h.Run(m.Refresh())
	m.press(keymap.Last)
	if m.press(keymap.Back); m.Open() {
		t.Error("it is still open")
	}
	if m.press(keymap.OpenDetail); m.View().Scroll != 0 {
		t.Error("it opens where it was closed")
	}
	if m.Reset(); m.Open() {
		t.Error("it is open over another directory")
	}
}

func TestThereIsNoDetailOfNothing(t *testing.T) {
	h, m := long(t, 100)
	h.On = tasks.Key{}
	if m.Toggle(); m.Open() {
		t.Error("it opens without a task")
	}
	h.On = tasks.Key{Name: "task_1.json"}
	m.Toggle()
	h.On = tasks.Key{} // its task was deleted
	if h.Relayout(); m.View() != nil || m.Refresh() != nil {
		t.Error("the detail of a deleted task is shown")
	}
	if m.Toggle(); m.Open() {
		t.Error("the detail of a deleted task cannot be closed")
	}
}

// ago sets when the file of a task was changed.
func ago(t *tasks.Task, d time.Duration) *tasks.Task {
	t.Stamp.Mtime = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC).Add(-d).UnixNano()
	return t
}

// task returns a task whose file was changed an hour ago.
func task(id string, status tasks.Status, owner string, waits ...string) *tasks.Task {
	t := &tasks.Task{ID: tasks.ID{Text: id}, Key: tasks.Key{Name: id + ".json"}, Subject: "Task " + id, Status: status, Owner: owner, Version: 1, Traits: &tasks.Traits{Title: "s07 task system"}}
	for _, w := range waits {
		t.WaitsFor = append(t.WaitsFor, tasks.ID{Text: w})
	}
	return ago(t, time.Hour)
}

func TestTheDetailLeadsToWhatCanBeFinishedFirst(t *testing.T) {
	h := hosttest.OnTasks(t, task("1", tasks.InProgress, "bob"), task("2", tasks.Pending, "", "1", "5", "7", "8"), task("3", tasks.Pending, "ann", "2", "1"), task("4", tasks.Pending, "", "3", "9"), task("5", tasks.Completed, "eve"),
		ago(task("7", tasks.Completed, "una"), time.Minute), ago(task("8", tasks.Completed, "una"), 59*time.Second))
	m := detailOf(h)
	has(t, m, "card bob  false", "section Owner bob", "unblocks #2 Task 2\n", "unblocks #3 Task 3 you\n", "no: earlier")
	h.On = tasks.Key{Name: "4.json"}
	has(t, m, "waits #3 Task 3 you\n", "waits 9 missing\n", "earlier #1 Task 1 bob\n", "earlier #2 Task 2\n", "no: later")
	started, mirror := task("5", tasks.InProgress, "eve"), task("6", tasks.Pending, "", "5")
	started.Version, mirror.Traits = 2, &tasks.Traits{Title: "s15", Mirrors: true}
	h.Put(started, mirror)
	h.Generation++
	h.On = tasks.Key{Name: "6.json"}
	has(t, m, "waits #5 Task 5 eve one-sided\n")
	h.On = tasks.Key{Name: "2.json"}
	has(t, m, "waits #1 Task 1 bob\n", "unblocks #3 Task 3 you\n", "waits #5 Task 5 eve\n", "waits #7 Task 7 una\n")
	var ts []*tasks.Task
	for i := range 2 * maxLater {
		ts = append(ts, task(fmt.Sprint("x", i), tasks.Pending, "", fmt.Sprint("x", i+1)))
	}
	h.Put(ts...)
	h.Generation++
	h.On = tasks.Key{Name: "x0.json"}
	has(t, m, "waits #x1", "no: earlier")
	h.On = tasks.Key{Name: fmt.Sprint("x", 2*maxLater-maxLater, ".json")}
	has(t, m, "waits #x21", "earlier #x22")
}

func TestTheDetailSaysWhatHappenedToATask(t *testing.T) {
	h := hosttest.OnTasks(t, task("1", tasks.InProgress, "bob"))
	m := detailOf(h)
	at := func(minutes int) time.Time { return h.Now.Add(time.Duration(-minutes) * time.Minute) }
	by := func(owner string) log.State { return log.State{Owner: owner} }
	event := func(k tasks.EventKind, minutes int, from, to string) log.Event {
		return log.Event{Kind: k, Key: h.On, At: at(minutes), From: by(from), To: by(to)}
	}
	all := []log.Event{
		event(tasks.EventEdited, 90, "", ""), event(tasks.EventCreated, 60, "", "eve"), event(tasks.EventClaimed, 50, "", "bob"), event(tasks.EventReleased, 40, "bob", ""), event(tasks.EventClaimed, 30, "", "una"), event(tasks.EventStarted, 30, "una", "una"),
		{Kind: tasks.EventClaimed, Key: tasks.Key{Name: "2.json"}, At: at(25)}, event(tasks.EventCompleted, 20, "una", "una"), event(tasks.EventReopened, 10, "una", ""),
	}
	all[7].Unblocked, all[7].More = []tasks.Key{{Name: "2.json"}}, 1
	all[8].Ours = true
	h.Happened = func() []log.Event { return all[1:2] }
	has(t, m, "news 1h created\n")
	h.Happened = func() []log.Event {
		return []log.Event{event(tasks.EventReopened, 10, "una", ""), event(tasks.EventReleased, 5, "", "")}
	}
	h.Generation++
	has(t, m, "news 5m released\nnews 10m reopened una\n")
	h.Happened = func() []log.Event { return all }
	h.Generation++
	want := "news 10m reopened by you\nnews 20m completed una → 2 tasks could start\nnews 30m started una\nnews 40m released bob\nnews 50m claimed bob\nnews 1h created\n"
	if has(t, m, want, "no: edited"); strings.Count(says(m.View()), "news") != mostHistory {
		t.Errorf("%s", says(m.View()))
	}
}

// A claim and the start of its task within a minute are one move of an agent.
func TestAClaimAndItsStartAreOneMove(t *testing.T) {
	at := hosttest.New().Now
	for name, c := range map[string]struct {
		first, second tasks.EventKind
		owner         string
		apart         time.Duration
		want          bool
	}{
		"at once":              {tasks.EventClaimed, tasks.EventStarted, "bob", 59 * time.Second, true},
		"a minute later":       {tasks.EventClaimed, tasks.EventStarted, "bob", time.Minute, false},
		"another owner":        {tasks.EventClaimed, tasks.EventStarted, "eve", time.Second, false},
		"a claim twice":        {tasks.EventClaimed, tasks.EventClaimed, "bob", time.Second, false},
		"released and started": {tasks.EventReleased, tasks.EventStarted, "bob", time.Second, false},
	} {
		first, second := log.Event{Kind: c.first, At: at, To: log.State{Owner: "bob"}}, log.Event{Kind: c.second, At: at.Add(c.apart), To: log.State{Owner: c.owner}}
		if isOneMove(&first, &second) != c.want {
			t.Errorf("%s: one move %v", name, !c.want)
		}
	}
}

// All that a detail takes of a card, and the age that is exact only if the board saw the state begin.
func TestTheDetailHasWhatTheCardSays(t *testing.T) {
	why := task("2", tasks.Pending, "ann")
	why.Why = "its agents skip it"
	h := hosttest.OnTasks(t, task("1", tasks.InProgress, "bob"), why, task("3", tasks.Pending, "", "7"), task("7", tasks.Completed, "eve"), task("4", tasks.Pending, "", "1", "3"), task("5", tasks.Pending, "", "4"), task("6", tasks.Pending, "", "4", "5", "9"))
	warned := &carded{Harness: h}
	h.Selection = warned
	m := detailOf(h)
	has(t, m, "card bob 1h true doing r 3 true", "later #5", "later #6", "no: later #4", "no: change")
	h.On = tasks.Key{Name: "6.json"}
	if has(t, m, "earlier #1 Task 1 bob\nearlier #3 Task 3\n", "no: earlier 9"); strings.Count(says(m.View()), "earlier") != 2 {
		t.Errorf("%s", says(m.View()))
	}
	claimed := task("3", tasks.InProgress, "bob")
	claimed.Version = 2
	h.Board.Apply(tasks.Delta{Put: []*tasks.Task{claimed}, At: h.Now})
	h.Generation++
	h.On = tasks.Key{Name: "3.json"}
	has(t, m, "card bob 1h false doing r 3 true", "change just now", "change status pending in progress")
	h.On = tasks.Key{Name: "2.json"}
	has(t, m, "Task 2 | Ready | its agents skip it | ")
	warned.Warn = "quiet"
	h.Generation++
	has(t, m, "Task 2 | Ready | quiet | ")
	for damage, want := range map[tasks.Damage]string{tasks.CutOff: "Task 2 | Ready | quiet: it ends | ", tasks.Malformed: "Task 2 | Ready | quiet | "} {
		h.Board.Apply(tasks.Delta{Problems: []tasks.Problem{{Key: h.On, Kind: tasks.Unparsable, Text: "it ends", Damage: damage}}, At: h.Now})
		h.Generation++
		has(t, m, want)
	}
	asked := warned.asked
	if m.View(); warned.asked != asked {
		t.Error("a detail is made anew although nothing has changed")
	}
	var chain []*tasks.Task
	for i := range 2 * maxLater {
		chain = append(chain, task(fmt.Sprint("x", i), tasks.Pending, "", fmt.Sprint("x", i+1)))
	}
	h.Put(chain...)
	for behind, later := range map[int]int{1: 0, 2: 1, maxLater + 1: maxLater, maxLater + 2: 0} {
		h.Generation++
		if h.On = (tasks.Key{Name: fmt.Sprint("x", behind, ".json")}); len(m.View().Later) != later {
			t.Errorf("of %d tasks behind it %d are later, want %d", behind, len(m.View().Later), later)
		}
	}
	var dependants []*tasks.Task
	for i := range mostCards + 2 {
		dependants = append(dependants, task(fmt.Sprint("y", i), tasks.Pending, "", "hub", "x3"))
	}
	h.Put(append(dependants, task("hub", tasks.Pending, ""))...)
	h.Generation++
	h.On = tasks.Key{Name: "hub.json"}
	whole := slices.IndexFunc(m.View().Unblocks, func(c view.Card) bool { return c.Behind == 0 && c.Warn.Empty() })
	if n := len(m.View().Unblocks); n != mostCards+2 || whole != mostCards {
		t.Errorf("of %d dependants %d are whole cards", n, whole)
	}
}

func TestAFactOfSeveralValuesIsAListIfItIsLong(t *testing.T) {
	for _, c := range []struct {
		fact  tasks.Fact
		value string
		lines int
	}{
		{tasks.Fact{Name: "agent", Values: []string{"coder"}}, "coder", 0},
		{tasks.Fact{Name: "paths", Values: []string{"a", "b"}}, "a; b", 0},
		{tasks.Fact{Name: "paths", From: "IMPL-1", Values: []string{"a"}}, "from IMPL-1: a", 0},
		{tasks.Fact{Name: "paths", From: "IMPL-1"}, "from IMPL-1", 0},
		{tasks.Fact{Name: "paths", Values: []string{strings.Repeat("a", longFact-3), "b"}}, strings.Repeat("a", longFact-3) + "; b", 0},
		{tasks.Fact{Name: "paths", Values: []string{strings.Repeat("a", longFact), "b"}}, "", 2},
		{tasks.Fact{Name: "paths", From: "IMPL-1", Values: []string{strings.Repeat("a", longFact), "b"}}, "", 2},
		{tasks.Fact{Name: "paths", Values: []string{strings.Repeat("a", longFact+1)}}, strings.Repeat("a", longFact+1), 0},
	} {
		f := factOf(c.fact)
		if f.Value.String() != c.value || len(f.Lines) != c.lines || (c.fact.From != "" && c.lines > 0) != strings.Contains(f.Label.String(), "from IMPL-1") {
			t.Errorf("%v: %q, %q, %d lines", c.fact, f.Label, f.Value, len(f.Lines))
		}
	}
}

func TestAMemberThatNoDesignKnowsIsShownAsAnOutline(t *testing.T) {
	const notShown = -1
	if f, ok := outlineFact("some_tags", []byte(`["a"]`)); !ok || len(f.Lines) != 1 || f.Label.String() != "some tags" {
		t.Errorf("a list of one is shown as %v", f)
	}
	for raw, lines := range map[string]int{`{"a": ""}`: notShown, `{"a": "b"}`: 1, `""`: notShown, `"b"`: 0, `["a", "b"]`: 2, `"a\nb"`: 2, `{"a": {"b": "c"}}`: 2} {
		f, ok := outlineFact("x", []byte(raw))
		if ok != (lines != notShown) || len(f.Lines) != max(0, lines) {
			t.Errorf("%s is shown: %v, with the lines %v", raw, ok, f.Lines)
		}
	}
	if f, ok := outlineFact("odd", []byte("{oh")); !ok || f.Value.String() != "{oh" {
		t.Errorf("what is no JSON is shown as %v", f)
	}
}

func TestAnOutlineThatIsCutSaysSoInItsLastLine(t *testing.T) {
	f, _ := outlineFact("x", []byte("["+strings.Repeat("1, ", 400)+"1]"))
	if last := f.Lines[len(f.Lines)-1]; last.Style != style.Dim || f.Lines[0].Style != style.Plain {
		t.Errorf("what is left out is said by %v", last)
	}
}

func TestAContainerNamesItsPartsAndAPartItsContainer(t *testing.T) {
	part := func(id, title, status string) string {
		return `{"id": "` + id + `", "title": "` + title + `", "status": "` + status + `", "meta": {"type": "feature", "agent": "coder"}, "context": {"depends_on": []}, "flow_control": {}}`
	}
	h := hosttest.OnFilesIn(t, ".workflow/WFS-login/.task", map[string]string{"IMPL-1.json": part("IMPL-1", "Login", "container"), "IMPL-1.1.json": part("IMPL-1.1", "Form", "pending"), "IMPL-1.2.json": part("IMPL-1.2", "Session", "pending")})
	m := detailOf(h)
	h.On = tasks.Key{Name: "IMPL-1.json"}
	has(t, m, "fact parts #1.1 Form; ", "Session", "no: fact part of")
	h.On = tasks.Key{Name: "IMPL-1.2.json"}
	h.Run(m.Refresh())
	has(t, m, "fact part of", "Login", "no: fact parts", "fact agent coder")
}

func TestTheDetailOfATaskThatNeedsAPerson(t *testing.T) {
	stalled, lacking := task("1", tasks.InProgress, "bob"), task("task_1778000000_0002", tasks.Pending, "")
	lacking.Why, stalled.List = "its text is not UTF-8", "red"
	h := hosttest.OnTasks(t, stalled, lacking)
	h.Needs = func() []board.Need {
		return []board.Need{{Kind: board.TaskStalled, Key: stalled.Key, Since: h.Now.Add(-31 * time.Minute)}, {Kind: board.NobodyStarts, Key: lacking.Key}}
	}
	m := detailOf(h)
	has(t, m, "Task 1 | In progress | : no write for 31m | s07 task system | #1\n", "fact List red\n")
	if d := m.View(); d.Further.Name.Empty() {
		t.Error("no key scrolls it")
	}
	h.SetMode(over{})
	if d := m.View(); !d.Further.Name.Empty() {
		t.Error("a key of the board scrolls it while something is open")
	}
	h.ToBoard()
	h.On = lacking.Key
	has(t, m, "its text is not UTF-8", "task_1778000000_0002", "no: no write for", "no: fact List")
	if sheet := h.Sheet; m.View() != nil {
		h.Sheet = style.New(false, 0)
		if m.description(); m.textSheet == sheet {
			t.Error("the description has the colours of the theme before")
		}
	}
}

// over is a mode over the board.
type over struct{}

func (over) Scopes() []keymap.ScopeName   { return nil }
func (over) Handle(keymap.Action) tea.Cmd { return nil }
func (over) Overlay() view.Overlay        { return nil }
