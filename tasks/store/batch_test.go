package store

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sideboard/tasks"
)

// oneSided writes n tasks that wait for each other in a ring and are named by nobody's blocks.
func oneSided(t *testing.T, n int) *harness {
	t.Helper()
	dir := claudeDir(t)
	for i := range n {
		path := fmt.Sprintf("%s/%d.json", dir, i+1)
		must(t, os.WriteFile(path, []byte(claudeFile(i+1, "in a ring", "pending", fmt.Sprint((i+1)%n+1))), 0o644))
	}
	return opened(t, dir, Options{Disk: &faultDisk{}})
}

// linkAgain makes the edit that writes the missing side of one link of the ring.
func (b *harness) linkAgain(i, n int) tasks.Edit {
	e := b.edit(tasks.VerbLink, fmt.Sprintf("%d.json", i+1), "me")
	e.ID = tasks.EditID(i + 1)
	waits := tasks.RefValue(tasks.ID{Text: fmt.Sprint((i+1)%n + 1)})
	e.Changes = []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: waits}}
	return e
}

// TestABatchComparesTheDirectoryOnce holds the cost of many edits to a count: what the tenth to the twentieth of a
// batch ask of the disk is the same among a few tasks and among many.
func TestABatchComparesTheDirectoryOnce(t *testing.T) {
	cost := func(n int) (ops int) {
		b := oneSided(t, n)
		b.s.monitor.manual = true // looking at it again later is counted by nobody
		f := b.s.opts.Disk.(*faultDisk)
		batch := b.s.Batch()
		for i := range 20 {
			if i == 10 {
				f.done = 0
			}
			_, err := batch.Apply(t.Context(), b.linkAgain(i, n))
			must(t, err)
		}
		return f.done
	}
	if few, many := cost(30), cost(300); few != many {
		t.Errorf("ten edits of a batch take %d operations among 30 tasks, %d among 300", few, many)
	}
}

func TestABatchKnowsWhatItsEarlierEditsWrote(t *testing.T) {
	b := oneSided(t, 4)
	batch := b.s.Batch()
	link, unlink := b.linkAgain(0, 4), b.linkAgain(0, 4)
	_, err := batch.Apply(t.Context(), link)
	must(t, err)
	unlink.ID, unlink.Verb, unlink.Changes[0].Op = 2, tasks.VerbUnlink, tasks.Drop
	res, err := batch.Apply(t.Context(), unlink)
	must(t, err)
	if len(res.Applied) != 2 {
		t.Errorf("unlinking changed %d files, want both", len(res.Applied))
	}
	if text := b.read("2.json"); !strings.Contains(text, `"blocks": []`) {
		t.Errorf("the side that the batch wrote stays: %s", text)
	}
}

// TestABatchSeesWhatOthersWriteBetweenItsEdits says that only the comparison is shared, not what an edit rests on.
func TestABatchSeesWhatOthersWriteBetweenItsEdits(t *testing.T) {
	b := oneSided(t, 4)
	batch := b.s.Batch()
	_, err := batch.Apply(t.Context(), b.linkAgain(0, 4))
	must(t, err)

	claim := b.edit(tasks.VerbClaim, "3.json", "me")
	b.write("3.json", strings.Replace(b.read("3.json"), `"pending"`, `"completed"`, 1))
	if _, err := batch.Apply(t.Context(), claim); err == nil {
		t.Errorf("a claim of what was completed meanwhile was carried out")
	}
	agents := strings.Replace(b.read("4.json"), "in a ring", "by an agent", 1)
	b.write("4.json", agents)
	if _, err := batch.Apply(t.Context(), b.linkAgain(2, 4)); err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(agents, `"blocks": []`, "\"blocks\": [\n    \"3\"\n  ]", 1); b.read("4.json") != want {
		t.Errorf("an agent's text is lost: %s", b.read("4.json"))
	}
}
