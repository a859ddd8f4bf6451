//go:build unix

package log

import (
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func TestHowAnEditEndedIsNotForgottenOnAFullDisk(t *testing.T) {
	state, dir := t.TempDir(), t.TempDir()
	d := &faultDisk{Disk: System}
	open := func() *Journal {
		r, err := OpenJournal(state, dir, Options{Disk: d})
		testdir.Must(t, err)
		return r
	}
	r := open()
	did := func(id tasks.EditID) (prepared, done Entry) {
		prepared = sample()
		prepared.ID = id
		return prepared, Entry{What: Done, Edit: tasks.Edit{ID: id}}
	}
	ends := func(r *Journal) (n int) {
		all, err := r.Read()
		testdir.Must(t, err)
		for _, e := range all {
			if e.Ends() {
				n++
			}
		}
		return n
	}
	p, e := did(1)
	testdir.Must(t, r.Append(p, true))
	d.full = true
	if r.Append(e, false) == nil {
		t.Fatal("no error")
	}
	if ends(r) != 1 {
		t.Error("forgotten by its own process")
	}
	d.full = false
	p, e = did(4)
	testdir.Must(t, r.Append(p, true), r.Append(e, false))
	if ends(r) != 2 {
		t.Errorf("2 ends are reported %d times", ends(r))
	}
	p, e = did(2)
	testdir.Must(t, r.Append(p, true))
	d.full = true
	if r.Append(e, false) == nil {
		t.Fatal("no error")
	}
	d.full = false
	testdir.Must(t, r.Close()) // it is the last chance
	r = open()
	if ends(r) != 3 {
		t.Errorf("%d of 3 ends are known afterwards", ends(r))
	}
	if all, err := r.Crashes(); err != nil || len(all) > 0 {
		t.Errorf("a clean end is taken for a crash: %v", err)
	}
	p, e = did(3)
	testdir.Must(t, r.Append(p, true))
	d.full = true
	if r.Append(e, false) == nil || r.Close() == nil {
		t.Fatal("no error")
	}
	d.full = false
	r = open()
	all, err := r.Crashes()
	if testdir.Must(t, err); len(all) != 1 {
		t.Fatalf("%d journals are to be checked, want the one that does not say how its edit ended", len(all))
	}
	testdir.Must(t, all[0].MarkFinished(), r.Close())
}

func TestAJournalThatIsLeftOpenIsFoundByTheNextProcessThoughAllEditsEnded(t *testing.T) {
	r, state, dir := openTestJournal(t)
	for id := range tasks.EditID(20) {
		e := sample()
		e.ID = id + 1
		testdir.Must(t, r.Append(e, false), r.Append(Entry{What: Done, Edit: tasks.Edit{ID: e.ID}}, false))
	}
	r.LeaveOpen()
	testdir.Must(t, r.Close())
	if r.Append(sample(), false) == nil {
		t.Error("a closed journal takes a line")
	}
	next, err := OpenJournal(state, dir, Options{})
	testdir.Must(t, err)
	defer next.Close()
	all, err := next.Crashes()
	if testdir.Must(t, err); len(all) != 1 {
		t.Fatalf("%d are found", len(all))
	}
	all[0].Release()
}

func TestHomeIsWhereTheSystemKeepsState(t *testing.T) {
	for set, want := range map[string]string{
		"": "/home/ann/.local/state/sideboard", "/var/state": "/var/state/sideboard", "relative": "/home/ann/.local/state/sideboard",
	} {
		if got := Home(func(string) string { return set }, "/home/ann"); got != want {
			t.Errorf("%q: %s", set, got)
		}
	}
	if Home(func(string) string { return "" }, "") != "" {
		t.Error("state without a home")
	}
}
