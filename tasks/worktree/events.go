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
			ev.What, ev.Task = strings.TrimPrefix(strings.TrimSuffix(e.Event, string(after)), "worktree."), member(e.Task, "id")
			if strings.HasSuffix(e.Event, string(before)) {
				continue // what came of it is told by the next
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

// canTell answers nil if what is about to be done to a worktree can be written down. It is asked before git is: what
// cannot be told is not done, for agents go by what is written.
func (r *Repo) canTell(did what, name string) error {
	dir, err := r.enter(false)
	if dir == nil || err != nil {
		return err
	}
	defer dir.Close()
	if !r.form.Notes() {
		return nil
	}
	if _, err := plain(dir, eventsFile); err != nil {
		return err
	}
	if r.form != S12wt {
		return nil
	}
	x, err := r.readIndex(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(".worktrees", indexFile), err)
	}
	switch _, listed := x.entry(name); {
	case did == created && listed:
		return fmt.Errorf("%s has a worktree %s already", filepath.Join(".worktrees", indexFile), name)
	case did != created && !listed:
		return fmt.Errorf("%s has no worktree %s", filepath.Join(".worktrees", indexFile), name)
	}
	return nil
}

// announce writes down what is about to be done, where its agents do.
func (r *Repo) announce(did what, t Tree, of Task) error {
	if r.form != S12wt {
		return nil
	}
	return r.appendTo(eventsFile, r.stage(did, before, t, of, time.Now(), nil))
}

// tellFailed writes down that git refused, where its agents do. Why git refused is what the person is told; that it
// could not be written down as well is of no use to them.
func (r *Repo) tellFailed(did what, t Tree, of Task, why error) {
	if r.form == S12wt {
		_ = r.appendTo(eventsFile, r.stage(did, refused, t, of, time.Now(), why))
	}
}

// tell writes down what happened to a worktree, as its agents do.
func (r *Repo) tell(did what, t Tree, of Task) error {
	now := time.Now()
	line := ""
	switch r.form {
	case S12wt:
		line = r.stage(did, after, t, of, now, nil) // what the index says of its task may change now
		if err := r.index(did, t, of, now); err != nil {
			return &Untold{indexFile, err}
		}
	case S18:
		line = fmt.Sprintf(`{"type": "%s", "worktree": %s, "task_id": %s, "ts": %s}`, did, quoted(t.Name), of.json(`""`), stamp(now))
	default:
		return nil
	}
	if err := r.appendTo(eventsFile, line); err != nil {
		return &Untold{eventsFile, err}
	}
	return nil
}

// part is the beginning or the end of what happens, in old s12.
type part string

const (
	before  part = ".before"
	after   part = ".after"
	refused part = ".failed"
)

// stage is an event of old s12 as Python's json.dumps lays it out. Of a worktree that is there, the task is the one the
// index names.
func (r *Repo) stage(did what, at part, t Tree, of Task, now time.Time, why error) string {
	event, id := "worktree."+string(did)+string(at), of.json("null")
	tree := fmt.Sprintf(`{"name": %s, "path": %s}`, quoted(t.Name), quoted(t.Path))
	switch {
	case did == created && at == after:
		tree = fmt.Sprintf(`{"name": %s, "path": %s, "branch": %s, "status": "active"}`, quoted(t.Name), quoted(t.Path), quoted(t.Branch))
	case did == created:
		tree = fmt.Sprintf(`{"name": %s, "base_ref": "HEAD"}`, quoted(t.Name))
	case at == after:
		tree = fmt.Sprintf(`{"name": %s, "path": %s, "status": "%s"}`, quoted(t.Name), quoted(t.Path), statusOf[did])
	}
	if did == kept {
		event = "worktree.keep"
	}
	if did != created {
		id = r.taskOf(t.Name)
	}
	task := "{}"
	if id != "null" {
		task = fmt.Sprintf(`{"id": %s}`, id)
	}
	line := fmt.Sprintf(`{"event": "%s", "ts": %s, "task": %s, "worktree": %s`, event, stamp(now), task, tree)
	if why != nil {
		line += fmt.Sprintf(`, "error": %s`, quoted(why.Error()))
	}
	return line + "}"
}

// statusOf is what the index calls what was done.
var statusOf = map[what]string{created: "active", kept: "kept", removed: "removed"}

func quoted(s string) string { return string(jsonedit.Quote(s, jsonedit.ASCII)) }

// json is the id as a JSON value, or what stands for none.
func (of Task) json(none string) string {
	switch {
	case of.ID == "":
		return none
	case of.Num:
		return of.ID
	}
	return quoted(of.ID)
}

// stamp is a time as Python prints time.time().
func stamp(t time.Time) string {
	s := strconv.FormatFloat(float64(t.UnixMicro())/1e6, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
