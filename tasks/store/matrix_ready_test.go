package store_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/refagents"
)

// judged compares the board with the agents on a folder as it is: what they would start is what is ready, and what
// makes them raise, or what they pass over, is told.
func (d *workspace) judged(when string) {
	d.Helper()
	l, err := refagents.Read(d.dialect, d.dir)
	var raised *refagents.Raised
	switch {
	case errors.As(err, &raised):
		if raised.Exception == "TypeError" && lateness.MatchString(raised.Why) {
			return // no verdict: real agents list such a file, and stumble over it when they use it, if at all
		}
		if !d.told(raised.File) {
			d.Errorf("%s: its agents raise %v, and the board does not tell\n%s", when, raised, d.picture())
		}
		return
	case err != nil:
		d.Fatal(err)
	}
	for _, hidden := range l.Skipped {
		if !d.told(hidden.File) {
			d.Errorf("%s: its agents do not see %s (%s), and the board does not tell\n%s", when, hidden.File, hidden.Why, d.picture())
		}
	}
	for _, t := range l.Tasks {
		if d.told(t.File) {
			d.Errorf("%s: its agents see %s, and the board tells otherwise: %s\n%s", when, t.File, d.board.Task(tasks.Key{Name: t.File}).Why, d.picture())
		}
	}
	d.agree(when)
}

// lateness is what strict raises at once so that nobody ever writes it, where Python carries on for a while.
var lateness = regexp.MustCompile("is not a string|is neither a string|is no id")

// told reports whether the board shows of a file why its agents cannot use it.
func (d *workspace) told(file string) bool {
	key := tasks.Key{Name: file}
	if d.board.Problem(key) != nil {
		return true
	}
	t := d.board.Task(key)
	return t != nil && t.Unseen && t.Why != ""
}

// situation is what task 2 waits for, and what becomes of it by the three meanings that lists of blockers have.
type situation struct {
	name                    string
	set                     func(f form, w world, files map[string]string)
	empty, completed, known string // "ready", "blocked", or "" where its agents cannot read the folder
}

func situations() []situation {
	waits := func(ns ...int) func(form, world, map[string]string) {
		return func(f form, w world, _ map[string]string) {
			for _, n := range ns {
				w[2].waits = append(w[2].waits, f.id(n))
			}
		}
	}
	return []situation{
		{"nothing", waits(), "ready", "ready", "ready"},
		{"a pending one", waits(6), "blocked", "blocked", "blocked"},
		{"one in progress", waits(1), "blocked", "blocked", "blocked"},
		{"a completed one", waits(4), "blocked", "ready", "ready"},
		{"a completed one twice", waits(4, 4), "blocked", "ready", "ready"},
		{"a completed and a pending one", waits(4, 6), "blocked", "blocked", "blocked"},
		{"a missing one", waits(9), "blocked", "blocked", "ready"},
		{"a missing and a completed one", waits(9, 4), "blocked", "blocked", "ready"},
		{"a missing and a pending one", waits(9, 6), "blocked", "blocked", "blocked"},
		{"itself", waits(2), "blocked", "blocked", "blocked"},
		{"a loop of two", func(f form, w world, _ map[string]string) {
			w[2].waits, w[3].waits = []string{f.id(3)}, []string{f.id(2)}
		}, "blocked", "blocked", "blocked"},
		{"a loop of two, one of them completed", func(f form, w world, _ map[string]string) {
			w[2].waits, w[3].waits, w[3].status = []string{f.id(3)}, []string{f.id(2)}, "completed"
		}, "blocked", "ready", "ready"},
		{"an empty id", func(f form, w world, _ map[string]string) { w[2].waits = []string{`""`} }, "blocked", "blocked", "ready"},
		{"one whose file holds something else", func(f form, w world, files map[string]string) {
			w[2].waits = []string{f.id(9)}
			files[f.name(9)] = "[]"
		}, "blocked", "", "ready"},
		{"one whose file breaks off", func(f form, w world, files map[string]string) {
			w[2].waits = []string{f.id(9)}
			files[f.name(9)] = f.text(row{n: 9, subject: "x", status: "pending"})[:40]
		}, "blocked", "", "ready"},
		{"one whose file is empty", func(f form, w world, files map[string]string) {
			w[2].waits = []string{f.id(9)}
			files[f.name(9)] = ""
		}, "blocked", "", "ready"},
		{"one with a word for its status that nobody knows", func(f form, w world, _ map[string]string) {
			w[2].waits, w[6].status = []string{f.id(6)}, "done"
		}, "blocked", "blocked", "ready"},
		{"one without a list of blockers", func(f form, w world, files map[string]string) {
			w[2].waits = []string{f.id(6)}
			delete(w, 6)
			text := f.text(row{n: 6, subject: "x", status: "pending"})
			files[f.name(6)] = strings.Replace(text, `"blocked`, `"was_blocked`, 1)
		}, "blocked", "blocked", "ready"},
		{"one that is nobody's in another spelling", func(f form, w world, files map[string]string) {
			w[2].waits = []string{f.id(6)}
			delete(w, 6)
			other := `null`
			if f.nobody == "null" {
				other = `""`
			}
			text := strings.Replace(f.text(row{n: 6, subject: "x", status: "pending"}), "  \"owner\": "+f.nobody+",\n", "", 1)
			files[f.name(6)] = strings.Replace(text, `"status"`, `"owner": `+other+`, "status"`, 1)
		}, "blocked", "blocked", "ready"},
	}
}

func TestReadyIsWhatItsAgentsWouldStartInEverySituation(t *testing.T) {
	for _, f := range played() {
		for _, s := range situations() {
			t.Run(f.dialect+"/waiting for "+s.name, func(t *testing.T) {
				t.Parallel()
				w := f.world()
				for _, r := range w {
					r.waits, r.blocks = nil, nil
				}
				extra := map[string]string{}
				s.set(f, w, extra)
				files := w.files(f)
				for name, text := range extra {
					files[name] = text
				}
				d := sit(t, f, files)
				defer d.close()
				d.judged("then")
				want := s.completed
				switch {
				case f.claude:
					want = s.known
				case f.clears && !f.judges:
					want = s.empty
				}
				state := d.board.State(d.key(2))
				if is := map[bool]string{true: "ready", false: "blocked"}[state == board.Ready]; want != "" && is != want {
					t.Errorf("on the board it is %q, want %s", state, want)
				}
				if state != board.Ready && !state.Blocked() {
					t.Errorf("on the board it is %q", state)
				}
			})
		}
	}
}

func TestANumberIsNotTheTextThatLooksLikeIt(t *testing.T) {
	for _, f := range played() {
		w := f.world()
		other := `"4"`
		if f.id(4) == other {
			other = "4"
		}
		w[2].waits = []string{other}
		d := sit(t, f, w.files(f))
		d.judged(f.dialect)
		if !f.claude && d.board.State(d.key(2)) == board.Ready { // there it is no task at all
			t.Errorf("%s: %s was taken for %s", f.dialect, other, f.id(4))
		}
		d.close()
	}
}
