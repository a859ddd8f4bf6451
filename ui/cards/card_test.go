package cards

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// with changes a task.
func with(t *tasks.Task, change func(*tasks.Task)) *tasks.Task {
	change(t)
	return t
}

// mirrored has links on both sides and says when a task is blocked, nested has parts.
var (
	mirrored = &tasks.Traits{Dialect: "s15", HasOwner: true, Mirrors: true}
	nested   = &tasks.Traits{Dialect: "ccw", HasOwner: true, Nests: true}
)

// words returns all that a card says besides its subject.
func words(c view.Card) string {
	said := func(name string, is bool) string {
		if is {
			return name
		}
		return ""
	}
	parts := []string{c.Owner.String(), c.Note.String(), c.Names.String(), c.After.String(), c.Doing.String(), c.Warn.String(), c.WorktreeName.String()}
	parts = append(parts, said("alarm", c.Alarm), said("loop", c.Loop), said("one-sided", c.OneSided), said("worktree", c.HasWorktree))
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " | ")
}

func TestWhatACardSays(t *testing.T) {
	for name, c := range map[string]struct {
		of    []*tasks.Task // the first is that of the card
		state view.State
		want  string
	}{
		"ready":                   {[]*tasks.Task{task("a", tasks.Pending, "")}, view.Ready, ""},
		"completed":               {[]*tasks.Task{task("a", tasks.Completed, "bob")}, view.Done, "bob"},
		"yours":                   {[]*tasks.Task{task("a", tasks.InProgress, "ann")}, view.Running, "you | of ann"},
		"what is being done":      {[]*tasks.Task{with(task("a", tasks.InProgress, "bob"), func(t *tasks.Task) { t.ActiveForm = "Parsing" })}, view.Running, "bob | of bob | Parsing"},
		"only while it is done":   {[]*tasks.Task{with(task("a", tasks.Pending, ""), func(t *tasks.Task) { t.ActiveForm = "Parsing" })}, view.Ready, ""},
		"it waits for one":        {[]*tasks.Task{task("a", tasks.Pending, "", "b"), task("b", tasks.Pending, "")}, view.Waiting, "b. | #b"},
		"it waits for several":    {[]*tasks.Task{task("a", tasks.Pending, "", "b", "c"), task("b", tasks.Pending, ""), task("c", tasks.Pending, "")}, view.Waiting, "2 tasks | #b +1"},
		"of which one is missing": {[]*tasks.Task{task("a", tasks.Pending, "", "b", "nowhere"), task("b", tasks.Pending, "")}, view.Waiting, "2 tasks, 1 missing | #b +1"},
		"all of which are done":   {[]*tasks.Task{task("a", tasks.Pending, "", "b"), task("b", tasks.Completed, "bob")}, view.Ready, ""},
		"it waits for a missing":  {[]*tasks.Task{task("a", tasks.Pending, "", "nowhere")}, view.Missing, "a missing task | nowhere"},
		"one link is not shown":   {[]*tasks.Task{with(task("a", tasks.Pending, ""), func(t *tasks.Task) { t.DroppedLinks = 1 })}, view.Ready, "1 more link than is shown"},
		"blockers are not shown":  {[]*tasks.Task{with(task("a", tasks.Pending, ""), func(t *tasks.Task) { t.DroppedLinks, t.DroppedBlockers = 3, true })}, view.Waiting, "3 more links than are shown | more than is shown"},
		"a loop":                  {[]*tasks.Task{task("a", tasks.Pending, "", "b"), task("b", tasks.Pending, "", "a")}, view.Stuck, "in a loop with | b. | #b | loop"},
		"a loop of itself":        {[]*tasks.Task{task("a", tasks.Pending, "", "a")}, view.Stuck, "in a loop with | itself | #a | loop"},
		"behind a loop":           {[]*tasks.Task{task("a", tasks.Pending, "", "b"), task("b", tasks.Pending, "", "b")}, view.Stuck, "stuck behind | b. | #b"},
		"it started early":        {[]*tasks.Task{task("a", tasks.InProgress, "bob", "b"), task("b", tasks.Pending, "")}, view.Running, "bob | of bob  started early"},
		"it says blocked":         {[]*tasks.Task{task("a", tasks.Blocked, "")}, view.Ready, "says blocked, nothing open"},
		"an unknown status":       {[]*tasks.Task{with(task("a", tasks.Foreign, ""), func(t *tasks.Task) { t.StatusText = "doen" })}, view.Unknown, `status "doen"`},
		"no status":               {[]*tasks.Task{task("a", tasks.Foreign, "")}, view.Unknown, "has no status"},
		"agents cannot see it":    {[]*tasks.Task{with(task("a", tasks.Pending, ""), func(t *tasks.Task) { t.Unseen, t.Why = true, "its agents skip it" })}, view.Ready, "its agents skip it"},
		"a link on one side": {[]*tasks.Task{with(task("a", tasks.Pending, "", "b"), func(t *tasks.Task) { t.Traits = mirrored }), with(task("b", tasks.Pending, ""), func(t *tasks.Task) { t.Traits = mirrored })},
			view.Waiting, "b. | #b | one-sided"},
		"a worktree": {[]*tasks.Task{with(task("a", tasks.Pending, ""), func(t *tasks.Task) { t.Worktree = "fix" })}, view.Ready, "fix | worktree"},
		"parts": {[]*tasks.Task{with(task("a", tasks.Pending, ""), func(t *tasks.Task) { t.Traits = nested }), with(task("b", tasks.Completed, ""), func(t *tasks.Task) { t.Traits, t.Parent = nested, tasks.ID{Text: "a"} }),
			with(task("c", tasks.Pending, ""), func(t *tasks.Task) { t.Traits, t.Parent = nested, tasks.ID{Text: "a"} })}, view.Container, "1 of 2 done"},
		"failed": {[]*tasks.Task{task("a", tasks.Failed, "bob")}, view.Failed, "bob"},
	} {
		t.Run(name, func(t *testing.T) {
			s := show(120, 40)
			s.OwnerNote = func(owner string) safetext.Text { return safetext.Line("of " + owner) }
			s.receive(c.of...)
			card := s.Card(key("a"))
			if got := words(card); got != c.want || card.State != c.state || card.Subject.String() != "a." || card.ID.String() != "#a" {
				t.Errorf("%s %s, state %d, says\n%s", card.ID, card.Subject, card.State, got)
			}
		})
	}
}

func TestWhatACardSaysOfAFile(t *testing.T) {
	s := show(120, 40, task("a", tasks.Pending, ""), task("b", tasks.Pending, ""))
	since := s.p.Now.Add(-3 * time.Minute)
	s.HandleDiff(s.p.Board.Apply(tasks.Delta{At: s.p.Now, Problems: []tasks.Problem{
		{Key: key("a"), Kind: tasks.Unparsable, Text: "not JSON", Damage: tasks.CutOff, Since: since}, {Key: key("new"), Kind: tasks.Unparsable, Text: "not JSON", Since: since},
		{Key: key("b"), Kind: tasks.Unreadable, Text: "two ids", Since: since},
	}}))
	s.boardChanged()
	for id, want := range map[string]string{
		"a": "last good version shown: half-written | alarm", "b": "two ids | alarm", "new": "not JSON | alarm",
	} {
		if got := words(s.Card(key(id))); got != want {
			t.Errorf("the card of %s says %q", id, got)
		}
	}
	if c := s.Card(key("new")); c.Subject.String() != "new.json" || !c.ID.Empty() || c.Age.String() != "3m" || c.State != view.Broken {
		t.Errorf("the card of the new file: %s %s, %s, %d", c.ID, c.Subject, c.Age, c.State)
	}
}

func TestACardSaysThatItsAgentIsQuiet(t *testing.T) {
	s := show(120, 40)
	s.p.Circumstances = func() board.Circumstances { return board.Circumstances{Now: s.p.Now, Stalled: time.Hour} }
	for range 8 { // it writes often enough for a pause to mean something
		s.later(10 * time.Second)
		s.receive(with(task("a", tasks.InProgress, "bob"), func(t *tasks.Task) { t.Stamp.Mtime, t.ActiveForm = s.p.Now.UnixNano(), "Parsing" }))
	}
	for _, c := range []struct {
		after time.Duration
		want  string
	}{{30 * time.Second, "bob | Parsing"}, {2 * time.Minute, "bob | quiet 2m"}} {
		s.later(c.after)
		if said := words(s.Card(key("a"))); said != c.want {
			t.Errorf("%s after a write the card says %q", c.after, said)
		}
	}
	s.receive(with(task("b", tasks.InProgress, "bob"), func(t *tasks.Task) { t.Stamp.Mtime = s.p.Now.UnixNano() }))
	s.later(2 * time.Minute)
	if said := words(s.Card(key("b"))); said != "bob | quiet" {
		t.Errorf("its age says for how long, and the card says %q", said)
	}
}

func TestTheAgeOfACard(t *testing.T) {
	s := show(120, 40)
	for _, c := range []struct {
		after time.Duration
		want  string
	}{{-time.Hour, "now"}, {0, "now"}, {30 * time.Second, "now"}, {time.Minute, "1m"}, {89 * time.Minute, "1h"}} {
		s.receive(task("a", tasks.Pending, ""))
		s.receive(with(task("a", tasks.InProgress, "bob"), func(t *tasks.Task) { t.Stamp.Mtime = s.p.Now.UnixNano() }))
		s.later(c.after)
		if age := s.Card(key("a")).Age.String(); age != c.want {
			t.Errorf("%s after the claim the card says %q", c.after, age)
		}
	}
}

// What changes without the board is on the next card.
func TestACardFollowsWhatItsTaskIs(t *testing.T) {
	s := show(120, 40, ready(2)...)
	s.later(time.Minute)
	before := s.Card(key("a"))
	for name, c := range map[string]struct {
		does, undoes func()
		is           func(view.Card) bool
	}{
		"an edit is being written": {func() { s.Writing = func(k tasks.Key) bool { return k == key("a") } }, func() { s.Writing = func(tasks.Key) bool { return false } }, func(c view.Card) bool { return c.Pending }},
		"it is marked":             {func() { s.Marked = func(k tasks.Key) bool { return k == key("a") } }, func() { s.Marked = func(tasks.Key) bool { return false } }, func(c view.Card) bool { return c.Marked }},
		"the stage highlights it":  {func() { s.IsSpotlit = func(k tasks.Key) bool { return k == key("a") } }, func() { s.IsSpotlit = func(tasks.Key) bool { return false } }, func(c view.Card) bool { return c.Spot }},
		"it needs a person":        {func() { s.needs = []tasks.Key{key("a")}; s.p.Generation++ }, func() { s.needs = nil; s.p.Generation++ }, func(c view.Card) bool { return c.Needy }},
	} {
		s.Select(key("b"))
		s.later(0)
		if c.does(); !c.is(s.Card(key("a"))) || c.is(s.Card(key("b"))) {
			t.Errorf("%s: the cards do not say so: %+v, %+v", name, s.Card(key("a")), s.Card(key("b")))
		}
		if c.undoes(); c.is(s.Card(key("a"))) {
			t.Errorf("%s no longer: the card does not say so", name)
		}
	}
	if after := s.Card(key("a")); after.Key != before.Key || after.Key == s.Card(key("b")).Key {
		t.Errorf("the keys of the cards are %q, %q and %q", before.Key, after.Key, s.Card(key("b")).Key)
	}
}

// isLit fails if a card is not lit as much as wanted: 2, half as much, 1, or not at all, 0.
func (s *shown) isLit(t *testing.T, id string, want uint8, when string) {
	t.Helper()
	if got := s.Card(key(id)).Fresh; got != want {
		t.Errorf("%s: %s is lit %d, not %d", when, id, got, want)
	}
}

// abcq has the ready cards a, b and c, and q, which waits for b.
func abcq() *shown {
	s := show(120, 40, append(ready(3), task("q", tasks.Pending, "", "b"))...)
	s.later(time.Minute)
	return s
}

func TestAChangeByAnAgentLightsItsCardThenHalfAsMuchThenNoMore(t *testing.T) {
	s := abcq()
	s.receive(task("b", tasks.InProgress, "bob"))
	s.isLit(t, "b", 2, "claimed")
	if s.Card(key("b")).Mark != style.OwnerHue("bob") {
		t.Errorf("in the colour %v", s.Card(key("b")).Mark)
	}
	s.isLit(t, "a", 0, "another is claimed")
	for _, step := range []struct {
		after time.Duration
		want  uint8
	}{{litFor, 1}, {FadeFor - litFor, 0}} {
		if next := s.NextChange(); next != s.p.Now.Add(step.after) {
			t.Errorf("the next change is at %v", next)
		}
		s.later(step.after)
		s.isLit(t, "b", step.want, "later")
	}
	if next := s.NextChange(); !next.IsZero() {
		t.Errorf("nothing is lit, and the next change is at %v", next)
	}
}

func TestACompletionAlsoLightsWhatItUnblocks(t *testing.T) {
	s := abcq()
	s.receive(task("b", tasks.Completed, "bob"))
	s.isLit(t, "b", 2, "completed")
	s.isLit(t, "q", 2, "unblocked")
}

func TestACardIsLitHalfWithoutMotion(t *testing.T) {
	s := abcq()
	s.p.Still = true
	s.receive(task("b", tasks.InProgress, "bob"))
	s.isLit(t, "b", 1, "claimed")
}

func TestACardIsNotLitForAChangeInTheFuture(t *testing.T) {
	s := abcq()
	s.receive(task("b", tasks.InProgress, "bob"))
	s.p.Now = s.p.Now.Add(-time.Hour)
	s.isLit(t, "b", 0, "the clock was set back")
}

func TestACardThatThePersonMovedIsLit(t *testing.T) {
	s := abcq()
	mine := map[tasks.Key]tasks.EditID{key("c"): 7}
	s.HandleDiff(s.p.Board.Apply(tasks.Delta{Put: []*tasks.Task{task("c", tasks.InProgress, "ann")}, Mine: mine, At: s.p.Now}))
	s.boardChanged()
	s.isLit(t, "c", 2, "claimed")
}

func TestNoCardIsLitOnceAllIsDone(t *testing.T) {
	s := abcq()
	s.receive(task("a", tasks.Completed, "bob"), task("b", tasks.Completed, "bob"), task("c", tasks.Completed, "bob"), task("q", tasks.Completed, "bob"))
	s.isLit(t, "a", 0, "all is done")
}

func TestColumnsHaveWhatNeedsAPersonFirst(t *testing.T) {
	s := show(120, 40, abc()...)
	s.needs = []tasks.Key{key("d"), key("b"), key("y")}
	s.boardChanged()
	s.Lay()
	s.later(heldFor)
	rows := s.rows()
	for _, order := range []string{"dbace", "yx", "z"} {
		for i := 1; i < len(order); i++ {
			if above, below := rowOf(rows, order[i-1:i]+"."), rowOf(rows, order[i:i+1]+"."); above >= below {
				t.Errorf("%c in row %d is not above %c in row %d", order[i-1], above, order[i], below)
			}
		}
	}
	s.needs = nil
	s.later(time.Minute)
	if s.later(heldFor); rowOf(s.rows(), "a.") > rowOf(s.rows(), "b.") {
		t.Error("a minute later nothing needs a person, and b is first")
	}
}

// The pending column is wider if it cannot give each of its cards two rows: chosen anew only with the size or the filter.
func TestALongColumnIsWider(t *testing.T) {
	for pending, long := range map[int]bool{3: false, 15: false, 25: true, 90: true} {
		var ts []*tasks.Task
		for i := range pending {
			ts = append(ts, task(fmt.Sprint("p", i), tasks.Pending, ""))
		}
		s := show(120, 40, ts...)
		if s.Long() != long {
			t.Errorf("%d pending: %v", pending, s.Long())
		}
		for i := range 30 {
			s.receive(task(fmt.Sprint("q", i), tasks.Pending, ""))
		}
		if s.Long() != long {
			t.Errorf("%d pending: it changes while the board runs", pending)
		}
		s.p.Height = 20
		if s.later(0); !s.Long() {
			t.Error("on a lower screen it is not wider")
		}
	}
}

// A list that scrolls gives no row away; one that fits has two around its news.
func TestOnlyAListThatFitsHasFreeRows(t *testing.T) {
	for n, air := range map[int]int{5: 2, 60: 0} {
		var ts []*tasks.Task
		for i := range n {
			ts = append(ts, task(fmt.Sprint("p", i), tasks.Pending, ""))
		}
		if s := show(44, 40, ts...); s.Air() != air {
			t.Errorf("%d tasks leave %d rows free", n, s.Air())
		}
	}
}

func TestEveryTaskIsCountedInOneSection(t *testing.T) {
	ts := []*tasks.Task{task("w", tasks.Pending, "", "a"), task("m", tasks.Pending, "", "nowhere"), task("f", tasks.Failed, ""), task("u", tasks.Foreign, "")}
	s := show(44, 40, append(abc(), ts...)...)
	want := view.Counts{view.NowSection: 2, view.FailedSection: 1, view.ReadySection: 5, view.BlockedSection: 2, view.UnclearSection: 1, view.DoneSection: 1}
	if n := s.Counts(); n != want {
		t.Errorf("%v", n)
	}
	for head, below := range map[string]string{"Now 2": "x.", "Failed 1": "f.", "Ready 5": "a.", "Blocked 2": "m.", "Unclear 1": "u.", "Done 1": "z."} {
		if rows := s.rows(); rowOf(rows, below) != rowOf(rows, head)+1 {
			t.Errorf("%s is not below %q:\n%s", below, head, strings.Join(rows, "\n"))
		}
	}
}

func TestASectionCountsAllItsTasksAndThoseThatTheFilterShows(t *testing.T) {
	s := show(44, 40, abc()...)
	s.SetFilter("is:running")
	for k, n := range s.View().Stack.Sections {
		want := map[view.SectionKind]view.SectionCount{
			view.NowSection: {Total: 2, Shown: 2}, view.ReadySection: {Total: 5}, view.DoneSection: {Total: 1},
		}[view.SectionKind(k)]
		if n != want {
			t.Errorf("section %d has %+v, want %+v", k, n, want)
		}
	}
}

func TestCardsAreGroupedByOwner(t *testing.T) {
	s := show(120, 40, append(abc(), task("v", tasks.InProgress, "ann"), task("w", tasks.InProgress, ""))...)
	s.groupByOwner()
	rows, last := s.rows(), -1
	for _, text := range []string{"you 1", "v.", "bob 2", "x.", "nobody 1", "w."} {
		y := rowOf(rows[last+1:], text)
		if y < 0 {
			t.Fatalf("no %q below row %d of\n%s", text, last, strings.Join(rows, "\n"))
		}
		last += y + 1
	}
	if !strings.HasPrefix(s.NoticeText(), "By owner: ") || !s.View().Columns[board.InProgressColumn].At(0).Owner.Empty() {
		t.Errorf("%q, and the owner of the first card is %s", s.NoticeText(), s.View().Columns[board.InProgressColumn].At(0).Owner)
	}
	if s.groupByOwner(); s.NoticeText() != "No longer by owner" || rowOf(s.rows(), "nobody 1") >= 0 {
		t.Errorf("%q:\n%s", s.NoticeText(), strings.Join(s.rows(), "\n"))
	}
}

type oneGone struct{ host.Directory }

func (oneGone) WhyNotIn(list string) string {
	if list == "old" {
		return "it is gone"
	}
	return ""
}

// farOffline has a list whose host cannot be reached.
type farOffline struct{ host.Directory }

func (farOffline) Offline(list string) string {
	if list == "far" {
		return "h is offline since 14:02"
	}
	return ""
}

func TestCardsOfAHostThatIsOfflineAreDim(t *testing.T) {
	s := show(120, 40)
	s.p.Directory = farOffline{s.p.Directory}
	s.p.Board.SetLanes([]string{"here", "far"})
	a, b := task("a", tasks.Pending, ""), task("b", tasks.Pending, "")
	a.List, b.List = "here", "far"
	s.receive(a, b)
	column := s.View().Columns[board.PendingColumn]
	if near, far := column.At(0), column.At(1); near.Away || !far.Away {
		t.Errorf("dim are %v and %v, want the second alone", near.Away, far.Away)
	}
	if got := column.Lanes[1].Gone.String(); got != "offline since 14:02" {
		t.Errorf("the lane says %q", got)
	}
}

func TestListsThatAreGoneAreMarked(t *testing.T) {
	in := func(list, id string) *tasks.Task {
		return with(task(id, tasks.Pending, ""), func(t *tasks.Task) { t.List = list })
	}
	s := show(120, 40)
	s.p.Directory = oneGone{s.p.Directory}
	s.p.Board.SetLanes([]string{"new", "old"})
	s.receive(in("new", "a"), in("old", "b"), in("old", "c"))
	want := []view.Lane{{Name: safetext.Line("new"), Shown: 1, Total: 1}, {Name: safetext.Line("old"), First: 1, Shown: 2, Total: 2, Gone: safetext.Const("gone")}}
	if lanes := s.View().Columns[board.PendingColumn].Lanes; !slices.Equal(lanes, want) {
		t.Errorf("%+v", lanes)
	}
}

// inParts has a task of two parts, x1 and x2, on a screen of w columns.
func inParts(w int) *shown {
	part := func(k *tasks.Task) *tasks.Task {
		return with(k, func(t *tasks.Task) { t.Traits, t.Parent = nested, tasks.ID{Text: "whole"} })
	}
	return show(w, 40, with(task("whole", tasks.Pending, ""), func(t *tasks.Task) { t.Traits = nested }), part(task("x1", tasks.Pending, "")), part(task("x2", tasks.Pending, "")))
}

func TestFoldingATaskHidesItsPartsUntilItIsUnfolded(t *testing.T) {
	for _, w := range []int{120, 44} {
		s := inParts(w)
		s.Select(key("whole"))
		if s.foldParts(); rowOf(s.rows(), "x1.") >= 0 {
			t.Errorf("%d columns: the parts are still there:\n%s", w, strings.Join(s.rows(), "\n"))
		}
		if s.foldParts(); rowOf(s.rows(), "x1.") < 0 {
			t.Errorf("%d columns: the parts do not come back:\n%s", w, strings.Join(s.rows(), "\n"))
		}
	}
}

func TestATaskThatIsNoPartCannotBeFolded(t *testing.T) {
	s := inParts(120)
	s.receive(task("y", tasks.Pending, ""))
	s.Select(key("y"))
	if s.foldParts(); rowOf(s.rows(), "x1.") < 0 || s.NoticeText() != "Not folded: it is no container and no part of one" {
		t.Errorf("%q:\n%s", s.NoticeText(), strings.Join(s.rows(), "\n"))
	}
}

func TestATaskThatStandsForItsPartsIsNotCounted(t *testing.T) {
	s := inParts(44)
	if n := s.Counts(); n[view.ReadySection] != 2 || s.View().Stack.Sections[view.ReadySection].Shown != 2 {
		t.Errorf("%v ready, shown are %v", n, s.View().Stack.Sections)
	}
}
