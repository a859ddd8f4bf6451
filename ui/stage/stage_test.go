package stage

import (
	"os"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/tasks/testdir"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

func TestMain(m *testing.M) { testdir.Main(m) }

// detail is the detail of the selected task, open or not.
type detail struct{ open bool }

func (d *detail) Open() bool     { return d.open }
func (d *detail) IsDocked() bool { return false }
func (d *detail) Toggle()        { d.open = !d.open }
func (d *detail) ScrollBy(int)   {}

// edits are the verbs and files of the edits that were submitted.
type edits []string

func (s *edits) CarryOut(tasks.Edit, error) tea.Cmd     { return nil }
func (s *edits) SubmitAll([]tasks.Edit, string) tea.Cmd { return nil }
func (s *edits) Submit(e tasks.Edit) tea.Cmd {
	*s = append(*s, e.Verb.Past()+" "+e.Of.Name)
	return nil
}

// theater is a stage of a program whose board has a task in each state.
type theater struct {
	*Model
	program *hosttest.Program
	detail  detail
	edits   edits
	view    view.ViewKind
	lost    bool
}

// open returns a stage, with a story that waits at its start if story is set.
func open(t *testing.T, story bool) *theater {
	t.Helper()
	traits := &tasks.Traits{HasOwner: true}
	task := func(file string, status tasks.Status, owner string, waits ...tasks.ID) *tasks.Task {
		return &tasks.Task{
			Key: tasks.Key{Name: file}, ID: tasks.ID{Text: file}, Subject: "Subject of " + file, Status: status, Owner: owner, WaitsFor: waits, Traits: traits,
		}
	}
	p := hosttest.New(
		task("ready", tasks.Pending, ""), task("running", tasks.InProgress, "ann"), task("waits", tasks.Pending, "", tasks.ID{Text: "ready"}),
	)
	s := &theater{Model: New(&p.Program), program: p, view: view.BoardView}
	p.Detail, p.Edits, p.ShownView = &s.detail, &s.edits, func() view.ViewKind { return s.view }
	s.Uses = Uses{
		Lost: func() bool { return s.lost }, ShowView: func(k view.ViewKind) { s.view = k }, NewestEvent: func() *board.Event { return nil },
		NewsLine: func() view.News { return view.News{} }, Feed: func() *view.Feed { return &view.Feed{} },
		ChangeOf: func(tasks.Key) *view.Edit { return nil }, RemindOverwritten: func(string) bool { return false },
	}
	if !story {
		s.Open(nil)
		return s
	}
	d, err := demo.Start(t.Context(), demo.Config{Story: true, WaitAtStart: true, Keep: true})
	testdir.Must(t, err)
	t.Cleanup(func() {
		s.Close()
		testdir.Must(t, os.RemoveAll(d.Root()))
	})
	s.Open(d)
	return s
}

func TestTheStageIsHiddenByWhatTakesItsPlace(t *testing.T) {
	for name, c := range map[string]struct {
		hide   func(*theater)
		staged bool
	}{
		"nothing":             {func(*theater) {}, true},
		"it is off":           {func(s *theater) { s.Toggle() }, false},
		"the directory":       {func(s *theater) { s.lost = true }, false},
		"no directory":        {func(s *theater) { s.program.Workspace = nil }, false},
		"the detail":          {func(s *theater) { s.detail.open = true }, false},
		"an empty board":      {func(s *theater) { s.program.Board = board.New(); s.program.Board.Apply(tasks.Delta{Whole: true}) }, false},
		"a board that loads":  {func(s *theater) { s.program.Board = board.New() }, true},
		"an action":           {func(s *theater) { s.LeaveFor(keymap.Claim) }, false},
		"an action on itself": {func(s *theater) { s.LeaveFor(keymap.NextView) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, false)
			s.detail.open = true
			s.Toggle() // it closes the detail
			c.hide(s)
			if s.Staged() != c.staged || (s.Caption() != nil) != c.staged {
				t.Errorf("it is shown: %v", s.Staged())
			}
		})
	}
}

func TestWithoutADemoTheStageHasNothingToPlayOrToRemove(t *testing.T) {
	s := open(t, false)
	s.Toggle()
	s.detail.open = true
	s.Toggle()
	if s.InDemo() || s.InStory() || s.Paused() || s.Remark() != "" || s.CloseDemo() != nil || !s.detail.open {
		t.Errorf("it is %+v", s.Model)
	}
	if s.Open(&demo.Demo{}); !s.InDemo() || s.InStory() {
		t.Error("a demo is the story")
	}
}

func TestWithoutAStoryTheTaskOfTheNewestEventIsLit(t *testing.T) {
	s := open(t, false)
	s.Toggle()
	if s.IsSpotlit(tasks.Key{Name: "ready"}) {
		t.Error("a task is lit")
	}
	s.NewestEvent = func() *board.Event { return &board.Event{Key: tasks.Key{Name: "ready"}} }
	if !s.IsSpotlit(tasks.Key{Name: "ready"}) || s.IsSpotlit(tasks.Key{Name: "running"}) {
		t.Error("the task of the newest event is not lit, or another one is")
	}
}

// Without a story the caption is the newest event.
func TestTheCaptionIsTheNewestEvent(t *testing.T) {
	line := func(words string) view.Line { return view.Line{{Text: safetext.Line(words), Style: style.Plain}} }
	for want, news := range map[string]struct {
		now  view.Line
		past []view.FeedItem
	}{
		"Nothing has happened yet":  {},
		"bob claimed Parse":         {line("bob claimed Parse"), []view.FeedItem{{Line: line("before"), Age: safetext.Line("2m")}}},
		"bob claimed Draw (2m ago)": {nil, []view.FeedItem{{Line: line("bob claimed Draw"), Age: safetext.Line("2m")}}},
		"bob claimed Ship":          {nil, []view.FeedItem{{Line: line("bob claimed Ship"), Age: safetext.Line("now")}}},
	} {
		s := open(t, false)
		s.NewsLine, s.Feed = func() view.News { return view.News{Line: news.now} }, func() *view.Feed { return &view.Feed{Items: news.past} }
		s.Toggle()
		if got := s.Caption().Text.String(); got != want {
			t.Errorf("the caption is %q, want %q", got, want)
		}
	}
}

func TestTheBeatsOfAStoryAreShownAsTheyComeAndWalkedBackAndForward(t *testing.T) {
	s := open(t, true)
	caption := func() string {
		c := s.Caption()
		words := c.Text.String() + map[view.ViewKind]string{view.BoardView: " B", view.GraphView: " D"}[s.view]
		if !c.Note.Empty() {
			words += " " + c.Note.String()
		}
		if s.paused {
			words += " paused"
		}
		return words
	}
	s.Steer(keymap.Pause) // it goes on
	for _, step := range []struct {
		do         func()
		want       string
		selected   string
		spotlights string
	}{
		{func() { s.addBeat(demo.Caption{Beat: 1, Of: 3, Text: "one", File: "ready", Look: "ready"}) }, "one B", "ready", ""},
		{func() {
			s.addBeat(demo.Caption{Beat: 2, Of: 3, Text: "two", File: "running", Also: []string{"waits"}, Look: "waits", Scene: demo.InGraph})
		}, "two D", "waits", "running waits"},
		{s.previousBeat, "one B earlier paused", "ready", ""},
		{s.previousBeat, "one B earlier paused", "ready", ""},
		{func() { s.addBeat(demo.Caption{Beat: 3, Of: 3, Text: "three", File: "ready", Press: demo.Claim}) }, "one B earlier paused", "ready", ""},
		{s.nextBeat, "two D earlier paused", "waits", "running waits"},
		{s.nextBeat, "You press c: three B paused", "waits", ""},
		{s.nextBeat, "You press c: three B paused", "waits", ""},
		{s.previousBeat, "two D earlier paused", "waits", "running waits"},
		{func() { s.Steer(keymap.Pause) }, "You press c: three B", "waits", ""},
	} {
		step.do()
		var lit []string
		for _, k := range s.SpotlightTasks() {
			lit = append(lit, k.Name)
		}
		if got := caption(); got != step.want || s.program.On.Name != step.selected || strings.Join(lit, " ") != step.spotlights {
			t.Errorf("it shows %q, selects %s and lights %v; want %q, %s and %q", got, s.program.On.Name, lit, step.want, step.selected, step.spotlights)
		}
	}
	for file, is := range map[string]bool{"ready": true, "running": false, "": false} {
		if s.IsSpotlit(tasks.Key{Name: file}) != is {
			t.Errorf("the shown beat lights %q: %v", file, !is)
		}
	}
}

// After the newest beat the story plays one more, if there is one, and waits.
func TestTheNextBeatIsPlayedUnlessItWasTheLast(t *testing.T) {
	s := open(t, true)
	last := open(t, true)
	last.addBeat(demo.Caption{Beat: 1, Of: 1})
	last.paused = false
	if last.nextBeat(); last.paused {
		t.Error("it waits after the only beat")
	}
	for beats, paused := range []bool{true, true, false} {
		if beats > 0 {
			s.addBeat(demo.Caption{Beat: beats, Of: 2})
		}
		s.paused = false
		if s.nextBeat(); s.paused != paused {
			t.Errorf("after beat %d it waits: %v", beats, s.paused)
		}
	}
}

func TestAKeyOfTheStoryGoesThroughTheRulesOfTheBoardOnce(t *testing.T) {
	for want, c := range map[string]demo.Caption{
		"claimed ready":    {File: "ready", Press: demo.Claim},
		"released running": {File: "running", Press: demo.Release},
		"unlinked waits":   {File: "waits", Press: demo.Unlink, Also: []string{"ready"}, Subject: "Subject of waits"},
		"edited ready":     {File: "ready", Press: demo.Edit, Subject: "Another subject"},
	} {
		s := open(t, true)
		c.Beat, c.Of = 1, 1
		s.showCaption(c, true)
		s.Act() // it is pressed once
		if !slices.Equal(s.edits, edits{want}) {
			t.Errorf("the edits are %q, want %q", s.edits, want)
		}
		if k := s.View().Pressed; k.Name.Empty() || k.Does.Empty() {
			t.Errorf("%s: the key is not shown", want)
		}
	}
}

func TestAKeyThatTheRulesRefuseIsPressedAgainAtTheNextChange(t *testing.T) {
	s := open(t, true)
	s.showCaption(demo.Caption{Beat: 1, Of: 1, File: "ready", Press: demo.Edit, Subject: "Subject of ready"}, true)
	if s.Act(); len(s.edits) > 0 {
		t.Errorf("a subject that is there already is %q", s.edits)
	}
	s = open(t, true)
	s.showCaption(demo.Caption{Beat: 1, Of: 1, File: "later", Press: demo.Claim}, true)
	if s.Act(); len(s.edits) > 0 {
		t.Errorf("a task that is not there is %q", s.edits)
	}
	s.program.Put(&tasks.Task{Key: tasks.Key{Name: "later"}, ID: tasks.ID{Text: "later"}, Subject: "L", Status: tasks.Pending, Traits: &tasks.Traits{HasOwner: true}})
	if s.Act(); !slices.Equal(s.edits, edits{"claimed later"}) {
		t.Errorf("later the edits are %q", s.edits)
	}
}

// The change of a task has the agent of the beat as its author, or the person who undoes it.
func TestABeatShowsTheChangeOfATask(t *testing.T) {
	for name, c := range map[string]struct {
		beat demo.Caption
		edit *view.Edit
		want string
	}{
		"an agent's":    {demo.Caption{File: "ready", Who: "eve", Scene: demo.InChange, Mood: demo.Caution}, &view.Edit{Fields: make([]view.Change, 1)}, "eve"},
		"a person's":    {demo.Caption{File: "ready", Who: "eve", Scene: demo.InChange, Press: demo.Edit, Mood: demo.Caution}, &view.Edit{Fields: make([]view.Change, 1)}, "you"},
		"nobody's":      {demo.Caption{File: "ready", Scene: demo.InChange, Mood: demo.Caution}, &view.Edit{Fields: make([]view.Change, 1)}, ""},
		"of no field":   {demo.Caption{File: "ready", Scene: demo.InChange, Mood: demo.Caution}, &view.Edit{}, "none"},
		"unknown":       {demo.Caption{File: "ready", Scene: demo.InChange, Mood: demo.Caution}, nil, "none"},
		"of no task":    {demo.Caption{File: "gone", Scene: demo.InChange, Mood: demo.Caution}, &view.Edit{Fields: make([]view.Change, 1)}, "none"},
		"another scene": {demo.Caption{File: "ready", Mood: demo.Caution}, &view.Edit{Fields: make([]view.Change, 1)}, "none"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, true)
			s.ChangeOf = func(tasks.Key) *view.Edit { return c.edit }
			c.beat.Beat, c.beat.Of = 1, 1
			s.addBeat(c.beat)
			v, got := s.View(), "none"
			if v.Change != nil {
				got = v.Change.Who.String()
			}
			if got != c.want || v.Mood != view.MoodCaution {
				t.Errorf("it shows a change by %q in the mood %d, want %q", got, v.Mood, c.want)
			}
		})
	}
}

func TestTheSpeedOfADemoHasLimits(t *testing.T) {
	s := open(t, true)
	s.Steer(keymap.Pause)
	for _, c := range []struct {
		action keymap.Action
		times  int
		remark string
	}{{keymap.Faster, 1, "2x speed"}, {keymap.Faster, 9, "16x speed"}, {keymap.Slower, 4, ""}, {keymap.Slower, 9, "0.25x speed"}} {
		for range c.times {
			s.Steer(c.action)
		}
		if notice := s.program.NoticeText(); c.remark != "" && notice != "Agents work at "+c.remark {
			t.Errorf("the notice is %q", notice)
		}
		if got := s.Remark(); got != c.remark {
			t.Errorf("it remarks %q, want %q", got, c.remark)
		}
	}
	if s.Steer(keymap.Pause); s.Remark() != "" || !s.Paused() {
		t.Errorf("paused it remarks %q", s.Remark())
	}
}

// The footer has the keys of the stage.
func TestTheFooterHasTheKeysOfTheStage(t *testing.T) {
	words := func(keys []view.Key) string {
		var all []string
		for _, k := range keys {
			all = append(all, k.Does.String())
		}
		return strings.Join(all, ", ")
	}
	s := open(t, false)
	if got := words(s.StageKeys()); got != "the board, help" {
		t.Errorf("without a demo they are %s", got)
	}
	s = open(t, true)
	if got := words(s.StageKeys()); got != "resume, step, restart, the board, help" {
		t.Errorf("in a story they are %s", got)
	}
	s.Steer(keymap.Pause)
	if got := words(s.StageKeys()); got != "pause, step, restart, the board, help" {
		t.Errorf("while it plays they are %s", got)
	}
}

func TestTheMenuOfMishapsHasALineForEachAndTheKeyThatClosesIt(t *testing.T) {
	s := open(t, true)
	s.Steer(keymap.Provoke)
	if menu := s.program.Mode().Overlay().(*view.Message); len(menu.Lines) != 4 || len(menu.Keys) != 1 {
		t.Errorf("the menu of mishaps is %+v", menu)
	}
}

func TestATalkShowsThePressedKeyForAWhile(t *testing.T) {
	s := open(t, false)
	entry := keymap.Default().Entry(keymap.Quit, keymap.ProgramScope)
	if s.Press("q", entry); s.TalkView() != nil || !s.PressedUntil().IsZero() {
		t.Error("outside of a talk a key is shown")
	}
	s.ToggleTalk()
	if s.Press("q", nil); !s.PressedUntil().IsZero() {
		t.Error("a key without a meaning is shown")
	}
	if s.Press("q", entry); s.TalkView().Pressed.Name.String() != "q" {
		t.Errorf("it shows %+v", s.TalkView().Pressed)
	}
	if s.program.Now = s.PressedUntil(); s.TalkView().Pressed.Name.String() != "" {
		t.Error("it is shown for ever")
	}
}
