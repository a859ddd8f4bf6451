// Package verbs is what may be asked of a task directory without a screen: to list, claim, complete, release, add, edit,
// link and delete its tasks. The commands and the server for agents share it, and it takes the board's own road: the rules
// of package board, the workspace's one way to write, the journal, so that the board can take any of it back.
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

// A Session is a directory that was read and can be acted on, by one owner. Its methods are for one goroutine at a time.
type Session struct {
	board *board.Board
	work  *workspace.Workspace
	who   string
	agent bool
	turn  sync.Locker
	now   func() time.Time

	stalled time.Duration

	heard     int         // how many of our edits the news told of
	unblocked []tasks.Key // by the news since the last edit began
	onHealth  func(Event)
	onAdded   func(made, all int)
	health    tasks.Health // as onHealth was called last
	why       string
	made      tasks.Result // of the task that was created last
	freed     []tasks.Edit // what was released or reopened
	dryRun    bool
	pretends  bool // what a dry run would write is there for what it does next
}

// Options say how a session is opened.
type Options struct {
	Finder workspace.Finder
	Who    string // the owner it acts as
	Agent  bool   // the owner is no person: what its own program would refuse is not asked
	DryRun bool   // nothing is written; what would be is told

	Turn sync.Locker // is unlocked while a claim waits; nil for none

	// OnHealth is called when news of the directory comes in another way, and first if the system does not tell of changes.
	OnHealth func(Event)

	// OnAdded is called while several tasks are made, after each.
	OnAdded func(made, all int)

	Stalled time.Duration // a running task whose file is unchanged for this long is stalled
}

// Open finds the directory, reads it, and answers when all of it is known.
func Open(ctx context.Context, o Options) (*Session, error) {
	o.Finder.Options.ReadOnly = o.Finder.Options.ReadOnly || o.DryRun
	w, err := o.Finder.Open()
	if err != nil {
		return nil, err
	}
	b, err := Load(ctx, w)
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	s := &Session{
		board: b, work: w, who: o.Who, agent: o.Agent, turn: o.Turn, now: time.Now, dryRun: o.DryRun, onHealth: o.OnHealth,
		onAdded: o.OnAdded, stalled: o.Stalled,
	}
	s.learnTrees()
	s.reportHealth()
	return s, nil
}

// Close ends the session. What was written last is written already: see WaitReapplied.
func (s *Session) Close() error { return s.work.Close() }

// Dir returns the directory that is open.
func (s *Session) Dir() string { return s.work.Place().Dir }

// settleTimeout bounds the waiting for half-written files. A file is given up after a second; where agents write without a
// pause there may always be another.
const settleTimeout = 5 * time.Second

// Load reads a directory as it is now. Files that look half-written are given the time to become whole; those that are not
// by then are shown as what was read.
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
		if err := hear(soon); ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// learnTrees asks git which worktrees there are, where the state of a task depends on it.
func (s *Session) learnTrees() {
	for _, t := range s.board.TasksNeedingWorktrees() {
		names, err := s.work.KnownTrees(t.List, t.Traits)
		if err == nil { // else the state of the tasks is what it would be without
			s.board.SetWorktrees(t.List, names)
		}
	}
}

// hear takes in one piece of news and returns what it changed.
func (s *Session) hear(ctx context.Context) (board.Diff, error) {
	delta, err := s.work.Next(ctx)
	if err != nil {
		return board.Diff{}, err
	}
	s.heard += delta.Edits
	diff := s.board.Apply(delta)
	s.unblocked = append(s.unblocked, diff.Unblocked...)
	s.reportHealth()
	return diff, nil
}

// reportHealth calls onHealth if the way in which news comes is another than before.
func (s *Session) reportHealth() {
	health, why := s.board.Health()
	if s.onHealth == nil || health == s.health && (why == s.why || health == tasks.Lost) { // what is lost is lost, for whatever reason
		return
	}
	s.health, s.why = health, why
	s.onHealth(Event{Version: Version, At: s.now().UTC(), Event: health.String(), Fields: []string{}, Unblocked: []Ref{}, Reason: why})
}

// catchUp takes in the news until everything that our edits changed was heard of.
func (s *Session) catchUp(ctx context.Context) error {
	for s.heard < s.work.Edits() {
		if _, err := s.hear(ctx); err != nil {
			return err
		}
	}
	return nil
}

// WaitReapplied waits until what was written is safe from agents that read a file before and write all of it afterwards, and
// answers what became of it: nil, or a *LostError. Where every writer takes a lock there is nothing to wait for.
func (s *Session) WaitReapplied(ctx context.Context) error {
	if t := s.work.Traits(""); t != nil && t.Lock != tasks.NoLock {
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
				beside := o.Edit.Verb == tasks.VerbCreate && slices.ContainsFunc(o.Edit.Steps, func(st tasks.Step) bool { return st.Key == o.Key })
				return &LostError{Verb: o.Edit.Verb, File: o.Key.Name, By: o.By, Beside: beside}
			}
		default:
			return nil
		}
	}
}

// ClaimedSince says who has claimed a task since this session gave it back; "" where nobody has. It is asked after WaitReapplied.
func (s *Session) ClaimedSince() string {
	for _, e := range s.freed {
		doc, err := s.work.Read(e.Of)
		if t := doc.Task; err == nil && (t.Owner != "" || t.Status == tasks.InProgress) {
			return e.Verb.Past() + ", and " + cmp.Or(t.Owner, "somebody") + " has claimed it since"
		}
	}
	return ""
}

// LostError is an edit that was written and that somebody wrote over right afterwards.
type LostError struct {
	Verb tasks.Verb
	File string
	By   string // the owner the file names now

	Beside bool // only a link back to a new task is lost, which is there itself
}

// Error returns what is lost, and to whom.
func (e *LostError) Error() string {
	by := "somebody"
	if e.By != "" {
		by = e.By
	}
	return fmt.Sprintf("%s, but %s wrote over it at once: read %s again", e.Verb.Past(), by, e.File)
}
