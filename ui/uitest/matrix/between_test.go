package matrix

import (
	"errors"
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/refagents"
)

// ending is how two may come out of it who write at the same time.
type ending uint8

const (
	exclusive ending = iota // one of them
	together                // both
	either
)

// An agent that writes between any two operations of an edit keeps what it wrote, and the edit is carried out too
// or not at all. The one instant that nobody can guard, between the last look and the rename, is inside one operation.
func TestAnAgentThatActsInTheMiddleOfAnEditKeepsWhatItWrote(t *testing.T) {
	scenes := map[string]struct {
		claims int // the task the agent claims meanwhile
		rule   func(d *workspace) (tasks.Edit, error)
		done   func(t refagents.Task) bool // the person's edit of task 6 is there
		ends   ending
	}{
		"both claim": {6, func(d *workspace) (tasks.Edit, error) { return board.Claim(d.board, d.key(6), me, at) },
			func(t refagents.Task) bool { return t.Status == "in_progress" }, exclusive},
		"the person edits the text": {6, func(d *workspace) (tasks.Edit, error) {
			return edit(set(tasks.FieldSubject, "Übersetzung", "other"))(d, d.key(6))
		},
			func(t refagents.Task) bool { return t.Subject == "other" }, together},
		"the person completes it": {6, func(d *workspace) (tasks.Edit, error) { return board.Complete(d.board, d.key(6), me, at) },
			func(t refagents.Task) bool { return t.Status == "completed" }, exclusive},
		"the person links it": {6, func(d *workspace) (tasks.Edit, error) { return board.Link(d.board, d.key(6), d.ID(1), me, at) },
			func(t refagents.Task) bool { return len(t.WaitsFor) == 1 }, either},
		"the person completes what others wait for": {5, func(d *workspace) (tasks.Edit, error) { return board.Complete(d.board, d.key(1), me, at) }, nil, together},
		"the person deletes what others wait for":   {5, func(d *workspace) (tasks.Edit, error) { return board.Delete(d.board, d.key(1), me, at) }, nil, together},
		"the person deletes it":                     {6, func(d *workspace) (tasks.Edit, error) { return board.Delete(d.board, d.key(6), me, at) }, nil, exclusive},
		"the person creates": {6, func(d *workspace) (tasks.Edit, error) {
			return board.Create(d.board, "", tasks.Draft{Subject: "n", WaitsFor: []tasks.ID{d.ID(6)}}, me, at)
		}, nil, together},
	}
	stride := 1
	if testing.Short() {
		stride = 3
	}
	for _, f := range played() {
		for name, scene := range scenes {
			t.Run(f.Dialect+"/"+name, func(t *testing.T) {
				t.Parallel()
				acted := 0
				for nth := 1; ; nth += stride {
					w := f.world()
					d := openWorkspace(t, f, w.files(f))
					claimed := errors.New("not tried")
					d.watch.act = func(n int) {
						if n == nth {
							claimed = refagents.Claim(f.Dialect, d.dir, idIn(f.File(scene.claims)), "agent-9")
							acted++
						}
					}
					e, err := ask(scene.rule(d))
					d.must(err)
					d.watch.begin()
					_, err = d.store.Batch().Apply(t.Context(), e)
					readings, faults := d.watch.end()
					for _, fault := range faults {
						t.Error(fault)
					}
					list := d.agents("then")
					i := indexOf(list, f.File(scene.claims))
					var conflict *tasks.ConflictError
					switch {
					case claimed != nil && err != nil:
						t.Errorf("after %d operations nobody succeeds: %v, %v", nth, claimed, err)
					case claimed == nil && scene.ends == exclusive && !errors.As(err, &conflict):
						t.Errorf("after %d operations both succeed: %v", nth, err)
					case claimed == nil && scene.ends == together && err != nil:
						t.Errorf("after %d operations the edit fails: %v", nth, err)
					case claimed == nil && (i < 0 || list.Tasks[i].Status != "in_progress" || !f.unowned() && list.Tasks[i].OwnedBy() != "agent-9"):
						t.Errorf("after %d operations the agent's claim is gone", nth)
					case err == nil && scene.done != nil && !scene.done(list.Tasks[i]):
						t.Errorf("after %d operations the edit is gone: %+v", nth, list.Tasks[i])
					}
					d.refresh()
					d.agree("then")
					over := nth > len(readings)
					d.close()
					if over {
						break
					}
				}
				if acted == 0 && !testing.Short() { // of few instants all may lie under a lock
					t.Error("the agent found no instant to act")
				}
			})
		}
	}
}
