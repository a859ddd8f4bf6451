package help

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// helped returns a program on whose screen a view with these keys is shown and all actions apply, and the help in it.
func helped(w, h int, in []keymap.ScopeName) (*hosttest.Program, *Model) {
	p := hosttest.New()
	p.Width, p.Height = w, h
	m := New(&p.Program)
	m.Uses = Uses{
		Applies: func(keymap.Action) bool { return true }, Lacks: func(keymap.Action) bool { return false },
		BoardScopes: func() []keymap.ScopeName { return in },
		FooterKeys:  func() []view.Key { return []view.Key{{Name: safetext.Const("c"), Does: safetext.Const("claim")}} },
	}
	return p, m
}

var shared = []keymap.ScopeName{keymap.ViewsScope, keymap.TaskScope, keymap.EditsScope, keymap.ShowScope, keymap.ProgramScope}

// Rows are counted in one column, with the heads of the groups. Fewer than sixty would mean that some are missing.
func TestTheHelpHasAtMostAHundredRowsAndEachKeyOnce(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		for _, shown := range [][]keymap.ScopeName{{keymap.BoardScope, keymap.MarkScope, keymap.DemoScope}, {keymap.DepViewScope}, {keymap.NowScope}} {
			p, m := helped(size[0], size[1], append(shown, shared...))
			m.Show()
			help := p.Mode().Overlay().(*view.Help)
			rows, is := len(help.Groups), map[string]int{}
			for _, g := range help.Groups {
				rows += len(g.Keys)
				for _, k := range g.Keys {
					is[k.Name.String()+"  "+k.Does.String()]++
				}
			}
			if rows > 100 || rows < 60 {
				t.Errorf("%v: %d rows", size, rows)
			}
			for row, n := range is {
				if n > 1 {
					t.Errorf("%q is there %d times", row, n)
				}
			}
			for _, s := range p.Keys.Scopes(append([]keymap.ScopeName{keymap.BoardScope, keymap.MarkScope, keymap.DepViewScope, keymap.NowScope}, shared...)...) {
				for i := 0; i < len(s.Entries); i++ {
					e := s.Entries[i]
					row := e.Key() + "  " + e.Long
					if e.Both != "" {
						i++
						row = e.Key() + " " + s.Entries[i].Key() + "  " + e.Both
					}
					if is[row] == 0 {
						t.Errorf("%v: %q is missing", size, row)
					}
				}
			}
		}
	}
}

func TestTheHelpOfAListHasItsOwnKeysAndLeadsBackToIt(t *testing.T) {
	p, m := helped(80, 24, append([]keymap.ScopeName{keymap.BoardScope}, shared...))
	list := &contents{m: m}
	p.SetMode(list)
	m.Show()
	help := p.Mode().(*helpMode)
	for _, g := range help.view().Groups {
		if title := g.Title.String(); title != "A list over the board" {
			t.Errorf("the help of a list has %q", title)
		}
	}
	if help.Handle(keymap.Back); p.Mode() != host.Mode(list) {
		t.Error("the help of a list does not lead back to it")
	}
}

func TestWhatIsTypedInTheHelpFindsKeys(t *testing.T) {
	h := hosttest.OnTasks(t)
	m := New(&h.Program.Program)
	m.FooterKeys = h.FooterKeys
	h.OnKey = func(a keymap.Action) tea.Cmd {
		if a == keymap.Help {
			m.Show()
		}
		return nil
	}
	m.Lacks = func(a keymap.Action) bool { return a == keymap.Worktree }
	m.Applies = func(a keymap.Action) bool { return a != keymap.Complete }
	m.BoardScopes = func() []keymap.ScopeName { return append([]keymap.ScopeName{keymap.BoardScope}, shared...) }
	h.Workspace = &workspace.Workspace{}
	h.Press("?").Sees("What you can do now", "F1 manual", "/ find", "claim it for yourself", "go left or right", "no: in a menu")
	h.Press("/", "somebody").Sees("1 of ", "m give it to somebody", "no: claim it for yourself", "keep these").Press("enter").Sees("give it to somebody", "esc all keys").Press("esc").Sees("claim it for yourself")
	h.Press("/", "gtsb").Sees("give it to somebody").Press("esc") // its letters, because no word begins so
	h.Press("/", "complete it").Sees("Not now", "complete it").Press("esc", "/", "qqq").Sees("No key does that", "0 of ").Press("esc", "/", "left").Sees("go left or right").Press("esc")
	h.Press("/", "delete the word").Sees("1 of ").Press("esc")
	h.Press("f1").Sees("Manual", "▌ start", "enter read it", "esc back").Press("j", "enter").Sees("no: Manual").Press("esc").Sees("▌ keys").Press("esc").Sees("F1 manual").Press("esc").Sees("no: F1 manual").Press("?", "enter").Sees("no: F1 manual")
}
