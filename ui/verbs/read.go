package verbs

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/workspace"
)

// List returns the tasks that match a filter of the board.
func (s *Session) List(ctx context.Context, filter string) (List, error) {
	q, err := board.ParseQuery(filter, s.Who)
	if err != nil {
		return List{}, &UsageError{err}
	}
	q.Now = time.Now()
	if q.FollowsTime() {
		if q.Circumstances, err = s.circumstances(ctx); err != nil {
			return List{}, err
		}
	}
	if q.FollowsNew() {
		fresh, err := s.newTasks()
		if err != nil {
			return List{}, err
		}
		is := make(map[tasks.Key]bool, len(fresh))
		for _, k := range fresh {
			is[k] = true
		}
		s.board.SetNew(func(k tasks.Key) bool { return is[k] })
	}
	s.board.SetFilter(q)
	defer s.board.SetFilter(board.Query{})
	out := List{Head: s.head(), Dialect: s.dialect(), Counts: s.counts(), Tasks: []Task{},
		Unread: s.work.Place().Unread}
	for c := range board.Column(board.Columns) {
		for i := range s.board.Len(c) {
			out.Tasks = append(out.Tasks, s.task(s.board.At(c, i)))
		}
	}
	return out, nil
}

// newTasks returns what others completed and the person has not seen on a board of this host, in the order of
// their keys.
func (s *Session) newTasks() (fresh []tasks.Key, err error) {
	past, err := s.work.ReadHistory(s.board.Present())
	for k := range past.New {
		if t := s.board.Task(k); t != nil && t.Owner != s.Who && t.Status.Finished() {
			fresh = append(fresh, k)
		}
	}
	slices.SortFunc(fresh, tasks.Key.Compare)
	return fresh, err
}

func (s *Session) head() Head { return Head{Version, s.work.Place().Dir} }

func (s *Session) counts() Counts {
	n := s.board.Counts()
	return Counts{n.Total, n.Ready, n.Blocked, s.board.CountStuck(), n.Running, n.Done}
}

func (s *Session) dialect() string { return s.work.Traits("").Dialect }

// Show returns everything about a task.
func (s *Session) Show(id string) (Detail, error) {
	k, err := s.find(id)
	if err != nil {
		return Detail{}, err
	}
	out := Detail{
		Head: s.head(), Dialect: s.dialect(), Task: s.task(k), Facts: []Fact{}, Members: []Member{},
		WaitsFor: s.linkRefs(s.board.WaitsFor(k)), Blocks: s.linkRefs(s.board.Unblocks(k)),
	}
	doc, err := s.work.Read(k)
	if err != nil {
		if out.Task.Problem == "" {
			return Detail{}, err
		}
		return out, nil // the task says what is wrong
	}
	out.Description = doc.Description
	out.Facts, out.Members = s.facts(k, doc.Facts), members(doc.Members)
	return out, nil
}

// find returns the task that a word names: by id, by the beginning or end of it, or by file name.
func (s *Session) find(word string) (tasks.Key, error) {
	name := tasks.Key{Name: word}
	if s.board.Has(name) {
		return name, nil
	}
	found := s.board.ResolveID("", word)
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		name.Name += ".json"
		if s.board.Has(name) {
			return name, nil
		}
		if at := s.deletedAt(word); !at.IsZero() {
			return tasks.Key{}, &NotFoundError{Word: word, Deleted: at}
		}
		similar := s.withSubject(word, 3)
		if len(similar) == 0 {
			similar = s.board.SimilarIDs("", tasks.ID{Text: strings.TrimPrefix(word, "#")}, 3)
		}
		return tasks.Key{}, &NotFoundError{Word: word, Similar: s.refs(similar)}
	}
	return tasks.Key{}, &UsageError{errors.New(s.ambiguous(word, found))}
}

// deletedAt returns when others deleted the task with an id or a file name, the zero time if that is not known: a
// session that only reads has no deleted tasks.
func (s *Session) deletedAt(word string) time.Time {
	kept, _ := s.work.Deleted() // what cannot be read is not known
	for _, d := range kept {
		if d.Task.ID.Text == strings.TrimPrefix(word, "#") || d.Task.Name == word {
			return d.At
		}
	}
	return time.Time{}
}

// findOther returns the task at the other end of a link: what find returns, or the only task with that subject.
func (s *Session) findOther(word string) (tasks.Key, error) {
	k, err := s.find(word)
	if _, none := errors.AsType[*NotFoundError](err); none {
		if found := s.withSubject(word, 2); len(found) == 1 {
			return found[0], nil
		}
	}
	return k, err
}

// withSubject returns at most a number of tasks whose whole subject is a word, in capitals or not.
func (s *Session) withSubject(word string, most int) (found []tasks.Key) {
	all, _ := s.board.Present()
	for _, t := range all {
		if strings.EqualFold(t.Subject, word) && len(found) < most {
			found = append(found, t.Key)
		}
	}
	return found
}

// mostNamed limits the tasks named for an ambiguous word.
const mostNamed = 5

// ambiguous names the tasks that a word may mean, by short id, or by file name if they share one id.
func (s *Session) ambiguous(word string, found []tasks.Key) string {
	name := s.named
	if s.board.ShortID(found[0]) == s.board.ShortID(found[1]) {
		name = func(k tasks.Key) string { return k.Name }
	}
	var names []string
	for _, k := range found[:min(mostNamed, len(found))] {
		names = append(names, name(k))
	}
	if more := len(found) - mostNamed; more > 0 {
		names = append(names, fmt.Sprint(more, " more"))
	}
	last := len(names) - 1
	return word + " may be " + strings.Join(names[:last], ", ") + " or " + names[last] +
		": give more of the id, or the file name"
}

// Short returns the short id of a task.
func (s *Session) Short(id string) string {
	if k, err := s.find(id); err == nil {
		return s.board.ShortID(k)
	}
	return "#" + id
}

// Next returns what can be started now, the best first, at most limit tasks; 0 for all.
func (s *Session) Next(limit int) Next {
	out := Next{Head: s.head(), Dialect: s.dialect(), Next: []Choice{}}
	for c := range s.choices() {
		if limit > 0 && len(out.Next) == limit {
			break
		}
		out.Next = append(out.Next, Choice{
			Task: s.task(c.key), Behind: c.behind, Chain: c.chain, Reason: c.reason(),
		})
	}
	return out
}

// Owners returns the owners of tasks, sorted.
func (s *Session) Owners() []string { return s.board.Owners() }

// choice is a task that may be claimed.
type choice struct {
	key    tasks.Key
	behind int  // how many open tasks wait for it, directly or through others
	chain  bool // it is on the longest chain
	steps  int  // the length of the longest chain
	mine   bool // it was given to the owner of the session
}

// choices yields the tasks that may be claimed now: first those that were given to this owner, then the others, both in
// the order of the board. It asks the rule as it goes, so that to take the first is fast.
func (s *Session) choices() iter.Seq[choice] {
	b, g, chain := s.board, s.board.DepGraph(), map[tasks.Key]bool{}
	for _, i := range g.Chain() {
		chain[g.Keys[i]] = true
	}
	ready, total := b.Ready(), b.Counts().Total
	return func(yield func(choice) bool) {
		for _, owner := range []string{s.Who, ""} {
			for _, k := range ready {
				t := b.Task(k)
				if t.Owner != owner {
					continue
				}
				if _, err := board.Claim(s.board, k, s.Who, time.Now()); err != nil && !isBusy(s.board, t, s.Who, err) {
					continue
				}
				if !yield(choice{key: k, behind: b.Behind(k, total), chain: chain[k], steps: len(chain),
					mine: owner != ""}) {
					return
				}
			}
		}
	}
}

// isBusy reports whether err, of a claim of t, is only because who works on another task already. Such a task still
// counts as ready.
func isBusy(b *board.Board, t *tasks.Task, who string, err error) bool {
	if ask, ok := errors.AsType[board.Ask](err); ok {
		return ask.Busy != nil
	}
	return t.Traits.BusyCheck && slices.ContainsFunc(b.InProgress(), func(k tasks.Key) bool {
		return b.Task(k).Owner == who
	})
}

// reason returns why a task has its place.
func (c choice) reason() string {
	var words []string
	if c.mine {
		words = append(words, "it is yours already")
	}
	if c.behind > 0 {
		words = append(words, fmt.Sprint(c.behind, tasks.Plural(c.behind, " task waits for it", " tasks wait for it")))
	}
	if c.chain {
		words = append(words, fmt.Sprint("it begins the longest chain, of ", c.steps))
	}
	if len(words) == 0 {
		return "nothing waits for it"
	}
	return strings.Join(words, ", ")
}

// Count says how many tasks and containers are listed.
func (l *List) Count() string {
	wholes := 0
	for i := range l.Tasks {
		if l.Tasks[i].State == board.Container.String() {
			wholes++
		}
	}
	words := fmt.Sprint(l.Total, tasks.Plural(l.Total, " task", " tasks"))
	if listed := len(l.Tasks) - wholes; listed != l.Total {
		words = fmt.Sprint(listed, " of ", words)
	}
	if wholes > 0 {
		words += fmt.Sprint(" and ", wholes, tasks.Plural(wholes, " container", " containers"))
	}
	return words
}

// InWords says how many tasks are in each state.
func (n Counts) InWords() string {
	words := fmt.Sprintf("%d ready, %d in progress, %d blocked", n.Ready, n.Running, n.Blocked-n.Stuck)
	if n.Stuck > 0 {
		words += fmt.Sprintf(", %d stuck", n.Stuck)
	}
	words += fmt.Sprintf(", %d done", n.Completed)
	if others := n.Total - n.Ready - n.Running - n.Blocked - n.Completed; others > 0 {
		words += fmt.Sprintf(", %d failed, unknown or broken", others)
	}
	return words
}

// circumstances returns what decides what needs a person and is in no task file: who is at work, and what the doctor
// finds.
func (s *Session) circumstances(ctx context.Context) (board.Circumstances, error) {
	roster := s.work.Roster()
	s.board.SetOwnerState(func(_, owner string) tasks.Agent { return roster.OwnerState(owner, s.Who) })
	found, err := s.work.ExamineNow(ctx)
	c := board.Circumstances{
		Now: time.Now(), Stalled: s.Stalled, Agents: roster.Agents(s.Who), Errors: workspace.Errors(found),
	}
	if s.Review && err == nil {
		c.Review, err = s.newTasks()
		if errors.Is(err, workspace.ErrNoHistory) {
			err = nil // where none is kept, nothing is known to be new
		}
	}
	return c, err
}

// Status returns the counts and what needs a person.
func (s *Session) Status(ctx context.Context) (Status, error) {
	c, err := s.circumstances(ctx)
	if err != nil {
		return Status{}, err
	}
	out := Status{Head: s.head(), Name: s.work.Place().Project, Counts: s.counts(), Needs: []Need{}}
	if out.Total > 0 {
		out.Percent = 100 * out.Completed / out.Total
	}
	for _, need := range s.board.Needs(c, nil) {
		out.Needs = append(out.Needs, Need{Task: s.ref(need.Key), Reason: need.Reason(), Verb: need.Kind.Verb()})
	}
	return out, nil
}

// Beat is the Event of a line that only says that nothing happened.
const Beat = "beat"

// beatInterval is how long Watch is silent at most.
const beatInterval = 5 * time.Second

// Watch calls see for each event, until the context ends or see returns an error. If nothing happens it calls see with
// a Beat, so that the reader can tell a quiet list from a link that is cut.
func (s *Session) Watch(ctx context.Context, see func(Event) error) error {
	for {
		quiet, cancel := context.WithTimeout(ctx, beatInterval)
		diff, err := s.hear(quiet)
		cancel()
		if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			beat := Event{Version: Version, At: time.Now().UTC(), Event: Beat, Fields: []string{}, Unblocked: []Ref{}}
			if err := see(beat); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		for _, e := range diff.Events {
			if err := see(s.event(e)); err != nil {
				return err
			}
		}
	}
}

// event returns an event of the board as programs get it.
func (s *Session) event(e board.Event) Event {
	out := Event{
		Version: Version, At: e.At.UTC(), Event: e.Kind.String(), Task: s.ref(e.Key), File: e.Key.Name, Who: e.Who,
		Fields:    []string{},
		Unblocked: s.refs(e.Unblocked),
	}
	if out.Task.Subject == "" {
		out.Task.Subject = e.Subject
	}
	for _, f := range e.Fields {
		if f.Member != "" {
			out.Fields = append(out.Fields, f.Member)
			continue
		}
		out.Fields = append(out.Fields, f.Field.String())
	}
	return out
}
