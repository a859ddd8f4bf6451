package demo

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/refagents"
	"sideboard/tasks/team"
	"sideboard/tasks/testdir"
)

// startPaused starts a paused demo, so that a test can check what it provoked.
func startPaused(t *testing.T) *Demo {
	t.Helper()
	d := start(t, Config{Speed: 1e-6}) // so that nobody does anything before the demo is paused
	d.SetPaused(true)
	d.SetSpeed(fast)
	return d
}

func read(t *testing.T, d *Demo, file string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(d.Dir(), file))
	testdir.Must(t, err)
	return string(raw)
}

// awaitCaption waits for a caption.
func awaitCaption(t *testing.T, d *Demo, part string) Caption {
	t.Helper()
	for {
		select {
		case caption := <-d.Captions():
			if strings.Contains(caption.Text, part) {
				return caption
			}
		case <-time.After(90 * time.Second):
			t.Fatalf("nobody said %q", part)
		}
	}
}

func TestAnAgentOverwritesAnEdit(t *testing.T) {
	d := atRest(t)
	file := d.files["docs"]
	before := read(t, d, file)
	edited := strings.Replace(before, "API reference", "API reference, with examples", 1)
	testdir.Must(t, os.WriteFile(filepath.Join(d.Dir(), file), []byte(edited), 0o644))
	testdir.Must(t, d.Provoke(Overwrite, file))
	if read(t, d, file) != before {
		t.Error("the edit is still there")
	}
	if caption := awaitCaption(t, d, "before the edit"); caption.File != file || caption.Who == "" {
		t.Errorf("the caption is %+v", caption)
	}
}

func TestOverwritingSaysWhyItCannot(t *testing.T) {
	d := atRest(t)
	testdir.Must(t, os.Remove(filepath.Join(d.Dir(), d.files["ship"])))
	for file, want := range map[string]string{
		"../secret.json": "no older copy",
		"99.json":        "no older copy",
		"":               "edit a task first",
		d.files["ship"]:  "the task is gone",
		d.files["docs"]:  "nobody has edited",
	} {
		if err := d.Provoke(Overwrite, file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", file, err, want)
		}
	}
	if d.Provoke(99, "") == nil {
		t.Error("there is a provocation 99")
	}
}

func TestAHalfWrittenFileIsRepaired(t *testing.T) {
	for _, dies := range []bool{false, true} {
		d := startPaused(t)
		file := d.files["migrations"]
		whole := read(t, d, file)
		testdir.Must(t, d.Provoke(HalfWrite, ""))
		if half := read(t, d, file); half == whole || !strings.HasPrefix(whole, half) || half == "" {
			t.Errorf("the file is\n%s", half)
		}
		if dies {
			testdir.Must(t, d.Provoke(Die, ""))
			awaitCaption(t, d, "was killed")
		}
		d.SetPaused(false)
		awaitCaption(t, d, "the rest")
		now, err := d.load(file)
		if err != nil || now.Subject != "Migrations that roll back" {
			t.Errorf("repaired as %+v, %v", now, err)
		}
	}
}

// Where no agent is alive, what one should do waits for the next.
func TestWhatAgentsRepairLaterIsDoneByTheNextThatIsAlive(t *testing.T) {
	d := atRest(t)
	file := d.files["migrations"]
	whole := read(t, d, file)
	blocker, waiter, found := d.findLoopPair()
	testdir.Must(t, d.writeHalf(file, []byte(whole)), d.link(blocker.File, waiter.File))
	alive := func(is bool) {
		d.mu.Lock()
		defer d.mu.Unlock()
		for _, a := range d.agents {
			a.alive = is
		}
	}
	alive(false)
	if err := d.Provoke(CloseLoop, ""); !found || err == nil || !strings.Contains(err.Error(), "all agents are dead") {
		t.Errorf("nobody is alive: %v", err)
	}
	d.repair(task{File: file}, []byte(whole))
	d.openLoop(blocker, waiter)
	alive(true)
	until(t, "both are repaired", func() bool {
		now, err := d.load(blocker.File)
		return err == nil && !slices.Contains(now.BlockedBy, waiter.ID) && read(t, d, file) == whole
	})
	awaitCaption(t, d, "opened the loop")
	d.openLoop(blocker, waiter) // which is open now
	select {
	case caption := <-d.Captions():
		if strings.Contains(caption.Text, "opened the loop") {
			t.Error("it is opened twice")
		}
	default:
	}
}

func TestAHalfWrittenFileThatAPersonWritesIsNotRepaired(t *testing.T) {
	d := atRest(t)
	file := d.files["migrations"]
	whole := read(t, d, file)
	testdir.Must(t, os.WriteFile(filepath.Join(d.Dir(), file), []byte("a person's"), 0o644))
	d.repair(task{File: file}, []byte(whole))
	if got := read(t, d, file); got != "a person's" {
		t.Errorf("what a person wrote was replaced by\n%s", got)
	}
}

func TestAKilledAgentComesBackToItsTask(t *testing.T) {
	d := startPaused(t)
	file := d.files["migrations"]
	testdir.Must(t, d.Provoke(Die, ""))
	if d.isAlive(d.agents[0]) {
		t.Error("the agent is alive")
	}
	if now, _ := d.load(file); now.Status != inProgress {
		t.Errorf("the task of the dead agent is %s", now.Status)
	}
	who, _ := roster(d).Owner("agent-1")
	if runtime.GOOS == "linux" && who.State != team.Dead && who.State != team.Unseen { // the latter where the machine has no name
		t.Errorf("of the dead agent the files say %q", who.State)
	}
	d.SetPaused(false)
	awaitCaption(t, d, "agent-1 is back")
	until(t, "the task is completed after all", func() bool {
		now, err := d.load(file)
		return err == nil && now.Status == completed
	})
	if who, _ := roster(d).Owner("agent-1"); who.State == team.Dead || who.State == team.Unseen {
		t.Errorf("of the agent that is back the files say %q", who.State)
	}
}

func roster(d *Demo) *team.Roster {
	r := team.Read(d.Dir(), []string{d.ConfigDir()})
	return &r
}

func TestALoopIsClosedAndOpenedAgain(t *testing.T) {
	d := startPaused(t)
	testdir.Must(t, d.Provoke(CloseLoop, ""))
	file := awaitCaption(t, d, "a loop").File
	l, err := witness(d)
	if err != nil || len(l.Skipped) > 0 {
		t.Fatalf("invisible %v, %v", l.Skipped, err)
	}
	if !inALoop(l, file) {
		t.Error("nothing waits for itself")
	}
	d.SetPaused(false)
	awaitCaption(t, d, "opened the loop")
	if l, err := witness(d); err == nil && inALoop(l, file) {
		t.Error("the loop is still closed")
	}
}

// inALoop reports whether the task of a file waits for one that waits for it.
func inALoop(l refagents.Listing, file string) bool {
	id := tasks.ID{Text: idOf(file)}
	return slices.ContainsFunc(l.Tasks, func(other refagents.Task) bool {
		return other.ID != id && slices.Contains(other.WaitsFor, id) && slices.ContainsFunc(l.Tasks, func(t refagents.Task) bool { return t.ID == id && slices.Contains(t.WaitsFor, other.ID) })
	})
}
