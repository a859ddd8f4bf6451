package view

import (
	"fmt"
	"slices"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

func txt(s string) Text { return safetext.Line(s) }

func span(st style.Style, s string) Span { return Span{Text: txt(s), Style: st} }

func key(name, does string) Key { return Key{Name: txt(name), Does: txt(does)} }

// column makes a column of given cards.
func column(selected int, cards ...Card) Column {
	for i := range cards {
		if cards[i].Key == "" {
			cards[i].Key = fmt.Sprintf("%s-%d", cards[i].Subject, i)
		}
	}
	return Column{Len: len(cards), Total: len(cards), Stack: Stack{Selected: selected}, At: func(i int) Card { return cards[i] }}
}

func pending(st State, id, subject, remark, names, age string, behind int) Card {
	return Card{State: st, ID: txt(id), Subject: txt(subject), Note: txt(remark), Names: txt(names), Age: txt(age), Behind: behind, Hue: style.Nobody}
}

func owned(st State, id, subject, owner, age string) Card {
	c := Card{State: st, ID: txt(id), Subject: txt(subject), Owner: txt(owner), Age: txt(age), Hue: style.OwnerHue(owner)}
	if owner == "you" {
		c.Hue = style.You
	}
	return c
}

// sampleBoard returns a project in the middle of its life.
func sampleBoard() Board {
	running := []Card{
		owned(Running, "#05", "Board columns", "agent-1", "12m"),
		owned(Running, "#06", "Merge live edits", "agent-2", "3m"),
		owned(Running, "#11", "Undo journal", "agent-3", "47m"),
	}
	running[0].Doing, running[0].Fresh = txt("Drawing the three columns"), 2
	running[1].Doing, running[1].Pending = txt("Merging by field"), true
	running[2].Warn, running[2].Alarm = txt("no write for 31m"), true
	done := []Card{
		owned(Done, "#03", "Watch the directory", "agent-2", "4m"),
		owned(Done, "#01", "Parse task files", "agent-1", "31m"),
		owned(Done, "#04", "Theme tokens", "you", "1h"),
		owned(Done, "#02", "Atomic writes", "agent-3", "1h"),
	}
	done[0].Fresh = 2
	todo := []Card{
		pending(Ready, "#08", "Wave layout", "", "", "2h", 7),
		pending(Ready, "#07", "Card renderer", "", "", "2h", 4),
		pending(Waiting, "#10", "Edge router", "", "Wave layout", "2h", 5),
		pending(Waiting, "#13", "Cycle guard", "", "Wave layout", "2h", 4),
		pending(Waiting, "#15", "Dependency view", "", "2 tasks", "2h", 3),
		pending(Missing, "#21", "Publish to the gallery", "", "a missing task", "1h", 0),
		pending(Waiting, "#19", "翻訳 — Japanese README", "", "Ship v1", "40m", 0),
		pending(Waiting, "#16", "Keyboard map", "", "Card renderer", "2h", 1),
		pending(Waiting, "#17", "Undo across agents", "", "Undo journal", "2h", 0),
		pending(Stuck, "#18", "Ship v1", "stuck behind", "itself, by Release notes", "3h", 2),
		pending(Waiting, "#20", "Release notes", "", "Ship v1", "3h", 12),
	}
	todo[9].Loop, todo[9].Note, todo[9].Names = true, txt("in a loop with"), txt("Release notes")
	for i := range todo {
		for _, cards := range [][]Card{todo, running} {
			if of := slices.IndexFunc(cards, func(c Card) bool { return c.Subject == todo[i].Names }); of >= 0 {
				todo[i].After = cards[of].ID
			}
		}
	}
	b := Board{
		Header:  Header{Project: txt("my-service"), Counts: Counts{ReadySection: 2, NowSection: 3, BlockedSection: 9, DoneSection: 4}, Shown: Counts{ReadySection: 2, NowSection: 3, BlockedSection: 9, DoneSection: 4}},
		Columns: [Columns]Column{column(1, todo...), column(-1, running...), column(-1, done...)},
		News:    sampleNews(),
		Keys: []Key{key("c", "claim"), key("enter", "open"), key("e", "edit"), key("n", "new"), key("/", "filter"), key("d", "complete"),
			key("y", "copy id"), key(".", "next"), key("!", "why"), key("?", "help")},
	}
	for i, name := range []string{"Board", "Dependencies", "Now"} {
		b.Header.Tabs = append(b.Header.Tabs, Tab{Key: txt(string(rune('1' + i))), Name: txt(name), View: []ViewKind{BoardView, GraphView, NowView}[i]})
	}
	b.Columns[PendingColumn].Ready = 2
	return b
}

// sampleNews returns that an agent completed a task, and what can start.
func sampleNews() News {
	done, who := span(style.Ready, "✓"), Span{Text: txt("agent-2"), Style: style.OwnerHue("agent-2")}
	line := func(subject string) Line {
		return Line{who, span(style.Dim, " completed "), span(style.Subject, subject), span(style.Ready, "  →  "), span(style.SubjectStrong, "Wave layout"),
			span(style.Dim, ", "), span(style.SubjectStrong, "Card renderer"), span(style.Ready, " can start")}
	}
	return News{At: txt("12:04"), Sign: done, Line: line("Watch the directory, also on network file systems"), Short: line("Watch the directory, also on network f…"),
		Brief: Brief{Sign: done, Who: who, What: span(style.Subject, "Watch the directory, also on network file systems")}}
}

// sampleNeeds returns a board with a stalled task, one whose agent waits for an answer, and one that waits for nothing there is.
func sampleNeeds() Board {
	b := sampleBoard()
	b.Header.Needs = txt("3 need you")
	mark := func(k ColumnKind, i int, change func(*Card)) {
		at := b.Columns[k].At
		b.Columns[k].At = func(j int) Card {
			c := at(j)
			if j == i {
				change(&c)
			}
			return c
		}
	}
	mark(InProgressColumn, 0, func(c *Card) {
		c.Owner, c.Warn, c.Alarm, c.Needy, c.Help = Text{}, txt("agent-1 waits for your answer (3m)"), true, true, key("P", "answer")
	})
	mark(InProgressColumn, 1, func(c *Card) {
		c.Warn, c.Alarm, c.Needy, c.Help = txt("stalled for 31m"), true, true, key("r", "release")
	})
	for i := range b.Columns[PendingColumn].Len {
		if b.Columns[PendingColumn].At(i).State == Missing {
			mark(PendingColumn, i, func(c *Card) {
				c.Warn, c.Alarm, c.Needy, c.Help = txt("waits for a missing task"), true, true, key("X", "unlink")
			})
		}
	}
	return b
}

// sampleFeed returns what happened in the last hours.
func sampleFeed() *Feed {
	f := &Feed{Since: txt("09:12")}
	for _, s := range []struct{ age, who, did, what, then string }{
		{"now", "agent-2", " completed ", "Watch the directory", "Wave layout, Card renderer and 3 more can start"},
		{"now", "agent-3", " claimed ", "Undo journal", ""}, {"3m", "agent-2", " claimed ", "Merge live edits", ""},
		{"12m", "agent-1", " claimed ", "Board columns", ""}, {"31m", "agent-1", " completed ", "Parse task files", "Atomic writes could start"},
		{"1h", "you", " created ", "翻訳 — Japanese README", ""},
	} {
		line := Line{{Text: txt(s.who), Style: style.OwnerHue(s.who)}, span(style.Plain, s.did), span(style.Subject, s.what)}
		if s.then != "" {
			line = append(line, span(style.Ready, "  →  "), span(style.Ready, s.then))
		}
		f.Items = append(f.Items, FeedItem{At: txt("14:02"), Age: txt(s.age), Line: line})
	}
	return f
}

// stackOf returns the cards of a board as one list, and puts those of each column into it.
func stackOf(b *Board) Stack {
	s := Stack{Selected: -1}
	s.Sections[DoneSection].New = b.Columns[CompletedColumn].New
	runs := func(s *Stack, column ColumnKind, section SectionKind) {
		c := &b.Columns[column]
		joins := false // the run goes on
		for i := range c.Len {
			of := SectionOf(c.At(i).State)
			if c.At(i).State == Container { // it is counted with what can be worked on in its column
				of = [Columns]SectionKind{ReadySection, NowSection, DoneSection}[column]
			}
			if of != section {
				joins = false
				continue
			}
			if !joins || (len(c.Lanes) > 0 && c.Lanes[c.laneOf(i)].First == i) {
				s.Runs = append(s.Runs, Run{Section: section, Column: column, First: i})
			}
			joins = true
			s.Runs[len(s.Runs)-1].Len++
			s.Sections[section].Shown++
			s.Sections[section].Total++
		}
	}
	var needs []StackCard
	for k := range ColumnKind(Columns) {
		c := &b.Columns[k]
		var own []StackCard
		for i := range c.Len {
			if c.At(i).Needy {
				own = append(own, StackCard{k, i})
			}
		}
		of := Stack{First: c.Stack.First, Selected: -1}
		for section := range Sections {
			runs(&of, k, section)
		}
		if needs = append(needs, own...); len(own) > 0 && len(c.Lanes) == 0 {
			of.Raise(own, nil)
		}
		if len(c.Lanes) > 0 {
			slices.SortStableFunc(of.Runs, func(x, y Run) int { return c.laneOf(x.First) - c.laneOf(y.First) })
		}
		if of.Heads, of.OnHead = c.Stack.Heads, c.Stack.OnHead; len(of.Heads) > 0 {
			of.Runs = underHeads(of.Runs, c.Stack.Runs)
		}
		if k == b.Focus && c.Stack.Selected >= 0 {
			of.Selected = of.Place(k, min(c.Stack.Selected, c.Len-1))
			s.Selected = c.Stack.Selected
		}
		c.Stack = of
	}
	selected := s.Selected
	for section := range Sections {
		runs(&s, sections[section].column, section)
	}
	if len(needs) > 0 {
		s.Raise(needs, nil)
	}
	if selected >= 0 {
		s.Selected = s.Place(b.Focus, selected)
	}
	return s
}

func sampleDetail() *Detail {
	return &Detail{
		Title: txt("Card renderer"), State: Ready, Word: txt("Ready"), ID: txt("#07"), Numbers: txt("3 tasks wait for it"), Brief: txt("3 wait for it"), Behind: 3, Age: txt("2h"), Hue: style.Nobody,
		WaitsFor: []Card{{State: Done, ID: txt("#04"), Subject: txt("Theme tokens"), Age: txt("9m"), Owner: txt("you"), Hue: style.You},
			{State: Running, ID: txt("#05"), Subject: txt("Board columns"), Age: txt("5m"), Owner: txt("agent-1"), Hue: style.OwnerHue("agent-1")}},
		Unblocks: []Card{{State: Waiting, ID: txt("#16"), Subject: txt("Keyboard map"), After: txt("#07"), Behind: 1}, {State: Waiting, ID: txt("#15"), Subject: txt("Dependency view")},
			{State: Missing, ID: txt("#99"), Subject: txt("missing"), OneSided: true}},
		Body: []Line{
			{span(style.Heading, "What")},
			{span(style.Plain, "Draw one card in at most two rows. Keep the")},
			{span(style.Plain, "subject at "), span(style.Strong, "full strength"), span(style.Plain, " and the rest dim.")},
			{},
			{span(style.Bullet, "• "), span(style.Plain, "owner in its own hue, "), span(style.Code, "style.OwnerHue")},
			{span(style.Bullet, "• "), span(style.Plain, "age at the right, "), span(style.Emphasis, "never seconds")},
			{},
			{span(style.CodeBlock, "  go test ./ui/view -run Card")},
		},
		Edit: &Edit{When: txt("12:01"), Who: txt("agent-3"), Hue: style.OwnerHue("agent-3"), Fields: []Change{
			{txt("subject"), txt("Card draw"), txt("Card renderer")}, {txt("owner"), txt("agent-3"), txt("")}}},
		Facts: []Fact{{Label: txt("priority"), Value: txt("2"), Style: style.Plain}, {Label: txt("labels"), Value: txt(`["ui","board"]`), Style: style.Plain}},
		Path:  txt("/home/you/my-service/.tasks/task_0007.json"), Format: txt("s12 task system"), Written: txt("written 3h ago"), Chain: txt("step 2 of 6"),
	}
}

func sampleHelp() *Help {
	return &Help{Subject: txt("Card renderer"), Note: txt("#07  ready"), Signs: true, Keys: []Key{key("esc", "close")}, Groups: []HelpGroup{
		{Title: txt("What you can do now"), Keys: []Key{key("c", "claim it for yourself"), key("d", "complete it"), key("enter", "open or close the detail"), key("e", "edit it in a form"), key("/", "filter: words, is:, -@me")}},
		{Title: txt("Move"), Keys: []Key{key("↑/k ↓/j", "the task above, below"), key("←/h →/l", "the column left, right"), key("g G", "the first, the last"), key(".", "go to what needs you"), key("shift+tab", "the view before")}},
		{Title: txt("Act on a task"), Keys: []Key{key("E", "edit it in $EDITOR"), key("D", "delete it, after asking"), {Name: txt("r"), Does: txt("release it"), Off: true}, {Name: txt("o"), Does: txt("reopen it"), Off: true}}},
		{Title: txt("New"), Keys: []Key{key("n", "new task"), key("N", "new task that waits for this")}},
		{Title: txt("Look"), Keys: []Key{key("enter", "details"), key("/", "filter"), key("!", "why"), key("y", "copy the id"), key("Y", "copy an instruction")}},
		{Title: txt("Program"), Keys: []Key{key("?", "keys"), key("esc", "back"), key("q", "quit")}},
		{Title: txt("A form"), Keys: []Key{key("ctrl+s", "save the form"), key("tab", "next field, or complete")}},
		{Title: txt("A question"), Keys: []Key{key("y", "yes, do it"), key("n", "no, leave it")}},
	}}
}

func sampleForm() *Form {
	stands := Running
	return &Form{Title: txt("Edit #07"), State: &stands, Phrase: txt("in progress"), Fields: []Field{
		{Label: txt("Subject"), Lines: []Text{txt("Card renderer")}, CursorX: 13},
		{Label: txt("Description"), Lines: []Text{txt("Draw one card in at most two rows."), txt(""), txt("Keep the subject at full strength.")}, Rows: 5},
		{Label: txt("Owner"), Lines: []Text{txt("agent-1")}, Look: style.OwnerHue("agent-1"), Hint: txt("a name, or empty for nobody")},
		{Label: txt("Waits for"), Lines: []Text{txt("#04, The")}, Focused: true, CursorX: 8, Choice: 0, Choices: []Choice{
			{Label: txt("Theme tokens"), Note: txt("#04"), State: Done, Stated: true}, {Label: txt("Theming by file"), Note: txt("#22"), State: Waiting, Stated: true}}},
	}, Effect: txt("its owner, waits for change. All else in its file stays."), Keys: []Key{key("enter", "save"), key("tab", "complete"), key("esc", "cancel")}}
}

func sampleConfirm() *Confirm {
	return &Confirm{Question: txt("Delete Wave layout?"), Danger: true, Detail: []Line{
		{span(style.Plain, "2 tasks wait for it: "), span(style.Strong, "Edge router"), span(style.Plain, ", "), span(style.Strong, "Cycle guard"), span(style.Plain, ".")},
		{span(style.Dim, "They will no longer wait.")}},
		Keys: []Key{key("y", "delete"), key("n", "keep")}}
}

func sampleProblems() *Problems {
	return &Problems{Selected: 1, Tally: txt("2 need you, 1 note"), Order: txt("most urgent first"), Else: txt("no loops, no id twice."), Items: []Problem{
		{Name: txt("task_0012.json"), Age: txt("3m"), Needy: true, Danger: true, Why: Line{span(style.Plain, "half-written: line 4, column 12, the text ends inside a string")},
			Says: []Line{{span(style.Soft, "Its writer died in the middle: repair it with an editor, or restore it.")}}, Keys: []Key{key("E", "open file"), key("y", "copy path")}},
		{Name: txt("Load test the token service at 2,000 rps"), ID: txt("#8685"), Owner: txt("infra"), Hue: style.OwnerHue("infra"), Age: txt("1h"), Needy: true, Danger: true,
			Why: Line{span(style.Plain, "stalled: no write for 1h, the limit is 30m")}, Says: []Line{{span(style.Soft, "6 tasks wait for it, first Canary: 5 % of traffic on bearer tokens #1214.")}},
			Keys: []Key{key("r", "release"), key("m", "give")}},
		{Name: txt("Edge router"), ID: txt("#0010"), Needy: true, Why: Line{span(style.Plain, "ready, and 2 agents are idle")}, Keys: []Key{key("c", "claim")}},
		{State: Broken, Name: txt("notes.json"), Why: Line{span(style.Plain, "not a task: it has no subject")}, Says: []Line{{span(style.Soft, "No agent reads it.")}}}},
		Keys: []Key{key("enter", "go to it"), key("esc", "close")}}
}

func sampleConflict() *Conflict {
	return &Conflict{
		Title: txt("Edit #07"), Lines: []Line{{span(style.Plain, "Somebody changed this meanwhile. Nothing is written yet.")}}, Selected: 1,
		Fields: []FieldConflict{
			{Field: txt("subject"), Base: txt("Card renderer"), Theirs: txt("Card renderer 翻訳"), Yours: txt("Draw cards"), By: txt("agent-2"), Hue: style.OwnerHue("agent-2")},
			{Field: txt("owner"), Base: txt("nothing"), Theirs: txt("agent-2"), Since: txt("2m"), Yours: txt("you"), YoursChosen: true},
			{Field: txt("description"), Base: txt("…of the board"), Theirs: txt("…of the board, row by row"), Yours: txt("…of the whole board"), Manual: txt("Draw all of the board, row by row"), ManualChosen: true},
		},
		Keys: []Key{key("t", "keep theirs"), key("m", "keep mine"), key("e", "edit"), key("enter", "write it so"), key("esc", "cancel")},
	}
}

// sampleManualConflict returns a conflict in which a value is put by hand.
func sampleManualConflict() *Conflict {
	c := sampleConflict()
	c.Selected, c.Fields[0].Manual = 0, txt("Draw cards")
	c.Fields[0].Input = &Field{Label: txt("By hand"), Lines: []Text{txt("Draw cards 翻訳")}, Rows: 1, Focused: true, CursorX: 15, Choice: -1}
	c.Keys = []Key{key("enter", "take it"), key("ctrl+o", "$EDITOR"), key("esc", "back")}
	return c
}

func sampleFirstRun() *Empty {
	return &Empty{Kind: FirstRun, Selected: 0, Searched: []SearchedPlace{
		{txt("--list, CLAUDE_CODE_TASK_LIST_ID"), txt("not set")},
		{txt("/home/you/my-service/.tasks"), txt("does not exist")},
		{txt("/home/you/.tasks"), txt("above the git root")}},
		Lines:  []Line{{span(style.Dim, "Some agents keep their tasks in memory and write no files; there is nothing to show for those. The moment a directory appears, it opens by itself.")}},
		Starts: []Start{{key("d", "demo"), txt("made-up agents, nothing stays")}, {key("n", "new list"), txt("makes an empty .tasks in ~/shop")}, {key("s", "open"), Text{}}}}
}

// sampleActivity is the list of what happened.
func sampleActivity() *Picker {
	p := &Picker{Title: txt("The past"), Tabs: sampleTabs(), Selected: 2, Keys: []Key{key("tab", "next tab"), key("/", "filter"), key("enter", "go to it"), key("esc", "close")}}
	for i, it := range sampleFeed().Items {
		p.Items = append(p.Items, Choice{Line: it.Line, Right: txt([]string{"14:02", "13:58", "by 13:40", "2d ago"}[min(i, 3)])})
	}
	return p
}

// sampleTabs are the tabs of the past.
func sampleTabs() []Tab {
	return []Tab{{Key: txt("1"), Name: txt("What happened")}, {Key: txt("2"), Name: txt("My edits")}, {Key: txt("3"), Name: txt("Deleted")}}
}

func emptyBoard() Board {
	b := sampleBoard()
	b.Columns = [Columns]Column{column(-1), column(-1), column(-1)}
	b.Header.Counts, b.Header.Shown = Counts{}, Counts{}
	b.News = News{}
	b.Keys = []Key{key("n", "new"), key("?", "help")}
	return b
}

func doneBoard() Board {
	b := sampleBoard()
	b.Columns[0], b.Columns[1] = column(-1), column(-1)
	b.Columns[2].Stack.Selected = 0
	b.Focus = CompletedColumn
	b.Header.Counts, b.Header.Shown = Counts{DoneSection: 4}, Counts{DoneSection: 4}
	return b
}

func sampleDone() []Line {
	return []Line{{span(style.ChipReady, "All done ")},
		{span(style.OwnerHue("agent-1"), "agent-1"), span(style.Strong, " 3"), span(style.Dim, "  ·  "), span(style.You, "you"), span(style.Strong, " 1")},
		{span(style.Dim, "4 tasks completed within "), span(style.Strong, "1h")}}
}

// samples returns the screens that are drawn in tests, and what their layout depends on.
func samples() map[string]func() (Screen, LayoutOptions) {
	with := func(o Overlay) func() (Screen, LayoutOptions) {
		return func() (Screen, LayoutOptions) { return Screen{Board: sampleBoard(), Overlay: o}, LayoutOptions{} }
	}
	return map[string]func() (Screen, LayoutOptions){
		"board": func() (Screen, LayoutOptions) { return Screen{Board: sampleBoard()}, LayoutOptions{} },
		"detail": func() (Screen, LayoutOptions) {
			return Screen{Board: sampleBoard(), Detail: sampleDetail()}, LayoutOptions{Detail: true}
		},
		"folded": func() (Screen, LayoutOptions) {
			return Screen{Board: sampleBoard(), Deleted: &DeletedHead{Words: txt("wiped 14:02, 7 of 7 done  ·  12 before"), Key: key("A 3", "read")}}, LayoutOptions{Deleted: true}
		},
		"parts":   func() (Screen, LayoutOptions) { return Screen{Board: sampleParts()}, LayoutOptions{} },
		"needs":   func() (Screen, LayoutOptions) { return Screen{Board: sampleNeeds()}, LayoutOptions{} },
		"lanes":   func() (Screen, LayoutOptions) { return Screen{Board: sampleLanes()}, LayoutOptions{} },
		"byowner": func() (Screen, LayoutOptions) { return Screen{Board: sampleByOwner()}, LayoutOptions{} },
		"talk": func() (Screen, LayoutOptions) {
			return Screen{Board: sampleBoard(), Talk: &Talk{Pressed: key("c", "claim it for yourself")}}, LayoutOptions{Talk: true}
		},
		"talkover": func() (Screen, LayoutOptions) {
			return Screen{Board: sampleBoard(), Overlay: sampleConfirm(), Talk: &Talk{Pressed: key("shift+tab", "the view before")}}, LayoutOptions{Talk: true}
		},
		"help":     with(sampleHelp()),
		"form":     with(sampleForm()),
		"confirm":  with(sampleConfirm()),
		"problems": with(sampleProblems()),
		"conflict": with(sampleConflict()),
		"wording":  with(sampleManualConflict()),
		"work": with(&Document{
			Title: txt("Worktree of #07"),
			Facts: []Fact{{Label: txt("path"), Value: txt("/home/you/my-service/.worktrees/alice-work"), Style: style.Plain}, {Label: txt("not saved"), Value: txt("2 files that are not committed"), Style: style.Warning}},
			Lines: []Line{{span(style.Label, "Changed files")}, {span(style.Added, "  +128"), span(style.Dim, " -14"), span(style.Plain, "  ui/view/testdata/カード.golden")},
				{span(style.Dim, "  90d3e11  "), span(style.Subject, "Begin with a card of two rows, and cut the subject where it has to give way"), span(style.Dim, "  alice  1h")}},
			Keys: []Key{key("j k", "scroll"), key("s", "shell there"), key("esc", "close")},
		}),
		"owned": sampleOwned,
		"picker": with(&Picker{Title: txt("Task lists"), Selected: 1, Items: []Choice{
			{Label: txt("my-service"), Note: txt("this project"), Right: txt("7 open   2m")}, {Label: txt("my-service"), Note: txt("a newer session"), Right: txt("3 open   1m")},
			{Label: txt("翻訳"), Right: txt("0 open   3d")}}, Keys: []Key{key("enter", "open"), key("esc", "back")}}),
		"now": func() (Screen, LayoutOptions) {
			return Screen{Board: sampleBoard(), Now: sampleNow(), Feed: sampleFeed()}, LayoutOptions{View: NowView}
		},
		"deleted": with(&Picker{Title: txt("The past"), Tabs: sampleTabs(), Tab: 2, Selected: 1, Items: []Choice{
			{Label: txt("Parse"), Note: txt("agent-1"), Right: txt("wiped 14:02, 2 of 3 done")}, {Label: txt("翻訳 of the manual"), Note: txt("in progress, agent-2")},
			{Label: txt("A subject that is far too long for the room that is left in a list of what was deleted by others"), Note: txt("agent-3")},
			{Label: txt("Draw"), Note: txt("pending"), Right: txt("deleted 13:40")}},
			More: []Line{{span(style.Dim, "wiped 14:02, 2 of 3 done")}},
			Keys: []Key{key("r", "new one like it"), key("R", "restore all 3"), key("y", "copy"), key("w", "export all"), key("tab", "next tab"), key("/", "filter"), key("enter", "read"), key("esc", "close")}}),
		"activity": with(sampleActivity()),
		"sweep": with(&Picker{Title: txt("Sweep 3 of 4 tasks"), Selected: 2, Items: []Choice{
			{Label: txt("Complete 1"), Note: txt("all around it done"), Head: true},
			{Label: txt("Board columns"), Note: txt("what waited for it is completed"), Right: txt("#0005"), State: Running, Stated: true},
			{Label: txt("Release 1"), Note: txt("started, owner gone"), Head: true},
			{Label: txt("Undo journal"), Note: txt("agent-3 is dead"), Right: txt("#0011"), State: Running, Stated: true},
			{Label: txt("Delete 1 of 2"), Note: txt("done over a day"), Head: true},
			{Label: txt("翻訳 — Japanese README"), Note: txt("changed 3d ago"), Right: txt("#0014"), State: Done, Stated: true},
			{Label: txt("Theme tokens"), Note: txt("left out"), Right: txt("#0004"), State: Done, Stated: true, Off: true}},
			More: []Line{{span(style.Warning, "agent-3 is not told, and may still complete it.")}},
			Keys: []Key{key("enter", "sweep 3 tasks"), key("space", "leave out all of these"), key("esc", "cancel")}}),
		"palette": with(&Picker{Title: txt("Do or go to"), Selected: 0, Typed: &Prompt{Label: txt(":"), Text: txt("re"), Cursor: 2, Tally: txt("4 found")}, Items: []Choice{
			{Label: txt("Release it"), Right: txt("r")}, {Label: txt("Redo"), Note: txt("do it again"), Right: txt("ctrl+r")},
			{Label: txt("Release notes"), Note: txt("agent-2"), Right: txt("#0007"), State: Waiting, Stated: true},
			{Label: txt("Reopen it"), Note: txt("it is not completed"), Right: txt("o"), Off: true}}, Keys: []Key{key("enter", "do it"), key("esc", "close")}}),
		"linking": with(&Picker{Title: txt("Links of  Wave layout"), Note: txt("#0008"), Rows: TypedRows, About: 2, Typed: &Prompt{Label: txt("waits for"), Text: txt("audit"), Cursor: 5}, Items: []Choice{
			{Label: txt("Audit log for sign-ins"), Right: txt("#7238"), Stated: true}, {Label: txt("new task “audit”")}}, Below: []Choice{
			{Label: txt("Waits for"), Note: txt("2"), Title: true}, {Label: txt("Rate limit /token to 10 requests per minute"), Right: txt("#7091"), State: Running, Stated: true, End: Line{{Text: txt("backend"), Style: style.OwnerHue("backend")}}},
			{Label: txt("Load test"), Right: txt("#8685"), State: Running, Stated: true, End: Line{{Text: txt("infra"), Style: style.OwnerHue("infra")}, span(style.DangerStrong, " stalled")}},
			{Title: true}, {Label: txt("Unblocks"), Note: txt("1, then 2 more"), Title: true}, {Label: txt("Canary: 50 %"), Right: txt("#4550"), State: Waiting, Stated: true}, {Label: txt("Edge router"), Right: txt("#7687"), State: Waiting, Stated: true}, {Label: txt("Link mode"), Right: txt("#5579"), State: Waiting, Stated: true}},
			More: []Line{{span(style.Soft, "With this link it waits for 3 tasks. Nothing becomes a loop.")}}, Keys: []Key{key("enter", "link"), key("tab", "unblocks"), key("esc", "back")}}),
		"links": with(&Picker{Title: txt("Links of  Wave layout"), Note: txt("#0008"), Selected: 1, Typed: &Prompt{Label: txt("waits for"), Cursor: -1, Hint: txt("L adds a link")}, Items: []Choice{
			{Label: txt("Waits for"), Note: txt("2"), Title: true}, {Label: txt("翻訳 — Japanese README"), Right: txt("#0014"), State: Ready, Stated: true, Marked: true},
			{Label: txt("no file has this id"), Note: txt("did you mean #0011?"), Right: txt("0111"), State: Missing, Stated: true},
			{Title: true}, {Label: txt("Unblocks"), Title: true}, {Label: txt("Edge router"), Note: txt("agent-2"), Right: txt("#0011"), State: Waiting, Stated: true, Marked: true},
			{Label: txt("Link mode"), Right: txt("#0012"), State: Waiting, Stated: true, Off: true, Why: txt("that closes a loop: Wave layout > Edge router > Wave layout")}},
			Keys: []Key{key("enter", "go to it"), key("x", "remove"), key("r", "move"), key("i", "put between"), key("tab", "reverse"), key("space", "mark"), key("L", "add"), key("esc", "close")}}),
		"message": with(&Message{Title: txt("Not saved"), Lines: []Line{
			{span(style.Plain, "The text on the board and the text in the file differ: "), {Text: txt("agent-2"), Style: style.OwnerHue("agent-2")}, span(style.Plain, " changed the subject 4m ago.")},
			{}, {span(style.Dim, "What you typed is kept until you close this.")}}, Keys: []Key{key("enter", "edit again"), key("esc", "drop it")}}),
		"replay": func() (Screen, LayoutOptions) {
			b := sampleBoard()
			b.Header.Fresh, b.Header.Mode, b.Header.Since = Past, txt("◀ PAST 19:13"), txt("links as today")
			b.News.Right = txt("event 9 of 13")
			return Screen{Board: b, Way: &Way{From: txt("16:17"), To: txt("now"), At: 0.92, Marks: []WayMark{{0, style.OwnerHue("agent-1")}, {0.5, style.OwnerHue("agent-2")}, {0.96, style.OwnerHue("agent-1")}}}}, LayoutOptions{Past: true, Air: 2}
		},
		"feed": func() (Screen, LayoutOptions) {
			return Screen{Board: sampleBoard(), Detail: sampleDetail(), Feed: sampleFeed()}, LayoutOptions{Detail: true, Beside: true, Feed: true}
		},
		"feedalone": func() (Screen, LayoutOptions) {
			f := sampleFeed()
			f.Lanes = sampleNow()
			return Screen{Board: sampleBoard(), Feed: f}, LayoutOptions{Feed: true}
		},
		"feedempty": func() (Screen, LayoutOptions) {
			return Screen{Board: sampleBoard(), Feed: &Feed{Since: txt("14:02")}}, LayoutOptions{Feed: true}
		},
		"open": func() (Screen, LayoutOptions) {
			b := sampleBoard()
			at := b.Columns[0].At
			b.Columns[0].Stack.Selected, b.Focus = 1, PendingColumn
			b.Columns[0].At = func(i int) Card {
				card := at(i)
				if i == 1 {
					card.Subject = txt("Wire the file watcher to the board and back, so that every card moves at once and none is lost")
				}
				return card
			}
			return Screen{Board: b}, LayoutOptions{}
		},
		"filter": func() (Screen, LayoutOptions) {
			b := sampleBoard()
			at := b.Columns[0].At
			b.Columns[0].At = func(i int) Card { card := at(i); card.Find = "layout"; return card }
			b.Columns[0].Len, b.Prompt = 3, &Prompt{Label: txt("/"), Text: txt("layout is:st"), Cursor: 12, Tally: txt("3 of 18"), Ghost: txt("uck"), Offers: []Text{txt("stalled")}}
			return Screen{Board: b, Caption: &Caption{Text: txt("Agents claim what is ready"), Step: 3, Of: 12}}, LayoutOptions{Caption: 1}
		},
		"filterwrong": func() (Screen, LayoutOptions) {
			b := sampleBoard()
			b.Prompt = &Prompt{Label: txt("/"), Text: txt("is:odd @ann"), Cursor: 11, Error: txt(`"odd" is not known: is:ready, blocked, stuck`), WrongFrom: 3, WrongTo: 6}
			return Screen{Board: b}, LayoutOptions{}
		},
		"marked": func() (Screen, LayoutOptions) {
			b := sampleBoard()
			at := b.Columns[0].At
			b.Columns[0].At = func(i int) Card {
				c := at(i)
				c.Marked = i < 2
				return c
			}
			return Screen{Board: b}, LayoutOptions{}
		},
		"new": func() (Screen, LayoutOptions) {
			b := sampleBoard()
			at := b.Columns[CompletedColumn].At
			b.Columns[CompletedColumn].New = 2
			b.Columns[CompletedColumn].At = func(i int) Card {
				c := at(i)
				c.New = i == 1 || i == 3
				return c
			}
			return Screen{Board: b}, LayoutOptions{}
		},
		"firstrun": func() (Screen, LayoutOptions) {
			b := emptyBoard()
			b.Header.Fresh = Awaiting
			return Screen{Board: b, Empty: sampleFirstRun()}, LayoutOptions{Start: true}
		},
		"notasks": func() (Screen, LayoutOptions) {
			return Screen{Board: emptyBoard(), Empty: &Empty{Kind: NoTasks, Lines: []Line{{span(style.Dim, "Agents that write to .tasks appear here by themselves.")}}, Starts: []Start{{key("n", "new"), txt("create the first task")}}}}, LayoutOptions{}
		},
		"stage":       sampleStage,
		"stagechange": sampleStageChange,
		"alldone": func() (Screen, LayoutOptions) {
			b := doneBoard()
			b.Finish = sampleDone()
			return Screen{Board: b}, LayoutOptions{Done: true}
		},
		"nomatch": func() (Screen, LayoutOptions) {
			return Screen{Board: emptyBoard(), Empty: &Empty{Kind: NoMatch, Lines: []Line{{span(style.Dim, "18 tasks are hidden by "), span(style.Accent, "@nobody is:running")}}, Keys: []Key{key("esc", "clear the filter")}}}, LayoutOptions{}
		},
		"reset": func() (Screen, LayoutOptions) {
			b := doneBoard()
			b.Dimmed = true
			return Screen{Board: b, Empty: &Empty{Kind: ListReset, Done: 7, Total: 7, Lines: []Line{{span(style.Dim, "The last picture stays until a new task appears.")}}}}, LayoutOptions{}
		},
	}
}

// sampleOwned returns a task whose owner is gone, with a worktree.
func sampleOwned() (Screen, LayoutOptions) {
	b := sampleBoard()
	gone := owned(Running, "#11", "Undo journal", "bob", "47m")
	gone.HasWorktree, gone.WorktreeName, gone.Warn, gone.Alarm = true, txt("bob-work"), txt("bob is gone (31m)"), true
	idle := owned(Running, "#05", "Board columns", "alice", "12m")
	idle.HasWorktree, idle.WorktreeName, idle.Note = true, txt("a-worktree-with-a-long-name"), txt("idle 3m")
	b.Columns[1] = column(0, gone, idle)
	d := sampleDetail()
	d.State, d.Word, d.Owner, d.Hue, d.Warn, d.Alarm = Running, txt("running"), txt("bob"), style.OwnerHue("bob"), gone.Warn, true
	d.Sections = []DetailSection{
		{Title: txt("Owner"), Facts: []Fact{{Label: txt("state"), Value: txt("gone for 31m"), Style: style.Danger}, {Label: txt("newest"), Value: txt("to team-lead: shuts down"), Style: style.Plain}}},
		{Title: txt("Worktree"), Facts: []Fact{
			{Label: txt("name"), Value: txt("bob-work"), Style: style.Plain}, {Label: txt("branch"), Value: txt("wt/bob-work, 2 commits ahead"), Style: style.Plain},
			{Label: txt("changed"), Value: txt("5 files, 2 of them not committed"), Style: style.Warning}, {Label: txt("newest"), Value: txt("created 2h ago"), Style: style.Plain}}},
	}
	return Screen{Board: b, Detail: d}, LayoutOptions{Detail: true}
}

// hostileOverlay puts hostile texts into what floats.
func hostileOverlay(o Overlay, bad func(int) Text) Overlay {
	switch v := o.(type) {
	case *Document:
		w := *v
		w.Title = bad(3)
		w.Facts = append([]Fact{{Label: bad(9), Value: bad(0)}}, w.Facts...)
		w.Lines = append([]Line{{span(style.Dim, ""), {Text: bad(7), Style: style.Warning}}, {{Text: bad(4), Style: style.Added}, {Text: bad(1), Style: style.Plain}}}, w.Lines...)
		return &w
	}
	return o
}

// sampleStage is a board for a room, in the middle of its story.
func sampleStage() (Screen, LayoutOptions) {
	b := sampleBoard()
	b.Keys, b.News = []Key{key("space", "pause"), key("?", "help")}, News{}
	for k, rows := range [][]int{{1, 9}, {2}} {
		at := b.Columns[k].At
		b.Columns[k].At = func(i int) Card {
			c := at(i)
			c.Spot = slices.Contains(rows, i)
			return c
		}
	}
	return Screen{Board: b, Stage: &Stage{Pressed: key("r", "release")}, Caption: &Caption{Text: txt("Agents claim what is ready"), Note: txt("paused"), Step: 3, Of: 12}},
		LayoutOptions{Caption: 1}
}

// sampleStageChange is a task before and after its newest change, for a room.
func sampleStageChange() (Screen, LayoutOptions) {
	s, o := sampleStage()
	s.Stage.Change = &Edit{When: txt("just now"), Who: txt("agent-2"), Hue: style.OwnerHue("agent-2"),
		Fields: []Change{{Field: txt("subject"), Before: txt("Wave layout, with titles"), After: txt("Wave layout")}}}
	return s, o
}
