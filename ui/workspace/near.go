package workspace

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"

	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/lock"
	"sideboard/tasks/remote"
	"sideboard/tasks/store"
	"sideboard/tasks/team"
	"sideboard/tasks/watch"
	"sideboard/tasks/worktree"
)

// near is what a list has next to its tasks: on this host files, over ssh what the other host sends, in a bucket
// nothing.
type near interface {
	dir() string // the path of the directory, with its host; the address of a bucket
	session() (locate.SessionFiles, bool)
	isWorkflow() bool
	roster() team.Roster // without leases
	leasesFile() string  // "" for none
	stamp() nearStamp
	isStale(*team.Roster) bool // files that a roster was read from have changed since
	// survey completes what the doctor examines.
	survey(store.Survey, *doctor.Case)
	repo(context.Context, *tasks.Traits) (*worktree.Repo, error)
	isClaudeCode() bool
	worktrees(context.Context, *tasks.Traits) ([]worktree.Tree, error) // that tasks can be bound to
	takeOver(ctx context.Context, lock string) error                   // takes and releases a stale lock directory
}

// nearStamp changes with the worktrees, and with whatever another host sends.
type nearStamp struct {
	worktree.Stamp
	sent uint64
}

// localNear is what is next to a directory of this host.
type localNear struct {
	place   locate.Place
	store   *store.Store
	cwd     string
	configs []string
}

func (n localNear) dir() string                          { return n.place.Dir }
func (n localNear) session() (locate.SessionFiles, bool) { return locate.ReadSession(n.place.Dir) }
func (n localNear) isWorkflow() bool                     { return n.place.Kind == locate.WorkflowDir }
func (n localNear) stamp() nearStamp                     { return nearStamp{Stamp: worktree.StampOf(n.place.Dir)} }
func (n localNear) isStale(r *team.Roster) bool          { return r.Stale() }

func (n localNear) roster() team.Roster { return team.Read(n.place.Dir, n.configs) }
func (n localNear) leasesFile() string  { return n.store.LeasesFile() }

func (n localNear) survey(v store.Survey, c *doctor.Case) {
	c.Remote = watch.RemoteFileSystem(n.place.Dir)
	for _, e := range v.Entries {
		c.Entries = append(c.Entries, doctorEntry(e))
	}
	if v.OuterLock != nil {
		c.OuterLock = new(doctorEntry(*v.OuterLock))
	}
}

func (n localNear) isClaudeCode() bool {
	return slices.ContainsFunc(n.configs, func(c string) bool {
		return filepath.Dir(n.place.Dir) == filepath.Join(c, "tasks")
	})
}

// repo returns the repository of the worktrees that tasks of a design name: for a list of Claude Code that of the
// current directory.
func (n localNear) repo(ctx context.Context, t *tasks.Traits) (*worktree.Repo, error) {
	form := worktree.FormOf(t.Dialect)
	switch {
	case n.isClaudeCode() && n.cwd != "":
		return worktree.OpenAt(ctx, n.cwd, form)
	case form == worktree.NoForm:
		return nil, ErrNoWorktrees
	}
	return worktree.Open(ctx, n.place.Dir, form)
}

func (n localNear) worktrees(ctx context.Context, t *tasks.Traits) ([]worktree.Tree, error) {
	repo, err := n.repo(ctx, t)
	if err != nil {
		return nil, err
	}
	all, err := repo.Trees(ctx)
	return slices.DeleteFunc(all, func(tree worktree.Tree) bool { return !tree.Ours || tree.Missing }), err
}

func (n localNear) takeOver(ctx context.Context, name string) error {
	if err := n.store.Writable(); err != nil {
		return err
	}
	if filepath.Base(name) != name {
		return errors.New("not the name of a file: " + name)
	}
	release, err := lock.Mkdir(ctx, filepath.Join(n.place.Dir, name))
	if err != nil {
		return err
	}
	return release()
}

// noNear is of a list with nothing next to it but leases.
type noNear struct {
	place locate.Place
	store *store.Store
}

func (n noNear) dir() string                                { return n.place.Dir }
func (noNear) session() (none locate.SessionFiles, ok bool) { return none, false }
func (noNear) isWorkflow() bool                             { return false }
func (noNear) stamp() nearStamp                             { return nearStamp{} }
func (n noNear) isStale(r *team.Roster) bool                { return n.leasesFile() != "" && r.Stale() }
func (noNear) isClaudeCode() bool                           { return false }

func (noNear) roster() (none team.Roster) { return none }
func (n noNear) leasesFile() string       { return n.store.LeasesFile() }

func (noNear) survey(v store.Survey, c *doctor.Case) {
	for _, e := range v.Entries {
		c.Entries = append(c.Entries, doctorEntry(e))
	}
}

var errNoFiles = errors.New("the tasks are in a bucket, which has no worktrees")

func (noNear) repo(context.Context, *tasks.Traits) (*worktree.Repo, error) { return nil, errNoFiles }
func (noNear) worktrees(context.Context, *tasks.Traits) ([]worktree.Tree, error) {
	return nil, errNoFiles
}
func (noNear) takeOver(context.Context, string) error { return errNoFiles }

// sentNear is what another host sends.
type sentNear struct{ link *remote.Link }

func (n sentNear) dir() string {
	at := n.link.Address
	return at.Host + ":" + cmp.Or(n.link.Hello().Dir, at.Dir)
}

func (n sentNear) session() (locate.SessionFiles, bool) {
	sent, _ := n.link.Near()
	if sent.Session == nil {
		return locate.SessionFiles{}, false
	}
	return *sent.Session, true
}

func (n sentNear) isWorkflow() bool {
	_, is := n.session()
	return is
}

func (n sentNear) roster() team.Roster {
	sent, _ := n.link.Near()
	r := sent.Roster
	r.Members = slices.Clone(r.Members)
	for i := range r.Members {
		r.Members[i].Pane = "" // of a tmux there
	}
	for _, p := range sent.Problems {
		r.Problems = append(r.Problems, team.Problem{Path: p.Path, Err: errors.New(p.Text)})
	}
	return r
}

func (n sentNear) stamp() nearStamp {
	sent, count := n.link.Near()
	return nearStamp{worktree.Stamp{HasEvents: sent.HasEvents}, count}
}

func (sentNear) leasesFile() string        { return "" } // the roster has what they say
func (sentNear) isStale(*team.Roster) bool { return false }
func (sentNear) isClaudeCode() bool        { return false }

func (n sentNear) survey(v store.Survey, c *doctor.Case) {
	sent, _ := n.link.Near()
	c.Remote = sent.FileSystem
	for _, e := range slices.Concat(v.Entries, sent.Entries) {
		c.Entries = append(c.Entries, doctorEntry(e))
	}
	if sent.OuterLock != nil {
		c.OuterLock = new(doctorEntry(*sent.OuterLock))
	}
}

var errThere = errors.New("the worktrees of another host are made, looked into and removed there")

func (sentNear) repo(context.Context, *tasks.Traits) (*worktree.Repo, error) { return nil, errThere }

func (n sentNear) worktrees(context.Context, *tasks.Traits) ([]worktree.Tree, error) {
	sent, _ := n.link.Near()
	return sent.Worktrees, nil
}

func (sentNear) takeOver(context.Context, string) error {
	return errors.New("a lock on another host is taken over there: sideboard doctor --fix")
}
