package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/lock"
)

// A Batch carries out edits that follow from one comparison of the directory, such as those of one action. Before the
// first edit that rests on files it does not name, the whole directory is compared with the disk; before later ones
// only the files they name and those that the batch has written. Each file that is written is still read and compared
// just before it is exchanged, and so is everything an edit needs. The past edits are read once, for the first undo. A
// Batch is for one goroutine.
type Batch struct {
	s        *Store
	past     []PastEdit // nil before they are read
	compared bool       // the directory was compared as a whole
	written  []string   // what the edits since the last comparison wrote
}

// Batch returns a batch that has no edits yet.
func (s *Store) Batch() *Batch { return &Batch{s: s} }

// Apply carries out an edit. If it has no steps, Apply plans them. A process carries out one edit at a time. Refresh
// returns what was written like any other change, with the edit in Delta.Mine.
//
// The error is a *tasks.ConflictError if what the edit rests on no longer holds, a *lock.HeldError, a *RefusedError, or
// one that names the file and the step: then nothing was written. It is an *UnfinishedError if later steps failed.
func (b *Batch) Apply(ctx context.Context, e tasks.Edit) (res tasks.Result, err error) {
	s := b.s
	res.Edit = e.ID
	if s.opts.ReadOnly {
		return res, &RefusedError{Key: e.Of, Why: errReadOnly.Error()}
	}
	if err := errors.Join(e.Check(), inOneList(e, s.opts.List)); err != nil {
		return res, err
	}
	for _, gate := range []chan struct{}{s.queue, s.writing} {
		select {
		case gate <- struct{}{}:
			defer func() { <-gate }()
		case <-ctx.Done():
			return res, ctx.Err()
		}
	}
	if e.At.IsZero() {
		e.At = s.opts.Now()
	}
	if e.ID == 0 {
		e.ID = tasks.EditID(rand.Uint64())
		res.Edit = e.ID
	}
	j := &job{s: s, edit: e, panicked: true}
	err = catchPanic(e.Verb.String(), func() error {
		err := b.run(ctx, j)
		j.panicked = false
		return err
	})
	res.Made, res.ID, res.Applied = j.made, j.newID, j.applied
	b.written = append(b.written, res.Names()...)
	if j.panicked { // the result is unknown; the journal has what the next start needs to find out
		if len(j.applied) > 0 {
			err = &UnfinishedError{Errs: []error{err}}
		}
		return res, err
	}
	if ended := j.noteEnd(res, err); ended != nil && err == nil {
		err = &UnfinishedError{Errs: []error{fmt.Errorf("could not note it in the journal: %w", ended)}}
	} else if ended != nil {
		err = errors.Join(err, ended)
	}
	return res, err
}

// inOneList returns an error if an edit touches another list: an id means another task there.
func inOneList(e tasks.Edit, list string) error {
	elsewhere := e.Of.List != list
	for _, n := range e.Needs {
		elsewhere = elsewhere || n.Key.List != list
	}
	for _, st := range slices.Concat(e.Also, e.Steps) {
		elsewhere = elsewhere || st.Key.List != list
	}
	if elsewhere {
		return fmt.Errorf("it would touch more lists than %s", list)
	}
	return nil
}

// run plans an edit, if that is not done, and carries it out. A file is read up to three times before it is exchanged:
// by refresh, because the steps follow from its content, unless its stamp is the same; by build, because the new bytes
// are made from it and a foreign lock may have been waited for; and by checkUnchanged, under the locks.
func (b *Batch) run(ctx context.Context, j *job) error {
	s := b.s
	if err := b.refresh(ctx, j.edit); err != nil {
		return fmt.Errorf("%s: %w", j.edit.Verb, err)
	}
	if err := j.plan(ctx); err != nil {
		return err
	}
	if err := b.waitForForeignLock(ctx); err != nil {
		return err
	}
	b.recallNobody(j.edit.Steps)
	if j.edit.Undoes != 0 {
		if all, err := b.pastEdits(); err == nil {
			j.past, j.undone = all, findPastEdit(all, j.edit.Undoes)
		}
	}
	defer s.pinDirectory()()
	return j.run(ctx)
}

// refresh reads again what the edit rests on, so that its steps name every file they must.
func (b *Batch) refresh(ctx context.Context, e tasks.Edit) error {
	names := append([]string{}, b.written...) // never nil: that would mean all
	if e.Of.Name != "" {
		names = append(names, e.Of.Name)
	}
	whole := !b.compared && b.restsOnOthers(e)
	for _, n := range e.Needs {
		names = append(names, n.Key.Name)
		whole = whole || n.Idle != "" // any file may be of another task of the owner
	}
	for _, st := range e.Steps {
		if st.Key.Name != "" {
			names = append(names, st.Key.Name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names) // each is read once
	b.s.reading.Lock()
	defer b.s.reading.Unlock()
	dir := b.s.directory()
	names = slices.DeleteFunc(names, func(name string) bool {
		known := b.s.files[name]
		return known != nil && b.s.isUnchanged(dir, &entry{name: name, known: known})
	})
	if whole {
		names = nil
	}
	all, err := b.s.sync(ctx, names)
	if err == nil && whole && b.s.Form() != nil && (e.Verb == tasks.VerbCreate || e.Verb == tasks.VerbDelete) {
		err = b.s.form.infer(ctx) // whether that is possible depends on all that is there
	}
	if err == nil {
		b.compared, b.written = b.compared || all, nil
	}
	return err
}

// restsOnOthers reports whether the steps of an edit follow from files that it does not name.
func (b *Batch) restsOnOthers(e tasks.Edit) bool {
	switch e.Verb {
	case tasks.VerbCreate, tasks.VerbDelete, tasks.VerbLink, tasks.VerbUnlink: // of the other end of a link too
		return true
	case tasks.VerbComplete: // every file that waits for it is changed, also one that was written a moment ago
		t := b.s.Task(e.Of)
		return t == nil || t.Traits.ClearsOnComplete
	}
	return false
}

// pastEdits is Past.Edits, read once.
func (b *Batch) pastEdits() (past []PastEdit, err error) {
	if b.past == nil {
		b.past, err = b.s.Past().Edits()
	}
	return b.past, err
}

// recallNobody adds to each change that takes an owner away how the file said before our last edit that there is none.
func (b *Batch) recallNobody(steps []tasks.Step) {
	for _, st := range steps {
		for i := range st.Changes {
			c := &st.Changes[i]
			if c.Field == tasks.FieldOwner && c.Op == tasks.Set && c.To.Kind == tasks.None && c.Nobody == "" {
				c.Nobody = b.nobodyBefore(st.Key.Name)
			}
		}
	}
}

// nobodyBefore returns how a file said that there is no owner before the newest edit of ours that found none, "" if not
// known.
func (b *Batch) nobodyBefore(name string) string {
	all, err := b.pastEdits()
	if err != nil {
		return ""
	}
	for i := range all { // newest first
		if said := b.s.codec.Nobody(all[i].before[name]); said != "" {
			return said
		}
	}
	return ""
}

// waitForForeignLock waits for locks that belong to no dialect.
func (b *Batch) waitForForeignLock(ctx context.Context) error {
	for began := time.Now(); ; {
		held := b.s.foreignLocks().find()
		if held == nil {
			return nil
		}
		if time.Since(began) >= lock.Timeout {
			return held
		}
		if err := pause(ctx, retryDelays[len(retryDelays)-1]); err != nil {
			return err
		}
	}
}

// plan plans the steps of the edit, after a check that the values it changes are as its maker saw them.
func (j *job) plan(ctx context.Context) error {
	if err := j.checkRequested(ctx); err != nil {
		return err
	}
	e, err := j.s.Plan(j.edit)
	if err == nil {
		j.edit = e
	}
	return err
}

// checkRequested compares the values that the edit changes with the file, before any step is planned. A From of None
// may mean that the maker did not know it: then the dialect fills it in.
func (j *job) checkRequested(ctx context.Context) error {
	var said []tasks.Change
	for _, c := range j.edit.Changes {
		if c.From.Kind != tasks.None && c.Field != tasks.FieldMember {
			said = append(said, c)
		}
	}
	if len(said) == 0 || len(j.edit.Steps) > 0 {
		return nil
	}
	now, err := j.s.readCurrent(ctx, j.edit.Of.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return &tasks.ConflictError{Clash: tasks.Clash{Key: j.edit.Of}, Gone: true}
	}
	if err != nil {
		return err
	}
	return now.checkChanges(j.s.codec, said)
}

// Plan returns the edit with all its steps, as the files are known now. Nothing is written.
func (s *Store) Plan(e tasks.Edit) (tasks.Edit, error) {
	if len(e.Steps) > 0 || e.Verb == tasks.VerbUndo {
		return e, nil
	}
	s.listPart(&e)
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.codec.Expand(e, world{s: s, of: e.Of.Name})
}

// listPart adds a new part to the list of parts in the file of its whole, if that has one.
func (s *Store) listPart(e *tasks.Edit) {
	if e.Draft == nil || e.Draft.ID == "" {
		return
	}
	id := tasks.ID{Text: e.Draft.ID}
	var whole tasks.Key
	s.mu.RLock()
	for t := range (world{s: s}).Each {
		if t.ID == dialect.ParentOf(id) {
			whole = t.Key
			break
		}
	}
	s.mu.RUnlock()
	raw, err := s.Raw(whole.Name, nil)
	if err != nil {
		return // no such file
	}
	if after, _ := dialect.AddPart(raw, id); after != nil { // it has a list of its parts
		if changes, err := s.Compare(raw, after); err == nil {
			e.Also = []tasks.Step{{Key: whole, Changes: changes}}
		}
	}
}

// run carries out the steps of the edit in turn. Until one of them has decided, an error ends the edit; later errors
// are collected in an UnfinishedError.
func (j *job) run(ctx context.Context) error {
	decided := false
	failed := &UnfinishedError{}
	var unread []string
	var id tasks.ID
	if !j.preview {
		unread, id = j.unreadWaiters()
	}
	for i, st := range j.edit.Steps {
		j.index = i
		if len(j.made) > 0 {
			st = j.withNewID(st)
		}
		err := j.step(ctx, st, !decided)
		if err != nil && !decided {
			if !isTyped(err) {
				err = fmt.Errorf("%s: %s: %w", j.edit.Verb, stepName(st), err)
			}
			return errors.Join(append([]error{err}, j.lateErrors...)...)
		}
		if err != nil {
			failed.Errs, failed.Missed = append(failed.Errs, fmt.Errorf("could not %s: %w", stepName(st), err)), true
			continue
		}
		decided = decided || st.Kind != tasks.RaiseHighWaterMark
	}
	if len(j.edit.Steps) == 0 {
		return j.checkNeeds(ctx, state{}, true, false) // nothing to do, if the needs hold
	}
	if j.touched {
		if err := j.s.directory().Sync(); err != nil {
			j.lateErrors = append(j.lateErrors,
				fmt.Errorf("could not sync the directory %s, so that it survives a power cut: %w", j.s.path, err))
		}
	}
	failed.Errs = slices.Concat(failed.Errs, unreadErrors(unread, id), j.lateErrors)
	failed.Missed = failed.Missed || len(unread) > 0
	if len(failed.Errs) > 0 {
		return failed
	}
	return nil
}

// step carries out one step. decides is true until a step has made the edit happen: only then are its needs compared.
func (j *job) step(ctx context.Context, st tasks.Step, decides bool) error {
	if st.Kind != tasks.CreateFile && st.Kind != tasks.RaiseHighWaterMark && st.Kind != tasks.SetLine &&
		!isBaseName(st.Key.Name) {
		return fmt.Errorf("%q is not the name of a file", st.Key.Name)
	}
	if j.preview {
		return j.previewStep(ctx, st, decides)
	}
	switch st.Kind {
	case tasks.ChangeFile:
		return j.change(ctx, st, decides)
	case tasks.CreateFile:
		return j.create(ctx, st, decides)
	case tasks.DeleteFile:
		return j.remove(ctx, st, decides)
	case tasks.RaiseHighWaterMark:
		return j.raiseMark(ctx, st)
	case tasks.SetLine:
		return j.setLine(ctx, st)
	case tasks.PutFile:
		return j.putFile(ctx, st)
	}
	return fmt.Errorf("unknown kind of step %d", st.Kind)
}

// stepName returns what a step does, for an error.
func stepName(st tasks.Step) string {
	switch st.Kind {
	case tasks.CreateFile:
		return "create a file"
	case tasks.DeleteFile:
		return "delete " + st.Key.Name
	case tasks.RaiseHighWaterMark:
		return "raise " + markName
	case tasks.SetLine:
		return "change " + dialect.TodoName
	case tasks.PutFile:
		return "put " + st.Key.Name
	}
	return "change " + st.Key.Name
}
