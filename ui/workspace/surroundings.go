package workspace

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/locate"
	"sideboard/tasks/log"
	"sideboard/tasks/team"
)

// surroundingsInterval is how often the files next to the tasks are checked while the terminal has the focus. A check
// is a handful of stats, and reads only what changed.
const surroundingsInterval = 5 * time.Second

// Surroundings is what the files next to the tasks say about who works on them, and about worktrees.
type Surroundings struct {
	Roster            team.Roster
	HasWorktreeEvents bool // there are events of worktrees
	stamps            []nearStamp
}

// NextSurroundings waits until the files next to the tasks differ from was, and returns what they say; with nil it
// returns at once. Without the focus it sleeps. After Close the error is io.EOF.
func (w *Workspace) NextSurroundings(was *Surroundings) (Surroundings, error) {
	for {
		if w.ctx.Err() != nil {
			return Surroundings{}, io.EOF
		}
		now := Surroundings{}
		for _, r := range w.dirs {
			stamp := r.stamp()
			now.HasWorktreeEvents, now.stamps = now.HasWorktreeEvents || stamp.HasEvents, append(now.stamps, stamp)
		}
		stale := func(r *directory) bool { return r.isStale(&was.Roster) }
		if was == nil || !slices.Equal(now.stamps, was.stamps) || slices.ContainsFunc(w.dirs, stale) {
			now.Roster = w.Roster()
			return now, nil
		}
		if err := w.waitForCheck(); err != nil {
			return Surroundings{}, err
		}
	}
}

// HasWorktreeEvents reports whether there are events of worktrees, so that agents that use them worked here.
func (w *Workspace) HasWorktreeEvents() bool {
	return slices.ContainsFunc(w.dirs, func(r *directory) bool { return r.stamp().HasEvents })
}

// Roster reads who works on the tasks of the open directories.
func (w *Workspace) Roster() team.Roster {
	var all []team.Roster
	for _, r := range w.dirs {
		all = append(all, r.roster())
	}
	r := team.Merge(all)
	for _, d := range w.dirs {
		file := d.leasesFile()
		r.DependOn(file)
		r.AddLeases(log.ReadLeases(file), time.Now())
	}
	ctx, cancel := w.withGitTimeout()
	defer cancel()
	r.FindPanes(ctx, w.tmux)
	return r
}

// waitForCheck waits for the next check: for a while, or until the terminal gets the focus.
func (w *Workspace) waitForCheck() error {
	var soon <-chan time.Time
	if !w.unfocused.Load() {
		t := time.NewTimer(surroundingsInterval)
		defer t.Stop()
		soon = t.C
	}
	select {
	case <-soon:
	case <-w.refocused:
	case <-w.ctx.Done():
		return io.EOF
	}
	return nil
}

// SetFocused sets whether the terminal has the focus. When it gets it, NextSurroundings checks at once.
func (w *Workspace) SetFocused(here bool) {
	if !w.unfocused.Load() {
		w.lastVisit.Store(time.Now().UnixNano())
	}
	w.unfocused.Store(!here)
	if here {
		select {
		case w.refocused <- struct{}{}:
		default:
		}
	}
}

// gitTimeout is how long git may take.
const gitTimeout = 20 * time.Second

func (w *Workspace) withGitTimeout() (context.Context, context.CancelFunc) {
	return context.WithTimeout(w.ctx, gitTimeout)
}

// SessionPlan reads the files next to the tasks of a workflow session; false for any other list. It marks the lines of
// TODO_LIST.md that differ from the files.
func (w *Workspace) SessionPlan(list string) (locate.SessionFiles, bool) {
	r, err := w.directoryOf(list)
	if err != nil {
		return locate.SessionFiles{}, false
	}
	s, ok := r.session()
	if ok && s.Todo != nil {
		s.Todo = markTodo(s.Todo, r.records())
	}
	return s, ok
}

// IsWorkflow reports whether a list is that of a workflow session.
func (w *Workspace) IsWorkflow(list string) bool {
	r, err := w.directoryOf(list)
	return err == nil && r.isWorkflow()
}

// Todo is what is wrong in TODO_LIST.md about a task. Agents that read the list repeat what it does not tick off, leave
// out what it ticks off, and do not know what is missing.
type Todo struct {
	Wrong         string // in words, "" for nothing
	Before, After string // the line as it is and as it should be; "" for none
}

// Todo compares TODO_LIST.md with a task. The error says why there is nothing to compare.
func (w *Workspace) Todo(k tasks.Key) (Todo, error) {
	return ask(w, k.List, func(r *directory) (Todo, error) { return r.todo(k) })
}

func (d *directory) todo(k tasks.Key) (Todo, error) {
	s, ok := d.session()
	if !ok || s.Todo == nil {
		return Todo{}, errors.New("there is no " + dialect.TodoName + " next to its tasks")
	}
	doc, err := d.store.Read(k)
	if err != nil {
		return Todo{}, err
	}
	t := doc.Task
	over := t.Status.Finished()
	line, named := dialect.TodoFor(s.Todo, t.ID.Text, over)
	// a line without a box names a task that has its parts below it
	container := slices.ContainsFunc(dialect.TodoLines(s.Todo), func(l dialect.TodoLine) bool {
		return strings.EqualFold(l.ID, t.ID.Text)
	})
	todo := Todo{Before: line.Text, After: line.Marked(over)}
	switch {
	case t.Status == tasks.Container, !named && container, named && line.Ticked == over:
		return Todo{}, nil
	case !named:
		todo.Wrong, todo.After = "does not have it: agents that read the list do not know it",
			dialect.NewTodoLine(s.Todo, t.ID.Text, t.Subject, k.Name)
	case over:
		todo.Wrong = "still shows it as not done: agents that read the list do it again"
	default:
		todo.Wrong = "still shows it as done: agents that read the list do not do it again"
	}
	return todo, nil
}

// records returns the newest good records of a directory.
func (d *directory) records() (all []*tasks.Task) {
	d.store.World().Each(func(t *tasks.Task) bool {
		all = append(all, t)
		return true
	})
	slices.SortFunc(all, func(a, b *tasks.Task) int { return a.Key.Compare(b.Key) })
	return all
}

// markTodo adds to each line of TODO_LIST.md whether its file differs, and to the end which tasks are missing.
func markTodo(list []byte, all []*tasks.Task) []byte {
	byID := map[string]*tasks.Task{}
	for _, t := range all {
		byID[strings.ToUpper(t.ID.Text)] = t
	}
	named := map[*tasks.Task]bool{}
	for _, l := range dialect.TodoLines(list) {
		t := byID[strings.ToUpper(l.ID)]
		if t != nil {
			named[t] = true
		}
		wrong := ""
		switch {
		case t == nil:
			wrong = "no file has this id"
		case l.Box && t.Status != tasks.Container && l.Ticked != t.Status.Finished():
			wrong = "its file says " + t.Status.String()
		}
		if next, ok := dialect.SetTodoLine(list, l.Text, l.Text+" **! "+wrong+"**"); ok && wrong != "" {
			list = next
		}
	}
	var lacks []string
	for _, t := range all {
		if !named[t] {
			lacks = append(lacks, t.ID.Text)
		}
	}
	if len(named) > 0 && len(lacks) > 0 {
		list = append(list, "\n\n**! The list does not have "+strings.Join(lacks, ", ")+"**\n"...)
	}
	return list
}
