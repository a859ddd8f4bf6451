package demo

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/refagents"
)

// ground writes the project in a dialect into a directory of the test.
func ground(t *testing.T, dialect string) (folder, stageSet) {
	t.Helper()
	f, err := formOf(dialect)
	if err != nil {
		t.Fatal(err)
	}
	where := folder{dir: t.TempDir(), form: f}
	set, err := writeProject(where, 4, false, 1, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return where, set
}

// agree reads the directory as the dialect's own agents do, and compares what the demo's agents make of it.
func agree(t *testing.T, f folder, after string) []card {
	t.Helper()
	l, err := refagents.Read(f.form.name, f.dir)
	if err != nil {
		t.Fatalf("after %s: %v", after, err)
	}
	if len(l.Skipped) > 0 {
		t.Fatalf("after %s: invisible %v", after, l.Skipped)
	}
	cards, err := f.scan()
	if err != nil {
		t.Fatalf("after %s: %v", after, err)
	}
	if len(cards) != len(l.Tasks) {
		t.Fatalf("after %s: %d tasks, its own agents see %d", after, len(cards), len(l.Tasks))
	}
	var ours, theirs []string
	for _, c := range f.ready(cards) {
		ours = append(ours, c.file)
	}
	for _, task := range l.Tasks {
		if task.Ready {
			theirs = append(theirs, task.File)
		}
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	if !slices.Equal(ours, theirs) {
		t.Fatalf("after %s: ready are %v, its own agents would take %v", after, ours, theirs)
	}
	return cards
}

func TestEveryStepOfADemoIsOneItsDialectCouldHaveTaken(t *testing.T) {
	for _, d := range Dialects() {
		t.Run(d, func(t *testing.T) {
			f, set := ground(t, d)
			cards := agree(t, f, "the start")
			if ready := f.ready(cards); len(ready) < 2 {
				t.Fatalf("only %d tasks are ready at the start", len(ready))
			}
			for i, key := range []string{"migrations", "logs"} {
				if err := f.complete(set.files[key], fmt.Sprintf("agent-%d", i+1)); err != nil {
					t.Fatal(err)
				}
				agree(t, f, "completing "+key)
			}
			made, err := f.create(item{key: "dark", subject: "Dark mode 🌙", active: "Choosing"}, cards[len(cards)-1:])
			if err != nil {
				t.Fatal(err)
			}
			agree(t, f, "creating "+made.file)
			if blocker, err := f.load(set.files["stats"]); err != nil || f.link(made, blocker) != nil || f.unlink(made.file, blocker.id, true) != nil {
				t.Fatal("link and unlink", err)
			}
			agree(t, f, "linking")
			for range 60 {
				ready := f.ready(agree(t, f, "completing"))
				if len(ready) == 0 {
					break
				}
				if err := f.claim(ready[0], "agent-1"); err != nil {
					t.Fatal(err)
				}
				if f.form.kept == schemaKeys {
					agree(t, f, "claiming")
					if err := f.begin(ready[0].file, "agent-1"); err != nil {
						t.Fatal(err)
					}
				}
				agree(t, f, "claiming")
				if err := f.complete(ready[0].file, "agent-1"); err != nil {
					t.Fatal(err)
				}
			}
			for _, c := range agree(t, f, "everything") {
				if c.status != "completed" {
					t.Errorf("%s is left %s, waiting for %v", c.subject, c.status, c.waits)
				}
			}
		})
	}
}

func TestAgentsWriteWhatTheirOwnProgramsWouldWrite(t *testing.T) {
	for _, d := range Dialects() {
		f, set := ground(t, d)
		twin := t.TempDir()
		if err := os.CopyFS(twin, os.DirFS(f.dir)); err != nil {
			t.Fatal(err)
		}
		id := func(key string) string {
			c, err := f.load(set.files[key])
			if err != nil {
				t.Fatal(err)
			}
			return c.id
		}
		task := id("codes")
		c, _ := f.load(set.files["codes"])
		if err := errors.Join(f.claim(c, "ann"), refagents.Claim(d, twin, task, "ann")); err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		if f.form.kept == schemaKeys {
			// The strict claim sets owner and status at once.
			if err := f.begin(c.file, "ann"); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(f.complete(c.file, "ann"), refagents.Complete(d, twin, task, "ann")); err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		for key, file := range set.files {
			ours, _ := os.ReadFile(filepath.Join(f.dir, file))
			theirs, _ := os.ReadFile(filepath.Join(twin, file))
			if timeless(ours) != timeless(theirs) {
				t.Errorf("%s: %s (%s) is\n%s\nits own agents write\n%s", d, file, key, ours, theirs)
			}
		}
	}
}

// timeless takes the time of the last update out, the only thing two writers of the same differ in.
func timeless(raw []byte) string {
	before, rest, found := strings.Cut(string(raw), `"updated_at": `)
	if !found {
		return before
	}
	_, after, _ := strings.Cut(rest, "\n")
	return before + after
}

func TestAClaimThatLooksAgainLosesTheRace(t *testing.T) {
	for _, d := range Dialects() {
		f, set := ground(t, d)
		seen, err := f.load(set.files["codes"])
		if err != nil {
			t.Fatal(err)
		}
		if err := f.claim(seen, "agent-1"); err != nil {
			t.Fatal(err)
		}
		err = f.claim(seen, "agent-2")
		if errors.Is(err, errSnatched) != f.form.rechecks || err != nil && !f.form.rechecks {
			t.Errorf("%s: the second claim gave %v", d, err)
		}
		now, _ := f.load(seen.file)
		if !f.form.rechecks && f.mine(now, "agent-1") {
			t.Errorf("%s: the second claim did not take the task", d)
		}
	}
}

func TestAPersonsClaimIsRespected(t *testing.T) {
	for _, d := range Dialects() {
		f, set := ground(t, d)
		seen, _ := f.load(set.files["codes"])
		err := f.change(seen.file, func(c card) (document, error) {
			return c.doc.with("status", "in_progress").with("owner", "mira"), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := f.claim(seen, "agent-1"); !errors.Is(err, errSnatched) {
			t.Errorf("%s: an agent claimed what a person runs: %v", d, err)
		}
		if slices.ContainsFunc(f.ready(agree(t, f, "a person's claim")), func(c card) bool { return c.file == seen.file }) {
			t.Errorf("%s: the task still counts as ready", d)
		}
	}
}

func TestALinkLeftBehindIsCleared(t *testing.T) {
	for _, d := range Dialects() {
		f, set := ground(t, d)
		behind, done := set.files["codes"], set.files["schema"]
		from, _ := f.load(behind)
		to, _ := f.load(done)
		// As if two agents had cleared different ids in one file at once: one of them is back.
		err := f.change(behind, func(c card) (document, error) {
			return c.doc.with(f.form.waits, []any{f.form.idValue(to.id)}), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		w := &worker{name: "agent-1", folder: f, clock: newClock(1), running: closed(), out: json.NewEncoder(io.Discard)}
		w.tidy(t.Context())
		now, _ := f.load(behind)
		if left := len(now.waits); (left == 0) != f.form.clears {
			t.Errorf("%s: %s waits for %d tasks after tidying", d, from.subject, left)
		}
	}
}
