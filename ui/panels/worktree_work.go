package panels

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// working shows what was done in the worktree of a task.
type working struct {
	m      *Model
	of     tasks.Key
	scroll int
}

// filesShown is how many changed files are listed at most.
const filesShown = 500

func (*working) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.WorktreeScope, keymap.ListScope}
}

// WorktreeAction carries out what a key means for the worktree of the selected task, or refuses it in words.
func (m *Model) WorktreeAction(k tasks.Key, a keymap.Action) tea.Cmd {
	t := m.Board().Task(k)
	if a == keymap.Worktree {
		return m.treeMenu(k)
	}
	at, ok := m.worktreeOf(t)
	switch {
	case t == nil:
		m.Warn("Its file cannot be read")
	case !ok:
		m.Warn(m.Board().ShortID(k) + " has no worktree" + m.whereTrees(t))
	case a == keymap.OpenShell:
		return m.askAbout(t.Traits, at, 0, true)
	default:
		m.workAt(at).stale = true
		m.SetMode(&working{m: m, of: k})
	}
	return nil
}

// whereTrees says how a task comes by a worktree, "" where it cannot.
func (m *Model) whereTrees(t *tasks.Task) string {
	if t.Traits.Binding == tasks.NotBound {
		return ""
	}
	return ": " + m.KeyOf(keymap.Worktree) + " makes one"
}

func (w *working) Handle(a keymap.Action) tea.Cmd {
	m := w.m
	switch a {
	case keymap.Back:
		m.ToBoard()
	case keymap.OpenShell, keymap.Redraw:
		t := m.Board().Task(w.of)
		at, ok := m.worktreeOf(t)
		if !ok {
			m.ToBoard()
			return nil
		}
		m.workAt(at).stale = true
		if a == keymap.OpenShell {
			return m.askAbout(t.Traits, at, 0, true)
		}
	default:
		v := m.workView(w)
		w.scroll = host.Move(min(w.scroll, view.WorktreeScroll(m.Width(), m.Height(), v)), view.WorktreeScroll(m.Width(), m.Height(), v)+1, a, m.Height()/2)
	}
	return nil
}

func (w *working) Overlay() view.Overlay {
	m := w.m
	v := m.workView(w)
	v.Scroll = min(w.scroll, view.WorktreeScroll(m.Width(), m.Height(), v))
	return v
}

// workView is the work in a worktree as values.
func (m *Model) workView(w *working) *view.Worktree {
	t := m.Board().Task(w.of)
	at, ok := m.worktreeOf(t)
	v := &view.Worktree{Title: safetext.Const("Worktree"), Keys: m.KeysSaying(map[keymap.Action]string{
		keymap.OpenShell: "shell there", keymap.Back: "close",
	}, w.Scopes()...)}
	if !ok {
		v.Warn = safetext.Const("The task has no worktree any more.")
		return v
	}
	g := m.workAt(at)
	name := at.name
	if name == "" {
		name = g.work.Tree.Name
	}
	if name != "" {
		v.Title = safetext.Short(name)
	}
	add := func(label, value string, st style.Style) {
		v.Facts = append(v.Facts, view.Fact{Label: safetext.Line(label), Value: safetext.Line(value), Style: st})
	}
	add("task", m.Board().ShortID(w.of)+"  "+t.Subject, style.Plain)
	m.treeFacts(g, add)
	v.Busy = g.at.IsZero()
	if g.err != nil || !v.Busy && !g.work.Known {
		v.Warn = safetext.Const("There is no work to show.")
		if t.Worktree != "" && g.err == nil {
			v.Warn = safetext.Line("Its binding leads nowhere. " + m.KeyOf(keymap.Worktree) + " " + m.KeyOf(keymap.UnbindWorktree) + " takes it away.")
		}
	}
	for i, f := range g.work.Files {
		if i == filesShown {
			v.More = len(g.work.Files) - filesShown
			break
		}
		v.Files = append(v.Files, view.ChangedFile{Path: safetext.Line(f.Path), Added: f.Added, Removed: f.Removed, Binary: f.Binary, New: f.New})
	}
	v.Ahead = g.work.Ahead
	for _, c := range g.work.Commits {
		v.Commits = append(v.Commits, view.Commit{
			Hash: safetext.Line(c.Hash), Subject: safetext.Subject(c.Subject), Author: safetext.Short(c.Author), Age: m.Since(c.At),
		})
	}
	for i := len(g.work.Events) - 1; i >= 0 && len(v.History) < 20; i-- {
		v.History = append(v.History, view.Fact{Value: safetext.Short(m.happened(g.work.Events[i], t)), Style: style.Dim})
	}
	return v
}
