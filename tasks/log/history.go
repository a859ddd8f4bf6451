package log

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"sideboard/tasks"
)

// History is what happened to the tasks of one directory. Its methods may be called from any goroutine. Only Read waits
// for the disk, and Close for a moment. A nil History keeps nothing, and has no Read.
type History struct {
	place
	onError  func(error)
	readOnly bool
	growth   int64 // the number of bytes appended before it is rewritten

	mu     sync.Mutex
	jobs   chan func() // nil before the first
	closed bool
	ended  chan struct{} // closed when all jobs are done

	// Used by the goroutine that does the jobs.
	release func() error // releases the lock of the writer; nil while another board has it
	file    *lineFile    // nil if this board does not write
	begun   int64        // its size after the last rewrite
	broken  bool         // an error occurred: nothing is written any more
	others  []Event      // what the board that wrote before wrote last
}

// OpenHistory returns the history in the directory of a journal. It does not access the disk.
func OpenHistory(dir string, o Options) *History {
	return &History{place: newPlace(dir, o), onError: o.OnError, readOnly: o.ReadOnly, growth: maxGrowth}
}

// Begin compares the history with the tasks as they are now, without the files in unread, which cannot be read, and
// sends what happened before. Call it once, before Record.
func (h *History) Begin(now []*tasks.Task, unread []string) <-chan Past {
	past := make(chan Past, 1)
	job := func() {
		p, err := h.start(now, unread)
		h.try(err)
		past <- p
	}
	if h == nil || !h.enqueue(job) {
		past <- Past{Since: map[tasks.Key]time.Time{}}
	}
	return past
}

// Record appends events, in the order in which they happened.
func (h *History) Record(events []Event) {
	if h != nil && !h.readOnly && len(events) > 0 {
		h.enqueue(func() { h.try(h.write(events)) })
	}
}

// closeWithin is how long Close waits for a disk that does not answer.
const closeWithin = 2 * time.Second

// Close writes what is left, and the time of the last visit of a person, zero if there was none.
func (h *History) Close(lastVisit time.Time) {
	if h == nil {
		return
	}
	h.mu.Lock()
	if h.closed || h.jobs == nil {
		h.closed = true
		h.mu.Unlock()
		return
	}
	h.closed = true
	h.mu.Unlock()
	late := time.After(closeWithin)
	select {
	case h.jobs <- func() { h.end(lastVisit) }:
		close(h.jobs)
	case <-late:
		return
	}
	select {
	case <-h.ended:
	case <-late:
	}
}

// maxJobs is the largest number of jobs that may wait for a slow disk. The next start finds what happened in the
// others.
const maxJobs = 1 << 12

// enqueue queues a job for the goroutine, which it starts, and reports whether the job will be done.
func (h *History) enqueue(job func()) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	if h.jobs == nil {
		h.jobs, h.ended = make(chan func(), maxJobs), make(chan struct{})
		go func() {
			defer close(h.ended)
			for job := range h.jobs {
				job()
			}
		}()
	}
	select {
	case h.jobs <- job:
		return true
	default:
		return false
	}
}

// try reports an error, the first one only, after which nothing is written any more.
func (h *History) try(err error) {
	if err != nil && !h.broken {
		h.broken = true
		if h.onError != nil {
			h.onError(fmt.Errorf("the history cannot be written: %w", err))
		}
	}
}

const (
	writerName = "writer"       // locked by the board that writes
	eventsName = "events.jsonl" // the history
)

func (h *History) path(name string) string { return filepath.Join(h.dir, historyName, name) }

// open reads the history. If no other board writes, this one does from now on. now are the tasks as they are, if they
// are known: a history without a complete state begins with them.
func (h *History) open(now []*tasks.Task) (p snapshot, writes bool, err error) {
	if h.release == nil {
		// without waiting: a board keeps it while it is open
		if h.release, _, err = h.lockAtOnce(h.path(writerName)); err != nil {
			return p, false, err
		}
	}
	if writes = h.release != nil; writes {
		h.removeUnfinished(h.path(""))
	}
	p, err = h.read()
	if !writes || h.file != nil || err != nil {
		return p, writes, err
	}
	if !p.whole {
		clear(p.tasks)
		return p, true, h.rewrite(p, now)
	}
	f, err := h.disk.Append(h.path(eventsName))
	if err == nil {
		h.file, h.begun = &lineFile{f, h.path(eventsName), p.size, p.torn}, p.begun
	}
	return p, true, err
}

// write appends events. If another board wrote until now and has ended, this one goes on.
func (h *History) write(events []Event) error {
	if h.broken {
		return nil
	}
	if h.file == nil {
		p, writes, err := h.open(nil)
		if !writes || err != nil {
			return err
		}
		h.others = p.events[max(0, len(p.events)-maxJobs):]
	}
	return h.append(h.withoutOthers(events))
}

// sameEvent is the largest difference between the times at which two boards record one event.
const sameEvent = 10 * time.Second

// withoutOthers returns the events that the board that wrote before has not written already.
func (h *History) withoutOthers(events []Event) []Event {
	if n := len(h.others); n == 0 || len(events) == 0 {
		return events
	} else if events[0].At.Sub(h.others[n-1].At) > sameEvent {
		h.others = nil
		return events
	}
	return slices.DeleteFunc(slices.Clone(events), func(e Event) bool {
		return slices.ContainsFunc(h.others, func(o Event) bool {
			return o.Key.Name == e.Key.Name && o.Kind == e.Kind && o.To == e.To && o.Link == e.Link &&
				e.At.Sub(o.At).Abs() < sameEvent
		})
	})
}

// append appends events, and rewrites the file if it has grown too much.
func (h *History) append(events []Event) error {
	for part := range slices.Chunk(events, 1<<10) { // in parts, so that the file does not grow far over its bound
		records := make([]record, len(part))
		for i := range part {
			records[i].Event = part[i]
		}
		if err := h.put(records...); err != nil {
			return err
		}
		if h.file.size < h.begun+h.growth {
			continue
		}
		p, err := h.read()
		if err == nil {
			err = h.rewrite(p, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// put appends records to the file.
func (h *History) put(records ...record) error {
	var raw bytes.Buffer
	w := newLineWriter(&raw)
	for i := range records {
		_ = w.write(&records[i]) // to memory
	}
	return h.file.append(raw.Bytes())
}

// end writes the last visit and closes everything.
func (h *History) end(lastVisit time.Time) {
	if h.file != nil {
		if !h.broken && !lastVisit.IsZero() {
			h.try(h.put(record{Event: Event{At: h.now()}, word: visitWord, lastVisit: lastVisit}))
		}
		_ = h.file.Close()
	}
	if h.release != nil {
		_ = h.release()
	}
}

// snapshot is what the lines of a history say: the present state, the events, and the last visit.
type snapshot struct {
	tasks     Tasks
	events    []Event              // the newest
	completed map[string]time.Time // when others completed the tasks that still are, by the names of their files
	whole     bool                 // it has the state of all tasks at one point
	begun     int64                // the number of bytes up to the end of that state
	size      int64
	torn      bool      // its last line is cut off
	watched   time.Time // a board was open until then, at least
	lastVisit time.Time // of a person, zero if it is not known
}

// read reads the history. It skips damaged lines.
func (h *History) read() (p snapshot, err error) {
	f, err := h.disk.Open(h.path(eventsName))
	if errors.Is(err, fs.ErrNotExist) {
		return snapshot{tasks: Tasks{}, completed: map[string]time.Time{}}, nil
	}
	if err != nil {
		return p, err
	}
	fi, err := f.Stat()
	if err == nil {
		p, err = parse(io.LimitReader(f, maxHistoryBytes), int(fi.Size()/meanLine))
	}
	return p, errors.Join(err, f.Close())
}

const (
	meanLine     = 144     // the length of a usual line
	maxEventLine = 1 << 16 // longer lines are skipped; this program writes none
	maxSized     = 1 << 16 // the largest number of tasks for which memory is allocated because a file says so
)

// parse reads a history of about as many lines as about says. It reads them one by one: all of them together would take
// more memory than the result.
func parse(from io.Reader, about int) (p snapshot, err error) {
	p.tasks, p.events, p.completed = Tasks{}, make([]Event, 0, min(about, 2*MaxEvents)), map[string]time.Time{}
	var d lineReader
	left := 0
	err = eachLine(from, maxEventLine, func(line []byte) {
		p.size += int64(len(line))
		p.torn = !bytes.HasSuffix(line, []byte("\n"))
		var r record
		if p.torn || !d.read(&r, line) {
			return
		}
		switch {
		case r.word == headWord:
			p.whole, left, p.begun = r.count == 0, r.count, p.size
			p.tasks = make(Tasks, min(r.count, maxSized))
		case r.word == stateWord:
			p.tasks[r.Key.Name] = Task{State: r.To, Since: r.At, AtLeast: r.atLeast, Subject: r.Subject}
			if left--; left == 0 {
				p.whole, p.begun = true, p.size
			}
		case r.word == visitWord:
			p.watched, p.lastVisit = latest(p.watched, r.At), r.lastVisit
		case r.Kind != 0:
			if len(p.events) >= 2*MaxEvents { // a Past has no more than MaxEvents
				p.events = append(p.events[:0], p.events[MaxEvents:]...)
			}
			if !r.Found {
				p.watched = latest(p.watched, r.At)
			}
			if r.Kind != tasks.EventLinked {
				r.Since = p.tasks[r.Key.Name].Since
				p.tasks.Apply(r.Event)
				p.complete(&r.Event)
			}
			p.events = append(p.events, r.Event)
		}
	})
	return p, err
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// rewrite replaces the file in one step by one with the newest events and the state after them, or if there was none
// the tasks as they are now.
func (h *History) rewrite(p snapshot, now []*tasks.Task) error {
	file, err := h.create(h.path(eventsName), func(f File) error {
		out, r := bufio.NewWriterSize(f, 1<<16), new(record) // one record for all
		w := newLineWriter(out)
		put := func(next record) {
			*r = next
			_ = w.write(r) // Flush has the error
		}
		for _, e := range p.events {
			put(record{Event: e})
		}
		state := func(name string, t Task) {
			put(record{Event: Event{At: t.Since, Key: tasks.Key{Name: name}, To: t.State, Subject: t.Subject},
				word: stateWord, atLeast: t.AtLeast})
		}
		put(record{Event: Event{At: h.now()}, word: headWord, count: len(p.tasks) + len(now)})
		for name, t := range p.tasks {
			state(name, t)
		}
		for _, t := range now {
			state(t.Name, Task{State: StateOf(t), Since: changedAt(t), AtLeast: true, Subject: clip(t.Subject)})
		}
		if !p.lastVisit.IsZero() {
			put(record{Event: Event{At: p.watched}, word: visitWord, lastVisit: p.lastVisit})
		}
		return errors.Join(out.Flush(), f.Sync())
	})
	if err != nil {
		return err
	}
	if h.file != nil {
		_ = h.file.Close()
	}
	fi, err := file.Stat()
	if err != nil {
		return errors.Join(err, file.Close())
	}
	file.size = fi.Size()
	h.file, h.begun = file, file.size
	h.prune()
	return nil
}
