package ui

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/depview"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// footerKeys are the keys that apply now, the most important first.
func (m *Model) footerKeys() []view.Key {
	out := make([]view.Key, 0, 16)
	var seen [256]bool // by action
	seen[keymap.Help] = true
	if n := m.batch.Len(); n > 0 && m.browsing() && m.marking() {
		return m.markedKeys(out, n)
	}
	if m.browsing() && m.open.workspace != nil && !m.detail.Open() && !m.board.Filter().Empty() {
		out = append(out, view.Key{Name: safetext.Const("esc"), Does: safetext.Const("clear filter")})
	}
	if demo := m.stage.DemoKeys(); demo != nil {
		out = append(out, demo...)
		for _, a := range []keymap.Action{keymap.Pause, keymap.Provoke, keymap.Restart, keymap.Faster, keymap.Slower} {
			seen[a] = true
		}
	}
	browsing := m.browsing()
	in := m.mode.Scopes()
	always := []keymap.Action{keymap.Filter, keymap.Quit}
	if !m.applies(keymap.Filter) {
		always = always[1:]
	}
	if browsing {
		seen[keymap.Filter], seen[keymap.Quit] = true, true
	}
	for e := range m.keys.Footer(in...) {
		if !seen[e.Action] && m.applies(e.Action) {
			seen[e.Action] = true
			k := view.Key{Name: m.keyName(e), Does: safetext.Line(e.Short()), Rank: rankOf(e.Action)}
			switch {
			case e.Action == keymap.OpenDetail && m.opensDeleted():
				k.Does = safetext.Const("read what went")
			case e.Action == keymap.OpenDetail && m.detail.Shown():
				k.Does = safetext.Const("close")
			case e.Action == keymap.NextView:
				k.Does = safetext.Line(depview.ViewWord(m.lanes.Next(1)))
			}
			out = append(out, k)
		}
	}
	if browsing {
		slices.SortStableFunc(out, func(a, b view.Key) int { return int(a.Rank) - int(b.Rank) })
		for _, a := range always {
			if e := m.keys.Entry(a, in...); e != nil {
				out = append(out, view.Key{Name: m.keyName(e), Does: safetext.Line(e.Short()), Keep: true})
			}
		}
		out = append(out, view.Key{Name: safetext.Const("?"), Does: safetext.Const("help"), Keep: true})
	}
	return out
}

// markedKeys are the keys that act on all that are marked: what one of them allows, and what each may be done to.
func (m *Model) markedKeys(out []view.Key, n int) []view.Key {
	for _, a := range []keymap.Action{keymap.Claim, keymap.Complete, keymap.Release, keymap.Reopen, keymap.Assign, keymap.Link, keymap.Delete} {
		if e := m.keys.Entry(a, keymap.TaskScope); e != nil && m.batch.Allows(a) {
			out = append(out, view.Key{Name: m.keyName(e), Does: safetext.Line(e.Short())})
		}
	}
	return append(out, view.Key{Name: safetext.Const("esc"), Does: safetext.Line("unmark " + strconv.Itoa(n)), Keep: true},
		view.Key{Name: safetext.Const("?"), Does: safetext.Const("help"), Keep: true})
}

// footerRank is which keys of the board stand first in its footer, and so are the last to go where it is narrow. All
// others follow in the order of the keymap.
var footerRank = map[keymap.Action]uint8{
	keymap.Back: 1, keymap.AssumeDone: 1, keymap.ApplyAgain: 1, keymap.GoToAttention: 1, keymap.NextHit: 1,
	keymap.Claim: 2, keymap.Complete: 2, keymap.Release: 2, keymap.Reopen: 2,
	keymap.OpenDetail: 3, keymap.NextView: 4, keymap.ShowProblems: 5, keymap.FollowMoved: 6, keymap.ReadPlan: 6, keymap.ShowWorktree: 6, keymap.Undo: 7,
	keymap.Edit: 8, keymap.New: 9,
}

func rankOf(a keymap.Action) uint8 {
	if r, ok := footerRank[a]; ok {
		return r
	}
	return 10
}

// keysSaying returns the keys of scopes that are worth a place under what floats, in the words given for their actions;
// those without words are left out.
func (m *Model) keysSaying(words map[keymap.Action]string, in ...keymap.ScopeName) []view.Key {
	var out []view.Key
	for e := range m.keys.Footer(in...) {
		if w := words[e.Action]; w != "" {
			out = append(out, view.Key{Name: m.keyName(e), Does: safetext.Line(w)})
		}
	}
	return out
}

// keyName returns a key as this terminal can show it.
func (m *Model) keyName(e *keymap.Entry) safetext.Text {
	if m.o.ASCII {
		return safetext.Line(keymap.ASCII(e.Key()))
	}
	return safetext.Line(e.Key())
}

// applies reports whether an action means something for the selected task. Others may be pressed all the same: they are
// refused in words.
func (m *Model) applies(a keymap.Action) bool {
	if m.open.workspace == nil {
		return a != keymap.Choose && a != keymap.Filter || len(m.start.lists) > 0
	}
	if m.open.health == tasks.Lost { // there is nothing to act on
		return a == keymap.Quit || a == keymap.SwitchList
	}
	if on, is := m.deps.Offers(a); is {
		return on
	}
	k, ok := m.selected()
	s := m.board.State(k)
	t := m.board.Task(k)
	if t != nil && t.Limits&tasks.NoEdit != 0 {
		switch a {
		case keymap.Claim, keymap.Complete, keymap.Release, keymap.Reopen, keymap.Edit, keymap.EditOutside, keymap.Delete,
			keymap.Link, keymap.Unlink, keymap.RepairLinks, keymap.Worktree:
			return false
		}
	}
	switch a {
	case keymap.Filter, keymap.NextView:
		return m.board.Counts().Total > 0
	case keymap.New, keymap.NewWaiting:
		d := m.board.Traits(m.listHere())
		return (d == nil || d.ReadOnly == "") && (a == keymap.New || t != nil)
	case keymap.Claim, keymap.Complete, keymap.Reopen:
		return host.Suits(a, s)
	case keymap.Release:
		return host.Suits(a, s) || t != nil && s != board.Done && t.Owner != ""
	case keymap.Assign:
		return board.CheckAssign(m.board, k) == nil
	case keymap.Fold:
		_, _, is := m.board.ContainerProgress(k)
		return is
	case keymap.Edit, keymap.EditOutside, keymap.Delete, keymap.CopyID, keymap.CopyInstruction:
		return ok && t != nil
	case keymap.ReadPlan, keymap.AddToPlan:
		return t != nil && m.open.workspace.IsWorkflow(k.List)
	case keymap.ShowWorktree:
		return t != nil && m.panels.HasTree(t)
	case keymap.ShowProblems:
		return m.panels.Problems() > 0
	case keymap.GoToAttention:
		return len(m.needs.List()) > 0
	case keymap.Undo:
		return m.editing.CanUndo()
	case keymap.Redo:
		return m.editing.CanRedo()
	case keymap.FollowChain:
		return m.deps.HasChain()
	case keymap.NextHit, keymap.PreviousHit:
		return !m.board.Filter().Empty()
	case keymap.Link:
		return ok && t != nil
	case keymap.AnotherTask:
		return m.editing.Creating()
	case keymap.EditValue:
		return m.editing.Wordable()
	case keymap.Repair:
		return m.panels.CanRepair()
	case keymap.OpenDetail:
		return ok || m.open.workspace != nil && m.deleted.Folded() != nil
	case keymap.FollowMoved:
		return m.cards.CanFollow()
	}
	return true
}

// noticeFor is how long a notice stays when no key is pressed.
const noticeFor = 12 * time.Second

// notice is something to be read now: it takes the place of the news until the next key or for a while.
type notice struct {
	now   func() time.Time
	words string // raw: made safe when it is shown
	level view.Level
	until time.Time
}

var _ host.Words = &notice{}

// Say answers a key without judging: nothing was done, or it is only shown otherwise.
func (n *notice) Say(words string) { n.Post(words, view.Notice) }

// Did tells that something was done.
func (n *notice) Did(words string) { n.Post(words, view.Good) }

// Warn tells that something was not done, or needs care.
func (n *notice) Warn(words string) { n.Post(words, view.Warning) }

// Fail tells that something broke.
func (n *notice) Fail(words string) { n.Post(words, view.Danger) }

// Post tells something that matters as much as its level says.
func (n *notice) Post(words string, level view.Level) { n.show(words, level, noticeFor) }

// Alert warns of something that is to be read: it stays longer, and no other news replaces it meanwhile.
func (n *notice) Alert(words string) { n.show(words, view.Danger, 3*noticeFor) }

func (n *notice) show(words string, level view.Level, stay time.Duration) {
	n.words, n.level, n.until = words, level, n.now().Add(stay)
}

// Refuse tells why something was not done.
func (n *notice) Refuse(err error) {
	if no, is := errors.AsType[board.Refusal](err); is {
		n.Warn(no.Error())
		return
	}
	n.Warn(phrase.Sentence(err.Error()))
}

// NoticeWords returns what is said, "" for nothing.
func (n *notice) NoticeWords() string { return n.words }

// ClearNotice gives the line back to the news.
func (n *notice) ClearNotice() { n.words, n.level, n.until = "", 0, time.Time{} }

// JustDone reports whether a notice that something was done is still to be read.
func (n *notice) JustDone() bool { return n.level == view.Good && n.now().Before(n.until) }

// news is the notice as the line below the cards.
func (n *notice) news() view.News {
	return view.News{Level: n.level, Line: view.Line{{Text: safetext.Line(n.words), Style: style.Plain}}}
}
