// Package worktrees shows the git worktrees that tasks are bound to, makes, keeps and removes them.
package worktrees

import (
	"cmp"
	"errors"
	"fmt"
	"os/exec"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
	"sideboard/tasks/team"
	"sideboard/tasks/worktree"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// Uses is what the worktrees ask of other features.
type Uses struct {
	// the member of a team that an owner is, false if unknown
	Member    func(owner string) (team.Member, bool)
	HasEvents func() bool                                           // an event log next to the tasks records worktrees
	Getenv    func(string) string                                   // returns the value of an environment variable
	Lend      func(cmd *exec.Cmd, then func(error) tea.Msg) tea.Cmd // lends the terminal to a command
}

// Model holds what is known about worktrees. git is slow: it is asked in the background about one worktree at a time,
// and about each at most every few seconds. Its last answer is shown.
type Model struct {
	*host.Program
	Uses

	infos   map[ref]*info
	asking  bool
	key     tasks.Key // the task whose worktree was asked about last, and its version
	version uint64
	busy    string // what is being done to a worktree, such as "Making alice-work"
}

// New returns the worktrees of a program.
func New(p *host.Program) *Model { return &Model{Program: p} }

// ref identifies a worktree of the project of a list: by the name in a task, or by the path that a team records.
type ref struct{ list, name, path string }

// info is what git knows about a worktree.
type info struct {
	work  workspace.Work
	err   error
	at    time.Time // when git answered, zero for never
	stale bool      // it may have changed since
}

const (
	askInterval  = 3 * time.Second // git is asked about a worktree at most this often
	maxWorktrees = 200             // more infos than this are not kept
)

// treeOf returns the worktree of a task: the one it is bound to, otherwise the one its owner works in.
func (m *Model) treeOf(t *tasks.Task) (ref, bool) {
	switch {
	case t == nil || m.Workspace == nil:
		return ref{}, false
	case t.Worktree != "":
		return ref{list: t.List, name: t.Worktree}, true
	}
	if member, ok := m.Member(t.Owner); ok && member.Worktree != "" {
		return ref{list: t.List, path: member.Worktree}, true
	}
	if t.Owner != "" && m.Workspace.IsClaudeCode(t.List) {
		return ref{list: t.List, name: t.Owner}, true // a guess, shown only if git knows it
	}
	return ref{}, false
}

// hasKnown reports whether a task is known to have a worktree.
func (m *Model) hasKnown(t *tasks.Task) bool {
	at, ok := m.treeOf(t)
	return ok && (t.Worktree != "" || at.path != "" || m.infos[at] != nil && m.infos[at].work.Known)
}

// Refresh asks git about the worktree on the screen if its info is stale.
func (m *Model) Refresh() tea.Cmd {
	k, ok := m.Selected()
	t := m.Board.Task(k)
	if w, over := m.Mode().(*workMode); over {
		t, ok = m.Board.Task(w.of), true
	} else if m.Layout.Detail.Empty() {
		return nil
	}
	at, has := m.treeOf(t)
	if !ok || !has || m.asking {
		return nil
	}
	g := m.infoOf(at)
	if m.key != t.Key || m.version != uint64(t.Version) {
		m.key, m.version, g.stale = t.Key, uint64(t.Version), true
	}
	if !g.stale {
		return nil
	}
	m.asking, g.stale = true, false
	rest := time.Duration(0)
	if !g.at.IsZero() {
		rest = min(max(g.at.Add(askInterval).Sub(m.Now), 0), askInterval)
	}
	return m.askGit(t.Traits, at, rest, false)
}

// askGit asks git about a worktree after a pause. If open is true it opens a shell there.
func (m *Model) askGit(t *tasks.Traits, at ref, rest time.Duration, open bool) tea.Cmd {
	return m.OfDirectory(effects.Work(m.Workspace, at.list, t, at.name, at.path, rest,
		host.OnResult2(func(w workspace.Work, err error) tea.Cmd {
			return m.setInfo(at, open, w, err)
		})))
}

// openShell lends the terminal to the person's shell in a directory.
func (m *Model) openShell(dir string) tea.Cmd {
	cmd := exec.Command(cmp.Or(m.Getenv("SHELL"), "sh"))
	cmd.Dir = dir
	return m.Lend(cmd, host.OnResult(m.shellEnded))
}

// infoOf returns what is known of a worktree, a stale info if nothing is. If too many are known, all are forgotten.
func (m *Model) infoOf(at ref) *info {
	if m.infos == nil || len(m.infos) > maxWorktrees {
		m.infos = map[ref]*info{}
	}
	g := m.infos[at]
	if g == nil {
		g = &info{stale: true}
		m.infos[at] = g
	}
	return g
}

// Reset forgets everything, for another directory.
func (m *Model) Reset() { *m = Model{Program: m.Program, Uses: m.Uses} }

// AtWork reports whether something is being done to a worktree.
func (m *Model) AtWork() bool { return m.busy != "" }

// MarkStale makes git be asked again about every worktree.
func (m *Model) MarkStale() {
	for _, g := range m.infos {
		g.stale = true
	}
}

// setInfo sets what git knows about a worktree. If open is true it opens a shell there.
func (m *Model) setInfo(at ref, open bool, work workspace.Work, err error) tea.Cmd {
	g := m.infoOf(at)
	g.work, g.err, g.at = work, err, m.Now
	m.Generation++ // the detail shows it
	if !open {
		m.asking = false
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

// shellEnded handles the end of the shell. Its exit status means nothing.
func (m *Model) shellEnded(err error) tea.Cmd {
	m.MarkStale()
	if m.Workspace != nil {
		m.Workspace.Nudge()
	}
	var left *exec.ExitError
	if err != nil && !errors.As(err, &left) {
		m.Warn("No shell was opened: " + err.Error())
	}
	return nil
}

// Section returns the section of the detail about the worktree of a task, nil if it has none.
func (m *Model) Section(t *tasks.Task) *view.DetailSection {
	at, ok := m.treeOf(t)
	if !ok {
		return nil
	}
	g := m.infoOf(at)
	if t.Worktree == "" && at.name != "" && !g.work.Known {
		return nil // the guess was wrong
	}
	s := &view.DetailSection{Title: safetext.Const("Worktree")}
	add := func(label, value string, st style.Style) {
		s.Facts = append(s.Facts, view.Fact{Label: safetext.Line(label), Value: safetext.Line(value), Style: st})
	}
	switch {
	case at.name != "":
		add("name", at.name, style.Plain)
	case !g.work.Known:
		add("path", at.path, style.Plain)
	}
	m.facts(g, add)
	if n := len(g.work.Events); n > 0 {
		add("newest", m.eventWords(g.work.Events[n-1], t), style.Dim)
	}
	return s
}

// facts adds what git knows about a worktree: its path, its branch, and how much was changed.
func (m *Model) facts(g *info, add func(label, value string, st style.Style)) {
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
		add("changed", fmt.Sprintf("%d %s, %d not committed", n, phrase.Plural(n, "file", "files"), w.Changed),
			style.Warning)
	default:
		add("changed", fmt.Sprintf("%d %s, all committed", n, phrase.Plural(n, "file", "files")), style.Plain)
	}
	if w.Tree.Locked {
		add("locked", "git was told to keep it", style.Dim)
	}
}

// eventWords describes an event of a worktree. It names the task if that is another one.
func (m *Model) eventWords(e worktree.Event, t *tasks.Task) string {
	what := cmp.Or(map[string]string{"create": "created", "keep": "kept", "remove": "removed"}[e.What], e.What)
	if !e.At.IsZero() {
		what += " " + m.Ago(e.At)
	}
	if e.Task != "" && e.Task != t.ID.Text {
		what += ", for " + e.Task
	}
	if e.Error != "" {
		what += ": " + e.Error
	}
	return what
}
