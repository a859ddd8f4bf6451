package store

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

const oneOfForm = `{"id": "1", "title": "Parse", "status": "todo"}`

// twoStores opens a directory of an inferred form twice, as two programs do.
func twoStores(t *testing.T) (mine, other *harness) {
	t.Helper()
	o := Options{State: t.TempDir()}
	mine = opened(t, newDir(t), o)
	mine.write("1.json", oneOfForm)
	mine.write("2.json", strings.NewReplacer("1", "2", "todo", "done").Replace(oneOfForm))
	mine.refresh()
	return mine, opened(t, mine.dir, o)
}

func TestAPermissionThatAnotherProgramNotedCountsAtTheNextReading(t *testing.T) {
	mine, other := twoStores(t)
	for _, c := range []struct {
		does    string
		change  func() error
		allowed bool
	}{
		{"allowed", func() error { return other.s.Allow(t.Context(), other.s.Form()) }, true},
		{"taken back", func() error { return other.s.Revoke(t.Context()) }, false},
	} {
		testdir.Must(t, c.change())
		mine.refresh("1.json")
		if is := mine.s.Form().Allowed; is != c.allowed || (mine.tasks["1.json"].Why == "") != c.allowed {
			t.Errorf("after it was %s: allowed %v, %q", c.does, is, mine.tasks["1.json"].Why)
		}
	}
}

func TestAFileThatIsOnlyShownIsNoneOfTheForm(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("1.json", oneOfForm)
	b.write("2.json", strings.Replace(oneOfForm, "1", "2", 1))
	b.write("1 (1).json", oneOfForm)
	b.refresh()
	if f := b.s.Form(); f == nil || f.Files != 2 || f.Others != 1 {
		t.Errorf("the form is %+v", f)
	}
}

// A form is inferred from the newest files of a large directory alone.
func TestAnInferenceReadsOnlySoManyFiles(t *testing.T) {
	defer func(most int) { maxSamples = most }(maxSamples)
	maxSamples = 10
	b := opened(t, newDir(t), Options{})
	for i := range 40 {
		id, text := strconv.Itoa(i+1), oneOfForm
		if i >= 30 {
			text = strings.Replace(oneOfForm, "title", "name", 1)
		}
		b.write(id+".json", strings.Replace(text, "1", id, 1))
		at := time.Now().Add(time.Duration(i-100) * time.Minute)
		testdir.Must(t, os.Chtimes(b.path(id+".json"), at, at))
	}
	b.refresh()
	if f := b.s.Form(); f == nil || f.Files != 10 || f.Subject != "name" {
		t.Errorf("the form is %+v", f)
	}
}

// What a new file says follows from all others, which one action reads once.
func TestManyNewFilesOfAnInferredFormReadTheOthersOnce(t *testing.T) {
	disk := &faultDisk{}
	b := opened(t, newDir(t), Options{State: t.TempDir(), Disk: disk})
	const there = 200
	for i := range there {
		id := strconv.Itoa(i + 1)
		b.write(id+".json", strings.Replace(oneOfForm, "1", id, 1))
		old := time.Now().Add(-time.Hour)
		testdir.Must(t, os.Chtimes(b.path(id+".json"), old, old))
	}
	b.refresh()
	testdir.Must(t, b.s.Allow(t.Context(), b.s.Form()))
	b.refresh()
	reads := func(n int) int {
		t.Helper()
		disk.log = nil
		batch := b.s.Batch()
		for range n {
			_, err := batch.Apply(t.Context(), tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "New"}})
			testdir.Must(t, err)
		}
		return disk.count("read ")
	}
	if one, ten := reads(1), reads(10); ten > 4*one {
		t.Errorf("%d reads for one new file, %d for ten", one, ten)
	}
}
