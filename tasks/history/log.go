package history

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/journal"
)

// Options say how a history is kept; the zero value is right for a program.
type Options struct {
	List string           // the List of all keys, which is not written down
	Disk journal.Disk     // nil means the real one
	Now  func() time.Time // the clock; nil means time.Now
	// Trouble is told, once and by another goroutine, why nothing is kept any more; nil means nobody.
	Trouble func(error)
}

// Log is the history of one task directory. Its methods may be called from any goroutine, and none waits for the disk; a nil Log
// keeps nothing.
type Log struct {
	dir, list string
	disk      journal.Disk
	now       func() time.Time
	trouble   func(error)

	mu      sync.Mutex
	queue   []job
	begun   bool // something was asked for
	running bool
	closed  bool
	ended   chan struct{} // when everything that was asked for is done; nil before Close

	// Of the goroutine that writes.
	release func() error // gives back the writer's lock; nil while another board has it
	file    journal.File
	number  int   // of its segment
	head    int64 // bytes it began with
	size    int64
	torn    bool    // the last line could not be written whole
	broken  bool    // it could not be written: nothing is any more
	raw     []byte  // room for lines
	others  []Event // what another board wrote just before it ended
}

// job is what the goroutine is asked for.
type job struct {
	events []Event
	now    []*tasks.Task // where past is not nil
	unread []string
	past   chan<- Past
	looked time.Time // at the end
}

// Open returns the history beside the journal that lies in dir. The disk is not touched.
func Open(dir string, o Options) *Log {
	if o.Disk == nil {
		o.Disk = journal.System
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Log{dir: filepath.Join(dir, dirName), list: o.List, disk: o.Disk, now: o.Now, trouble: o.Trouble}
}

// Begin compares what the history says with the tasks as they are, of which some files cannot be read now, and answers what
// was. It is called once, before Record.
func (l *Log) Begin(now []*tasks.Task, unread []string) <-chan Past {
	past := make(chan Past, 1)
	if l == nil || !l.enqueue(job{now: now, unread: unread, past: past}) {
		past <- Past{Since: map[tasks.Key]time.Time{}}
	}
	return past
}

// Record keeps what happened, in the order it happened in.
func (l *Log) Record(events []Event) {
	if l != nil && len(events) > 0 {
		l.enqueue(job{events: events})
	}
}

// closeWithin is how long a disk that does not answer keeps a program from ending.
const closeWithin = 2 * time.Second

// Close writes what is left, and until when a person looked; zero where nobody ever did.
func (l *Log) Close(looked time.Time) {
	if l == nil {
		return
	}
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return
	}
	l.closed, l.ended = true, make(chan struct{})
	begun := l.begun
	if begun {
		l.queue = append(l.queue, job{looked: looked})
	}
	if begun && !l.running {
		l.running = true
		go l.run()
	}
	l.mu.Unlock()
	if !begun {
		return
	}
	select {
	case <-l.ended:
	case <-time.After(closeWithin):
	}
}

// maxQueue is how much may wait for a disk that is slow; what is over is found by the next start.
const maxQueue = 1 << 12

// enqueue asks the goroutine, which lives while there is something to do, and reports whether it will be done.
func (l *Log) enqueue(j job) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || len(l.queue) >= maxQueue {
		return false
	}
	l.queue, l.begun = append(l.queue, j), true
	if !l.running {
		l.running = true
		go l.run()
	}
	return true
}

func (l *Log) run() {
	for {
		l.mu.Lock()
		todo := l.queue
		l.queue = nil
		if len(todo) == 0 {
			l.running = false
			if l.closed {
				close(l.ended)
			}
			l.mu.Unlock()
			return
		}
		ends := l.closed
		l.mu.Unlock()
		var events []Event
		for i := range todo {
			if j := &todo[i]; j.past != nil {
				l.try(l.write(events))
				past, err := l.start(j.now, j.unread)
				l.try(err)
				j.past <- past
				events = nil
			} else if len(events) == 0 {
				events = slices.Clip(j.events)
			} else {
				events = append(events, j.events...)
			}
		}
		l.try(l.write(events))
		if ends {
			l.end(todo[len(todo)-1].looked)
		}
	}
}

// try tells why nothing can be kept, once.
func (l *Log) try(err error) {
	if err != nil && !l.broken {
		l.broken = true
		if l.trouble != nil {
			l.trouble(fmt.Errorf("what happens is not kept: %w", err))
		}
	}
}

// lead makes this the board that writes, and reports whether it is.
func (l *Log) lead() (bool, error) {
	if l.release != nil {
		return true, nil
	}
	path := filepath.Join(l.dir, writerName)
	if err := l.disk.MakeDir(l.dir); err != nil {
		return false, err
	}
	if f, err := l.disk.Make(path); err == nil {
		_ = f.Close()
	} else if !errors.Is(err, fs.ErrExist) {
		return false, err
	}
	once, cancel := context.WithCancel(context.Background())
	cancel() // who has it has it for long
	release, err := l.disk.Lock(once, path)
	if errors.Is(err, context.Canceled) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	l.release = release
	return true, nil
}

// sameEvent is how far apart two boards may see one thing happen.
const sameEvent = 10 * time.Second

// write keeps events. A board that does not write looks whether the one that did has ended, and goes on in its place.
func (l *Log) write(events []Event) error {
	if l.broken || len(events) == 0 {
		return nil
	}
	if l.file == nil {
		leads, err := l.lead()
		if !leads || err != nil {
			return err
		}
		all, err := l.segments(true)
		if err != nil {
			return err
		}
		p, err := l.newest(all)
		if err == nil {
			err = l.resume(all, p, nil)
		}
		if err != nil {
			return err
		}
		l.others = p.events[max(0, len(p.events)-maxQueue):]
	}
	return l.append(l.withoutOthers(events))
}

// withoutOthers leaves out what the board that wrote before kept already.
func (l *Log) withoutOthers(events []Event) []Event {
	if n := len(l.others); n == 0 {
		return events
	} else if events[0].At.Sub(l.others[n-1].At) > sameEvent {
		l.others = nil
		return events
	}
	return slices.DeleteFunc(events, func(e Event) bool {
		return slices.ContainsFunc(l.others, func(o Event) bool {
			return o.Key.Name == e.Key.Name && o.Kind == e.Kind && o.To == e.To && e.At.Sub(o.At).Abs() < sameEvent
		})
	})
}

// maxRaw is how much room for lines is kept.
const maxRaw = 1 << 18

// append writes lines, and goes on in a new segment where one is full.
func (l *Log) append(events []Event) error {
	for len(events) > 0 {
		raw := l.raw[:0]
		if l.torn {
			raw = append(raw, '\n')
		}
		n := 0
		for n < len(events) && l.size+int64(len(raw)) < l.head+SegmentBytes {
			raw = appendRecord(raw, &record{Event: events[n]})
			n++
		}
		if l.raw = nil; cap(raw) <= maxRaw {
			l.raw = raw
		}
		if err := l.put(raw); err != nil {
			return err
		}
		if events = events[n:]; l.size >= l.head+SegmentBytes {
			p, err := l.read(l.number, false)
			if err == nil {
				err = l.begin(l.number+1, p, len(p.tasks), maps.All(p.tasks))
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *Log) put(raw []byte) error {
	n, err := l.file.Write(raw)
	l.size += int64(n)
	l.torn = err != nil
	return err
}

// end writes until when somebody looked, and lets go of everything.
func (l *Log) end(looked time.Time) {
	if l.file != nil {
		if !l.broken && !looked.IsZero() {
			var raw []byte
			if l.torn {
				raw = append(raw, '\n')
			}
			l.try(l.put(appendRecord(raw, &record{Event: Event{At: l.now(), Kind: lookedLine}, looked: looked})))
		}
		_ = l.file.Close()
		l.file = nil
	}
	if l.release != nil {
		_ = l.release()
		l.release = nil
	}
}
