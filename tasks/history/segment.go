package history

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/journal"
)

// The bounds of a history: the events of a segment, all segments of a directory, and how long nothing may happen there.
const (
	SegmentBytes = 4 << 20
	MaxBytes     = 64 << 20
	MaxAge       = 180 * 24 * time.Hour
)

const (
	dirName     = "history"
	writerName  = "writer"
	suffix      = ".log"
	beginPrefix = ".begin-"
)

var errCrowded = errors.New("there are too many tasks to keep a history of")

func segmentName(n int) string { return fmt.Sprintf("%08d%s", n, suffix) }

// segments returns the numbers of the segments, the oldest first. With clean it removes what was begun and never finished, which
// is for the writer alone.
func (l *Log) segments(clean bool) (all []int, err error) {
	entries, err := l.disk.List(l.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		base, is := strings.CutSuffix(e.Name(), suffix)
		n, bad := strconv.Atoi(base)
		switch {
		case clean && strings.HasPrefix(e.Name(), beginPrefix):
			_ = l.disk.Remove(filepath.Join(l.dir, e.Name()))
		case is && bad == nil && n > 0 && segmentName(n) == e.Name() && e.Type().IsRegular():
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all, err
}

// picture is what a segment says: what is so, what happened, and until when somebody looked.
type picture struct {
	number  int
	tasks   Tasks
	events  []Event
	whole   bool // it has all that it began with
	head    int64
	torn    bool      // its last line breaks off
	watched time.Time // a board looked until then, at least
	looked  time.Time // a person did, zero where that is not known
}

// read reads a segment, with its events or without. What is damaged in it is left out.
func (l *Log) read(n int, events bool) (p picture, err error) {
	f, err := l.disk.Open(filepath.Join(l.dir, segmentName(n)))
	if err != nil {
		return p, err
	}
	p, err = parse(io.LimitReader(f, MaxBytes), events)
	p.number = n
	return p, errors.Join(err, f.Close())
}

// parse reads what a segment holds, line by line: all of it at once would take more memory than what is made of it.
func parse(from io.Reader, events bool) (p picture, err error) {
	p.tasks = Tasks{}
	var d reader
	left, at := 0, int64(0)
	err = journal.EachLine(from, maxLine, func(line []byte) {
		at += int64(len(line))
		body, ended := bytes.CutSuffix(line, []byte("\n"))
		p.torn = !ended
		r, ok := d.record(body)
		if !ok || !ended {
			return
		}
		switch r.Kind {
		case headLine:
			p.whole, left, p.head = r.count == 0, r.count, at
			if len(p.tasks) == 0 {
				p.tasks = make(Tasks, min(r.count, maxSized))
			}
		case stateLine:
			p.tasks[r.Key.Name] = Task{State: r.To, Since: r.At, AtLeast: r.atLeast, Subject: r.Subject}
			if left--; left == 0 {
				p.whole, p.head = true, at
			}
		case lookedLine:
			p.watched, p.looked = later(p.watched, r.At), r.looked
		default:
			for i := range r.Unblocked {
				r.Unblocked[i].List = r.Key.List
			}
			r.Since = p.tasks[r.Key.Name].Since
			p.tasks.Apply(r.Event)
			if events {
				if len(p.events) >= 2*MaxEvents { // nobody asks for more
					p.events = append(p.events[:0], p.events[len(p.events)-MaxEvents:]...)
				}
				p.events = append(p.events, r.Event)
			}
			if !r.Found {
				p.watched = later(p.watched, r.At)
			}
		}
	})
	return p, err
}

// maxLine is how long a line is at most; none of ours is as long.
const maxLine = 1 << 16

// maxSized is for how many tasks room is made at once: a number in a file is not trusted with more.
const maxSized = 1 << 16

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// begin makes a new segment that begins with what is so of a number of tasks, and has all that follows appended to it. It is found only
// when all of that is written. The lines are made twice, the first time to be measured: held together, those of many tasks would take
// more memory than the tasks.
func (l *Log) begin(n int, p picture, count int, so iter.Seq2[string, Task]) error {
	began := l.now()
	write := func(to io.Writer) (head, all int64, err error) {
		var line []byte
		put := func(r record) {
			if line = appendRecord(line[:0], &r); err == nil {
				_, err = to.Write(line)
			}
			all += int64(len(line))
		}
		put(record{Event: Event{At: began, Kind: headLine}, count: count})
		for name, t := range so {
			put(record{Event: Event{At: t.Since, Kind: stateLine, Key: tasks.Key{Name: name}, From: t.State, To: t.State, Subject: t.Subject}, atLeast: t.AtLeast})
		}
		head = all
		if !p.watched.IsZero() && !p.looked.IsZero() {
			put(record{Event: Event{At: p.watched, Kind: lookedLine}, looked: p.looked})
		}
		return head, all, err
	}
	head, size, err := write(io.Discard)
	if err == nil && head > MaxBytes/3 {
		err = errCrowded
	}
	if err == nil {
		err = l.prune(size + SegmentBytes)
	}
	if err != nil {
		return err
	}
	first := filepath.Join(l.dir, beginPrefix+strconv.Itoa(n))
	f, err := l.disk.Make(first)
	if err != nil {
		return err
	}
	to := bufio.NewWriterSize(f, 1<<16)
	_, _, err = write(to)
	if err = errors.Join(err, to.Flush()); err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = l.disk.Rename(first, filepath.Join(l.dir, segmentName(n)))
	}
	if err == nil {
		err = l.disk.SyncDir(l.dir)
	}
	if err != nil {
		_ = l.disk.Remove(first)
		return errors.Join(err, f.Close())
	}
	if l.file != nil {
		_ = l.file.Close()
	}
	l.file, l.number, l.head, l.size, l.torn = f, n, head, size, false
	return nil
}

// prune removes the oldest segments until there is room for more bytes, and the histories of directories where nothing happened for long.
func (l *Log) prune(room int64) error {
	all, err := l.segments(false)
	if err != nil {
		return err
	}
	sizes := make([]int64, len(all))
	total := room
	for i, n := range all {
		if fi, err := l.disk.Stat(filepath.Join(l.dir, segmentName(n))); err == nil {
			sizes[i] = fi.Size()
			total += fi.Size()
		}
	}
	for i, n := range all {
		if total <= MaxBytes {
			break
		}
		if err := l.disk.Remove(filepath.Join(l.dir, segmentName(n))); err != nil {
			return err
		}
		total -= sizes[i]
	}
	state := filepath.Dir(filepath.Dir(l.dir))
	others, _ := l.disk.List(state)
	for _, o := range others {
		dir := filepath.Join(state, o.Name(), dirName)
		if !o.IsDir() || dir == l.dir {
			continue
		}
		old, _ := l.disk.List(dir)
		for _, e := range old {
			if fi, err := e.Info(); err == nil && fi.Mode().IsRegular() && strings.HasSuffix(e.Name(), suffix) && l.now().Sub(fi.ModTime()) > MaxAge {
				_ = l.disk.Remove(filepath.Join(dir, e.Name()))
			}
		}
	}
	return nil
}

// maxGraph is how many bytes are kept of how a graph was drawn.
const maxGraph = 1 << 20

// graphPath returns the file in which it is kept, beside the journal in dir, how the graph of a directory was drawn. Several
// directories that are open together have one graph, which is none of theirs.
func graphPath(dir string, together bool) string {
	if together {
		return filepath.Join(dir, journal.GraphsName)
	}
	return filepath.Join(dir, journal.GraphName)
}

// ReadGraph returns what WriteGraph kept beside the journal in dir. Where something is wrong with it, there is nothing.
func ReadGraph(dir string, together bool) []byte {
	disk, path := journal.System, graphPath(dir, together)
	if fi, err := disk.Stat(path); err != nil || !fi.Mode().IsRegular() || fi.Size() > maxGraph {
		return nil
	}
	f, err := disk.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxGraph+1))
	if err != nil || len(raw) > maxGraph {
		return nil
	}
	return raw
}

// WriteGraph keeps how a graph was drawn, where there is little enough of it. It is no loss where that cannot be.
func WriteGraph(dir string, together bool, raw []byte) {
	disk, path := journal.System, graphPath(dir, together)
	if len(raw) > maxGraph || disk.MakeDir(dir) != nil {
		return
	}
	begun := journal.Beginning(path)
	f, err := disk.Make(begun)
	if err != nil {
		return
	}
	_, err = f.Write(raw)
	if err == nil {
		err = f.Sync()
	}
	if f.Close() != nil || err != nil || disk.Rename(begun, path) != nil {
		_ = disk.Remove(begun)
	}
}
