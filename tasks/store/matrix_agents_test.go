package store_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/refagents"
)

// agents is what the dialect's own agents read.
func (d *workspace) agents(when string) refagents.Listing {
	d.Helper()
	l, err := refagents.Read(d.dialect, d.dir)
	if err != nil {
		d.Fatalf("%s: %v", when, err)
	}
	return l
}

// ready are the files an agent would start on, in order of their names.
func ready(l refagents.Listing) []string {
	names := []string{}
	for _, t := range l.Tasks {
		if t.Ready {
			names = append(names, t.File)
		}
	}
	slices.SortFunc(names, tasks.Natural)
	return names
}

// agree compares what the board calls ready with what its agents would start on.
func (d *workspace) agree(when string) {
	d.Helper()
	l := d.agents(when)
	for _, t := range l.Tasks {
		key := tasks.Key{Name: t.File}
		state := d.board.State(key)
		if t.Internal || t.Status != "pending" || t.OwnedBy() != "" {
			if t.Ready {
				d.Errorf("%s: %s would be started: %+v", when, t.File, t)
			}
			continue
		}
		if (state == board.Ready) != t.Ready {
			d.Errorf("%s: %s is ready for its agents: %v, on the board: %q\n%s", when, t.File, t.Ready, state, d.picture())
		}
	}
	for i := range d.board.Len(board.PendingColumn) {
		key := d.board.At(board.PendingColumn, i)
		if t := d.board.Task(key); d.board.State(key) == board.Ready && !t.Unseen && indexOf(l, key.Name) < 0 {
			d.Errorf("%s: %s is ready on the board, and its agents do not see it\n%s", when, key.Name, d.picture())
		}
	}
}

// picture is every file, for the report of a failure.
func (d *workspace) picture() string {
	var b strings.Builder
	shots := d.shoot()
	for _, name := range slices.SortedFunc(maps.Keys(shots), tasks.Natural) {
		b.WriteString(name + ": " + strings.Join(strings.Fields(shots[name].text), " ") + "\n")
	}
	return b.String()
}

// shot is a file as it is.
type shot struct {
	text string
	info fs.FileInfo
}

func (d *workspace) shoot() map[string]shot {
	d.Helper()
	entries, err := os.ReadDir(d.dir)
	d.must(err)
	shots := map[string]shot{}
	for _, e := range entries {
		info, err := e.Info()
		d.must(err)
		raw := []byte("not a file")
		if info.Mode().IsRegular() {
			raw, err = os.ReadFile(filepath.Join(d.dir, e.Name()))
			d.must(err)
		}
		shots[e.Name()] = shot{string(raw), info}
	}
	return shots
}

// expect holds a folder to exact bytes. What has the bytes it had is still the same file, untouched.
func (d *workspace) expect(before map[string]shot, want map[string]string) {
	d.Helper()
	now := d.shoot()
	for name, text := range want {
		is, ok := now[name]
		if !ok {
			d.Errorf("%s is gone", name)
			continue
		}
		if is.text != text {
			d.Errorf("%s is\n%s\nwant\n%s", name, is.text, text)
		}
		was, ok := before[name]
		if ok && was.text == text && (!os.SameFile(was.info, is.info) || !was.info.ModTime().Equal(is.info.ModTime())) {
			d.Errorf("%s was written although nothing of it changed", name)
		}
		if ok && was.info.Mode() != is.info.Mode() {
			d.Errorf("%s has the mode %v, had %v", name, is.info.Mode(), was.info.Mode())
		}
	}
	for name := range now {
		if _, ok := want[name]; !ok {
			d.Errorf("%s was left", name)
		}
	}
}

// workOn lets the agents go on: those who run a task complete it, and whatever is ready is claimed and completed,
// until nothing is. It gives the files that were completed.
func (d *workspace) workOn() (done []string) {
	d.Helper()
	for range 50 {
		l := d.agents("going on")
		i := slices.IndexFunc(l.Tasks, func(t refagents.Task) bool { return t.Status == "in_progress" || t.Ready })
		if i < 0 {
			return done
		}
		t := l.Tasks[i]
		who := t.OwnedBy()
		if t.Ready {
			who = "agent-9"
			if err := refagents.Claim(d.dialect, d.dir, idIn(t.File), who); err != nil {
				d.Fatalf("an agent claims %s: %v", t.File, err)
			}
		}
		if err := refagents.Complete(d.dialect, d.dir, idIn(t.File), who); err != nil {
			d.Fatalf("%s completes %s: %v", who, t.File, err)
		}
		done = append(done, t.File)
	}
	d.Fatal("the agents come to no end")
	return nil
}

// idIn is the id a file name stands for.
func idIn(file string) string {
	stem := strings.TrimSuffix(file, ".json")
	if rest := strings.TrimPrefix(stem, "task_"); strings.Trim(rest, "0123456789") == "" && len(rest) < 8 {
		return rest
	}
	return stem
}
