package store

import (
	"sync/atomic"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

// maxLastBytes limits the bytes of files kept in memory in case they are deleted: of a larger directory those that were
// read first.
const maxLastBytes = 1 << 20

// lastBytes are the bytes of files as they were read last.
type lastBytes struct {
	of   map[string][]byte
	size int
	full atomic.Bool   // no more are kept
	gone []log.Deleted // not written yet
}

// hold keeps the bytes of a file.
func (l *lastBytes) hold(name string, raw []byte) {
	if l.size-len(l.of[name])+len(raw) > maxLastBytes {
		raw = nil // nor its older version
		l.full.Store(true)
	}
	l.drop(name)
	if raw != nil {
		if l.of == nil {
			l.of = map[string][]byte{}
		}
		l.of[name] = raw
		l.size += len(raw)
	}
}

func (l *lastBytes) drop(name string) {
	l.size -= len(l.of[name])
	delete(l.of, name)
	if l.size < maxLastBytes/2 {
		l.full.Store(false)
	}
}

// noteDeleted notes that a file is gone. The journal already has the bytes if an edit of ours deleted it. The caller
// holds mu.
func (s *Store) noteDeleted(name string, ours bool) {
	if raw := s.last.of[name]; raw != nil && !ours {
		s.last.gone = append(s.last.gone, log.Deleted{Name: name, At: s.opts.Now(), Raw: raw})
	}
	s.last.drop(name)
}

// keepDeleted writes the files that others deleted to the journal. An error is ignored: the board shows the directory
// as it is.
func (s *Store) keepDeleted() {
	s.mu.Lock()
	gone := s.last.gone
	s.last.gone = nil
	s.mu.Unlock()
	if len(gone) > 0 && s.journal != nil {
		_ = s.journal.KeepDeleted(gone)
	}
}

// PutBacks returns what serve put back and what is still kept of it, the oldest first.
func (p Past) PutBacks() []log.FilePutBack {
	if p.s.journal == nil {
		return nil
	}
	return p.s.journal.PutBacks()
}

// A Deleted is a task that another process deleted, as its file was read last.
type Deleted struct {
	Task        *tasks.Task
	Description string
	At          time.Time // when it was seen to be gone
	Raw         []byte
}

// Deleted returns the tasks that other processes deleted and that are still kept, the newest first.
func (p Past) Deleted() ([]Deleted, error) {
	if p.s.journal == nil {
		return nil, p.s.noUndo
	}
	kept, err := p.s.journal.Deleted()
	return p.DecodeDeleted(kept), err
}

// DecodeDeleted returns the tasks that deleted files had, without those that were none.
func (p Past) DecodeDeleted(kept []log.Deleted) (all []Deleted) {
	for _, k := range kept {
		t, err := p.s.codec.Decode(p.s.key(k.Name), k.Raw, tasks.Stamp{Size: int64(len(k.Raw))})
		if err == nil {
			all = append(all, Deleted{t, p.s.codec.Description(k.Raw), k.At, k.Raw})
		}
	}
	return all
}
