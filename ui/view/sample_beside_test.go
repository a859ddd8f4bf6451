package view

import "sideboard/ui/style"

func sampleWorktree() *Worktree {
	return &Worktree{
		Title: txt("alice-work"),
		Facts: []Fact{
			{Label: txt("task"), Value: txt("#07 Card renderer"), Style: style.Plain},
			{Label: txt("path"), Value: txt("/home/you/my-service/.worktrees/alice-work"), Style: style.Plain},
			{Label: txt("branch"), Value: txt("wt/alice-work, 2 commits ahead"), Style: style.Plain},
			{Label: txt("not saved"), Value: txt("2 files that are not committed"), Style: style.Warning},
		},
		Files: []ChangedFile{
			{Path: txt("ui/view/card.go"), Added: 128, Removed: 14},
			{Path: txt("ui/view/testdata/カード.golden"), Added: 40},
			{Path: txt("docs/logo.png"), Binary: true},
			{Path: txt("ui/view/card_test.go"), New: true},
		},
		Ahead: 2,
		Commits: []Commit{
			{Hash: txt("4f1c2ab"), Subject: txt("Draw the owner's rule"), Author: txt("alice"), Age: txt("4m")},
			{Hash: txt("90d3e11"), Subject: txt("Begin with a card of two rows, and cut the subject where it has to give way"), Author: txt("alice"), Age: txt("1h")},
		},
		History: []Fact{{Label: txt("kept"), Value: txt("12m ago"), Style: style.Plain}, {Label: txt("created"), Value: txt("2h ago, for #07"), Style: style.Plain}},
		Keys:    []Key{key("↓/j", "down"), key("W", "shell there"), key("esc", "close")},
	}
}

func sampleTeam() *Team {
	return &Team{
		Title: txt("red team"), Selected: 1,
		Members: []Member{
			{Name: txt("team-lead"), Hue: style.OwnerHue("team-lead"), Role: txt("lead"), State: txt("active"), Style: style.Ready, Since: txt("2h")},
			{Name: txt("alice"), Hue: style.OwnerHue("alice"), Role: txt("coder"), State: txt("active"), Style: style.Ready, Since: txt("4m"),
				Task: txt("#07 Card renderer"), Message: txt("to team-lead: the golden files differ on Windows, is that known?")},
			{Name: txt("bob"), Hue: style.OwnerHue("bob"), State: txt("gone"), Style: style.Danger, Since: txt("31m"), Task: txt("#11 Undo journal")},
			{Name: txt("翻訳者"), Hue: style.OwnerHue("翻訳者"), State: txt("idle"), Style: style.Dim, Since: txt("3h"), Message: txt("to team-lead: is idle")},
		},
		Keys: []Key{key("enter", "to its task"), key("P", "tmux pane"), key("esc", "close")},
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
	d.Sections = []Section{
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
	case *Worktree:
		w := *v
		w.Title, w.Warn = bad(3), bad(7)
		w.Facts = append([]Fact{{Label: bad(9), Value: bad(0)}}, w.Facts...)
		w.Files = append([]ChangedFile{{Path: bad(0), Added: 1 << 40, Removed: 1 << 50}, {Path: bad(4), New: true}, {Path: bad(9), Binary: true}}, w.Files...)
		w.Commits = append([]Commit{{bad(9), bad(0), bad(1), bad(2)}, {bad(2), bad(7), bad(9), bad(9)}}, w.Commits...)
		w.History = append([]Fact{{Value: bad(6)}}, w.History...)
		return &w
	case *Team:
		w := *v
		w.Title, w.Note = bad(3), bad(9)
		for i := range 12 {
			w.Members = append(w.Members, Member{Name: bad(i), Role: bad(i + 1), State: bad(i + 2), Since: bad(i + 3), Task: bad(i + 4), Message: bad(i + 5)})
		}
		return &w
	}
	return o
}
