package panels

import (
	"cmp"
	"errors"
	"fmt"
	"os/exec"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
	"sideboard/tasks/worktree"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// worktreeState is what is known of worktrees. git is slow, so it is asked in the background, about one worktree at a time and
// about each at most every few seconds; what it said last is what is shown.
type worktreeState struct {
	known  map[treeAt]*worktreeWork
	asking bool
	key    tasks.Key // the task whose worktree was asked for last, and the state it was in
	seen   uint64
	doing  string // what is being done to a worktree: "Making alice-work"
}

// treeAt is which worktree of the project of which list: by the name that a task has for it, or by the path that a team has.
type treeAt struct{ list, name, path string }

// worktreeWork is what git said of a worktree.
type worktreeWork struct {
	work  workspace.Work
	err   error
	at    time.Time // zero: it was never asked
	stale bool      // it may be otherwise now
}

const (
	treeRest  = 3 * time.Second // git is not asked about a worktree more often than this
	treesKept = 200             // worktrees of which it is known what git said
)

// worktreeOf is the worktree of a task: the one it is bound to, else the one its owner works in.
func (m *Model) worktreeOf(t *tasks.Task) (treeAt, bool) {
	switch {
	case t == nil || m.Workspace() == nil:
		return treeAt{}, false
	case t.Worktree != "":
		return treeAt{list: t.List, name: t.Worktree}, true
	}
	if mate, ok := m.Member(t.Owner); ok && mate.Worktree != "" {
		return treeAt{list: t.List, path: mate.Worktree}, true
	}
	if t.Owner != "" && m.Workspace().IsClaudeCode(t.List) {
		return treeAt{list: t.List, name: t.Owner}, true // perhaps: it is shown only where git knows it
	}
	return treeAt{}, false
}

// hasTree reports whether a task has a worktree for sure.
func (m *Model) hasTree(t *tasks.Task) bool {
	at, ok := m.worktreeOf(t)
	return ok && (t.Worktree != "" || at.path != "" || m.worktrees.known[at] != nil && m.worktrees.known[at].work.Known)
}

// RefreshTree asks git about the worktree that is on the screen, where what it said last may not be so any more.
func (m *Model) RefreshTree() tea.Cmd {
	k, ok := m.Selected()
	t := m.Board().Task(k)
	if w, over := m.Mode().(*working); over {
		t, ok = m.Board().Task(w.of), true
	} else if m.Layout().Detail.Empty() {
		return nil
	}
	at, has := m.worktreeOf(t)
	if !ok || !has || m.worktrees.asking {
		return nil
	}
	g := m.workAt(at)
	if m.worktrees.key != t.Key || m.worktrees.seen != uint64(t.Version) {
		m.worktrees.key, m.worktrees.seen, g.stale = t.Key, uint64(t.Version), true
	}
	if !g.stale {
		return nil
	}
	m.worktrees.asking, g.stale = true, false
	rest := time.Duration(0)
	if !g.at.IsZero() {
		rest = min(max(g.at.Add(treeRest).Sub(m.Now()), 0), treeRest)
	}
	return m.askAbout(t.Traits, at, rest, false)
}

// askAbout asks git about a worktree, after a rest; open means that a shell is to be opened in it.
func (m *Model) askAbout(t *tasks.Traits, at treeAt, rest time.Duration, open bool) tea.Cmd {
	return m.OfDirectory(effects.Work(m.Workspace(), at.list, t, at.name, at.path, rest, host.Then2(func(w workspace.Work, err error) tea.Cmd {
		return m.asked(at, open, w, err)
	})))
}

// openShell gives the terminal to a shell in a directory, until it is left.
func (m *Model) openShell(dir string) tea.Cmd {
	cmd := exec.Command(m.shell())
	cmd.Dir = dir
	return m.Lend(cmd, host.Then(m.shellLeft))
}

func (m *Model) workAt(at treeAt) *worktreeWork {
	if m.worktrees.known == nil || len(m.worktrees.known) > treesKept {
		m.worktrees.known = map[treeAt]*worktreeWork{}
	}
	g := m.worktrees.known[at]
	if g == nil {
		g = &worktreeWork{stale: true}
		m.worktrees.known[at] = g
	}
	return g
}

// Reset begins anew, for another directory.
func (m *Model) Reset() {
	m.worktrees, m.members, m.doctor = worktreeState{}, teamState{}, examination{stale: true}
}

// AtWork reports whether something is being done to a worktree.
func (m *Model) AtWork() bool { return m.worktrees.doing != "" }

// OutdateTrees has git asked again about any worktree.
func (m *Model) OutdateTrees() { m.worktrees.outdated() }

// outdated marks everything known of worktrees as stale.
func (t *worktreeState) outdated() {
	for _, g := range t.known {
		g.stale = true
	}
}

// asked takes what git said of a worktree; open means that a shell is to be opened in it.
func (m *Model) asked(at treeAt, open bool, work workspace.Work, err error) tea.Cmd {
	g := m.workAt(at)
	g.work, g.err, g.at = work, err, m.Now()
	m.BumpGeneration() // the detail tells of it
	if !open {
		m.worktrees.asking = false
		return nil
	}
	switch {
	case err != nil:
		m.Warn("No shell was opened: " + err.Error())
	case !work.Known:
		m.Warn("No shell was opened: git knows no worktree of it")
	case work.Tree.Missing:
		m.Warn("No shell was opened: the directory of " + work.Tree.Name + " is not there")
	default:
		return m.openShell(work.Tree.Path)
	}
	return nil
}

// shell is the person's own.
func (m *Model) shell() string {
	if get := m.Finder().Env.Getenv; get != nil && get("SHELL") != "" {
		return get("SHELL")
	}
	return "sh"
}

// shellLeft hears that the shell in a worktree was left. How it was left says nothing.
func (m *Model) shellLeft(err error) tea.Cmd {
	m.worktrees.outdated()
	if m.Workspace() != nil {
		m.Workspace().Nudge()
	}
	var left *exec.ExitError
	if err != nil && !errors.As(err, &left) {
		m.Warn("No shell was opened: " + err.Error())
	}
	return nil
}

// treeSection is the worktree of a task in its detail, nil where it has none.
func (m *Model) treeSection(t *tasks.Task) *view.Section {
	at, ok := m.worktreeOf(t)
	if !ok {
		return nil
	}
	g := m.workAt(at)
	if t.Worktree == "" && at.name != "" && !g.work.Known {
		return nil // a guess that came to nothing
	}
	s := &view.Section{Title: safetext.Const("Worktree")}
	add := func(label, value string, st style.Style) {
		s.Facts = append(s.Facts, view.Fact{Label: safetext.Line(label), Value: safetext.Line(value), Style: st})
	}
	switch {
	case at.name != "":
		add("name", at.name, style.Plain)
	case !g.work.Known:
		add("path", at.path, style.Plain)
	}
	m.treeFacts(g, add)
	if n := len(g.work.Events); n > 0 {
		add("newest", m.happened(g.work.Events[n-1], t), style.Dim)
	}
	return s
}

// treeFacts adds what git knows of a worktree: where it is, on which branch, and how much was done in it.
func (m *Model) treeFacts(g *worktreeWork, add func(label, value string, st style.Style)) {
	w := g.work
	switch {
	case g.err != nil:
		add("git", g.err.Error(), style.Warning)
		return
	case g.at.IsZero():
		add("git", "is asked", style.Dim)
		return
	case !w.Known:
		add("git", "knows no such worktree: it was removed, or never made", style.Warning)
		return
	}
	add("path", w.Tree.Path, style.Plain)
	branch := cmp.Or(w.Tree.Branch, "none")
	if w.Ahead > 0 {
		branch += fmt.Sprintf(", %d %s ahead", w.Ahead, phrase.Plural(w.Ahead, "commit", "commits"))
	}
	add("branch", branch, style.Plain)
	switch n := len(w.Files); {
	case w.Tree.Missing:
		add("changed", "its directory is not there", style.Warning)
	case n == 0:
		add("changed", "nothing", style.Dim)
	case w.Changed > 0:
		add("changed", fmt.Sprintf("%d %s, %d not committed", n, phrase.Plural(n, "file", "files"), w.Changed), style.Warning)
	default:
		add("changed", fmt.Sprintf("%d %s, all committed", n, phrase.Plural(n, "file", "files")), style.Plain)
	}
	if w.Tree.Locked {
		add("locked", "git was told to keep it", style.Dim)
	}
}

// happened returns what an event tells of a worktree, of another task by its id.
func (m *Model) happened(e worktree.Event, t *tasks.Task) string {
	what := cmp.Or(map[string]string{"create": "created", "keep": "kept", "remove": "removed"}[e.What], e.What)
	if !e.At.IsZero() {
		what += " " + m.Ago(e.At)
	}
	if e.Task != "" && (t == nil || e.Task != t.ID.Text) {
		what += ", for " + e.Task
	}
	if e.Error != "" {
		what += ": " + e.Error
	}
	return what
}
