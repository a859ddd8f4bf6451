package store

import (
	"testing"
	"time"

	"sideboard/tasks"
)

// A look that finds the file half-written, or comes late on a busy machine, is never the last one.
func TestTheLastLookIsOneThatCouldJudge(t *testing.T) {
	t.Run("half-written at two seconds", func(t *testing.T) {
		b, c := timed(t, newDir(t), t.TempDir())
		b.claim()
		b.after(c, 400*time.Millisecond)
		b.write(task1, pending()[:20])
		b.after(c, 3*time.Second)
		if all := b.news(); len(all) > 0 {
			t.Fatalf("told %+v of a file that is being written", all)
		}
		b.write(task1, pending())
		b.after(c, 100*time.Millisecond)
		if all := b.news(); len(all) != 1 || all[0].What != PutBack {
			t.Errorf("told %+v", all)
		}
	})
	t.Run("half-written for good", func(t *testing.T) {
		b, c := timed(t, newDir(t), t.TempDir())
		id := b.claim()
		b.write(task1, pending()[:20])
		b.after(c, 11*time.Second)
		if all := b.news(); len(all) != 1 || all[0].What != Unseen || all[0].Edit.ID != id || all[0].Err == nil {
			t.Errorf("told %+v", all)
		}
		if len(b.s.keep.vigils) > 0 {
			t.Error("looked at for ever")
		}
	})
	t.Run("made again too late", func(t *testing.T) {
		b, c := timed(t, newDir(t), t.TempDir())
		b.claim()
		b.write(task1, pending())
		for i := 0; i < 100 && !b.s.keep.vigils[0].back; i++ {
			c.now = c.now.Add(time.Millisecond)
			b.s.keep.run(c.now)
		}
		c.now = c.now.Add(5 * time.Second) // the machine was busy with something else
		b.s.keep.run(c.now)
		b.after(c, 100*time.Millisecond)
		if all := b.news(); len(all) != 1 || all[0].What != PutBack || b.read(task1) != pending() {
			t.Errorf("told %+v", all)
		}
	})
}

func TestOfTooManyLooksTheOldestIsToldAsUnseen(t *testing.T) {
	b, c := timed(t, newDir(t), "")
	for n := range maxVigils + 1 {
		b.s.keep.add(&vigil{edit: tasks.Edit{ID: tasks.EditID(n + 1)}, step: tasks.Step{Kind: tasks.DeleteFile, Key: tasks.Key{Name: task1}}})
	}
	b.s.keep.run(c.now)
	if all := b.news(); len(all) != 1 || all[0].What != Unseen || all[0].Edit.ID != 1 {
		t.Errorf("told %+v", all)
	}
}

func TestSettledWaitsForWhatIsMadeAgainAndNoLonger(t *testing.T) {
	b, c := timed(t, newDir(t), t.TempDir())
	b.claim()
	b.write(task1, pending())
	end := make(chan error, 1)
	go func() { end <- b.s.Settled(t.Context()) }()
	for waits := false; !waits; {
		b.s.keep.mu.Lock()
		waits = len(b.s.keep.idle) > 0
		b.s.keep.mu.Unlock()
	}
	b.after(c, 240*time.Millisecond)
	if len(end) > 0 {
		t.Error("it did not wait")
	}
	b.after(c, 20*time.Millisecond)
	if must(t, <-end); b.read(task1) != claimed() {
		t.Errorf("wrote %s", b.read(task1))
	}
	must(t, b.s.Settled(t.Context())) // two seconds of telling are nobody's to wait for
}
