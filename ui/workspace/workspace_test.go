package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/workspace"
)

// The form of the dependencies is remembered from one run to the next, except where nothing may be written.
func TestTheFormOfTheDependenciesIsKept(t *testing.T) {
	dir, state := t.TempDir(), t.TempDir()
	for _, run := range []struct {
		readOnly    bool
		finds, sets string
	}{
		{false, "", "tree"}, {false, "tree", ""}, {true, "", "picture"}, {false, "tree", "picture"}, {false, "picture", "picture"},
	} {
		w, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{State: state, ReadOnly: run.readOnly})
		testdir.Must(t, err)
		if got := string(w.KeptGraph()); got != run.finds {
			t.Errorf("%+v: it finds %q", run, got)
		}
		w.KeepGraph([]byte(run.sets))
		testdir.Must(t, w.Close())
	}
}

// Undo takes back the newest edit of any list first, but an undo is newer than its edit, whatever the clock says.
func TestEditsOfSeveralListsAreUndoneNewestFirst(t *testing.T) {
	w, _ := openRedAndBlue(t, `{"id":"task_1","subject":"S","description":"","status":"pending","owner":null,"blockedBy":[]}`)
	now, was := time.Now(), map[string]string{"red": "S", "blue": "S"}
	var ids []tasks.EditID
	for n, list := range []string{"red", "blue", "blue", "red"} {
		to := fmt.Sprint("T", n)
		e := rename(list, was[list], to)
		e.At = now.Add(time.Duration(n) * time.Second)
		res, err := w.Batch().Apply(t.Context(), e)
		testdir.Must(t, err)
		ids, was[list] = append(ids, res.Edit), to
	}
	past, err := w.PastEdits()
	testdir.Must(t, err)
	var order []tasks.EditID
	for _, p := range past {
		order = append(order, p.ID)
	}
	slices.Reverse(order)
	if !slices.Equal(order, ids) {
		t.Errorf("the edits %v are in the order %v", ids, order)
	}
	back, err := w.Batch().Undo(ids[2])
	testdir.Must(t, err)
	_, err = w.Batch().Apply(t.Context(), back)
	testdir.Must(t, err)
	again, err := w.Batch().Redo(ids[2])
	if err != nil || again.Of.List != "blue" {
		t.Errorf("redo is %+v, %v", again.Of, err)
	}
	if _, err := w.Batch().Undo(99); err == nil {
		t.Error("an unknown edit is undone")
	}
}

// A directory that goes away is lost, and read again when it is back.
func TestADirectoryThatComesBackIsReadAgain(t *testing.T) {
	dir := layOut(t, filepath.Join(t.TempDir(), ".tasks"), map[string]string{"task_1.json": claudeTask(1)})
	w, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{})
	testdir.Must(t, err)
	defer w.Close()
	next := func(is func(tasks.Delta) bool) tasks.Delta {
		for {
			d, err := w.Next(t.Context())
			testdir.Must(t, err)
			if is(d) {
				return d
			}
		}
	}
	next(func(d tasks.Delta) bool { return !d.Loading && len(d.Put) == 1 })
	testdir.Must(t, os.Rename(dir, dir+".away"))
	if d := next(func(d tasks.Delta) bool { return d.Health == tasks.Lost }); d.Why != dir+" is not there" {
		t.Errorf("it is lost because %q", d.Why)
	}
	layOut(t, dir+".away", map[string]string{"task_2.json": claudeTask(2)})
	testdir.Must(t, os.Rename(dir+".away", dir))
	live, read := false, false
	next(func(d tasks.Delta) bool {
		live = live || d.Health == tasks.Live
		read = read || slices.ContainsFunc(d.Put, func(t *tasks.Task) bool { return t.Name == "task_2.json" })
		return live && read
	})
}

func TestAListThatIsNotOpenIsNotWritten(t *testing.T) {
	w, err := workspace.Open(locate.Place{Dir: t.TempDir()}, workspace.Options{})
	testdir.Must(t, err)
	defer w.Close()
	if _, err := w.Batch().Apply(t.Context(), rename("red", "S", "T")); err == nil {
		t.Error("a list that is not open is written")
	}
}

func TestAClosedWorkspaceReturnsNothingMore(t *testing.T) {
	w, err := workspace.Open(locate.Place{Dir: t.TempDir()}, workspace.Options{})
	testdir.Must(t, err)
	testdir.Must(t, w.Close())
	if _, err := w.Next(t.Context()); !errors.Is(err, io.EOF) {
		t.Errorf("after Close Next returns %v", err)
	}
	if o, ok := <-w.Outcomes(); ok {
		t.Errorf("after Close something happens to an edit: %+v", o)
	}
}

// A file that stays half-written is reported as broken, although no event says that it does.
func TestAFileThatStaysHalfWrittenIsReported(t *testing.T) {
	dir := layOut(t, filepath.Join(t.TempDir(), ".tasks"), map[string]string{"task_1.json": `{"id"`})
	w, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{})
	testdir.Must(t, err)
	defer w.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var last tasks.Problem
	for d := (tasks.Delta{Loading: true}); d.Loading || d.Torn || last.Kind == 0; {
		d, err = w.Next(ctx)
		testdir.Must(t, err)
		for _, p := range d.Problems {
			last = p
		}
	}
	if last.Kind != tasks.Unparsable {
		t.Errorf("at the end its problem is %+v", last)
	}
}

// The time of the last visit is when the terminal lost the focus, if it has not got it back.
func TestTheLastVisitEndsWithTheFocus(t *testing.T) {
	dir, state := t.TempDir(), t.TempDir()
	open := func() (*workspace.Workspace, time.Time) {
		w, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{State: state})
		testdir.Must(t, err)
		return w, w.BeginHistory(nil, nil)().LastVisit
	}
	w, _ := open()
	before := time.Now().Truncate(time.Millisecond) // the history may keep no more
	w.SetFocused(false)
	after := time.Now()
	time.Sleep(20 * time.Millisecond) // so that the end is a later time
	testdir.Must(t, w.Close())
	w, last := open()
	if last.Before(before) || last.After(after) {
		t.Errorf("the last visit was at %v, not between %v and %v", last, before, after)
	}
	testdir.Must(t, w.Close())
}

// One Delta speaks for several lists: it is loading until all are read, and lost only if all are.
func TestSeveralListsHaveOneHealth(t *testing.T) {
	w, news := openRedAndBlue(t, claudeTask(1))
	place := w.Place().Dir
	await := func(what string, is func(d tasks.Delta, lists []workspace.OpenList) bool) (d tasks.Delta) {
		t.Helper()
		for d = range news {
			if is(d, w.OpenLists()) {
				return d
			}
		}
		t.Fatalf("the lists never are %s", what)
		return d
	}
	read := 0
	await("loaded", func(d tasks.Delta, _ []workspace.OpenList) bool { read += len(d.Put); return !d.Loading })
	if read != 2 {
		t.Errorf("they are loaded after %d of 2 tasks", read)
	}
	remove := func(list string) { testdir.Must(t, os.RemoveAll(filepath.Join(place, ".tasks", list))) }
	remove("blue")
	d := await("half lost", func(_ tasks.Delta, lists []workspace.OpenList) bool { return lists[1].Health == tasks.Lost })
	if d.Health != tasks.Live || d.Why != "" || w.OpenLists()[0].Health != tasks.Live {
		t.Errorf("one is lost, and together they are %v %q", d.Health, d.Why)
	}
	remove("red")
	d = await("lost", func(d tasks.Delta, _ []workspace.OpenList) bool { return d.Health == tasks.Lost })
	if want := "red: " + filepath.Join(place, ".tasks", "red") + " is not there"; d.Why != want {
		t.Errorf("both are lost because %q, want %q", d.Why, want)
	}
}
