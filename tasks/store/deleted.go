package store

import (
	"sync/atomic"

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
