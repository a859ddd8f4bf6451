package doctor_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/tasks/testdir"
)

var writtenAt = regexp.MustCompile(`"updated_at": [0-9.]+`)

// texts are the bytes of all files of a folder.
func (o *folder) texts() map[string]string {
	o.t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(o.dir)
	testdir.Must(o.t, err)
	for _, e := range entries {
		if e.Type().IsRegular() {
			raw, err := os.ReadFile(o.path(e.Name()))
			testdir.Must(o.t, err)
			all[e.Name()] = string(raw)
		}
	}
	return all
}

// TestEveryRepairCanBeTakenBackToTheLastByte carries out every repair of every fault in every dialect, and takes it
// back after a restart. Three things do not go back: the time of the last change, where its dialect keeps one, is that
// of taking it back; a high-water mark never goes down, because an id that was given out once must not be given out
// again; and a lock that was left behind is nobody's.
func TestEveryRepairCanBeTakenBackToTheLastByte(t *testing.T) {
	for _, f := range played() {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			for _, fault := range faults() {
				if o := newFolder(t, f); fault.make(o) {
					o.lay()
					t.Run(fault.what, func(t *testing.T) { takeBack(t, o.twin(t)) })
				}
			}
		})
	}
}

// takeBack carries out the repairs of a folder one after the other, and then takes them back, the newest first.
func takeBack(t *testing.T, o *folder) {
	open := func(state string) *store.Store {
		s, err := store.Open(o.dir, store.Options{Codec: knownFrom(o.dir), State: state})
		testdir.Must(t, err, s.NoUndo(), s.Load(t.Context(), func(tasks.Delta) {}))
		return s
	}
	state := t.TempDir()
	s := open(state)
	var before []map[string]string
	var kinds []doctor.Kind
	for range 8 {
		fs := look(t, s)
		i := slices.IndexFunc(fs, func(f doctor.Finding) bool {
			return f.Repair != nil && f.Repair.Edit != nil && f.Kind != doctor.LowMark
		})
		if i < 0 {
			break
		}
		before, kinds = append(before, o.texts()), append(kinds, fs[i].Kind)
		testdir.Must(t, carryOut(t.Context(), s, *fs[i].Repair))
		_, err := s.Refresh(t.Context(), nil)
		testdir.Must(t, err)
	}
	testdir.Must(t, s.Close())
	if len(kinds) == 0 {
		return
	}
	s = open(state)
	defer s.Close()
	all, err := s.PastEdits()
	testdir.Must(t, err)
	if len(all) != len(kinds) {
		t.Fatalf("%d repairs of %v, %d in the history", len(kinds), kinds, len(all))
	}
	for i, done := range all {
		e, err := s.Batch().Undo(done.ID)
		testdir.Must(t, err)
		_, err = s.Batch().Apply(t.Context(), e)
		testdir.Must(t, err)
		_, err = s.Refresh(t.Context(), nil)
		testdir.Must(t, err)
		n := len(kinds) - 1 - i
		now := o.texts()
		for name, text := range before[n] {
			if writtenAt.ReplaceAllString(now[name], "") != writtenAt.ReplaceAllString(text, "") {
				t.Errorf("%s taken back: %s is\n%s\nwas\n%s", kinds[n], name, now[name], text)
			}
			delete(now, name)
		}
		delete(now, ".lock") // that of its agents, which every edit takes and nobody removes
		for name := range now {
			t.Errorf("%s taken back: %s is new", kinds[n], name)
		}
	}
}
