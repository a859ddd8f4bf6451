package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strconv"
	"strings"

	"sideboard/tasks"
)

// maxNames is the largest number of names that are tried for a new task.
const maxNames = 50

// isFileName reports whether an id may become the name of a file: 1 to 64 ASCII letters, digits, _, - and single dots
// inside. To compile a regular expression would take a third of a millisecond at each start of the program.
func isFileName(id string) bool {
	for i, c := range []byte(id) {
		switch {
		case c == '.' && 0 < i && i < len(id)-1 && id[i-1] != '.': // of a part: IMPL-1.2
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-':
		default:
			return false
		}
	}
	return 1 <= len(id) && len(id) <= 64
}

// create carries out a CreateFile. The name must be free when the file appears; if it is taken, the next id is tried.
func (j *job) create(ctx context.Context, st tasks.Step, decides bool) error {
	if j.edit.Draft == nil && st.Raw == nil {
		return errors.New("nothing to create")
	}
	for range maxNames {
		err := j.createOnce(ctx, st, decides)
		if st.Raw != nil && errors.Is(err, fs.ErrExist) {
			return &tasks.ConflictError{Clash: tasks.Clash{Key: st.Key}, Taken: true}
		}
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return fmt.Errorf("%d names were taken: %w", maxNames, fs.ErrExist)
}

// createOnce makes one attempt to create a file. The error wraps fs.ErrExist if another process took the name.
func (j *job) createOnce(ctx context.Context, st tasks.Step, decides bool) (err error) {
	s := j.s
	g := &guard{j: j}
	defer g.unlock()
	if err := g.lockList(ctx, j.newestTask()); err != nil {
		return err
	}
	s.reading.Lock()
	_, err = s.sync(ctx, nil)
	s.reading.Unlock()
	if err != nil {
		return err
	}
	if decides {
		if err := j.checkNeeds(ctx, state{}, true, true); err != nil {
			return err
		}
	}
	name, raw, err := j.newFile(st)
	if err != nil {
		return err
	}
	st.Key = s.key(name)
	w := &swap{
		j: j, dir: s.directory(), name: name, next: raw,
		note: func(temp string) error {
			return j.notePrepared(prepared{Step: st, Name: name, After: raw, Temp: temp})
		},
		still: j.checkDirectory,
	}
	if _, err := w.run(); err != nil {
		if errors.Is(err, fs.ErrExist) {
			s.codec.AddName(name)
		}
		return fmt.Errorf("create %s: %w", name, err)
	}
	j.touched = true
	j.made = append(j.made, st.Key)
	j.applied = append(j.applied, st)
	if t, err := s.codec.Decode(st.Key, raw, w.stamp); err == nil {
		j.newID = t.ID
	}
	s.monitor.add(&recheck{edit: j.edit, since: j.replacedAt, step: st, decides: decides, next: raw})
	return nil
}

// newFile returns the name and the bytes of a new file: those of the step, or from the dialect.
func (j *job) newFile(st tasks.Step) (name string, raw []byte, err error) {
	if st.Raw != nil {
		if !isBaseName(st.Key.Name) {
			return "", nil, fmt.Errorf("%q is not the name of a file", st.Key.Name)
		}
		return st.Key.Name, st.Raw, checkSize(st.Key, st.Raw)
	}
	s := j.s
	var layout []byte
	if sib := j.newestTask(); sib.Name != "" {
		if b, _, err := s.directory().Read(sib.Name, Unknown, nil); err == nil {
			layout = b
		}
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	name, raw, err = s.codec.Create(*j.edit.Draft, layout, world{s: s}, s.highWaterMark, j.edit.At, rand.IntN)
	if err != nil {
		return "", nil, err
	}
	stem, ok := strings.CutSuffix(name, ".json")
	if !ok || !isFileName(stem) {
		return "", nil, fmt.Errorf("%q cannot be the name of a task file", name)
	}
	return name, raw, j.checkUsable(s.key(name), raw, 0)
}

// newestTask returns the newest task of the directory's own dialect, whose layout a new one takes; a record without a
// name if there is none.
func (j *job) newestTask() *tasks.Task {
	s := j.s
	s.mu.RLock()
	defer s.mu.RUnlock()
	newest := &tasks.Task{Traits: s.codec.Traits()}
	for t := range (world{s: s}).Each {
		if t.Traits == newest.Traits && (newest.Name == "" || t.Stamp.Mtime > newest.Stamp.Mtime) {
			newest = t
		}
	}
	return newest
}

// remove carries out a DeleteFile, after the same comparisons as a change.
func (j *job) remove(ctx context.Context, st tasks.Step, decides bool) error {
	return j.attempt(st, decides, func(early bool) error {
		return j.removeOnce(ctx, st, decides, early)
	})
}

// removeOnce makes one attempt to remove a file, with the locks from the start if early.
func (j *job) removeOnce(ctx context.Context, st tasks.Step, decides, early bool) (err error) {
	name := st.Key.Name
	g := &guard{j: j}
	defer g.unlock()
	if early {
		if err := j.lockEarly(ctx, g, st.Key); err != nil {
			return err
		}
	}
	base, err := j.readBase(ctx, st, decides, early)
	if err != nil {
		return err
	}
	w := &swap{
		j: j, dir: j.s.directory(), name: name, base: base.raw, like: &base.info,
		note: func(temp string) error {
			return j.notePrepared(prepared{Step: st, Name: name, Before: base.raw, Temp: temp})
		},
		still: func() error { return g.lockUnchanged(ctx, name, base, decides) },
	}
	if _, err := w.run(); err != nil {
		return err
	}
	j.touched = true
	j.applied = append(j.applied, st)
	j.s.monitor.add(&recheck{edit: j.edit, since: j.replacedAt, step: st, decides: decides, base: base.raw})
	return nil
}

// raiseMark raises the number in .highwatermark to that of the step; it never goes down. It waits for a half-written
// file. If the file stays without a number, it is overwritten, as the agents do, and that is reported.
func (j *job) raiseMark(ctx context.Context, st tasks.Step) error {
	began := j.s.opts.Now()
	for tries := 0; ; tries++ {
		err := j.raiseMarkOnce(ctx, st, false)
		// The last two are of a Dir without locks: another process was faster.
		if again := errors.Is(err, errNoNumber) || errors.Is(err, errTorn) || errors.Is(err, ErrChanged) ||
			errors.Is(err, fs.ErrExist); !again {
			return err
		}
		if j.s.opts.Now().Sub(began) >= halfWrittenTimeout {
			return j.raiseMarkOnce(ctx, st, true)
		}
		if pause(ctx, retryDelay(tries)) != nil {
			return err
		}
	}
}

// raiseMarkOnce makes one attempt to raise the number. With broken it overwrites a file that holds none.
func (j *job) raiseMarkOnce(ctx context.Context, st tasks.Step, broken bool) error {
	t := j.s.Task(j.edit.Of)
	if t == nil {
		t = j.newestTask()
	}
	g := &guard{j: j}
	defer g.unlock()
	if err := g.lockList(ctx, t); err != nil {
		return err
	}
	dir := j.s.directory()
	info, _ := dir.Stat(markName) // before it is read: a Dir may refuse to replace another state
	now, base, err := parseMark(dir)
	if broken = broken && errors.Is(err, errNoNumber) && hasOneName(dir, markName); broken {
		now, err = 0, nil
		st.HighWaterMark = max(st.HighWaterMark, j.highest()) // the next number must not be that of a task
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read %s: %w", markName, err)
	}
	if now >= st.HighWaterMark {
		return nil
	}
	w := &swap{
		j: j, dir: dir, name: markName, next: []byte(strconv.FormatUint(st.HighWaterMark, 10)),
		still: j.checkDirectory,
	}
	if info.Kind == Regular {
		w.base, w.like = base, &info
	}
	displaced, err := w.run()
	if err != nil {
		return fmt.Errorf("write %s: %w", markName, err)
	}
	closeFile(displaced)
	if broken {
		j.lateErrors = append(j.lateErrors, fmt.Errorf("%s held no number: it says %d now", markName, st.HighWaterMark))
	}
	j.touched = true
	j.applied = append(j.applied, st)
	return nil
}

// highest returns the highest number that is the id of a task.
func (j *job) highest() (top uint64) {
	for t := range j.s.World().Each {
		if n, ok := t.ID.Int(); ok && n > 0 {
			top = max(top, uint64(n))
		}
	}
	return top
}
