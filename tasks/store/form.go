package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/log"
)

// maxSamples is the largest number of files that a form is inferred from, the newest: an inference may cost no more in
// a directory of 100,000. It is a variable for tests.
var maxSamples = 4096

// maxAbove is the largest number of files above the tasks that are read in search of a list of them.
const maxAbove = 200

// inference is the form of the files, if no published design writes most of them. Its user holds reading.
type inference struct {
	s     *Store
	again uint32      // the version from which on it is inferred again
	noted log.Allowed // what a person had allowed when it was inferred last
}

// inferIfNeeded infers the form when a sixteenth of the files was read since the last time, and when another program
// noted what a person allows.
func (i *inference) inferIfNeeded(ctx context.Context) error {
	if !i.s.codec.Infers() || i.s.version < i.again && i.allowed().Same(&i.noted) {
		return nil
	}
	i.again = i.s.version + 1 + uint32(len(i.s.files)/16)
	return i.infer(ctx)
}

// infer infers the form and reads the files again if that changed.
func (i *inference) infer(ctx context.Context) error {
	d, err := i.directory()
	if err != nil {
		return err
	}
	i.noted = *i.allowed()
	if !i.s.codec.Infer(d, func(f *tasks.Form) ([3]string, bool) { return i.allowedWords(ctx, f) }) {
		return nil
	}
	i.s.mu.Lock()
	for _, f := range i.s.files {
		f.bad = true
	}
	i.s.mu.Unlock()
	return i.s.compareAll(ctx, nil)
}

// allowed returns what a person has allowed, the zero value for nothing.
func (i *inference) allowed() *log.Allowed {
	if i.s.opts.Allowed != nil {
		there := i.s.opts.Allowed()
		return &there
	}
	if a := log.ReadAllowed(i.s.opts.State, i.s.path); a != nil {
		return a
	}
	return &log.Allowed{}
}

// allowedWords returns the words of the form that a person has allowed, and whether that is the given one.
func (i *inference) allowedWords(ctx context.Context, f *tasks.Form) ([3]string, bool) {
	a := i.noted
	isElsewhere := i.s.opts.Allowed != nil // the note is on the host of the directory
	if !isElsewhere {
		dev, ino := i.s.directory().ID()
		if a.Dev != dev || a.Ino != ino || i.s.opts.ReadOnly || i.s.journal == nil {
			return a.Words, false
		}
		if log.CanNote(ctx, i.s.opts.State, i.s.path) != nil {
			return a.Words, false
		}
	}
	if !f.Accepts(a.Form, a.Words, a.Seen) {
		return a.Words, false
	}
	// What was shown is noted: if the last file with a word loses it, the form stays the same. Without the note a
	// person is asked again.
	if seen := a.Seen; !isElsewhere && f.AddShown(&seen) && log.SetSeen(ctx, i.s.opts.State, i.s.path, &a, seen) == nil {
		i.noted.Seen = seen
	}
	return a.Words, true
}

// Form returns the form that was inferred from the files, nil for a design or a tool that is known.
func (s *Store) Form() *tasks.Form { return s.codec.Traits().Form }

// Allow notes that a person allows to edit files of the inferred form f, with its words. The next Refresh returns the
// tasks as they can be edited now.
func (s *Store) Allow(ctx context.Context, f *tasks.Form) error {
	now := s.Form()
	switch {
	case s.opts.ReadOnly:
		return errReadOnly
	case now == nil || f.FormMembers != now.FormMembers || !now.Accepts(f.FormMembers, f.Words, f.Shown):
		return errors.New("the files have another form now")
	case s.journal == nil:
		return s.NoUndo()
	}
	dev, ino := s.directory().ID()
	at := s.opts.Now().UTC()
	a := &log.Allowed{Dev: dev, Ino: ino, Form: f.FormMembers, Words: f.Words, Seen: f.Shown, At: at}
	return s.form.allow(ctx, a)
}

// Revoke takes back what Allow noted.
func (s *Store) Revoke(ctx context.Context) error { return s.form.allow(ctx, nil) }

// allow notes what a person allows, nil for nothing. Its caller does not hold reading.
func (i *inference) allow(ctx context.Context, a *log.Allowed) error {
	if err := log.SetAllowed(ctx, i.s.opts.State, i.s.path, a); err != nil {
		return err
	}
	i.s.reading.Lock()
	defer i.s.reading.Unlock()
	return i.infer(ctx)
}

// directory returns what a form is inferred from.
func (i *inference) directory() (d dialect.Directory, err error) {
	dir := i.s.directory()
	var names []string
	if err := dir.Each(func(raw []byte, _ Kind) { names = append(names, string(raw)) }); err != nil {
		return d, err
	}
	mtime := func(name string) int64 {
		if f := i.s.files[name]; f != nil {
			return f.stamp.Mtime
		}
		return 0
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(mtime(a), mtime(b)), cmp.Compare(a, b)) })
	d.Names = names
	files := slices.DeleteFunc(slices.Clone(names), dialect.Noise)
	d.Files = contents(dir, files[max(0, len(files)-maxSamples):])
	d.Above = func(yield func(string, []byte) bool) {
		above, err := dir.Above()
		if err != nil {
			return
		}
		defer above.Close()
		var names []string
		_ = above.Each(func(raw []byte, kind Kind) {
			if name := string(raw); len(names) < maxAbove && (kind == Regular || kind == Unknown) {
				names = append(names, name)
			}
		})
		slices.Sort(names)
		for name, raw := range contents(above, names) {
			if !yield(name, raw) {
				return
			}
		}
	}
	return d, nil
}

// contents yields files with their bytes, those that are not JSON without.
func contents(dir Dir, names []string) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		var buf []byte
		for _, name := range names {
			var raw []byte
			if strings.HasSuffix(name, ".json") {
				all, _, _ := dir.Read(name, Unknown, buf) // one that cannot be read is no object
				raw, buf = bytes.Clone(all), all[:cap(all)]
			}
			if !yield(name, raw) {
				return
			}
		}
	}
}
