package store

import (
	"fmt"
	"strings"
	"testing"

	"sideboard/tasks"
)

// waiting is a task file that waits for the tasks from 1000 on, n of them, and for one more at the end.
func waiting(id, n, last int) string {
	ids := make([]string, 0, n+1)
	for i := range n {
		ids = append(ids, fmt.Sprint(1000+i))
	}
	ids = append(ids, fmt.Sprint(last))
	return fmt.Sprintf(`{"id": %d, "subject": "many", "description": "", "status": "pending", "blockedBy": [%s], "owner": ""}`, id, strings.Join(ids, ", "))
}

func TestOfALongListTheFirstAreKeptAndTheRestCountedAndEditsLoseNone(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s07File(1, "a", "in_progress"))
	b.write("task_2.json", waiting(2, 5000, 1))
	b.refresh()
	many := b.tasks["task_2.json"]
	if len(many.WaitsFor) != tasks.MaxLinks || cap(many.WaitsFor) > tasks.MaxLinks || many.More != 4001 || !many.Waits {
		t.Fatalf("%d kept in room for %d, %d more", len(many.WaitsFor), cap(many.WaitsFor), many.More)
	}
	b.mustApply(b.edit(tasks.VerbComplete, "task_1.json", "me"))
	want := strings.Replace(waiting(2, 5000, 1), ", 1]", "]", 1)
	if got := b.read("task_2.json"); got != want {
		t.Errorf("what stood beyond what is kept was not cleared, or more than that was: %d bytes, want %d", len(got), len(want))
	}
	unlink := b.edit(tasks.VerbUnlink, "task_2.json", "me")
	unlink.Changes = []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(tasks.ID{Text: "5999", Num: true})}}
	b.refresh()
	b.mustApply(unlink)
	if got := b.read("task_2.json"); got != strings.Replace(want, ", 5999]", "]", 1) {
		t.Error("unlinking one changed others")
	}
}

func TestALongListCostsNoMoreThanWhatIsKeptOfIt(t *testing.T) {
	s, err := Open(newDir(t), Options{})
	must(t, err)
	defer s.Close()
	long, err := s.decode(tasks.Key{Name: "task_2.json"}, []byte(waiting(2, 100_000, 1)), Info{})
	must(t, err)
	text := 0
	for _, id := range long.WaitsFor {
		text += len(id.Text)
	}
	if len(long.WaitsFor) != tasks.MaxLinks || text > 8*tasks.MaxLinks {
		t.Errorf("%d ids of %d bytes", len(long.WaitsFor), text)
	}
}
