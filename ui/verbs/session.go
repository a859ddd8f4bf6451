// Package verbs lists, claims, completes, releases, adds, edits, links and deletes tasks without a screen, for the
// commands and for the server of agents. It uses the rules of package board and writes through package workspace, as
// the board does, so that the board can undo all of it.
package verbs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/ui/workspace"
)

// A Session is an open directory and the owner who acts on it. It is not safe for concurrent use.
type Session struct {
	Options
	board *board.Board
	work  *workspace.Workspace

	heard     int          // the number of our edits that the board has
	unblocked []tasks.Key  // since the last edit began
	health    tasks.Health // of the last call of OnHealth
	made      tasks.Result // of the last task created
	freed     []tasks.Edit // releases and reopenings
	pretends  bool         // later steps of a dry run see what earlier ones would write
}

// Options are the options of Open.
type Options struct {
	Finder workspace.Finder
	Who    string    // the owner it acts as
	Via    tasks.Via // how its edits are asked for, tasks.ViaCommand by default
	Agent  bool      // the owner is an agent, for whom a question is a refusal if its own program would refuse
	Lapsed bool      // a claim may take a task whose owner let its lease end
	DryRun bool      // write nothing, and return what would be written

	Turn sync.Locker // unlocked while a claim waits; may be nil

	// OnHealth is called when the way of noticing changes is another one, and at first if the system does not report
	// changes.
	OnHealth func(Event)

	// OnAdded is called before each new task with how many were made, of how many in all; may be nil.
	OnAdded func(made, all int)

	Stalled time.Duration // how long the file of a running task may stay unchanged
	Review  bool          // what others completed needs the person until seen
}

// Open finds a directory and reads all of it.
func Open(ctx context.Context, o Options) (*Session, error) {
	o.Finder.Options.ReadOnly = o.Finder.Options.ReadOnly || o.DryRun
	o.Finder.Options.Via = cmp.Or(o.Via, tasks.ViaCommand)
	o.Finder.Options.Brief = true
	w, err := o.Finder.Open()
	if err != nil {
		return nil, err
	}
	b, err := Load(ctx, w)
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	s := &Session{Options: o, board: b, work: w}
	s.learnWorktrees()
	s.reportHealth()
	return s, nil
}

// Close ends the session. Edits are already on the disk: see WaitReapplied.
func (s *Session) Close() error { return s.work.Close() }

// Dir returns the task directory.
func (s *Session) Dir() string { return s.work.Place().Dir }

// settleTimeout limits the wait for half-written files. Each gets a second, but agents that never pause may always
// write another.
const settleTimeout = 5 * time.Second

// Load reads a directory. It waits a moment for half-written files to become whole.
func Load(ctx context.Context, w *workspace.Workspace) (*board.Board, error) {
	b := board.New()
	torn := false
	hear := func(ctx context.Context) error {
		delta, err := w.Next(ctx)
		if err == nil {
			b.Apply(delta)
			torn = delta.Torn
		}
		return err
	}
	for !b.Loaded() {
		if err := hear(ctx); err != nil {
			return nil, err
		}
	}
	if health, why := b.Health(); health == tasks.Lost {
		return nil, fmt.Errorf("read the task directory: %s", why)
	}
	b.SetTraits("", w.Traits(""))
	soon, cancel := context.WithTimeout(ctx, settleTimeout)
	defer cancel()
	for torn {
		if err := hear(soon); errors.Is(err, context.DeadlineExceeded) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// learnWorktrees asks git for the worktrees, if the state of a task depends on them.
func (s *Session) learnWorktrees() {
	for _, t := range s.board.TasksNeedingWorktrees() {
		names, err := s.work.KnownWorktrees(t.List, t.Traits)
		if err == nil { // else the tasks have the state that they have without git
			s.board.SetWorktrees(t.List, names)
		}
	}
}

// hear applies the next delta to the board and returns what it changed.
func (s *Session) hear(ctx context.Context) (board.Diff, error) {
	delta, err := s.work.Next(ctx)
	if err != nil {
		return board.Diff{}, err
	}
	s.heard += delta.Edits
	diff := s.board.Apply(delta)
	s.reportHealth()
	return diff, nil
}

// reportHealth calls OnHealth if the health of the directory changed.
func (s *Session) reportHealth() {
	health, why := s.board.Health()
	if s.OnHealth == nil || health == s.health {
		return
	}
	s.health = health
	s.OnHealth(Event{Version: Version, At: time.Now().UTC(), Event: health.String(), Fields: []string{},
		Unblocked: []Ref{}, Reason: why})
}

// catchUp applies deltas until the board has all our edits.
func (s *Session) catchUp(ctx context.Context) error {
	for s.heard < s.work.Edits() {
		diff, err := s.hear(ctx)
		if err != nil {
			return err
		}
		s.unblocked = append(s.unblocked, diff.Unblocked...)
	}
	return nil
}

// WaitReapplied waits until our edits are safe from agents that read a file before and write it afterwards. It returns
// a *LostError if one overwrote an edit. If every writer takes a lock there is nothing to wait for.
func (s *Session) WaitReapplied(ctx context.Context) error {
	if s.work.Traits("").Lock != tasks.NoLock {
		return nil
	}
	quiet, stop := context.WithCancel(ctx)
	defer stop()
	s.work.DiscardNews(quiet)
	if err := s.work.WaitReapplied(ctx); err != nil {
		return err
	}
	for {
		select {
		case o, ok := <-s.work.Outcomes():
			if !ok {
				return nil
			}
			if o.What == store.Lost || o.What == store.PutBack {
				onlyLink := o.Edit.Verb == tasks.VerbCreate &&
					slices.ContainsFunc(o.Edit.Steps, func(st tasks.Step) bool {
						return st.Key == o.Key
					})
				return &LostError{Verb: o.Edit.Verb, File: o.Key.Name, By: o.By, OnlyLink: onlyLink}
			}
		default:
			return nil
		}
	}
}

// ClaimedSince says who has claimed a task that this session released or reopened, "" for nobody. Call it after
// WaitReapplied.
func (s *Session) ClaimedSince() string {
	for _, e := range s.freed {
		doc, err := s.work.Read(e.Of)
		if t := doc.Task; err == nil && t.Owner != s.Who && (t.Owner != "" || t.Status == tasks.InProgress) {
			return e.Verb.Past() + ", and " + cmp.Or(t.Owner, "somebody") + " has claimed it since"
		}
	}
	return ""
}

// LostError is the error for an edit that was overwritten at once.
type LostError struct {
	Verb tasks.Verb
	File string
	By   string // the owner in the file now

	OnlyLink bool // only a link to a new task is lost, not the task
}

// Error says what is lost, and to whom.
func (e *LostError) Error() string {
	by := "somebody"
	if e.By != "" {
		by = e.By
	}
	return fmt.Sprintf("%s, but %s overwrote it at once: read %s again", e.Verb.Past(), by, e.File)
}
