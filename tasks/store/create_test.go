package store

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
)

func TestCreateNeverTakesANameThatIsThere(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s07File(1, "a", "pending"))
	b.refresh()
	must(t, os.Mkdir(b.path("task_2.json"), 0o755)) // appears after the last reading
	e := tasks.Edit{ID: 9, Verb: tasks.VerbCreate, At: time.Now(), Draft: &tasks.Draft{Subject: "new", Description: "d", WaitsFor: []tasks.ID{{Text: "1", Num: true}}}}
	res := b.mustApply(e)
	if len(res.Made) != 1 || res.Made[0].Name != "task_3.json" {
		t.Fatalf("made %+v", res)
	}
	if got, want := b.read("task_3.json"), strings.Replace(s07File(3, "new", "pending", 1), "about it", "d", 1); got != want {
		t.Errorf("wrote %s, want %s", got, want)
	}
	d := b.refresh("task_3.json")
	if d.Mine[res.Made[0]] != 9 || b.tasks["task_3.json"].Subject != "new" {
		t.Errorf("told %+v", d)
	}
}

func TestANameTakenInTheLastInstantLeadsToTheNext(t *testing.T) {
	disk := &lateDisk{}
	b := opened(t, newDir(t), Options{Disk: disk})
	b.write("task_1.json", s07File(1, "a", "pending"))
	b.refresh()
	disk.before = func(name string) {
		if _, err := os.Lstat(b.path("task_4.json")); errors.Is(err, fs.ErrNotExist) {
			b.write(name, "theirs")
		}
	}
	res := b.mustApply(tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "new"}})
	if res.Made[0].Name != "task_5.json" {
		t.Errorf("made %v", res.Made)
	}
	for _, name := range []string{"task_2.json", "task_3.json", "task_4.json"} {
		if b.read(name) != "theirs" {
			t.Errorf("%s was overwritten", name)
		}
	}
}

// lateDisk lets somebody act just before a new file or a new version takes its name.
type lateDisk struct {
	before func(name string)
}

type lateDir struct {
	Dir
	disk *lateDisk
}

func (l *lateDisk) Open(path string) (Dir, error) {
	d, err := osDisk{}.Open(path)
	return lateDir{d, l}, err
}

func (l lateDir) Place(temp, name string) error {
	if l.disk.before != nil {
		l.disk.before(name)
	}
	return l.Dir.Place(temp, name)
}

func TestCreateCountsInTheMarkAndMirrorsItsLinks(t *testing.T) {
	b := opened(t, claudeDir(t), Options{})
	b.write("1.json", claudeFile(1, "a", "pending"))
	b.write(markName, "7")
	b.write(lockName, "")
	b.refresh()
	res := b.mustApply(tasks.Edit{Verb: tasks.VerbCreate, At: time.Now(), Draft: &tasks.Draft{Subject: "new", WaitsFor: []tasks.ID{{Text: "1"}}}})
	if len(res.Made) != 1 || res.Made[0].Name != "8.json" {
		t.Fatalf("made %+v", res)
	}
	if blocks, _ := b.fields("1.json")["blocks"].([]any); len(blocks) != 1 || blocks[0] != "8" {
		t.Error(b.read("1.json"))
	}
}

func TestDeleteRaisesTheMarkAndCleansTheLinks(t *testing.T) {
	b := opened(t, claudeDir(t), Options{})
	b.write("3.json", claudeFile(3, "a", "pending"))
	b.write("4.json", claudeFile(4, "b", "pending", "3"))
	b.write(lockName, "")
	b.refresh()
	res := b.mustApply(b.edit(tasks.VerbDelete, "3.json", "me"))
	if b.read(markName) != "3" || b.read("4.json") != claudeFile(4, "b", "pending") {
		t.Error(b.read(markName), b.read("4.json"))
	}
	if len(res.Applied) != 3 || res.Applied[0].Kind != tasks.RaiseMark {
		t.Errorf("result %+v", res)
	}
	d := b.refresh()
	if len(d.Gone) != 1 || d.Mine[d.Gone[0]] != 7 || d.Mark != 3 {
		t.Errorf("told %+v", d)
	}
	b.write(markName, "90")
	b.mustApply(b.edit(tasks.VerbDelete, "4.json", "me"))
	if b.read(markName) != "90" {
		t.Error("the mark went down to " + b.read(markName))
	}
}

func TestADeleteOfAFileThatChangedMeanwhileIsAConflict(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s12File("task_1", "a", "pending", "null"))
	b.refresh()
	e := b.edit(tasks.VerbDelete, "task_1.json", "me")
	e.Needs = []tasks.Need{{Key: e.Of, Field: tasks.FieldStatus, Is: tasks.StatusValue(tasks.Pending)}}
	b.write("task_1.json", s12File("task_1", "a", "in_progress", "agent"))
	if c := conflict(t, second(b.s.Apply(t.Context(), e))); c.By != "agent" {
		t.Errorf("conflict %+v", c)
	}
	if len(b.names()) != 1 {
		t.Error("deleted")
	}
}
