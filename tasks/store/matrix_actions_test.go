package store_test

import (
	"maps"
	"slices"
	"testing"

	"sideboard/board"
	"sideboard/tasks/refagents"
)

func TestEveryActionWritesExactlyItsBytesAndItsAgentsGoOn(t *testing.T) {
	for _, f := range played() {
		for i, a := range actions() {
			if testing.Short() && i%3 != 0 {
				continue
			}
			if a.name == "edit the active form" && !f.has("active_form") && !f.has("activeForm") {
				continue
			}
			t.Run(f.dialect+"/"+a.name, func(t *testing.T) {
				t.Parallel()
				w := f.world()
				d := sit(t, f, w.files(f))
				defer d.close()
				if got, want := ready(d.agents("at first")), d.names(5, 6); !slices.Equal(got, want) {
					t.Fatalf("the fixture has %q ready, want %q", got, want)
				}
				d.agree("at first")
				before := d.shoot()
				e, err := ask(a.rule(d))
				d.must(err)
				_, sights, err := d.do(e)
				d.must(err)
				want := w.files(f)
				a.then(f, w, want)
				maps.Copy(want, w.changed(f, want))
				d.expect(before, want)
				if got, want := ready(d.agents("then")), d.names(a.ready(f)...); !slices.Equal(got, want) {
					t.Errorf("its agents would start %q, want %q", got, want)
				}
				d.agree("then")
				if len(sights) == 0 {
					t.Error("the agents did not look")
				}
				if done := d.workOn(); len(done) == 0 {
					t.Error("the agents found nothing to do")
				}
				d.refresh()
				d.agree("when the agents went on")
			})
		}
	}
}

// changed is the world as files, and takes those of deleted tasks out of files.
func (w world) changed(f form, files map[string]string) map[string]string {
	for n := range 10 {
		if w[n] == nil {
			delete(files, f.name(n))
		}
	}
	changed := w.files(f)
	for name := range f.beside {
		delete(changed, name)
	}
	return changed
}

func (d *workspace) names(ns ...int) []string {
	names := make([]string, len(ns))
	for i, n := range ns {
		names[i] = d.name(n)
	}
	return names
}

func TestAHolderWhoseTaskWasTakenAwayIsRefusedWhereOnlyTheOwnerCompletes(t *testing.T) {
	for _, f := range played() {
		w := f.world()
		d := sit(t, f, w.files(f))
		e, err := ask(board.Release(d.board, d.key(1), me, at))
		d.must(err)
		_, _, err = d.do(e)
		d.must(err)
		err = refagents.Complete(f.dialect, d.dir, idIn(f.name(1)), "zoë")
		// The lessons with dataclasses complete only what is in progress, whoever asks.
		refused := f.dialect == refagents.S12 || f.dialect == refagents.S18 || f.dialect == refagents.S10 || f.dialect == refagents.S13
		if (err != nil) != refused {
			t.Errorf("%s: the holder's own complete: %v", f.dialect, err)
		}
		d.close()
	}
}
