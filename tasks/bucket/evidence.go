package bucket

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/log"
	"sideboard/tasks/store"
)

const (
	judgeTime = 2 * time.Second        // how long a file is missing or unfit before that is judged
	lateTime  = 250 * time.Millisecond // after a file was replaced: its next writer has probably read the old one
	heldTime  = time.Minute            // the same: its next writer may have
)

// pair is a file in both places, and what is known of it.
type pair struct {
	name    string
	here    []byte // nil for none
	info    store.Info
	there   entry
	base    synced
	hereIs  here
	thereIs there
	evidence
	why      error   // of unfit or linked
	versions []value // what the bucket had since the base, if that was read
}

// examine reads a file in both places, and finds the evidence that its row of the table asks for.
func (m *mirror) examine(name string) (*pair, error) {
	f := &pair{name: name, there: m.b.current(name)}
	m.checkBucket(f.there.created)
	var err error
	f.here, f.info, err = m.dir.Read(name, store.Unknown, nil)
	if errors.Is(err, fs.ErrNotExist) {
		f.here, err = nil, nil
	}
	known := false
	f.base, known = m.base.Files[name]
	f.dropped = known && f.base.Sum == ""
	f.mark = name == mark
	f.linked = f.info.Linked || f.info.Names > 1
	f.equal = err == nil && bytes.Equal(f.here, f.there.Raw) && (f.here != nil) == f.there.exists
	unread := m.compare(f)
	if f.linked {
		f.why = errors.New("it is a link or has several names, and is not kept equal")
	} else if f.why = m.objection(f, err); f.why != nil {
		f.unfit = true
	}
	f.removed = f.hereIs == missing && !f.unfit && !f.equal && m.wasRemoved(f)
	f.early = m.isEarly(f)
	if f.linked || f.unfit || f.mark || f.equal || f.early || m.b.Offline() != nil {
		return f, nil
	}
	if unread != nil {
		return f, unread
	}
	return f, m.weigh(f)
}

// checkBucket forgets the base if the bucket is another one: that a file is not in it does not mean that it was
// deleted.
func (m *mirror) checkBucket(created time.Time) {
	if created.Equal(m.base.Created) {
		return
	}
	earlier := map[string]bool{}
	for name, was := range m.base.Files {
		earlier[name] = was.Sum != ""
	}
	m.base = base{Created: created, Files: map[string]synced{}, Earlier: earlier, Raised: m.base.Raised}
}

// compare notes how a file is in both places, compared with the base. The error says that the bucket could not be asked
// which of two states is newer.
func (m *mirror) compare(f *pair) error {
	switch {
	case f.here == nil && f.base.Sum != "":
		f.hereIs = missing
	case f.here == nil:
		f.hereIs = absent
	case f.base.Sum == "":
		f.hereIs = fresh
	case sumOf(f.here) == f.base.Sum:
		f.hereIs = unchanged
	default:
		f.hereIs = changed
	}
	isBase := f.there.revision == f.base.Revision && sumOf(f.there.Raw) == f.base.Sum
	isNewer := f.there.revision > f.base.Revision
	var err error
	if !isNewer && !isBase && !f.equal {
		isNewer, err = m.isWrittenAgain(f)
	}
	switch {
	case !f.there.exists && isNewer:
		f.thereIs = deleted
	case !f.there.exists:
		f.thereIs = gone
	case isNewer:
		f.thereIs = newer
	case isBase:
		f.thereIs = same
	default:
		f.thereIs = fellBack
	}
	return err
}

// isWrittenAgain reports whether a value with an older revision than the base was written after it: servers that fell
// back give the same numbers once more. What a directory sends again is as old as it was when the servers lost it.
func (m *mirror) isWrittenAgain(f *pair) (bool, error) {
	if f.there.revision == 0 || !f.there.at.After(m.b.serverTime(f.base.At)) {
		return false, nil
	}
	v, _, err := m.b.read(f.name, 0)
	return err == nil && (v.lost == 0 || v.lost > f.base.Revision), err
}

// objection returns why a file is not kept equal, nil if it is. err is that of reading it here.
func (m *mirror) objection(f *pair, err error) error {
	switch {
	case err != nil:
		return err
	case !utf8.ValidString(f.name) || strings.ContainsFunc(f.name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return errors.New("no agent gives a file such a name, and it is not kept equal")
	case f.mark:
		return nil
	}
	if f.here != nil {
		if _, err := m.local.Codec().Decode(tasks.Key{Name: f.name}, f.here, tasks.Stamp{}); err != nil {
			return fmt.Errorf("it is not sent: %w", err)
		}
	}
	if len(f.there.Raw) > store.MaxFile {
		return errors.New("in the bucket it is larger than 1 MiB, and is not written here")
	}
	if f.there.exists {
		if _, err := m.local.Codec().Decode(tasks.Key{Name: f.name}, f.there.Raw, tasks.Stamp{}); err != nil {
			return fmt.Errorf("what the bucket has is not written here: %w", err)
		}
	}
	return nil
}

// isEarly reports whether a file is missing or unfit for so short that this may pass, and notes since when.
func (m *mirror) isEarly(f *pair) bool {
	gone := f.hereIs == missing
	if !gone || f.equal {
		delete(m.gone, f.name)
	} else if m.gone[f.name].IsZero() {
		m.gone[f.name] = time.Now()
		if !f.removed {
			m.lost[f.name] = m.gone[f.name]
		}
	}
	if !f.unfit {
		delete(m.odd, f.name)
	} else if m.odd[f.name].IsZero() {
		m.odd[f.name] = time.Now()
	}
	switch {
	case f.unfit:
		return time.Since(m.odd[f.name]) < judgeTime
	case gone:
		return !m.starting && time.Since(m.gone[f.name]) < judgeTime
	}
	return false
}

// weigh finds the evidence for a file that differs and can be kept equal.
func (m *mirror) weigh(f *pair) (err error) {
	switch {
	case f.hereIs == missing:
		m.weighMissing(f)
	case f.hereIs == changed && f.thereIs == same:
		m.weighChanged(f)
	case f.hereIs == changed && f.thereIs == newer:
		err = m.weighHistory(f, max(1, f.base.Revision))
	case f.hereIs == fresh && f.thereIs&(deleted|newer|fellBack) != 0:
		if err = m.weighHistory(f, 1); err == nil && f.there.exists {
			m.weighTask(f)
		}
	}
	return err
}

// weighMissing finds out why a file is missing.
func (m *mirror) weighMissing(f *pair) {
	f.many = m.starting || m.isOneOfMany(f)
	if f.thereIs != same {
		return
	}
	f.renamed = m.newName(f) != ""
	traits := m.local.Traits()
	f.wiped = traits.WipesWhenDone && m.wasWiped()
	f.agents = traits.Deletes && (!traits.WipesWhenDone || m.noted >= dialect.CountIn(f.name))
}

// wasRemoved reports whether an edit of this program removed a file after it was the same in both places.
func (m *mirror) wasRemoved(f *pair) bool {
	if m.journal == nil {
		return false
	}
	lines, err := m.journal.Since(f.base.At)
	if err != nil {
		return false
	}
	dev, ino := m.dir.ID()
	refused := map[tasks.EditID]bool{}
	var last log.Entry
	for _, l := range lines {
		switch {
		case l.Dev != dev || l.Ino != ino:
		case l.What == log.Refused:
			refused[l.ID] = true
		case l.What == log.Prepared && l.File == f.name && l.Verb != tasks.VerbSync:
			last = l
		}
	}
	if last.Unknown || refused[last.ID] || last.Step >= len(last.Steps) {
		return false
	}
	return last.Steps[last.Step].Kind == tasks.DeleteFile
}

// isOneOfMany reports whether other files went missing at the same time, or no file of the base is left.
func (m *mirror) isOneOfMany(f *pair) bool {
	for name, at := range m.lost {
		if name != f.name && at.Sub(m.gone[f.name]).Abs() <= judgeTime {
			return true
		}
	}
	return m.isEmptied()
}

// isEmptied reports whether no file of the base is left.
func (m *mirror) isEmptied() bool {
	if m.emptied == nil {
		none := true
		for name, was := range m.base.Files {
			if was.Sum != "" && name != mark && none {
				_, err := m.dir.Stat(name)
				none = errors.Is(err, fs.ErrNotExist)
			}
		}
		m.emptied = &none
	}
	return *m.emptied
}

// newName returns the name of a new file that has the id or the bytes of a missing one, "" if there is none.
func (m *mirror) newName(f *pair) (name string) {
	old, err := m.local.Codec().Decode(tasks.Key{Name: f.name}, f.there.Raw, tasks.Stamp{})
	if err != nil {
		return ""
	}
	m.local.World().Each(func(t *tasks.Task) bool {
		was := m.base.Files[t.Name]
		isOld := was.Sum != "" && was.At.Before(m.gone[f.name].Add(-judgeTime))
		if isOld || t.Name == f.name {
			return true
		}
		raw, err := m.local.Raw(t.Name, nil)
		if err == nil && (t.ID == old.ID || bytes.Equal(raw, f.there.Raw)) {
			name = t.Name
		}
		return name == ""
	})
	return name
}

// wasWiped reports whether the agents of Claude Code have wiped a finished list: they remove all files, and note the
// highest number first.
func (m *mirror) wasWiped() bool {
	if !m.isEmptied() || !m.base.isIn(m.dir.ID()) {
		return false
	}
	for name, was := range m.base.Files {
		if was.Sum == "" || name == mark {
			continue
		}
		there := m.b.current(name)
		t, err := m.local.Codec().Decode(tasks.Key{Name: name}, there.Raw, tasks.Stamp{})
		finished := m.finished[name] || err == nil && t.Status == tasks.Completed
		if sumOf(there.Raw) != was.Sum || !finished || dialect.CountIn(name) > m.noted {
			return false
		}
	}
	return true
}

// isIn reports whether the base is of a directory.
func (b base) isIn(dev, ino uint64) bool { return b.Dev == dev && b.Ino == ino }

// readMark notes the number in .highwatermark if agents wrote it, else 0.
func (m *mirror) readMark() {
	m.noted = 0
	raw, _, err := m.dir.Read(mark, store.Unknown, nil)
	if err != nil {
		return
	}
	if n, err := numberIn(raw); err == nil && n != m.base.Raised {
		m.noted = n
	}
}

// numberIn returns the number in the bytes of .highwatermark.
func numberIn(raw []byte) (uint64, error) {
	return strconv.ParseUint(string(bytes.TrimSpace(raw)), 10, 64)
}

// replaced is a file that was replaced by what the bucket has.
type replaced struct {
	was, next []byte
	at        time.Time
}

// weighChanged finds out whether the one who changed a file may have read it before it was replaced here.
func (m *mirror) weighChanged(f *pair) {
	r, known := m.replaced[f.name]
	if !known {
		return
	}
	// the time of the file counts, and that of the examination so far that a clock which was set does not matter
	f.late = time.Since(r.at) < 10*lateTime && f.info.Stamp.Mtime < r.at.Add(lateTime).UnixNano()
	if time.Since(r.at) >= heldTime {
		return
	}
	theirs, err := m.local.Compare(r.was, r.next)
	if err != nil {
		return
	}
	remaining, err := m.local.Compare(r.was, f.here)
	if err != nil {
		return
	}
	// a member that they changed and that now is as it was
	f.taken = slices.ContainsFunc(theirs, func(c tasks.Change) bool {
		return !slices.ContainsFunc(remaining, func(o tasks.Change) bool { return o.Member == c.Member })
	})
}

// weighHistory reads what the bucket had since a revision, and finds out whether the file here was among that.
func (m *mirror) weighHistory(f *pair, from uint64) error {
	for at := from; at <= f.there.revision; at++ {
		v, _, err := m.b.read(f.name, at)
		if err != nil {
			return err
		}
		at = v.revision
		f.versions = append(f.versions, v)
		f.known = f.known || !v.deleted && bytes.Equal(v.raw, f.here)
	}
	return nil
}

// weighTask finds out whether two files without a base are about the same task.
func (m *mirror) weighTask(f *pair) {
	codec := m.local.Codec()
	ours, err := codec.Decode(tasks.Key{Name: f.name}, f.here, f.info.Stamp)
	if err != nil {
		return
	}
	f.alike = m.base.Earlier[f.name]
	for _, v := range f.versions {
		theirs, err := codec.Decode(tasks.Key{Name: f.name}, v.raw, tasks.Stamp{})
		f.alike = f.alike || err == nil && theirs.Subject == ours.Subject
	}
	f.counted = codec.CountsIDs(ours, m.local.World())
}
