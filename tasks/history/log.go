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

// Past is what was known when a board began to look.
type Past struct {
	Events []Event                 // the newest, oldest first; at the end those that were found just now
	Found  int                     // so many of them were found
	Since  map[tasks.Key]time.Time // when tasks came into the status that they have, of those of which that was seen
	Looked time.Time               // until when a person looked at a board, zero where that is not known or another board is open
}

// Merge returns what is known of two directories together.
func (p Past) Merge(o Past) Past {
	found := slices.Concat(p.Events[len(p.Events)-p.Found:], o.Events[len(o.Events)-o.Found:])
	seen := slices.Concat(p.Events[:len(p.Events)-p.Found], o.Events[:len(o.Events)-o.Found])
	slices.SortStableFunc(seen, func(a, b Event) int { return a.At.Compare(b.At) })
	all := append(seen, found...)
	since := maps.Clone(p.Since)
	maps.Copy(since, o.Since)
	return Past{Events: all[max(0, len(all)-MaxEvents):], Found: min(len(found), MaxEvents), Since: since, Looked: later(p.Looked, o.Looked)}
}

// MaxEvents is how many events a Past has at most.
const MaxEvents = 10_000

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

// enqueue asks the goroutine, which lives while there is something to do.
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

// start finds out what was, and what is other than it was, and goes on with the newest segment.
func (l *Log) start(now []*tasks.Task, unread []string) (past Past, err error) {
	past.Since = map[tasks.Key]time.Time{}
	leads, err := l.lead()
	if err != nil {
		return past, err
	}
	all, err := l.segments(leads)
	if err != nil {
		return past, err
	}
	p, err := l.newest(all)
	if err != nil {
		return past, err
	}
	past.Since = l.since(p, now)
	past.Events = p.events
	if i := slices.Index(all, p.number); i > 0 && len(p.events) < MaxEvents {
		if before, err := l.read(all[i-1], true); err == nil {
			past.Events = append(before.events, p.events...)
		}
	}
	if leads {
		var unseen []Event
		if p.whole {
			unseen = compare(p.tasks, now, unread, l.now())
			past.Looked = p.looked
		}
		if err = l.resume(all, p, now); err == nil {
			err = l.append(unseen)
		}
		past.Events, past.Found = append(past.Events, unseen...), len(unseen)
	}
	past.Events = past.Events[max(0, len(past.Events)-MaxEvents):]
	past.Found = min(past.Found, MaxEvents)
	for i := range past.Events {
		past.Events[i] = past.Events[i].in(l.list)
	}
	return past, err
}

// in returns the event with the keys of a list.
func (e Event) in(list string) Event {
	e.Key.List = list
	for i := range e.Unblocked {
		e.Unblocked[i].List = list
	}
	return e
}

// newest reads the newest segment that has all that it began with; there may be none.
func (l *Log) newest(all []int) (p picture, err error) {
	for _, n := range slices.Backward(all) {
		p, err = l.read(n, true)
		if err != nil && !errors.Is(err, fs.ErrNotExist) || p.whole {
			return p, err
		}
	}
	return picture{tasks: Tasks{}}, nil
}

// since returns when tasks came into the status that they have, where that was seen and no file was written since a board looked.
func (l *Log) since(p picture, now []*tasks.Task) map[tasks.Key]time.Time {
	of := map[tasks.Key]time.Time{}
	for _, t := range now {
		was, known := p.tasks[t.Name]
		if known && !was.AtLeast && was.Status == t.Status && !t.Stamp.Time().After(p.watched.Add(time.Millisecond)) {
			of[t.Key] = was.Since
		}
	}
	return of
}

// compare returns what is other than it was, in the order of time.
func compare(was Tasks, now []*tasks.Task, unread []string, at time.Time) (unseen []Event) {
	here := make(map[string]bool, len(now)+len(unread))
	for _, name := range unread {
		here[name] = true // what it is nobody knows
	}
	for _, t := range now {
		here[t.Name] = true
		if e, differs := found(was[t.Name], t); differs {
			unseen = append(unseen, e)
		}
	}
	for name, t := range was {
		if !here[name] {
			unseen = append(unseen, Event{At: at, Kind: Deleted, Key: tasks.Key{Name: name}, Subject: t.Subject, From: t.State, Found: true})
		}
	}
	slices.SortFunc(unseen, func(a, b Event) int {
		if c := a.At.Compare(b.At); c != 0 {
			return c
		}
		return a.Key.Compare(b.Key)
	})
	return unseen
}

// resume goes on with the newest segment. Where that is damaged it begins another with what was so, and where there is none with what
// is so now.
func (l *Log) resume(all []int, p picture, now []*tasks.Task) error {
	last := 0
	if len(all) > 0 {
		last = all[len(all)-1]
	}
	switch {
	case !p.whole:
		return l.begin(last+1, p, len(now), func(yield func(string, Task) bool) {
			for _, t := range now {
				if !yield(t.Name, Task{State: StateOf(t), Since: changedAt(t), AtLeast: true, Subject: clip(t.Subject)}) {
					return
				}
			}
		})
	case p.number != last:
		return l.begin(last+1, p, len(p.tasks), maps.All(p.tasks))
	}
	f, err := l.disk.Append(filepath.Join(l.dir, segmentName(last)))
	if err != nil {
		return err
	}
	fi, err := f.Stat()
	if err != nil {
		return errors.Join(err, f.Close())
	}
	l.file, l.number, l.head, l.size, l.torn = f, last, p.head, fi.Size(), p.torn
	return nil
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

// end says until when somebody looked, and lets go of everything.
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
