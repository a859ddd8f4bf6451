package worktree

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks/jsonedit"
	"sideboard/tasks/locate"
)

// maxEvents is the largest number of bytes of the events that are read, from the end.
const maxEvents = 1 << 20

// action is what happened to a worktree, in the words of the events.
type action string

const (
	created action = "create"
	kept    action = "keep"
	removed action = "remove"
)

// Event is one line of the events. All its texts are raw.
type Event struct {
	What     string // "create", "keep", "remove", or another word in the file
	Worktree string
	Task     string // its id, "" for none
	At       time.Time
	Error    string // why it failed, "" if it did not
}

// Events returns what happened to the worktrees of a project, oldest first; name picks one, "" all. Other lines are
// skipped, and a missing file has none.
func (r *Repo) Events(name string) []Event {
	var out []Event
	for line := range strings.Lines(readTail(r.eventsPath(), maxEvents)) {
		var e struct {
			Type, Event, Error string
			Worktree, Task     json.RawMessage
			TaskID             json.RawMessage `json:"task_id"`
			TS                 float64
		}
		if json.Unmarshal([]byte(line), &e) != nil {
			continue
		}
		ev := Event{What: e.Type, Worktree: textMember(e.Worktree, "name"), Task: textMember(e.TaskID, "id"),
			Error: e.Error}
		if ev.What == "" {
			ev.What, ev.Task = strings.TrimPrefix(strings.TrimSuffix(e.Event, string(after)), "worktree."),
				textMember(e.Task, "id")
			if strings.HasSuffix(e.Event, string(before)) {
				continue // the next event has the result
			}
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

func (r *Repo) eventsPath() string { return filepath.Join(r.Dir(), eventsFile) }

// textMember returns a text or a number, or that member of an object.
func textMember(raw json.RawMessage, name string) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String()
	}
	var o map[string]json.RawMessage
	if json.Unmarshal(raw, &o) != nil {
		return ""
	}
	return textMember(o[name], name)
}

// readTail returns the last lines of a file.
func readTail(path string, limit int64) string {
	f, fi, err := locate.OpenPlain(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	from := max(fi.Size()-limit, 0)
	raw, err := io.ReadAll(io.NewSectionReader(f, from, limit))
	if err != nil {
		return ""
	}
	whole := string(raw)
	if from > 0 {
		_, whole, _ = strings.Cut(whole, "\n")
	}
	return whole
}

// checkLoggable returns nil if an action can be written down. It is checked before git is called: agents rely on what
// is written.
func (r *Repo) checkLoggable(did action, name string) error {
	dir, err := r.openDir(false)
	if dir == nil || err != nil {
		return err
	}
	defer dir.Close()
	if !r.form.LogsEvents() {
		return nil
	}
	if _, err := statFile(dir, eventsFile); err != nil {
		return err
	}
	if r.form != S12wt {
		return nil
	}
	x, err := r.readIndex(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(".worktrees", indexFile), err)
	}
	switch _, listed := x.find(name); {
	case did == created && listed:
		return fmt.Errorf("%s has a worktree %s already", filepath.Join(".worktrees", indexFile), name)
	case did != created && !listed:
		return fmt.Errorf("%s has no worktree %s", filepath.Join(".worktrees", indexFile), name)
	}
	return nil
}

// logBefore appends the event that an action begins, if agents of this form write one.
func (r *Repo) logBefore(did action, t Tree, of Task) error {
	if r.form != S12wt {
		return nil
	}
	return r.appendEvent(eventsFile, r.s12Event(did, before, t, of, time.Now(), nil))
}

// logFailed appends the event that git refused an action, if agents of this form write events before it. An error of
// that is dropped: the person is shown why git refused.
func (r *Repo) logFailed(did action, t Tree, of Task, why error) {
	if r.form == S12wt {
		_ = r.appendEvent(eventsFile, r.s12Event(did, refused, t, of, time.Now(), why))
	}
}

// logDone writes that an action is done, as its agents do.
func (r *Repo) logDone(did action, t Tree, of Task) error {
	now := time.Now()
	line := ""
	switch r.form {
	case S12wt:
		line = r.s12Event(did, after, t, of, now, nil) // before the index gets another task
		if err := r.updateIndex(did, t, of, now); err != nil {
			return &UnloggedError{indexFile, err}
		}
	case S18:
		line = fmt.Sprintf(`{"type": "%s", "worktree": %s, "task_id": %s, "ts": %s}`, did, quote(t.Name), of.json(`""`),
			pythonTime(now))
	default:
		return nil
	}
	if err := r.appendEvent(eventsFile, line); err != nil {
		return &UnloggedError{eventsFile, err}
	}
	return nil
}

// stage is the beginning or the end of an action, in events of old s12.
type stage string

const (
	before  stage = ".before"
	after   stage = ".after"
	refused stage = ".failed"
)

// s12Event returns an event of old s12 as Python's json.dumps lays it out. The task of a worktree that exists is the
// one in the index.
func (r *Repo) s12Event(did action, at stage, t Tree, of Task, now time.Time, why error) string {
	event, id := "worktree."+string(did)+string(at), of.json("null")
	tree := fmt.Sprintf(`{"name": %s, "path": %s}`, quote(t.Name), quote(t.Path))
	switch {
	case did == created && at == after:
		tree = fmt.Sprintf(`{"name": %s, "path": %s, "branch": %s, "status": "active"}`, quote(t.Name), quote(t.Path),
			quote(t.Branch))
	case did == created:
		tree = fmt.Sprintf(`{"name": %s, "base_ref": "HEAD"}`, quote(t.Name))
	case at == after:
		tree = fmt.Sprintf(`{"name": %s, "path": %s, "status": "%s"}`, quote(t.Name), quote(t.Path), indexStatus[did])
	}
	if did == kept {
		event = "worktree.keep"
	}
	if did != created {
		id = r.indexedTask(t.Name)
	}
	task := "{}"
	if id != "null" {
		task = fmt.Sprintf(`{"id": %s}`, id)
	}
	line := fmt.Sprintf(`{"event": "%s", "ts": %s, "task": %s, "worktree": %s`, event, pythonTime(now), task, tree)
	if why != nil {
		line += fmt.Sprintf(`, "error": %s`, quote(why.Error()))
	}
	return line + "}"
}

// indexStatus is the status in the index after an action.
var indexStatus = map[action]string{created: "active", kept: "kept", removed: "removed"}

func quote(s string) string { return string(jsonedit.Quote(s, jsonedit.ASCII)) }

// json returns the id as a JSON value, or none.
func (of Task) json(none string) string {
	switch {
	case of.ID == "":
		return none
	case of.Num:
		return of.ID
	}
	return quote(of.ID)
}

// pythonTime returns a time as Python prints time.time().
func pythonTime(t time.Time) string {
	s := strconv.FormatFloat(float64(t.UnixMicro())/1e6, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
