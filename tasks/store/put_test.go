package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/lock"
	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
)

// put has a file get other bytes, nil for none, if it has those before.
func (b *harness) put(name string, was, next []byte) error {
	st := tasks.Step{Kind: tasks.PutFile, Key: tasks.Key{Name: name}, Raw: next, Sum: sumOf(was)}
	_, err := b.s.Apply(b.t.Context(), tasks.Edit{Verb: tasks.VerbSync, Steps: []tasks.Step{st}})
	return err
}

func TestAFileIsPutIfItStillIsAsItWas(t *testing.T) {
	t.Parallel()
	old, next, agent := []byte(s12File("task_1", "old", "pending", "null")), []byte(s12File("task_1", "new", "pending", "null")), []byte(s12File("task_1", "agent", "pending", "null"))
	for what, c := range map[string]struct {
		there, was, next []byte
		writes           []byte // by an agent, at the last moment
		want             []byte
		ok               bool
	}{
		"a change":                     {there: old, was: old, next: next, want: next, ok: true},
		"a new file":                   {next: next, want: next, ok: true},
		"a removal":                    {there: old, was: old, ok: true},
		"nothing to do":                {there: old, was: old, next: old, want: old, ok: true},
		"a change of another":          {there: agent, was: old, next: next, want: agent},
		"a removal of another":         {there: agent, was: old, want: agent},
		"a new file that exists":       {there: agent, next: next, want: agent},
		"a change at the last moment":  {there: old, was: old, next: next, writes: agent, want: agent},
		"a removal at the last moment": {there: old, was: old, writes: agent, want: agent},
		"a file at the last moment":    {next: next, writes: agent, want: agent},
	} {
		t.Run(what, func(t *testing.T) {
			dir, state := newDir(t), t.TempDir()
			path := filepath.Join(dir, "task_1.json")
			if c.there != nil {
				testdir.Must(t, os.WriteFile(path, c.there, 0o600))
			}
			write := func() {
				if c.writes != nil {
					testdir.Must(t, os.WriteFile(path+".x", c.writes, 0o600), os.Rename(path+".x", path))
				}
			}
			b := opened(t, dir, Options{State: state, BeforeWrite: write})
			err := b.put("task_1.json", c.was, c.next)
			if now, _ := os.ReadFile(path); string(now) != string(c.want) || (err == nil) != c.ok || err != nil && !errors.Is(err, ErrChanged) {
				t.Errorf("it is %s, with %v", now, err)
			}
			if files, _ := os.ReadDir(dir); len(files) != min(1, len(c.want)) {
				t.Errorf("the directory has %v", files)
			}
			if past, err := b.s.Past().Edits(); err != nil || len(past) > 0 {
				t.Errorf("it is among the edits of a person: %v, %v", past, err)
			}
		})
	}
}

func TestAFileIsNotPutWhileItsAgentsHaveTheLock(t *testing.T) {
	t.Parallel()
	b := openedWith(t, Options{})
	raw := []byte(s13File("task_0000000a", "a", "pending", "null"))
	b.write(".lock", "")
	b.write("task_0000000a.json", string(raw))
	b.refresh()
	release, err := lock.Flock(t.Context(), b.path(".lock"))
	testdir.Must(t, err)
	as[*lock.HeldError](t, b.put("task_0000000a.json", raw, nil))
	testdir.Must(t, release(), b.put("task_0000000a.json", raw, nil))
}

func TestABoardDoesNotFightWhatIsPut(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	b := openedWith(t, Options{State: state}, s12File("task_1", "a", "pending", "null"))
	before, err := os.ReadFile(b.path("task_1.json"))
	testdir.Must(t, err)
	b.mustApply(b.edit(tasks.VerbClaim, "task_1.json", "me"))
	claimed, err := os.ReadFile(b.path("task_1.json"))
	testdir.Must(t, err)
	other := opened(t, b.dir, Options{State: state})
	testdir.Must(t, other.put("task_1.json", claimed, before)) // another host was first
	b.refresh("task_1.json")
	testdir.Must(t, b.s.WaitReapplied(t.Context()))
	if now, _ := os.ReadFile(b.path("task_1.json")); string(now) != string(before) {
		t.Errorf("the claim is made again: %s", now)
	}
	select {
	case o := <-b.s.Outcomes():
		t.Errorf("it is reported: %v", o.What)
	default:
	}
}

func TestTheNextStartPutsBackWhatACrashedPutDisplaced(t *testing.T) {
	t.Parallel()
	old, next, agent := s12File("task_1", "old", "pending", "null"), s12File("task_1", "new", "pending", "null"), s12File("task_1", "agent", "pending", "null")
	for what, c := range map[string]struct {
		here, temp string // the file and the temporary one at the moment of the crash
		sum        string // of what was to be put, "" for a removal
		want       string
		kept       int
	}{
		"before the exchange":          {old, next, log.Sum([]byte(next)), old, 0},
		"half of the temporary file":   {old, next[:20], log.Sum([]byte(next)), old, 0},
		"after the exchange":           {next, old, log.Sum([]byte(next)), next, 0},
		"an agent's file is displaced": {next, agent, log.Sum([]byte(next)), next, 1},
		"an agent's file is removed":   {"", agent, "", agent, 0},
	} {
		t.Run(what, func(t *testing.T) {
			dir, state := newDir(t), t.TempDir()
			b := opened(t, dir, Options{State: state})
			const temp = ".sideboard-1.tmp"
			e := b.s.entry(log.Put, 1)
			e.File, e.Temp, e.Sum, e.Was = "task_1.json", temp, c.sum, log.Sum([]byte(old))
			testdir.Must(t, b.s.journal.Append(e, false))
			b.s.journal.LeaveOpen()
			testdir.Must(t, b.s.Close(), os.WriteFile(filepath.Join(dir, temp), []byte(c.temp), 0o600))
			if c.here != "" {
				testdir.Must(t, os.WriteFile(filepath.Join(dir, "task_1.json"), []byte(c.here), 0o600))
			}
			opened(t, dir, Options{State: state})
			now, _ := os.ReadFile(filepath.Join(dir, "task_1.json"))
			kept, _ := filepath.Glob(filepath.Join(state, "*", "kept", "*"))
			if files, _ := os.ReadDir(dir); string(now) != c.want || len(files) != 1 || len(kept) != c.kept {
				t.Errorf("it is %s, with %v; kept are %v", now, files, kept)
			}
		})
	}
}
