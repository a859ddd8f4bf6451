package verbs

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Draft is a new task. Programs write one as a line of JSON.
type Draft struct {
	ID          string   `json:"id" about:"the name by which other new tasks refer to it; also its id, where ids can be chosen"`
	Subject     string   `json:"subject" required:"yes" about:"its subject; required"`
	Description string   `json:"description" about:"its description"`
	ActiveForm  string   `json:"activeForm" about:"what is being done while it is in progress"`
	Owner       string   `json:"owner" about:"its owner, nobody by default"`
	BlockedBy   []string `json:"blockedBy" about:"what it waits for: ids or subjects of tasks, also of other new ones"`

	Metadata json.RawMessage `json:"metadata" about:"an object with other members, where the format has it"`

	line string // its name if it is a line of a plan, else ""
}

// name returns the name by which other drafts refer to it.
func (d Draft) name() string { return cmp.Or(d.line, d.ID, d.Subject) }

// MaxDrafts limits the tasks of one call.
const MaxDrafts = 10_000

// InterruptedError reports that the context ended before all tasks were created.
type InterruptedError struct{ Made, All int }

// Error says how many tasks were created.
func (e *InterruptedError) Error() string {
	return fmt.Sprintf("interrupted: %d of %d tasks were created", e.Made, e.All)
}

// Unwrap returns context.Canceled.
func (e *InterruptedError) Unwrap() error { return context.Canceled }

// Add creates tasks, each after those it waits for; yes answers the questions about it. If an error stops it, the
// returned Change has the tasks that were created.
func (s *Session) Add(ctx context.Context, drafts []Draft, yes bool) (Change, error) {
	if len(drafts) > MaxDrafts {
		return Change{}, &UsageError{fmt.Errorf("%d tasks are more than the %d that add creates at once: split them",
			len(drafts), MaxDrafts)}
	}
	order, err := inOrder(drafts)
	if err != nil {
		return Change{}, &UsageError{err}
	}
	if err := s.checkDrafts(drafts, yes); err != nil {
		return Change{}, err
	}
	all := s.change(tasks.VerbCreate)
	s.pretends = true
	made := map[string]tasks.ID{}
	group := tasks.EditID(rand.Uint64()) // one undo for all
	each := ctx
	if len(drafts) > 1 {
		each = context.WithoutCancel(ctx) // finishes the current task, so that the count is right
	}
	for n, i := range order {
		if ctx.Err() != nil {
			return all, &InterruptedError{n, len(drafts)}
		}
		if s.OnAdded != nil {
			s.OnAdded(n, len(drafts))
		}
		d, err := s.draft(drafts[i], made)
		if err != nil {
			return all, stopped(all, err)
		}
		e, err := board.Create(s.board, "", d, s.Who, time.Now())
		e, err = s.answered(e, err, yes)
		e.Group = group
		one, err := s.carryOut(each, e, err, yes)
		if err != nil {
			return all, stopped(all, err)
		}
		res := s.addTo(&all, one)
		if name := drafts[i].name(); name != "" {
			made[name] = res.ID
		}
	}
	return all, nil
}

// addTo adds the result of one edit to that of the whole action, and returns which task it created, in a dry run that
// which it would create.
func (s *Session) addTo(all *Change, one Change) tasks.Result {
	all.Notice, all.Files, all.Left = one.Notice, addFiles(all.Files, one.Files), append(all.Left, one.Left...)
	all.InPart = all.InPart || one.InPart
	all.Tasks = append(all.Tasks, one.Tasks...)
	for _, f := range one.Files { // of a dry run
		if t := s.board.Task(tasks.Key{Name: f.Name}); t != nil && f.Before == nil {
			return tasks.Result{Made: []tasks.Key{t.Key}, ID: t.ID}
		}
	}
	return s.made
}

// Split creates a task for each line of a plan that is not ticked. They wait for the task that id names, and what
// waited for it waits for all of them, or for the last of a chain.
func (s *Session) Split(ctx context.Context, id, text string, chain bool) (Change, error) {
	k, err := s.find(id)
	if err != nil {
		return Change{}, err
	}
	p, err := board.Split(s.board, k, board.ReadOutline(text), chain, s.Who, time.Now())
	if err != nil {
		return Change{}, err
	}
	all, res := s.change(tasks.VerbCreate), make([]tasks.Result, len(p.Edits))
	s.pretends = true
	group := tasks.EditID(rand.Uint64()) // one undo for all
	ctx = context.WithoutCancel(ctx)     // a split is finished
	var waiting []string
	for i := range p.Edits {
		if err := p.Complete(i, res); err != nil {
			return all, stopped(all, err)
		}
		e := p.Edits[i]
		e.Group = group
		one, err := s.carryOut(ctx, e, nil, true)
		if err != nil {
			return all, stopped(all, err)
		}
		if e.Verb != tasks.VerbCreate {
			waiting, one.Tasks = append(waiting, s.board.ShortID(e.Of)), nil
		}
		res[i] = s.addTo(&all, one)
	}
	all.Notice = ""
	if len(waiting) > 0 {
		all.Notice = fmt.Sprintf("What waited for %s now waits for them: %s.", s.board.ShortID(k),
			strings.Join(waiting, ", "))
	}
	return all, nil
}

// checkDrafts returns why one of several drafts cannot be created, before any of them is.
func (s *Session) checkDrafts(drafts []Draft, yes bool) error {
	names := map[string]tasks.ID{}
	for _, d := range drafts {
		names[d.name()] = tasks.ID{}
	}
	for _, d := range drafts {
		t, err := s.draft(d, names)
		if err != nil {
			return err
		}
		t.WaitsFor = slices.DeleteFunc(t.WaitsFor, tasks.ID.Empty) // other drafts have no id yet
		e, err := board.Create(s.board, "", t, s.Who, time.Now())
		if _, err = s.answered(e, err, yes); err != nil {
			return err
		}
	}
	return nil
}

// stopped returns the error for an action that err stopped: a *PartError if a part of it was done, else err.
func stopped(c Change, err error) error {
	if len(c.Tasks) == 0 {
		return err
	}
	return &PartError{c, err}
}

// addFiles adds previews of files to others. A file that both have stays one, from the oldest text to the newest.
func addFiles(all, more []File) []File {
	for _, f := range more {
		if i := slices.IndexFunc(all, func(has File) bool { return has.Name == f.Name }); i >= 0 {
			all[i].After = f.After
			continue
		}
		all = append(all, f)
	}
	return all
}

// ChoosesIDs reports whether new tasks can have an id of choice.
func (s *Session) ChoosesIDs() bool { return s.work.Traits("").ChosenIDs }

// draft returns a draft for the rules, with ids in place of the words by which it names tasks. made has the ids of the
// new tasks by name.
func (s *Session) draft(d Draft, made map[string]tasks.ID) (tasks.Draft, error) {
	out := tasks.Draft{Subject: d.Subject, Description: d.Description, ActiveForm: d.ActiveForm, Owner: d.Owner,
		Metadata: d.Metadata}
	if s.ChoosesIDs() {
		out.ID = d.ID
	}
	if _, err := jsonedit.Parse(d.Metadata); d.Metadata != nil && err != nil {
		return out, &UsageError{errors.New("the metadata of " + d.Subject + " is not an object")}
	}
	for _, word := range d.BlockedBy {
		if id, new := made[word]; new {
			out.WaitsFor = append(out.WaitsFor, id)
			continue
		}
		k, err := s.findOther(word)
		if err != nil {
			return out, err
		}
		t := s.board.Task(k)
		if t == nil {
			return out, fmt.Errorf("%s cannot be read now", k.Name)
		}
		out.WaitsFor = append(out.WaitsFor, t.ID)
	}
	return out, nil
}

// inOrder returns the order of the drafts in which each comes after those it waits for.
func inOrder(drafts []Draft) ([]int, error) {
	named := map[string]int{}
	for i, d := range drafts {
		if d.name() == "" {
			continue
		}
		if _, twice := named[d.name()]; twice && d.name() != d.Subject {
			return nil, fmt.Errorf("two new tasks are called %s", d.name())
		}
		named[d.name()] = i
	}
	var order []int
	state := make([]int, len(drafts)) // 1 is being visited, 2 is in the order
	var visit func(i int) error
	visit = func(i int) error {
		switch state[i] {
		case 1:
			return errors.New("the new tasks wait for each other in a loop, through " + drafts[i].Subject)
		case 2:
			return nil
		}
		state[i] = 1
		for _, word := range drafts[i].BlockedBy {
			if j, ok := named[word]; ok {
				if err := visit(j); err != nil {
					return err
				}
			}
		}
		state[i] = 2
		order = append(order, i)
		return nil
	}
	for i := range drafts {
		if err := visit(i); err != nil {
			return nil, err
		}
	}
	return order, nil
}

// maxInput limits the input of add, in bytes.
const maxInput = 16 << 20

// ReadDrafts reads new tasks: JSON lines if the input begins with a brace, else a plan.
func ReadDrafts(in io.Reader) ([]Draft, error) {
	raw, err := io.ReadAll(io.LimitReader(in, maxInput+1))
	switch {
	case err != nil:
		return nil, err
	case len(raw) > maxInput:
		return nil, &UsageError{fmt.Errorf("more than %d MB of new tasks", maxInput>>20)}
	}
	var drafts []Draft
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		drafts, err = readLines(raw)
	} else {
		drafts = fromOutline(board.ReadOutline(string(raw)))
	}
	if err == nil && len(drafts) == 0 {
		err = errors.New("there is no task to add: give a subject, or tasks on standard input")
	}
	if err != nil {
		return nil, &UsageError{err}
	}
	return drafts, nil
}

// readLines reads JSON lines.
func readLines(raw []byte) (drafts []Draft, err error) {
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, maxInput)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.DisallowUnknownFields()
		var d Draft
		if err := dec.Decode(&d); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if dec.More() {
			return nil, fmt.Errorf("line %d: more than one JSON object", n)
		}
		if strings.TrimSpace(d.Subject) == "" {
			return nil, fmt.Errorf("line %d: it has no subject", n)
		}
		drafts = append(drafts, d)
	}
	return drafts, lines.Err()
}

// fromOutline returns drafts for the lines of a plan that are not ticked; each waits for the one it is indented under.
func fromOutline(lines []board.OutlineLine) (drafts []Draft) {
	// No id has a space, so the name of a line is never an id.
	name := func(i int) string { return fmt.Sprint("line ", lines[i].Line) }
	for i, l := range lines {
		if l.Done {
			continue
		}
		d := Draft{line: name(i), Subject: l.Subject}
		if on := board.WaitsFor(lines, i, func(i int) bool { return !lines[i].Done }); on >= 0 {
			d.BlockedBy = []string{name(on)}
		}
		drafts = append(drafts, d)
	}
	return drafts
}
