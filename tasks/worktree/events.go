package worktree

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks/find"
	"sideboard/tasks/span"
)

// maxEvents bounds how much of the events is read: the end of the file.
const maxEvents = 1 << 20

// what happened to a worktree, in the words of the events.
type what string

const (
	created what = "create"
	kept    what = "keep"
	removed what = "remove"
)

// Event is one line of the events. All its texts are raw.
type Event struct {
	What     string // "create", "keep", "remove", or the word of the file
	Worktree string
	Task     string // its id, "" for none
	At       time.Time
	Error    string // why it failed, "" when it did not
}

// Events reads what happened to the worktrees of a project, oldest first; name picks one, "" all. Lines that are no
// events are passed over, and so is a file that is not there.
func (r *Repo) Events(name string) []Event {
	var out []Event
	for line := range strings.Lines(tail(r.eventsPath(), maxEvents)) {
		var e struct {
			Type, Event, Error string
			Worktree, Task     json.RawMessage
			TaskID             json.RawMessage `json:"task_id"`
			TS                 float64
		}
		if json.Unmarshal([]byte(line), &e) != nil {
			continue
		}
		ev := Event{What: e.Type, Worktree: member(e.Worktree, "name"), Task: member(e.TaskID, "id"), Error: e.Error}
		if ev.What == "" {
			ev.What = strings.TrimPrefix(strings.TrimSuffix(e.Event, ".after"), "worktree.")
			ev.Task = member(e.Task, "id")
		}
		if sec, frac := math.Modf(e.TS); e.TS > 0 && e.TS < 1e11 {
			ev.At = time.Unix(int64(sec), int64(frac*1e9))
		}
		if ev.What != "" && (name == "" || ev.Worktree == name) {
			out = append(out, ev)
		}
	}
	return out
}

func (r *Repo) eventsPath() string { return filepath.Join(r.Dir(), "events.jsonl") }

// member is a text or a number, or that member of an object.
func member(raw json.RawMessage, name string) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String()
	}
	var o map[string]json.RawMessage
	if json.Unmarshal(raw, &o) == nil && o[name] != nil && string(o[name]) != "null" {
		return member(o[name], name)
	}
	return ""
}

// tail is the end of a file, whole lines of it.
func tail(path string, limit int64) string {
	raw, fi, err := find.ReadSmall(path, limit)
	if err == nil {
		return string(raw)
	}
	if fi == nil || !fi.Mode().IsRegular() || fi.Size() <= limit {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	raw, err = io.ReadAll(io.NewSectionReader(f, fi.Size()-limit, limit))
	if err != nil {
		return ""
	}
	_, whole, _ := strings.Cut(string(raw), "\n")
	return whole
}

// tell writes down what happened to a worktree, as its agents do.
func (r *Repo) tell(did what, t Tree, of Task) error {
	now := time.Now()
	if r.form == S12wt {
		if err := r.index(did, t, of, now); err != nil {
			return fmt.Errorf("worktree %s: %sd, but not noted in .worktrees/index.json: %w", t.Name, did, err)
		}
	}
	if err := r.note(r.line(did, t, of, now)); err != nil {
		return fmt.Errorf("worktree %s: done, but not noted in .worktrees/events.jsonl: %w", t.Name, err)
	}
	return nil
}

// line is an event as Python's json.dumps lays it out.
func (r *Repo) line(did what, t Tree, of Task, at time.Time) string {
	q := func(s string) string { return string(span.Quote(s, span.ASCII)) }
	if r.form != S12wt {
		return fmt.Sprintf(`{"type": "%s", "worktree": %s, "task_id": %s, "ts": %s}`, did, q(t.Name), of.json(q(of.ID)), stamp(at))
	}
	task := "{}"
	if of.ID != "" {
		task = fmt.Sprintf(`{"id": %s}`, of.json("null"))
	}
	event := "worktree." + string(did)
	if did != kept {
		event += ".after"
	}
	status := map[what]string{created: "active", kept: "kept", removed: "removed"}[did]
	return fmt.Sprintf(`{"event": "%s", "ts": %s, "task": %s, "worktree": {"name": %s, "path": %s, "branch": %s, "status": "%s"}}`,
		event, stamp(at), task, q(t.Name), q(t.Path), q(t.Branch), status)
}

// json is the id as a JSON value, or what stands for none.
func (of Task) json(none string) string {
	switch {
	case of.ID == "":
		return none
	case of.Num:
		return of.ID
	}
	return string(span.Quote(of.ID, span.ASCII))
}

// stamp is a time as Python prints time.time().
func stamp(t time.Time) string {
	s := strconv.FormatFloat(float64(t.UnixMicro())/1e6, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// note appends a line to the events in one write, which is how lines of several writers stay whole. What somebody left
// without an end of line is ended first.
func (r *Repo) note(line string) error {
	if err := os.MkdirAll(r.Dir(), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(r.eventsPath(), os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	line += "\n"
	if fi, err := f.Stat(); err == nil && fi.Size() > 0 {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, fi.Size()-1); err == nil && last[0] != '\n' {
			line = "\n" + line
		}
	}
	_, err = f.WriteString(line)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}
