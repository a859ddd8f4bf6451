package remote

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/locate"
	"sideboard/tasks/store"
	"sideboard/tasks/team"
	"sideboard/tasks/watch"
	"sideboard/tasks/worktree"
)

// The parts of a Near that have no limit of their own have at most so many bytes; with the files of a session, of 1 MiB
// each, they fit into a message.
const (
	maxMembers   = 2 << 20
	maxWorktrees = 1 << 20
	maxEntries   = 512 << 10
	maxMarkers   = 64 << 10
)

// nearSender sends what is next to the tasks when it has changed.
type nearSender struct {
	*server
	configs []string
	roster  team.Roster
	stamp   worktree.Stamp
	trees   []worktree.Tree // as they were when git was asked last, which was at stamp
	sent    []byte          // the Near that was sent last
}

// follow sends a Near, and another one when it has changed, until ctx ends. The first reading and git may take longer
// than a beat, which therefore does not wait for them.
func (n *nearSender) follow(ctx context.Context) error {
	tick := time.NewTicker(beatInterval)
	defer tick.Stop()
	for {
		if err := n.look(ctx); err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// look sends a Near if it is not what was sent last.
func (n *nearSender) look(ctx context.Context) error {
	if err := n.load(ctx); err != nil {
		return nil // it is tried again, and each edit says why
	}
	v, err := n.store.SurveyKnown()
	if err != nil {
		return nil // the watch reports that the directory is gone
	}
	if n.roster.Stale() {
		n.roster = team.Read(n.path, n.configs)
		n.roster.DependOn(n.store.LeasesFile())
		n.roster.AddLeases(n.store.Leases(), time.Now())
	}
	near := Near{Roster: n.roster, OuterLock: v.OuterLock, FileSystem: watch.RemoteFileSystem(n.path)}
	near.Roster.Members = slices.Clone(n.roster.Members) // its messages are cut
	near.Roster.Problems = nil                           // errors do not travel
	for _, p := range n.roster.Problems {
		near.Problems = append(near.Problems, Problem{p.Path, p.Err.Error()})
	}
	if s, ok := locate.ReadSession(n.path); ok {
		near.Session = &s
	}
	for _, e := range v.Entries {
		if dialect.Noise(e.Name) && !isSent(e.Name) {
			near.Entries = append(near.Entries, e)
		}
	}
	slices.SortFunc(near.Entries, func(a, b store.Entry) int { return bytes.Compare([]byte(a.Name), []byte(b.Name)) })
	near.Worktrees, near.HasEvents = n.worktrees(ctx, v.Tasks)
	near.limit()
	raw := appendValue(nil, reflect.ValueOf(near))
	if bytes.Equal(raw, n.sent) {
		return nil
	}
	n.sent = raw
	return n.send(Message{Near: &near})
}

// limit leaves out what does not fit into a message, and notes it as problems.
func (n *Near) limit() {
	for i := range n.Roster.Members {
		if m := &n.Roster.Members[i].Newest; len(m.Text) > maxText { // a screen has room for less
			m.Text = strings.ToValidUTF8(m.Text[:maxText], "")
		}
	}
	n.Roster.Members = upTo(n, maxMembers, "agents", n.Roster.Members)
	n.Worktrees = upTo(n, maxWorktrees, "worktrees", n.Worktrees)
	n.Entries = upTo(n, maxEntries, "locks and other files next to the tasks", n.Entries)
	if n.Session != nil {
		n.Session.Markers = upTo(n, maxMarkers, "sessions", n.Session.Markers)
	}
}

// upTo returns the first elements of a list that a reader makes of a number of bytes, and notes if these are not all.
func upTo[T any](n *Near, room int, what string, all []T) []T {
	var raw []byte
	for i := range all {
		raw = appendValue(raw[:0], reflect.ValueOf(&all[i]).Elem())
		if room -= len(raw) + int(reflect.TypeFor[T]().Size()); room < 0 {
			text := fmt.Sprintf("only %d of %d are sent from another host", i, len(all))
			n.Problems = append(n.Problems, Problem{"The whole list of " + what, text})
			return all[:i]
		}
	}
	return all
}

// worktrees returns the worktrees of the project. It asks git only after their files have changed.
func (n *nearSender) worktrees(ctx context.Context, all []*tasks.Task) ([]worktree.Tree, bool) {
	stamp := worktree.StampOf(n.path)
	traits := n.store.Traits()
	if stamp == n.stamp || traits == nil || worktree.FormOf(traits.Dialect) == worktree.NoForm {
		return n.trees, stamp.HasEvents
	}
	n.stamp, n.trees = stamp, nil
	repo, err := worktree.Open(ctx, n.path, worktree.FormOf(traits.Dialect))
	if err == nil {
		n.trees, _ = repo.Trees(ctx)
		n.trees = slices.DeleteFunc(n.trees, func(t worktree.Tree) bool { return !t.Ours || t.Missing })
	}
	return n.trees, stamp.HasEvents
}
