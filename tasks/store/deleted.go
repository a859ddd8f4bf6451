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
func (s *Store) PutBacks() []log.FilePutBack {
	if s.journal == nil {
		return nil
	}
	return s.journal.PutBacks()
}

// A Deleted is a task that another process deleted, as its file was read last.
type Deleted struct {
	Task        *tasks.Task
	Description string
	At          time.Time // when it was seen to be gone
	Raw         []byte
}

// Deleted returns the tasks that other processes deleted and that are still kept, the newest first.
func (s *Store) Deleted() ([]Deleted, error) {
	if s.journal == nil {
		return nil, s.noUndo
	}
	kept, err := s.journal.Deleted()
	return s.DecodeDeleted(kept), err
}

// DecodeDeleted returns the tasks that deleted files had, without those that were none.
func (s *Store) DecodeDeleted(kept []log.Deleted) (all []Deleted) {
	for _, k := range kept {
		t, err := s.codec.Decode(s.key(k.Name), k.Raw, tasks.Stamp{Size: int64(len(k.Raw))})
		if err == nil {
			all = append(all, Deleted{t, s.codec.Description(k.Raw), k.At, k.Raw})
		}
	}
	return all
}
