package verbs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/store"
)

// rule is a rule of the board: it returns the edit of a verb, or as its error a board.Ask or a board.Refusal.
type rule func(b *board.Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error)

// rules are the rules of the verbs that need nothing but a task.
var rules = map[tasks.Verb]rule{
	tasks.VerbClaim: board.Claim, tasks.VerbComplete: board.Complete, tasks.VerbRelease: board.Release,
	tasks.VerbReopen: board.Reopen,
	tasks.VerbDelete: board.Delete,
}

// Do claims, completes, releases, reopens or deletes the task that a word names. It returns a *tasks.ConflictError if
// another agent was faster.
func (s *Session) Do(ctx context.Context, verb tasks.Verb, id string, yes bool) (Change, error) {
	if s.Agent && verb == tasks.VerbComplete {
		k, _ := s.find(id) // what is not found was not completed
		if t := s.board.Task(k); t != nil && t.Status == tasks.Completed && t.Owner == s.Who {
			out := s.change(verb) // it asks again, because the answer did not reach it
			out.Tasks, out.Notice = []Task{s.task(k)}, "it was completed already"
			return out, nil
		}
	}
	if verb == tasks.VerbClaim {
		if out, done, err := s.leases().release(ctx, id); done {
			return out, err
		}
	}
	if form := s.Form(); s.Agent && verb == tasks.VerbDelete && form != nil && form.Allowed {
		why := tasks.NoDesign + ", and only a person deletes one of them"
		return Change{}, board.Refusal{Verb: verb, Why: why}
	}
	return s.apply(ctx, id, yes, rules[verb])
}

// apply applies a rule to the task that a word names.
func (s *Session) apply(ctx context.Context, id string, yes bool, by rule) (Change, error) {
	k, err := s.find(id)
	if err != nil {
		return Change{}, err
	}
	e, err := by(s.board, k, s.Who, time.Now())
	if no, ok := errors.AsType[board.Refusal](err); ok {
		err = s.leases().explain(k, no)
	}
	return s.carryOut(ctx, e, err, yes)
}

// answered takes what a rule returned, an edit or an error, and returns the edit to carry out, or why there is none.
// yes answers a question; a question about one's own task needs no answer.
func (s *Session) answered(e tasks.Edit, err error, yes bool) (tasks.Edit, error) {
	ask, asks := errors.AsType[board.Ask](err)
	switch {
	case !asks:
		return e, err
	case s.Agent && ask.Busy != nil:
		return e, *ask.Busy
	case !yes && ask.No != nil:
		no, hint := *ask.No, insist(s, ask)
		if no.Verb == tasks.VerbLink || no.Verb == tasks.VerbCreate {
			hint = LinkHint
		}
		no.Hint = cmp.Or(no.Hint, hint)
		return e, no
	case !yes && !s.isOwnAffair(ask):
		return e, err
	}
	return ask.Edit, nil
}

// carryOut takes what a rule returned, an edit or an error. It writes the edit and waits until the board has it; in a
// dry run it returns what would be written.
func (s *Session) carryOut(ctx context.Context, e tasks.Edit, err error, yes bool) (Change, error) {
	e, err = s.answered(e, err, yes)
	if err == nil {
		err = s.leases().refuse(e)
	}
	if err != nil {
		return Change{}, err
	}
	if s.Agent && e.Verb == tasks.VerbClaim && s.board.Task(e.Of).Traits.OwnerIsClaim {
		e.Needs = append(e.Needs, tasks.Need{Key: e.Of, Idle: s.Who})
	}
	out := s.change(e.Verb)
	out.Notice, _ = board.Notice(s.board, e)
	if s.DryRun {
		return s.preview(ctx, e, out)
	}
	if err := s.work.Writable(); err != nil {
		if _, system := errors.AsType[*fs.PathError](err); system {
			return Change{}, fmt.Errorf("not %s: %w", e.Verb.Past(), err)
		}
		return Change{}, board.Refusal{Verb: e.Verb, Why: err.Error()}
	}
	s.unblocked = nil
	was := s.task(e.Of) // before it is deleted
	res, err := s.work.Batch().Apply(ctx, e)
	if half, ok := errors.AsType[*store.UnfinishedError](err); ok {
		out.Left, out.InPart = append(out.Left, half.Reasons()), half.Missed
	} else if err != nil {
		if heard := s.catchUp(ctx); heard != nil {
			return Change{}, heard
		}
		return Change{}, err
	}
	if e.Verb == tasks.VerbRelease || e.Verb == tasks.VerbReopen {
		s.freed = append(s.freed, e)
	}
	if err := s.work.Undoable(); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		out.Left = append(out.Left, "no undo: "+err.Error())
	}
	if err := s.catchUp(ctx); err != nil {
		return Change{}, err
	}
	about := []tasks.Key{e.Of}
	if e.Of.Name == "" {
		about = res.Made
	}
	for _, k := range about {
		switch t := s.task(k); {
		case e.Verb == tasks.VerbDelete:
			out.Tasks = append(out.Tasks, was)
		case e.Verb == tasks.VerbCreate && t.ID == "":
			out.Tasks = append(out.Tasks, asCreated(t, e.Draft, res.ID))
		default:
			out.Tasks = append(out.Tasks, t)
		}
	}
	if len(about) > 0 {
		out.Notice = strings.TrimSpace(out.Notice + " " + s.todoNotice(about[0]))
	}
	s.made = res
	out.Unblocked = s.refs(s.unblocked)
	return out, nil
}

// asCreated returns a new task as it was written, if an agent has overwritten or deleted its file since.
func asCreated(t Task, d *tasks.Draft, id tasks.ID) Task {
	t.ID, t.Short, t.Subject, t.Owner = id.Text, cmp.Or(t.Short, id.Text), d.Subject, d.Owner
	t.Status = tasks.Pending.String()
	return t
}

// todoNotice says what is wrong about a task in the TODO_LIST.md of a workflow session, "" for nothing.
func (s *Session) todoNotice(k tasks.Key) string {
	if !s.work.IsWorkflow(k.List) {
		return ""
	}
	todo, err := s.work.Todo(k)
	if err != nil || todo.Wrong == "" {
		return ""
	}
	return "TODO_LIST.md " + strings.Replace(todo.Wrong, " it", " "+s.board.ShortID(k), 1) +
		". v and then a on the board corrects the line."
}

// change returns the empty answer of a verb.
func (s *Session) change(verb tasks.Verb) Change {
	return Change{
		Head: s.head(), Verb: verb.Past(), DryRun: s.DryRun, Tasks: []Task{}, Unblocked: []Ref{}, Files: []File{},
		Left: []string{},
	}
}

// isOwnAffair reports whether a question concerns nobody else, so that the command itself answers it. To take work from
// another owner, or what tasks rely on, needs a yes.
func (s *Session) isOwnAffair(ask board.Ask) bool {
	t := s.board.Task(ask.Edit.Of)
	if t == nil {
		return false
	}
	own := t.Owner == "" || t.Owner == s.Who
	switch ask.Edit.Verb {
	case tasks.VerbComplete, tasks.VerbRelease:
		return own
	case tasks.VerbDelete:
		return len(ask.Detail) == 0
	}
	return false
}

// preview returns what an edit would write, added to out. If the action has further steps, it makes them see it as
// written.
func (s *Session) preview(ctx context.Context, e tasks.Edit, out Change) (Change, error) {
	files, err := s.work.Preview(ctx, e)
	if err != nil {
		return Change{}, err
	}
	if e.Of.Name != "" {
		out.Tasks = append(out.Tasks, s.task(e.Of))
	}
	text := func(raw []byte) *string {
		if raw == nil {
			return nil
		}
		return new(string(raw))
	}
	for _, f := range files {
		out.Files = append(out.Files, File{Name: f.Name, Before: text(f.Before), After: text(f.After)})
	}
	if !s.pretends {
		return out, nil
	}
	if err := s.work.ApplyPreview(e, files); err != nil {
		return Change{}, err
	}
	return out, s.catchUp(ctx)
}

// maxLostRaces limits how often ClaimNext tries one task that others claim.
const maxLostRaces = 10

// ClaimNext claims the best free task, or the next one if another agent was faster. With wait it waits until a task is
// ready, as long as one can become ready.
func (s *Session) ClaimNext(ctx context.Context, wait, yes bool) (Change, error) {
	lost := map[tasks.Key]int{}
	for {
		raced := false
		for c := range s.choices() {
			e, err := board.Claim(s.board, c.key, s.Who, time.Now())
			out, err := s.carryOut(ctx, e, err, yes)
			if _, faster := errors.AsType[*tasks.ConflictError](err); !faster || lost[c.key] == maxLostRaces {
				return out, err
			}
			lost[c.key]++
			raced = true
			break // the board has changed
		}
		if raced {
			continue
		}
		if k, ok := s.leases().lapsed(); ok {
			e, err := board.Release(s.board, k, s.Who, time.Now())
			if out, err := s.carryOut(ctx, e, err, true); err != nil || s.DryRun {
				return out, err
			}
			continue // whoever is first claims it
		}
		// A file that cannot be read may be half-written: its task may still be in progress.
		if no := s.NothingReady(); !wait || no.Hint != "" && s.board.Counts().Problems == 0 {
			return Change{}, no
		}
		if s.Turn != nil {
			s.Turn.Unlock()
		}
		_, err := s.hear(ctx)
		if s.Turn != nil {
			s.Turn.Lock()
		}
		if err == nil && errors.Is(ctx.Err(), context.Canceled) { // nobody would work on what has become ready
			err = ctx.Err()
		}
		if errors.Is(err, context.DeadlineExceeded) {
			return Change{}, s.NothingReady()
		} else if err != nil {
			return Change{}, err
		}
	}
}

// NothingReady returns why there is nothing to claim, with a hint if waiting does not help.
func (s *Session) NothingReady() board.Refusal {
	if no, ok := errors.AsType[board.Refusal](board.Allowed(s.board, "", tasks.VerbClaim)); ok {
		return no
	}
	n := s.board.Counts()
	no := board.Refusal{Verb: tasks.VerbClaim, Why: "nothing is ready"}
	var words []string
	if n.Running > 0 {
		words = append(words, fmt.Sprint(n.Running, " in progress"))
	}
	if n.Blocked > 0 {
		words = append(words, fmt.Sprint(n.Blocked, " blocked"))
	}
	switch {
	case n.Total == 0:
		no.Hint = "add tasks first"
	case n.Done == n.Total:
		no.Why, no.Hint = "every task is completed", "add tasks first"
	case n.Running == 0:
		no.Hint = "nobody works on anything: sideboard doctor says what blocks the rest"
	}
	for _, k := range s.board.Ready() { // the files are only shown, or others own the tasks: the first says it for all
		_, err := board.Claim(s.board, k, s.Who, time.Now())
		if refused, ok := errors.AsType[board.Refusal](err); ok {
			no.Why = "no ready task can be claimed, for example " + s.board.ShortID(k) + ": " + refused.Why
			return no
		}
	}
	if len(words) > 0 {
		no.Why += ": " + strings.Join(words, ", ")
	}
	if k, ok := s.leases().firstLapsed(); ok && !s.Lapsed {
		no.Why += "; " + s.leases().howToTake() + " takes " + s.named(k) + ": the lease of " + s.board.Task(k).Owner +
			" has ended"
	}
	return no
}

// Link makes a task wait for another.
func (s *Session) Link(ctx context.Context, id, on string, yes bool) (Change, error) {
	to, err := s.findOther(on)
	if err != nil {
		return Change{}, err
	}
	return s.apply(ctx, id, yes, func(b *board.Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
		t := b.Task(to)
		if t == nil {
			return tasks.Edit{}, board.Refusal{Verb: tasks.VerbLink, Why: to.Name + " cannot be read"}
		}
		return board.Link(b, k, t.ID, who, at)
	})
}

// Unlink removes a link to a task, which may be missing.
func (s *Session) Unlink(ctx context.Context, id, on string, yes bool) (Change, error) {
	return s.apply(ctx, id, yes, func(b *board.Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
		to := tasks.ID{Text: strings.TrimPrefix(on, "#")}
		found, err := s.findOther(on)
		for _, l := range b.WaitsFor(k) {
			if l.ID.Text == to.Text || err == nil && l.Key == found {
				return board.Unlink(b, k, l.ID, who, at)
			}
		}
		if err != nil {
			return tasks.Edit{}, err
		}
		if t := b.Task(found); t != nil {
			to = t.ID
		}
		return board.Unlink(b, k, to, who, at)
	})
}

// Wait waits until a task is finished, and returns it. If it is gone, the error is a *NotFoundError, if it failed, a
// Refusal.
func (s *Session) Wait(ctx context.Context, id string) (Detail, error) {
	k, err := s.find(id)
	if err != nil {
		return Detail{}, err
	}
	file := k.Name
	for {
		switch s.board.State(k) {
		case board.Done, board.Skipped:
			return s.Show(file)
		case board.Failed:
			return Detail{}, board.Refusal{Verb: tasks.VerbComplete, Why: "it failed"}
		case board.None:
			if _, _, wiped := s.board.ResetCounts(); !wiped {
				return Detail{}, &NotFoundError{Word: id}
			}
		}
		if isFinished(s.board, k) {
			return s.Show(file)
		}
		if _, err := s.hear(ctx); err != nil {
			return Detail{}, timeoutError(err, s.board.State(k).String())
		}
	}
}

// isFinished reports whether all parts of a container are finished.
func isFinished(b *board.Board, k tasks.Key) bool {
	done, all, ok := b.ContainerProgress(k)
	return ok && all > 0 && done == all
}

// WaitAll waits until every task is finished, and returns them.
func (s *Session) WaitAll(ctx context.Context) (List, error) {
	for {
		n := s.board.Counts()
		if _, _, wiped := s.board.ResetCounts(); wiped || n.Done == n.Total {
			return s.List(ctx, "")
		}
		if _, err := s.hear(ctx); err != nil {
			return List{}, timeoutError(err, fmt.Sprint(n.Total-n.Done, " not completed"))
		}
	}
}

// timeoutError returns the error for a wait that took too long.
func timeoutError(err error, state string) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return board.Refusal{Verb: tasks.VerbComplete, Why: "the time is over: " + state}
	}
	return err
}
