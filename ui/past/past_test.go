package past

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/log"
	"sideboard/tasks/store"
	"sideboard/tasks/testdir"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// opened is the past of a program, and what it asked of other features.
type opened struct {
	*Model
	p        *hosttest.Program
	feed     *view.Feed
	happened []string // the newest first
	looked   int      // how often everything was marked as seen
	edits    []string
	events   []log.Event
	copied   string
	carried  []tasks.Edit
	proposed []host.Proposal
}

func open(ts ...*tasks.Task) *opened {
	p := hosttest.New(ts...)
	p.Keys = keymap.Default()
	o := &opened{Model: New(&p.Program), p: p, feed: &view.Feed{Since: safetext.Const("09:12")}}
	p.Queue, p.Edits = queue{}, o
	p.Happened = func() []log.Event { return o.events }
	o.Uses = Uses{
		Feed: func() *view.Feed { return o.feed }, LookAtAll: func() { o.looked++ },
		PastNews: func(filter string) (rows []host.PastRow, err error) {
			if _, err = board.ParseQuery(filter, "ann"); err != nil {
				return nil, err
			}
			return o.rows(o.happened, filter), nil
		},
		PastEdits: func(then func([]host.PastRow, error) tea.Cmd) tea.Cmd {
			return func() tea.Msg { return host.Answer(func() tea.Cmd { return then(o.rows(o.edits, ""), nil) }) }
		},
		Copy: func(what, text string) tea.Cmd {
			o.copied = what + ": " + text
			return nil
		},
		Propose: func(verb, done string, all []host.Proposal) { o.proposed = all },
	}
	return o
}

// rows returns a row for each text that has a filter in it. Choosing it says so, unless it begins with a dash.
func (o *opened) rows(all []string, filter string) (rows []host.PastRow) {
	for i, s := range all {
		if strings.Contains(s, filter) {
			r := host.PastRow{Choice: view.Choice{Label: safetext.Line(s)}, Nth: i, Does: "go to it", Do: func() tea.Cmd { o.Info("at " + s); return nil }}
			if strings.HasPrefix(s, "-") {
				r.Do = nil
			}
			rows = append(rows, r)
		}
	}
	return rows
}

func (o *opened) CarryOut(e tasks.Edit, err error) tea.Cmd {
	if err != nil {
		o.Warn(err.Error())
	}
	o.carried = append(o.carried, e)
	return nil
}
func (o *opened) Submit(tasks.Edit) tea.Cmd              { return nil }
func (o *opened) SubmitAll([]tasks.Edit, string) tea.Cmd { return nil }

// queue runs commands at once.
type queue struct{}

func (queue) Enqueue(c tea.Cmd) tea.Cmd        { return c }
func (queue) EnqueueOpening(c tea.Cmd) tea.Cmd { return c }

// run runs a command, and those that follow from its answers.
func run(c tea.Cmd) {
	for c != nil {
		c = c().(host.Answer)()
	}
}

// press does what the keys of actions do in the open list.
func (o *opened) press(as ...keymap.Action) {
	for _, a := range as {
		run(o.Mode().Handle(a))
	}
}

func (o *opened) types(text string) { o.Mode().(host.TextMode).Type(field.Insert, text) }

// list returns the open list as text: its tab, its rows with the selected one marked, and what is below them.
func (o *opened) list() string {
	over := o.Mode().Overlay()
	if over == nil {
		return "the board"
	}
	p := over.(*view.Picker)
	out := p.Tabs[p.Tab].Name.String()
	for i, it := range p.Items {
		mark := " "
		if i == p.Selected {
			mark = ">"
		}
		out += "\n" + mark + strings.TrimRight(strings.Join([]string{it.Label.String(), it.Note.String(), it.Right.String()}, "|"), "|")
	}
	for _, l := range p.More {
		for _, s := range l {
			out += "\n~" + s.Text.String()
		}
	}
	return out
}

// keys returns what the keys of the open list do.
func (o *opened) keys() (all []string) {
	for _, k := range o.Mode().Overlay().(*view.Picker).Keys {
		all = append(all, k.Name.String()+" "+k.Does.String())
	}
	return all
}

func (o *opened) want(t *testing.T, what, want string) {
	t.Helper()
	if got := o.list(); got != want {
		t.Errorf("%s:\n%s\nand not\n%s", what, got, want)
	}
}

func task(id string, status tasks.Status, owner string, waitsFor ...string) *tasks.Task {
	t := &tasks.Task{Key: tasks.Key{Name: id + ".json"}, ID: tasks.ID{Text: id}, Subject: "Task " + id, Status: status, Owner: owner, Traits: &tasks.Traits{Dialect: "s12", HasOwner: true}}
	for _, w := range waitsFor {
		t.WaitsFor = append(t.WaitsFor, tasks.ID{Text: w})
	}
	return t
}

func TestThePastHasThreeTabs(t *testing.T) {
	o := open()
	o.happened, o.edits = []string{"bob claimed Parse", "bob created Parse"}, []string{"you completed Draw", "you created Draw"}
	run(o.Show())
	o.want(t, "at first", "What happened\n>bob claimed Parse\n bob created Parse")
	o.press(keymap.NextView)
	o.want(t, "the next tab", "My edits\n>you completed Draw\n you created Draw")
	o.press(keymap.Down, keymap.NextView)
	o.press(keymap.Restore)
	o.want(t, "the last tab", "Deleted\n Nothing was deleted by others, as far as a board saw it")
	o.press(keymap.NextView)
	o.want(t, "round to the first", "What happened\n>bob claimed Parse\n bob created Parse")
	o.press(keymap.PreviousView, keymap.ShowEdits, keymap.Down)
	o.want(t, "by its key", "My edits\n you completed Draw\n>you created Draw")
	if keys := o.keys(); !slices.Contains(keys, "enter go to it") || !slices.Contains(keys, "/ filter") || slices.Contains(keys, "R restore its file") {
		t.Errorf("%q", keys)
	}
	if o.press(keymap.Choose); o.NoticeText() != "at you created Draw" {
		t.Errorf("enter says %q", o.NoticeText())
	}
	o.press(keymap.Back)
	o.want(t, "closed", "the board")
	run(o.Show())
	o.want(t, "opened again", "My edits\n>you completed Draw\n you created Draw")
	o.edits = []string{"-you created a list"}
	o.press(keymap.ShowEdits, keymap.Choose)
	o.want(t, "one that leads nowhere", "My edits\n>-you created a list")
	o.edits = nil
	o.press(keymap.ShowEdits, keymap.Choose)
	o.want(t, "without edits", "My edits\n You have edited nothing here yet")
	if keys := o.keys(); slices.Contains(keys, "/ filter") || slices.Contains(keys, "enter go to it") {
		t.Errorf("of an empty list: %q", keys)
	}
}

func TestThePastIsFiltered(t *testing.T) {
	o := open()
	o.happened, o.edits = []string{"bob claimed Parse", "eve claimed Draw"}, []string{"You completed Draw", "You created Parse"}
	run(o.ShowTab(keymap.ShowHappened))
	o.press(keymap.Filter)
	o.types("eve")
	o.want(t, "eve", "What happened\n>eve claimed Draw")
	o.types("n")
	o.want(t, "even", "What happened\n Nothing matches")
	if keys := o.keys(); slices.Contains(keys, "1 What happened") {
		t.Errorf("while typing: %q", keys)
	}
	o.press(keymap.DeleteToStart)
	o.types("is:nonsense")
	if !strings.Contains(o.list(), `"nonsense" is not known`) && !strings.Contains(o.list(), `"Nonsense" is not known`) {
		t.Errorf("a wrong filter:\n%s", o.list())
	}
	o.press(keymap.Back)
	o.want(t, "cleared", "What happened\n>bob claimed Parse\n eve claimed Draw")
	o.press(keymap.ShowEdits, keymap.Filter)
	o.types("draw")
	o.want(t, "whatever its case", "My edits\n>You completed Draw")
	o.press(keymap.Back, keymap.Back)
	o.want(t, "closed", "the board")
}

// What happens while the list is open leaves the selected row selected, except the first.
func TestTheSelectionStaysOnItsRow(t *testing.T) {
	o := open()
	o.happened = []string{"b", "a"}
	run(o.ShowTab(keymap.ShowHappened))
	more := func(what string) {
		o.happened, o.feed = append([]string{what}, o.happened...), &view.Feed{}
	}
	o.want(t, "at first", "What happened\n>b\n a")
	more("c")
	o.want(t, "the first", "What happened\n>c\n b\n a")
	o.press(keymap.Down)
	more("d")
	o.want(t, "the second", "What happened\n d\n c\n>b\n a")
	o.happened, o.feed = []string{"d", "c", "b"}, &view.Feed{}
	o.want(t, "the last is forgotten", "What happened\n d\n c\n>b")
	o.happened, o.feed = []string{"a"}, &view.Feed{Since: safetext.Const("10:00")}
	o.want(t, "there are fewer", "What happened\n>a")
	o.happened, o.feed = nil, &view.Feed{Since: safetext.Const("10:00")}
	o.want(t, "there are none", "What happened\n Nothing recorded since 10:00")
}

func TestTheListOpensOnlyOverTheBoard(t *testing.T) {
	o := open()
	asked := o.ShowTab(keymap.ShowEdits)
	text := &host.Reading{Program: o.Program}
	o.SetMode(text)
	if run(asked); o.Mode() != host.Mode(text) {
		t.Errorf("%T is open in place of the text", o.Mode())
	}
	o.ToBoard()
	o.PastEdits = func(then func([]host.PastRow, error) tea.Cmd) tea.Cmd {
		return then(nil, errors.New("the disk is gone"))
	}
	run(o.ShowTab(keymap.ShowEdits))
	o.want(t, "an error", "My edits\n It cannot be read: the disk is gone")
}

// deleted opens the tab of deleted tasks.
func (o *opened) deleted(all ...store.Deleted) *panel {
	v := &panel{m: o.Model, tab: 2, Filtered: host.Filtered{Changed: func() {}}}
	v.open(v.describe(all), nil)
	return v
}

// gone returns a task that was deleted so long ago.
func (o *opened) gone(t *tasks.Task, ago time.Duration) store.Deleted {
	return store.Deleted{Task: t, At: o.p.Now.Add(-ago), Raw: []byte("{" + t.ID.Text + "}"), Description: "About " + t.ID.Text}
}

func TestDeletedTasksAreListedInGroups(t *testing.T) {
	o := open()
	o.events = []log.Event{{Key: tasks.Key{Name: "5.json"}, Kind: tasks.EventWiped}}
	o.deleted(
		o.gone(task("1", tasks.Pending, ""), time.Minute), o.gone(task("2", tasks.InProgress, "bob"), 2*time.Minute), o.gone(task("3", tasks.Completed, "eve"), 2*time.Minute+time.Second),
		o.gone(task("4", tasks.InProgress, ""), time.Hour), o.gone(task("5", tasks.Completed, ""), 3*time.Hour), o.gone(task("6", tasks.Pending, ""), 3*time.Hour+2*time.Second),
		o.gone(task("7", tasks.Pending, ""), 3*time.Hour+5*time.Second),
	)
	o.want(t, "the list", "Deleted\n>Task 1|pending|deleted 11:59\n Task 2|in progress, bob|2 deleted 11:58\n Task 3|eve\n Task 4|in progress|deleted 11:00\n Task 5||wiped 09:00, 1 of 2 done\n Task 6|pending\n Task 7|pending|deleted 08:59\n~deleted 11:59")
	if keys := o.keys(); !slices.Contains(keys, "R restore its file") || !slices.Contains(keys, "enter read") || !slices.Contains(keys, "w export all") {
		t.Errorf("%q", keys)
	}
	o.press(keymap.Down, keymap.Down)
	if keys := o.keys(); !slices.Contains(keys, "R restore all 2") || !strings.HasSuffix(o.list(), "\n~2 deleted 11:57") {
		t.Errorf("of a group: %q\n%s", keys, o.list())
	}
}

func TestADeletedTaskIsRead(t *testing.T) {
	o := open()
	o.deleted(o.gone(task("1", tasks.Pending, ""), time.Minute), o.gone(task("2", tasks.Pending, ""), time.Minute))
	o.press(keymap.Down, keymap.Choose)
	read, ok := o.Mode().(*host.Reading)
	if !ok || read.Title.String() != "Task 2" || read.Says[keymap.Export] != "" || read.Says[keymap.RestoreAll] != "restore all 2" {
		t.Fatalf("%T: %+v", o.Mode(), read)
	}
	var text []string
	for _, l := range read.LayOut(60, o.Sheet) {
		row := ""
		for _, s := range l {
			row += s.Text.String()
		}
		text = append(text, row)
	}
	if got := strings.Join(text, "\n"); got != "About 2\n\nThe file as it was\n{2}" {
		t.Errorf("it reads %q", got)
	}
	if read.Do(keymap.CopyID); o.copied != "the file of Task 2: {2}" {
		t.Errorf("y copies %q", o.copied)
	}
	if lines := deletedLines(&store.Deleted{Description: " ", Raw: []byte("a\nb\n")}, 60, o.Sheet); lines[0][0].Text.String() != "It has no description." || len(lines) != 5 {
		t.Errorf("%q", lines)
	}
}

// A new task like a deleted one waits for what is still there and open.
func TestANewTaskLikeADeletedOneIsCreated(t *testing.T) {
	elsewhere := task("5", tasks.Pending, "")
	elsewhere.List = "other"
	numbered := task("7", tasks.Pending, "")
	numbered.ID.Num = true
	o := open(task("2", tasks.Pending, ""), task("3", tasks.Completed, ""), elsewhere, numbered)
	o.p.Board.Apply(tasks.Delta{Problems: []tasks.Problem{{Key: tasks.Key{Name: "6.json"}, Kind: tasks.Unparsable}}})
	o.p.Board.SetTraits("", &tasks.Traits{Dialect: "s12", HasOwner: true, HasActiveForm: true})
	was := task("1", tasks.Completed, "bob", "2", "3", "4", "5", "6", "7")
	was.ActiveForm = "Doing it"
	o.deleted(o.gone(was, time.Minute))
	o.press(keymap.Restore)
	o.want(t, "restored", "the board")
	if len(o.carried) != 1 || o.carried[0].Verb != tasks.VerbCreate || o.carried[0].Draft == nil {
		t.Fatalf("%q, %+v", o.NoticeText(), o.carried)
	}
	d := o.carried[0].Draft
	if d.Subject != "Task 1" || d.Description != "About 1" || d.ActiveForm != "Doing it" || len(d.WaitsFor) != 1 || d.WaitsFor[0].Text != "2" {
		t.Errorf("%+v", d)
	}
}

// The board of a list that was wiped still shows its tasks, which are gone.
func TestNothingWaitsForATaskOfAWipedList(t *testing.T) {
	wiped, last := task("2", tasks.Completed, ""), task("3", tasks.InProgress, "bob")
	for _, was := range []*tasks.Task{wiped, last} {
		was.Traits = &tasks.Traits{Dialect: "claude-code", WipesWhenDone: true, HasOwner: true}
	}
	o := open(wiped, last)
	o.p.Board.SetTraits("", wiped.Traits)
	o.p.Board.Apply(tasks.Delta{Gone: []tasks.Key{wiped.Key, last.Key}, Whole: true, HighWaterMark: 3, At: o.p.Now})
	if _, _, ok := o.p.Board.ResetCounts(); !ok {
		t.Fatal("the list was not wiped")
	}
	o.events = []log.Event{{Key: last.Key, At: o.p.Now, Kind: tasks.EventWiped}}
	if head := o.DeletedHead(); head == nil || head.Words.String() != "wiped 12:00, 0 of 1 done" {
		t.Errorf("the board mentions %+v", head)
	}
	o.deleted(o.gone(task("4", tasks.Completed, "", "2", "3"), time.Minute))
	if o.press(keymap.Restore); len(o.carried) != 1 || len(o.carried[0].Draft.WaitsFor) != 0 {
		t.Errorf("%q, %+v", o.NoticeText(), o.carried)
	}
}

func TestTasksDeletedTogetherAreRestoredTogether(t *testing.T) {
	o := open(task("9", tasks.Pending, ""))
	wiping := &tasks.Traits{Dialect: "claude-code", WipesWhenDone: true}
	o.p.Board.SetTraits("", wiping)
	web, far := task("w", tasks.Completed, ""), task("f", tasks.Completed, "")
	web.List, far.List = "web", "far"
	o.p.Board.SetTraits("web", &tasks.Traits{Dialect: "s12"})
	newest, older := task("3", tasks.Pending, "", "10"), task("3", tasks.Pending, "")
	o.deleted(
		o.gone(newest, time.Minute), o.gone(task("10", tasks.Completed, "", "1"), time.Minute), o.gone(older, time.Minute), o.gone(task("1", tasks.Pending, "", "3"), time.Minute),
		o.gone(task("9", tasks.Completed, ""), time.Minute), o.gone(web, time.Minute), o.gone(far, time.Minute), o.gone(task("alone", tasks.Pending, ""), time.Hour),
	)
	o.press(keymap.RestoreAll)
	var got []string
	for _, p := range o.proposed {
		s := p.Task.ID.Text
		if p.Out {
			s += " left out: " + p.Risk
		}
		if p.No != "" {
			s += " not: " + p.No
		}
		got = append(got, s)
	}
	want := []string{"10 left out: A list whose tasks are all completed is wiped again.", "3", "1", "9 not: there is another file of its name", "f", "w"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestBlockersAreRestoredFirst(t *testing.T) {
	d := func(id, subject string, waitsFor ...string) store.Deleted {
		was := task(id, tasks.Pending, "", waitsFor...)
		was.Subject = subject
		return store.Deleted{Task: was}
	}
	for name, c := range map[string]struct {
		all  []store.Deleted
		want string
	}{
		"in their order":                     {[]store.Deleted{d("1", "a"), d("2", "b")}, "a b"},
		"each after those it waits for":      {[]store.Deleted{d("1", "a", "3"), d("2", "b", "1"), d("3", "c")}, "c a b"},
		"a loop":                             {[]store.Deleted{d("1", "a", "2"), d("2", "b", "1")}, "b a"},
		"one that was not deleted":           {[]store.Deleted{d("1", "a", "9"), d("2", "b")}, "a b"},
		"the newest of several with a name":  {[]store.Deleted{d("1", "new"), d("1", "old", "2"), d("2", "b")}, "new b"},
		"also when another one waits for it": {[]store.Deleted{d("2", "b", "1"), d("1", "new"), d("1", "old")}, "new b"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, d := range blockersFirst(c.all) {
				got = append(got, d.Task.Subject)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestTheFileOfADeletedTaskIsCopied(t *testing.T) {
	o := open()
	o.deleted(o.gone(task("1", tasks.Pending, ""), time.Minute))
	if o.press(keymap.CopyID); o.copied != "the file of Task 1: {1}" {
		t.Errorf("y copies %q", o.copied)
	}
}

func TestDeletedTasksAreExportedToTheDirectoryThatIsTyped(t *testing.T) {
	o := open()
	cwd := t.TempDir()
	o.Finder.Env.Cwd, o.Finder.Env.Home = cwd, filepath.Join(cwd, "home")
	in := task("2", tasks.Pending, "")
	in.List = "web"
	o.deleted(o.gone(task("1", tasks.Pending, ""), time.Minute), o.gone(in, time.Hour))
	o.press(keymap.Export, keymap.Back)
	if !strings.HasPrefix(o.list(), "Deleted") {
		t.Errorf("esc leads to\n%s", o.list())
	}
	o.press(keymap.Export, keymap.Submit)
	x := o.Mode().(*exporting)
	if x.Err != "Name a directory" {
		t.Errorf("without a name it says %q", x.Err)
	}
	if f := x.Overlay().(*view.Form); f.Title.String() != "Export 2 deleted tasks to" {
		t.Errorf("its title is %q", f.Title)
	}
	for _, c := range []struct{ typed, dir string }{{"kept", filepath.Join(cwd, "kept")}, {"~/kept", filepath.Join(cwd, "home", "kept")}, {filepath.Join(cwd, "abs"), filepath.Join(cwd, "abs")}} {
		o.deleted(o.gone(task("1", tasks.Pending, ""), time.Minute), o.gone(in, time.Hour))
		o.press(keymap.Export)
		if o.types(c.typed + "x"); o.Mode().(*exporting).Err != "" {
			t.Errorf("while typing it says %q", o.Mode().(*exporting).Err)
		}
		o.press(keymap.DeleteBefore)
		o.press(keymap.Submit)
		for name, want := range map[string]string{"1.json": "{1}", "web-2.json": "{2}"} {
			if raw, err := os.ReadFile(filepath.Join(c.dir, name)); err != nil || string(raw) != want {
				t.Errorf("%s: %s reads %q, %v", c.typed, name, raw, err)
			}
		}
		if want := "Exported 2 tasks to " + c.dir; o.NoticeText() != want || !o.Browsing() {
			t.Errorf("it says %q and shows %T", o.NoticeText(), o.Mode())
		}
	}
}

func TestAnExportThatFailsSaysWhyAndLetsThePersonNameAnotherDirectory(t *testing.T) {
	o := open()
	o.Finder.Env.Cwd = t.TempDir()
	if err := os.WriteFile(filepath.Join(o.Finder.Env.Cwd, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	o.deleted(o.gone(task("1", tasks.Pending, ""), time.Minute))
	o.press(keymap.Export)
	o.types("file")
	x := o.Mode().(*exporting)
	answer := x.Handle(keymap.Submit)
	if x.Handle(keymap.Submit) != nil || !x.Sent {
		t.Error("while it is written it is written again")
	}
	if run(answer); x.Sent || x.Err == "" || o.NoticeText() != "" || o.Mode() != host.Mode(x) {
		t.Errorf("%v, %q, %q", x.Sent, x.Err, o.NoticeText())
	}
	w, err := workspace.Open(locate.Place{Dir: t.TempDir()}, workspace.Options{})
	testdir.Must(t, err)
	defer w.Close()
	o.p.Workspace = w
	x.Line = field.NewLine(w.Place().Dir)
	if x.Handle(keymap.Submit) != nil || !strings.HasPrefix(x.Err, "That is a task directory") {
		t.Errorf("to the list that is open: %q", x.Err)
	}
	x.Line, o.Finder.Env.Home = field.NewLine("~/file"), ""
	testdir.Must(t, os.Mkdir(filepath.Join(o.Finder.Env.Cwd, "~"), 0o700), os.WriteFile(filepath.Join(o.Finder.Env.Cwd, "~", "file"), nil, 0o600))
	if run(x.Handle(keymap.Submit)); !strings.Contains(x.Err, filepath.Join(o.Finder.Env.Cwd, "~", "file")) {
		t.Errorf("without a home directory: %q", x.Err)
	}
	answer = x.Handle(keymap.Submit)
	o.ToBoard()
	if run(answer); !strings.HasPrefix(o.NoticeText(), "Not exported: ") {
		t.Errorf("meanwhile the list was left: %q", o.NoticeText())
	}
}

func TestTheBoardMentionsWhatOthersDeleted(t *testing.T) {
	deleted := func(id string, ago time.Duration, kind tasks.EventKind, status tasks.Status) log.Event {
		return log.Event{Key: tasks.Key{Name: id + ".json"}, At: time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC).Add(-ago), Kind: kind, From: log.State{There: true, Status: status}}
	}
	gone, wiped := tasks.EventDeleted, tasks.EventWiped
	for name, c := range map[string]struct {
		events []log.Event
		want   string
	}{
		"nothing":           {nil, ""},
		"one":               {[]log.Event{deleted("1", time.Hour, gone, tasks.Pending)}, "1 deleted by others, last 11:00"},
		"several":           {[]log.Event{deleted("1", 2*time.Hour, gone, tasks.Pending), deleted("2", time.Hour, gone, tasks.Pending)}, "2 deleted by others, last 11:00"},
		"by the person":     {[]log.Event{{Key: tasks.Key{Name: "1.json"}, At: time.Date(2026, 5, 4, 11, 0, 0, 0, time.UTC), Kind: gone, Ours: true}}, ""},
		"only found":        {[]log.Event{{Key: tasks.Key{Name: "1.json"}, At: time.Date(2026, 5, 4, 11, 0, 0, 0, time.UTC), Kind: gone, Found: true}}, ""},
		"created again":     {[]log.Event{deleted("there", time.Hour, gone, tasks.Pending)}, ""},
		"a later event":     {[]log.Event{deleted("1", time.Hour, gone, tasks.Pending), deleted("1", time.Minute, tasks.EventCreated, tasks.Pending)}, ""},
		"a day ago":         {[]log.Event{deleted("1", 24*time.Hour, gone, tasks.Pending)}, ""},
		"just within a day": {[]log.Event{deleted("1", 24*time.Hour-time.Minute, gone, tasks.Pending)}, "1 deleted by others, last 12:01"},
		"a wiped list":      {[]log.Event{deleted("1", time.Hour+time.Second, wiped, tasks.Completed), deleted("2", time.Hour, wiped, tasks.Pending)}, "wiped 11:00, 1 of 2 done"},
		"two wiped lists":   {[]log.Event{deleted("1", time.Hour+groupGap, wiped, tasks.Completed), deleted("2", time.Hour, wiped, tasks.Pending)}, "wiped 11:00, 0 of 1 done  ·  1 before"},
		"others and a wipe": {[]log.Event{deleted("1", 2*time.Hour, wiped, tasks.Completed), deleted("2", time.Hour, gone, tasks.Pending)}, "1 deleted by others, last 11:00  ·  1 before"},
		"a wipe and others": {[]log.Event{deleted("1", 2*time.Hour, gone, tasks.Pending), deleted("2", time.Hour, wiped, tasks.Completed)}, "wiped 11:00, 1 of 1 done  ·  1 before"},
	} {
		t.Run(name, func(t *testing.T) {
			o := open(task("there", tasks.Pending, ""))
			o.events = c.events
			got := ""
			if f := o.DeletedHead(); f != nil {
				got = f.Words.String()
			}
			if got != c.want {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestTheMentionFollowsEventsTheBoardAndTheTime(t *testing.T) {
	o := open()
	if o.DeletedHead() != nil {
		t.Fatal("nothing was deleted")
	}
	o.events = append(o.events, log.Event{Key: tasks.Key{Name: "1.json"}, At: o.p.Now, Kind: tasks.EventDeleted})
	first := o.DeletedHead()
	if first == nil || first != o.DeletedHead() || first.Key.Name.String() != "A 3" {
		t.Fatalf("%+v", first)
	}
	run(o.Show())
	if !strings.HasPrefix(o.list(), "Deleted") {
		t.Errorf("unseen deletions open\n%s", o.list())
	}
	if o.looked > 0 {
		t.Error("the deleted tasks are no look at what was completed")
	}
	if o.press(keymap.ShowHappened, keymap.Back); o.looked != 1 {
		t.Errorf("what happened was %d times a look at what was completed", o.looked)
	}
	if run(o.Show()); !strings.HasPrefix(o.list(), "What happened") {
		t.Errorf("seen ones open\n%s", o.list())
	}
	seen := open()
	seen.events = o.events
	run(seen.ShowTab(keymap.ShowDeleted))
	seen.press(keymap.ShowHappened, keymap.Back)
	if run(seen.Show()); !strings.HasPrefix(seen.list(), "What happened") {
		t.Errorf("those that were opened at once open\n%s", seen.list())
	}
	o.p.Now = o.p.Now.Add(24 * time.Hour)
	if o.DeletedHead() != nil {
		t.Error("a day later they are still mentioned")
	}
	o.events = append(o.events, log.Event{Key: tasks.Key{Name: "2.json"}, At: o.p.Now, Kind: tasks.EventDeleted})
	if o.DeletedHead() == nil {
		t.Error("another one is not mentioned")
	}
	o.p.Put(task("2", tasks.Pending, ""))
	if o.p.Generation++; o.DeletedHead() != nil {
		t.Error("it is there again, and still mentioned")
	}
	if o.Reset(); o.head.view != nil || o.seen.view != nil {
		t.Error("another directory has the deletions of this one")
	}
}

// The board as it was is offered for what happened since the first event that is recorded.
func TestTheBoardThenIsOfferedWhereItIsKnown(t *testing.T) {
	o := open()
	shown := 0
	o.ShowBoardAt = func(time.Time) tea.Cmd { shown++; return nil }
	ago := func(d time.Duration) time.Time { return o.p.Now.Add(-d) }
	at := ago(time.Hour)
	o.PastNews = func(string) ([]host.PastRow, error) {
		return []host.PastRow{{Choice: view.Choice{Label: safetext.Const("Parse")}, At: at}}, nil
	}
	for _, c := range []struct {
		what   string
		at     time.Time
		events []time.Time
		want   bool
	}{
		{"nothing is recorded, only files show it", ago(time.Hour), nil, false},
		{"before the first event", ago(2 * time.Hour), []time.Time{ago(time.Hour)}, false},
		{"the first event", ago(time.Hour), []time.Time{ago(time.Hour), ago(time.Minute)}, true},
		{"an edit just before its event", ago(time.Hour + time.Second), []time.Time{ago(time.Hour)}, true},
		{"later", ago(time.Minute), []time.Time{ago(time.Hour)}, true},
		{"at an unknown time", time.Time{}, []time.Time{ago(time.Hour)}, false},
	} {
		o.events, at, shown = nil, c.at, 0
		for _, e := range c.events {
			o.events = append(o.events, log.Event{At: e})
		}
		o.ShowTab(keymap.ShowHappened)
		offered := slices.ContainsFunc(o.keys(), func(k string) bool { return strings.HasSuffix(k, "the board then") })
		if o.press(keymap.StepBack); offered != c.want || (shown == 1) != c.want {
			t.Errorf("%s: it is offered: %v, shown %d times", c.what, offered, shown)
		}
		o.p.ToBoard()
	}
}

// Below the events stands how far back they are recorded, unless a filter leaves some out.
func TestThePastSaysWhatIsOlder(t *testing.T) {
	o := open()
	v := &panel{m: o.Model, rows: []host.PastRow{{At: o.p.Now.Add(-time.Hour)}}}
	if got := v.older()[1].Text.String(); !strings.HasPrefix(got, "nothing is recorded before ") {
		t.Error(got)
	}
}
