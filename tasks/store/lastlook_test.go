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
		b.advance(c, 400*time.Millisecond)
		b.write(task1, pending()[:20])
		b.advance(c, 3*time.Second)
		if all := b.outcomes(); len(all) > 0 {
			t.Fatalf("told %+v of a file that is being written", all)
		}
		b.write(task1, pending())
		b.advance(c, 100*time.Millisecond)
		if all := b.outcomes(); len(all) != 1 || all[0].What != PutBack {
			t.Errorf("told %+v", all)
		}
	})
	t.Run("half-written for good", func(t *testing.T) {
		b, c := timed(t, newDir(t), t.TempDir())
		id := b.claim()
		b.write(task1, pending()[:20])
		b.advance(c, 11*time.Second)
		if all := b.outcomes(); len(all) != 1 || all[0].What != Unseen || all[0].Edit.ID != id || all[0].Err == nil {
			t.Errorf("told %+v", all)
		}
		if len(b.s.monitor.rechecks) > 0 {
			t.Error("looked at for ever")
		}
	})
	t.Run("made again too late", func(t *testing.T) {
		b, c := timed(t, newDir(t), t.TempDir())
		b.claim()
		b.write(task1, pending())
		for i := 0; i < 100 && !b.s.monitor.rechecks[0].reapplyDue; i++ {
			c.now = c.now.Add(time.Millisecond)
			b.s.monitor.runDue(c.now)
		}
		c.now = c.now.Add(5 * time.Second) // the machine was busy with something else
		b.s.monitor.runDue(c.now)
		b.advance(c, 100*time.Millisecond)
		if all := b.outcomes(); len(all) != 1 || all[0].What != PutBack || b.read(task1) != pending() {
			t.Errorf("told %+v", all)
		}
	})
}

func TestOfTooManyLooksTheOldestIsToldAsUnseen(t *testing.T) {
	b, c := timed(t, newDir(t), "")
	for n := range maxRechecks + 1 {
		b.s.monitor.add(&recheck{edit: tasks.Edit{ID: tasks.EditID(n + 1)}, step: tasks.Step{Kind: tasks.DeleteFile, Key: tasks.Key{Name: task1}}})
	}
	b.s.monitor.runDue(c.now)
	if all := b.outcomes(); len(all) != 1 || all[0].What != Unseen || all[0].Edit.ID != 1 {
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
		b.s.monitor.mu.Lock()
		waits = len(b.s.monitor.waiters) > 0
		b.s.monitor.mu.Unlock()
	}
	b.advance(c, 240*time.Millisecond)
	if len(end) > 0 {
		t.Error("it did not wait")
	}
	b.advance(c, 20*time.Millisecond)
	if must(t, <-end); b.read(task1) != claimed() {
		t.Errorf("wrote %s", b.read(task1))
	}
	must(t, b.s.Settled(t.Context())) // two seconds of telling are nobody's to wait for
}
